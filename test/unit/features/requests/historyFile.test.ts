import assert from "node:assert/strict";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRedactor } from "../../../../src/platform/http/redaction";
import { decodeLine, mergeActions } from "../../../../src/features/requests/common/actionLine";
import { actionOutcome } from "../../../../src/features/requests/common/actionOutcome";
import {
  HistoryFile,
  type HistoryLimits,
} from "../../../../src/features/requests/common/historyFile";
import type { Action } from "../../../../src/platform/base/action";
import { anAction, anAttempt } from "../../../fakes/action";
import { createLocks } from "../../../fakes/locks";
import { MemoryLog } from "../../platform/http/support/bench";
import { VirtualClock } from "../../platform/http/support/virtualClock";

interface Window {
  readonly file: HistoryFile;
  readonly clock: VirtualClock;
  readonly log: MemoryLog;
  readonly told: Action[];
  readonly cleared: number[];
}

describe("the history on disk", () => {
  let folder: string;
  const locks = createLocks();
  const redactor = createRedactor();
  const path = (): string => join(folder, "history", "actions.jsonl");
  const lines = (): string[] => readFileSync(path(), "utf8").split("\n").slice(0, -1);

  const openWindow = (limits?: HistoryLimits): Window => {
    const [clock, log] = [new VirtualClock(), new MemoryLog()];
    const told: Action[] = [];
    const cleared: number[] = [];
    const file = new HistoryFile({
      ...{ folder: join(folder, "history"), locks, clock, log, redactor },
      ...(limits === undefined ? {} : { limits }),
      onActions: (actions) => told.push(...actions),
      onCleared: (at) => cleared.push(at),
      onRewritten: () => undefined,
    });
    return { file, clock, log, told, cleared };
  };
  const finished = (id: string, startedAt = 1, change: Partial<Action> = {}): Action =>
    anAction({ id, startedAt, attempts: [anAttempt({ requestId: `${id}-1` })], ...change });
  const idsIn = async (): Promise<string> => {
    const { file, told } = openWindow();
    await file.refresh();
    return told.map(({ id }) => id).join(" ");
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fp-history-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("is written half a second later, for its user alone, all changes at once", async () => {
    const { file, clock } = openWindow();
    file.write(finished("a"));
    file.write(finished("b"));
    clock.advance(499);
    await file.refresh();
    assert.equal(existsSync(path()), false);
    clock.advance(1);
    await file.flush();
    assert.equal(lines().length, 3);
    assert.equal(await idsIn(), "a b");
    if (process.platform !== "win32") {
      assert.equal(statSync(path()).mode & 0o777, 0o600);
      assert.equal(statSync(join(folder, "history")).mode & 0o777, 0o700);
    }
    assert.deepEqual(readdirSync(join(folder, "history")), ["actions.jsonl"]);
  });

  it("comes back whole, idle, whatever it did when it was written", async () => {
    const attempt = anAttempt({
      operationId: "listClients",
      requestHeaders: [["accept", "application/json"]],
      times: { queue: 1, connect: 2.5, firstByte: 3, total: 4 },
      responseHash: "ab",
      errorIds: [{ field: "x.traceId", value: "t" }],
      status: 503,
      statusText: "Later",
      requestId: "r",
      retry: { retry: true, milliseconds: 10, why: "retryAfter" },
    });
    const running = { state: "running", number: 2, since: 5 } as const;
    const action = anAction({ attempts: [attempt], progress: running });
    const { file } = openWindow();
    file.write(action);
    await file.flush();
    const other = openWindow();
    await other.file.refresh();
    assert.deepEqual(other.told, [{ ...action, progress: { state: "idle" } }]);
  });

  it("tells that an action was cancelled after its last attempt, and that it went on", async () => {
    const { file } = openWindow();
    const reader = openWindow();
    const seen: unknown[] = [];
    const [first, second] = [anAttempt({ status: 503 }), anAttempt({ number: 2, status: 200 })];
    for (const change of [
      { attempts: [first] },
      { attempts: [first], isCanceled: true },
      { attempts: [first, second], isCanceled: false },
      { attempts: [first, second], isCanceled: true },
      { attempts: [first, second], isCanceled: true, progress: { state: "idle" } },
    ] as const) {
      file.write(anAction(change));
      await file.flush();
      await reader.file.refresh();
      const told = [...reader.told];
      const joined = told.reduce<Action | undefined>(mergeActions, undefined);
      seen.push([
        joined?.attempts.map(({ number }) => number).join(),
        joined && actionOutcome(joined),
      ]);
    }
    assert.deepEqual(seen, [
      ["1", "failed"],
      ["1", "canceled"],
      ["1,2", "succeeded"],
      ["1,2", "canceled"],
      ["1,2", "canceled"],
    ]);
    assert.equal(lines().length, 5, "a header, and nothing for what is known");
  });

  it("writes each attempt once, however often an action changes", async () => {
    const { file } = openWindow();
    const attempts = Array.from({ length: 50 }, (_none, index) => anAttempt({ number: index + 1 }));
    for (let count = 1; count <= 50; count++) {
      file.write(anAction({ attempts: attempts.slice(0, count) }));
      file.write(anAction({ attempts: attempts.slice(0, count), progress: { state: "idle" } }));
      await file.flush();
    }
    const text = readFileSync(path(), "utf8");
    assert.equal(text.match(/"number":/g)?.length, 50);
  });

  it("tells others of what was added, and of nothing twice", async () => {
    const [one, other] = [openWindow(), openWindow()];
    one.file.write(finished("a"));
    await one.file.flush();
    await other.file.refresh();
    await other.file.refresh();
    one.file.write(finished("b"));
    await one.file.flush();
    other.file.write(finished("c"));
    await other.file.flush();
    await one.file.refresh();
    assert.deepEqual(
      [other.told.map(({ id }) => id), one.told.map(({ id }) => id)],
      [["a", "b"], ["c"]],
    );
  });

  it("skips a torn line and what is foreign, and goes on behind them", async () => {
    const one = openWindow();
    one.file.write(finished("a"));
    await one.file.flush();
    appendFileSync(path(), '\nnull\n[]\n{"v":1}\n{"v":1,"action":{"id":"x"}}\nhello\n');
    appendFileSync(path(), '{"v":1,"action":{"id":"torn","title":"Cl');
    one.file.write(finished("b"));
    await one.file.flush();
    assert.equal(await idsIn(), "a b");
    const full = openWindow({ actions: 1, bytes: 100_000 });
    full.file.write(finished("c", 2));
    await full.file.flush();
    assert.deepEqual(
      lines().map((line) => decodeLine(line).kind),
      ["foreign", "action"],
    );
    assert.equal(/torn|hello/.test(readFileSync(path(), "utf8")), false);
  });

  it("skips what no clock can have said, for nothing could show it", async () => {
    const one = openWindow();
    one.file.write(finished("a"));
    await one.file.flush();
    const retry = { retry: true, milliseconds: 1e300, why: "backOff" } as const;
    const impossible: readonly Action[] = [
      finished("b", 1e300),
      anAction({ id: "c", attempts: [anAttempt({ startedAt: -1e300 })] }),
      anAction({ id: "d", attempts: [anAttempt({ times: { queue: 0, total: -1 } })] }),
      anAction({ id: "e", attempts: [anAttempt({ times: { queue: 1e300, total: 1 } })] }),
      anAction({ id: "f", attempts: [anAttempt({ retry })] }),
    ];
    for (const action of impossible) {
      appendFileSync(path(), `${JSON.stringify({ v: 1, action })}\n`);
    }
    assert.equal(await idsIn(), "a");
  });

  it("is written anew where somebody made it longer than anything can read", async () => {
    const [one, other] = [openWindow(), openWindow()];
    one.file.write(finished("a"));
    await one.file.flush();
    await other.file.refresh();
    // Takes no room on the disk: nothing is in it.
    truncateSync(path(), 700_000_000);
    one.file.write(finished("b"));
    await one.file.flush();
    assert.equal(await idsIn(), "b");
    assert.deepEqual(one.log.lines, []);
    truncateSync(path(), 700_000_000);
    await one.file.clear();
    await other.file.refresh();
    assert.equal(other.cleared.length, 1);
    assert.ok(statSync(path()).size < 1_000);
  });

  it("leaves lines of a later version alone, also when it is written anew", async () => {
    const one = openWindow({ actions: 2, bytes: 100_000 });
    one.file.write(finished("a", 1));
    await one.file.flush();
    const newer = '{"v":2,"call":{"of":"tomorrow"}}';
    appendFileSync(path(), `${newer}\n`);
    for (const [index, id] of ["b", "c", "d"].entries()) {
      one.file.write(finished(id, index + 2));
      await one.file.flush();
    }
    assert.equal(await idsIn(), "c d");
    assert.ok(lines().includes(newer));
    assert.equal(one.log.lines.length, 0);
  });

  it("keeps the newest actions, by number and by size", async () => {
    const few = openWindow({ actions: 100, bytes: 1_000_000 });
    for (let index = 0; index < 250; index++) {
      few.file.write(finished(`a${index}`, index));
      if (index % 7 === 0) {
        await few.file.flush();
      }
    }
    await few.file.flush();
    const ids = (await idsIn()).split(" ");
    assert.ok(ids.length <= 110 && ids.length >= 100, String(ids.length));
    assert.ok(ids.includes("a249") && !ids.includes("a100"));
    const small = openWindow({ actions: 1_000, bytes: 20_000 });
    for (let index = 300; index < 400; index++) {
      small.file.write(finished(`a${index}`, index));
      await small.file.flush();
      assert.ok(statSync(path()).size <= 20_000);
    }
    const left = (await idsIn()).split(" ");
    assert.ok(left.includes("a399") && !left.includes("a249"));
  });

  it("reads a file that another window has written anew", async () => {
    const [one, other] = [openWindow({ actions: 2, bytes: 100_000 }), openWindow()];
    await other.file.refresh();
    for (const [index, id] of ["a", "b", "c", "d"].entries()) {
      one.file.write(finished(id, index));
      await one.file.flush();
      await other.file.refresh();
    }
    assert.deepEqual([...new Set(other.told.map(({ id }) => id))], ["a", "b", "c", "d"]);
    assert.deepEqual(other.cleared, []);
  });

  it("is cleared for all windows; what began later stays, also where it was not written", async () => {
    const [one, other] = [openWindow(), openWindow()];
    one.file.write(finished("a", 1));
    await one.file.flush();
    await other.file.refresh();
    const now = one.clock.now();
    other.file.write(finished("before", now - 1));
    other.file.write(finished("after", now + 1));
    const progress = { state: "running", number: 2, since: now } as const;
    other.file.write(finished("running", now - 1, { progress }));
    await one.file.clear();
    assert.equal(await idsIn(), "");
    await other.file.flush();
    assert.deepEqual([one.cleared, other.cleared], [[now], [now]]);
    assert.equal(await idsIn(), "after running");
    await one.file.clear();
    assert.deepEqual(one.cleared, [now, now + 1]);
    assert.equal(lines().length, 1);
  });

  it("holds no secret that became known after the record was made", async () => {
    const { file } = openWindow();
    const url = 'http://127.0.0.1/x?fields=late-secret-4711&api_key="q';
    file.write(anAction({ attempts: [anAttempt({ url })] }));
    redactor.add("late-secret-4711");
    await file.flush();
    assert.equal(readFileSync(path(), "utf8").includes("late-secret"), false);
    const other = openWindow();
    await other.file.refresh();
    assert.match(other.told[0]!.attempts[0]!.url, /fields=\[redacted\]/);
  });

  it("says once that it cannot be written, and writes when it can", async function () {
    if (process.getuid?.() === 0 || process.platform === "win32") {
      writeFileSync(join(folder, "history"), "a file where the folder should be");
    } else {
      mkdirSync(join(folder, "history"));
      chmodSync(join(folder, "history"), 0o500);
    }
    const { file, log } = openWindow();
    file.write(finished("a"));
    await file.flush();
    file.write(finished("b"));
    await file.flush();
    assert.equal(log.lines.length, 1);
    await assert.rejects(file.clear(), { code: /^E[A-Z]+$/ });
    rmSync(join(folder, "history"), { recursive: true, force: true });
    file.write(finished("c"));
    await file.flush();
    assert.equal(await idsIn(), "a b c");
  });
});
