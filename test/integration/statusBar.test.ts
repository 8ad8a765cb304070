import assert from "node:assert/strict";
import * as vscode from "vscode";
import { StatusBar } from "../../src/features/connections/host/statusBar";
import type { Connection, ConnectionSummary } from "../../src/platform/base/connection";
import { WriteLock } from "../../src/platform/guard/writeLock";
import type { Session } from "../../src/platform/base/session";
import { aSession } from "../fakes/browserClient";
import { aConnection } from "../fakes/connection";
import { VirtualClock } from "../unit/platform/http/support/virtualClock";

const MINUTE = 60_000;

describe("the status bar item, while time passes", () => {
  let clock: VirtualClock;
  let item: vscode.StatusBarItem;
  let bar: StatusBar;
  let changed: vscode.EventEmitter<void>;
  let lock: WriteLock;
  let privacy: { isOn: boolean; readonly onDidChange: vscode.Event<void> };

  beforeEach(() => {
    clock = new VirtualClock();
    changed = new vscode.EventEmitter();
    lock = new WriteLock({
      ...{ clock, keyFingerprint: () => "9f3a1c" },
      onChange: () => changed.fire(),
    });
    privacy = { isOn: false, onDidChange: changed.event };
    item = vscode.window.createStatusBarItem("test.connection");
  });

  afterEach(() => {
    bar.dispose();
    lock.dispose();
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

  const acme = aConnection({ id: "acme", label: "Acme production", environment: "production" });

  it("says of Production that it is locked, beside its token", () => {
    show({ expiresAt: clock.now() + 40 * MINUTE }, acme);
    assert.equal(item.text, "$(shield) Acme production · PRODUCTION · locked · token 40 min");
    assert.match(item.accessibilityInformation!.label, /PRODUCTION · locked · token 40 min/);
    assert.equal(item.backgroundColor, undefined);
  });

  it("counts down an unlock by the second in the colour of a warning, then says locked", () => {
    show({ expiresAt: clock.now() + 40 * MINUTE }, acme);
    lock.unlock(acme);
    assert.equal(item.text, "$(shield) Acme production · PRODUCTION · unlocked 15:00");
    assert.equal(backgroundOf(item), "statusBarItem.warningBackground");
    assert.match(item.tooltip as string, /token 40 min/);
    clock.advance(1000);
    assert.match(item.text, /unlocked 14:59$/);
    seconds(47);
    assert.match(item.text, /unlocked 14:12$/);
    seconds(14 * 60 + 11);
    assert.match(item.text, /unlocked 00:01$/);
    clock.advance(999);
    assert.equal(backgroundOf(item), "statusBarItem.warningBackground");
    clock.advance(1);
    assert.equal(item.text, "$(shield) Acme production · PRODUCTION · locked · token 25 min");
    assert.equal(backgroundOf(item), undefined);
  });

  it("is read aloud with the minutes alone", () => {
    show({ expiresAt: clock.now() + 70_000 }, acme, [{ ...acme, id: "two", label: "Two" }]);
    lock.unlock(acme);
    lock.unlock({ ...acme, id: "two" });
    const labels = new Set<string>();
    for (let second = 0; second < 60; second++) {
      labels.add(item.accessibilityInformation!.label);
      clock.advance(1000);
    }
    assert.deepEqual(
      [...labels],
      [
        "Financial Planning: Acme production · PRODUCTION · unlocked, 15 min left. Two unlocked, 15 min left",
      ],
    );
    assert.match(item.accessibilityInformation!.label, /14 min left/);
  });

  it("warns of Production that is unlocked while another connection is in use", () => {
    const inUse = aConnection();
    show({ expiresAt: undefined }, inUse, [acme]);
    lock.unlock(acme);
    seconds(48);
    const text = "$(plug) Acme development · Development · signed in · $(shield) Acme production";
    assert.equal(item.text, `${text} unlocked 14:12`);
    assert.equal(backgroundOf(item), "statusBarItem.warningBackground");
    lock.lock();
    assert.equal(item.text, "$(plug) Acme development · Development · signed in");
    assert.deepEqual([backgroundOf(item), clock.pending], [undefined, 0]);
  });

  function seconds(count: number): void {
    for (let second = 0; second < count; second++) {
      clock.advance(1000);
    }
  }

  function show(
    change: Partial<Session>,
    connection = aConnection({ accessModel: "delegation" }),
    others: readonly Connection[] = [],
  ): { current: Session } {
    const session = { current: { ...aSession(clock.now()), ...change } };
    const summaryOf = ({ id, label, environment }: Connection): ConnectionSummary => ({
      ...{ id, label, environment, connection, state: "ready" },
      ...{ session: session.current, keyFingerprint: undefined },
    });
    const connections = [connection, ...others];
    const find = (id: string): ConnectionSummary | undefined =>
      connections.filter((one) => one.id === id).map(summaryOf)[0];
    bar = new StatusBar(
      {
        connections: {
          current: connection.id,
          summary: (id) => find(id) ?? assert.fail(id),
          find,
          onDidChange: changed.event,
        },
        writing: { lock, onDidChange: changed.event },
        pinnedTrace: { current: undefined, onDidChange: changed.event },
        privacy,
      },
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

function backgroundOf({ backgroundColor }: vscode.StatusBarItem): string | undefined {
  return backgroundColor?.id;
}
