import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createRedactor } from "../../../../src/platform/http/redaction";
import { LogTail } from "../../../../src/platform/base/log";
import { openHistoryDisk } from "../../../../src/features/requests/common/historyDisk";
import { RecordedHistory } from "../../../../src/features/requests/common/recordedHistory";
import type { Action } from "../../../../src/platform/base/action";
import { anAction, anAttempt } from "../../../fakes/action";
import { createLocks } from "../../../fakes/locks";
import { MemoryLog, MemoryStore } from "../../platform/http/support/bench";
import { VirtualClock } from "../../platform/http/support/virtualClock";

interface Window {
  readonly history: RecordedHistory;
  readonly clock: VirtualClock;
  readonly changes: (string | undefined)[];
  opened: number;
}

describe("the history of a window", () => {
  let folder: string;
  let store: MemoryStore;
  const setting = { keepBodies: false };
  const windows: Window[] = [];
  const locks = createLocks();

  const open = (): Window => {
    const clock = new VirtualClock();
    const options = {
      ...{ folder: join(folder, "history"), store, locks, clock, log: new MemoryLog() },
      ...{ redactor: createRedactor(), keepsBodies: () => setting.keepBodies },
    };
    const history = new RecordedHistory({
      openDisk: (listener) => {
        window.opened++;
        return openHistoryDisk(options, listener);
      },
      onDiskFailure: (error) => assert.fail(String(error)),
    });
    const window: Window = { history, clock, changes: [], opened: 0 };
    history.onDidChange((id) => window.changes.push(id));
    windows.push(window);
    return window;
  };
  const finished = (id: string, change: Partial<Action> = {}): Action =>
    anAction({
      id,
      startedAt: 1,
      attempts: [anAttempt({ requestId: `${id}-request` })],
      ...change,
    });

  /** Time passes and the folder is watched; both at their own pace. */
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) {
      windows.forEach(({ clock }) => clock.advance(100));
      await delay(2);
    }
  };

  const textsOf = async ({ history }: Window): Promise<readonly unknown[]> => {
    const found = await history.bodies("a", 1);
    return [found?.request, found?.response].map((bytes) => bytes && Buffer.from(bytes).toString());
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fp-history-"));
    store = new MemoryStore();
    setting.keepBodies = false;
  });
  afterEach(async () => {
    await Promise.all(windows.splice(0).map(({ history }) => history.dispose()));
    rmSync(folder, { recursive: true, force: true });
  });

  it("touches no disk before the first call or question", () => {
    const { history } = open();
    assert.deepEqual([history.last, existsSync(join(folder, "history"))], [undefined, false]);
  });

  it("survives a restart: written at the end of the window, read at the first question", async () => {
    const one = open();
    const running = { state: "running", number: 1, since: 5 } as const;
    one.history.note(anAction({ id: "x", progress: running }));
    one.history.note(finished("x"));
    await one.history.dispose();
    const other = open();
    assert.equal(other.history.size, 0);
    await other.history.ready();
    assert.deepEqual(other.history.get("x"), finished("x"));
    assert.deepEqual([other.history.last, other.changes], [undefined, ["x"]]);
    assert.equal(other.history.find("x-request")[0]?.what, "requestId");
    assert.deepEqual(
      other.history.connections.map(({ id }) => id),
      ["c"],
    );
    assert.equal(other.opened, 1);
  });

  it("encrypts texts about actions for other files, until it is cleared", async () => {
    const [one, other] = [open(), open()];
    const encrypted = (await one.history.encryptText("a", "Ruth é")) ?? "";
    assert.doesNotMatch(Buffer.from(encrypted, "base64").toString("latin1"), /Ruth/);
    assert.equal(await other.history.decryptText("a", encrypted), "Ruth é");
    assert.equal(await other.history.decryptText("b", encrypted), undefined);
    assert.equal(await other.history.decryptText("a", "nothing of ours"), undefined);
    await one.history.clear();
    assert.equal(await other.history.decryptText("a", encrypted), undefined);
  });

  it("shows what other windows do as they do it", async () => {
    const [one, other] = [open(), open()];
    await Promise.all([one.history.ready(), other.history.ready()]);
    one.history.note(finished("a"));
    await until(() => other.history.get("a") !== undefined);
    const attempts = [...finished("a").attempts, anAttempt({ number: 2, status: 500 })];
    one.history.note(finished("a", { attempts }));
    await until(() => other.history.get("a")?.attempts.length === 2);
    assert.deepEqual([other.history.last, one.history.last?.id], [undefined, "a"]);
    assert.ok(other.changes.includes("a"));
  });

  it("never lets the disk overrule what this window knows", async () => {
    const { history, clock } = open();
    history.note(finished("a"));
    clock.advance(500);
    await history.ready();
    const waiting = { state: "waiting", since: 1, until: 2, status: 429, why: "backOff" } as const;
    history.note(finished("a", { progress: waiting }));
    await history.ready();
    assert.equal(history.get("a")?.progress.state, "waiting");
  });

  it("forgets everything everywhere when it is cleared, but what is running", async () => {
    const [one, other] = [open(), open()];
    one.history.note(finished("a"));
    other.history.note(finished("b"));
    await until(() => one.history.size === 2 && other.history.size === 2);
    const running = { state: "running", number: 1, since: 5 } as const;
    other.history.note(anAction({ id: "r", progress: running }));
    await one.history.clear();
    assert.equal(one.history.size, 0);
    await until(() => other.history.size === 1);
    assert.deepEqual(
      [other.history.get("r")?.id, other.history.get("b"), one.history.last],
      ["r", undefined, undefined],
    );
    const third = open();
    await third.history.ready();
    assert.equal(third.history.size, 0);
  });

  it("says so when something on disk could not be deleted, and deletes the rest", async () => {
    setting.keepBodies = true;
    const { history } = open();
    await history.ready();
    history.noteBodies({ actionId: "a", attempt: 1, response: Buffer.from("[1]") });
    await until(() => existsSync(join(folder, "history", "bodies")));
    // No file can take the place of a folder.
    mkdirSync(join(folder, "history", "actions.jsonl"));
    await assert.rejects(history.clear(), { code: "requests/notCleared" });
    assert.equal(existsSync(join(folder, "history", "bodies")), false);
  });

  it("keeps bodies in memory; on disk only where that is wanted, and until it is not", async () => {
    const bodies = { request: Buffer.from("{}"), response: Buffer.from("[1]") };
    const one = open();
    one.history.noteBodies({ actionId: "a", attempt: 1, ...bodies });
    assert.deepEqual(await textsOf(one), ["{}", "[1]"]);
    await one.history.dispose();
    const two = open();
    assert.deepEqual(await textsOf(two), [undefined, undefined]);
    setting.keepBodies = true;
    two.history.noteBodies({ actionId: "a", attempt: 1, ...bodies });
    await two.history.dispose();
    assert.equal(existsSync(join(folder, "history", "bodies")), true);
    const three = open();
    assert.deepEqual(await textsOf(three), ["{}", "[1]"]);
    setting.keepBodies = false;
    three.history.bodiesChanged();
    await until(() => !existsSync(join(folder, "history", "bodies")));
    assert.equal(store.values.size, 0);
  });

  it("deletes bodies that nobody wants any more when it is opened", async () => {
    setting.keepBodies = true;
    const one = open();
    one.history.noteBodies({ actionId: "a", attempt: 1, response: Buffer.from("[1]") });
    await one.history.dispose();
    assert.equal(readdirSync(join(folder, "history", "bodies")).length, 1);
    setting.keepBodies = false;
    const two = open();
    await two.history.ready();
    assert.deepEqual(
      [existsSync(join(folder, "history", "bodies")), store.values.size],
      [false, 0],
    );
  });

  it("holds no body in its records", async () => {
    const { history } = open();
    history.note(finished("a"));
    const response = Buffer.from("Okafor");
    history.noteBodies({ actionId: "a", attempt: 1, response });
    await history.dispose();
    const text = readFileSync(join(folder, "history", "actions.jsonl"), "utf8");
    assert.ok(text.includes("a-request"));
    for (const form of ["Okafor", response.toString("base64"), [...response].join(",")]) {
      assert.ok(!text.includes(form), form);
    }
  });

  it("goes on in memory where the disk cannot be opened", async () => {
    const failures: unknown[] = [];
    const history = new RecordedHistory({
      openDisk: () => Promise.reject(new Error("no bundle")),
      onDiskFailure: (error) => failures.push(error),
    });
    history.note(finished("a"));
    history.noteBodies({ actionId: "a", attempt: 1, response: Buffer.from("[1]") });
    await history.ready();
    assert.deepEqual([history.last?.id, history.size, failures.length], ["a", 1, 1]);
    await history.clear();
    assert.equal(history.size, 0);
    await history.dispose();
  });
});

describe("the end of the log", () => {
  it("has the last 2,000 lines with their times and levels, one line each", () => {
    let now = Date.UTC(2026, 0, 5, 9);
    const tail = new LogTail(() => now);
    assert.deepEqual(tail.lines, []);
    for (let index = 0; index < 2_500; index++) {
      tail.add(index % 2 === 0 ? "info" : "warn", `line ${index}\r\nmore`);
      now++;
    }
    assert.equal(tail.lines.length, 2_000);
    assert.equal(tail.lines[0], "2026-01-05T09:00:00.500Z [info] line 500 more");
    assert.equal(tail.lines.at(-1), "2026-01-05T09:00:02.499Z [warn] line 2499 more");
  });
});
