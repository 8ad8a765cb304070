import assert from "node:assert/strict";
import * as vscode from "vscode";
import { StatusBar } from "../../src/connections/statusBar";
import type { ConnectionSummary } from "../../src/core/connection";
import type { Session } from "../../src/core/service/client";
import { aSession } from "../fakes/browserClient";
import { aConnection } from "../fakes/connection";
import { VirtualClock } from "../unit/http/support/virtualClock";

const MINUTE = 60_000;

describe("the status bar item, while time passes", () => {
  let clock: VirtualClock;
  let item: vscode.StatusBarItem;
  let bar: StatusBar;
  let changed: vscode.EventEmitter<void>;
  let privacy: { isOn: boolean; readonly onDidChange: vscode.Event<void> };

  beforeEach(() => {
    clock = new VirtualClock();
    changed = new vscode.EventEmitter();
    privacy = { isOn: false, onDidChange: changed.event };
    item = vscode.window.createStatusBarItem("test.connection");
  });

  afterEach(() => {
    bar.dispose();
    changed.dispose();
    assert.equal(clock.pending, 0, "a timer was left");
  });

  it("counts down a token", () => {
    show({ expiresAt: clock.now() + 40 * MINUTE });
    assert.match(item.text, /token 40 min/);
    pass(10);
    assert.match(item.text, /token 30 min/);
  });

  it("counts down a consent whose token has no end", () => {
    show({ expiresAt: undefined, consentEndsAt: clock.now() + 40 * MINUTE });
    assert.match(item.text, /signed in · consent ends in 40 min/);
    pass(10);
    assert.match(item.text, /consent ends in 30 min/);
    pass(30);
    assert.match(item.text, /consent ended/);
  });

  it("counts down both", () => {
    show({ expiresAt: clock.now() + 20 * MINUTE, consentEndsAt: clock.now() + 40 * MINUTE });
    pass(10);
    assert.match(item.text, /token 10 min · consent ends in 30 min/);
  });

  it("stands still where nothing ends, and begins when something does", () => {
    const session = show({ expiresAt: undefined, consentEndsAt: undefined });
    assert.equal(clock.pending, 0);
    session.current = { ...session.current, consentEndsAt: clock.now() + 40 * MINUTE };
    changed.fire();
    pass(10);
    assert.match(item.text, /consent ends in 30 min/);
  });

  it("says while privacy mode is on that what is shown is masked", () => {
    show({ expiresAt: undefined });
    assert.doesNotMatch(item.text, /masked/);
    privacy.isOn = true;
    changed.fire();
    assert.match(item.text, / · \$\(eye-closed\) masked$/);
    assert.match(item.accessibilityInformation!.label, /Privacy mode is on/);
  });

  function show(change: Partial<Session>): { current: Session } {
    const session = { current: { ...aSession(clock.now()), ...change } };
    const connection = aConnection({ accessModel: "delegation" });
    const { id, label, environment } = connection;
    bar = new StatusBar(
      {
        current: id,
        summary: (): ConnectionSummary => ({
          ...{ id, label, environment, connection, state: "ready" },
          ...{ session: session.current, keyFingerprint: undefined },
        }),
        onDidChange: changed.event,
      },
      { current: undefined, onDidChange: changed.event },
      privacy,
      { item, clock },
    );
    return session;
  }

  /** In steps, as time does. */
  function pass(minutes: number): void {
    for (let step = 0; step < minutes * 4; step++) {
      clock.advance(MINUTE / 4);
    }
  }
});
