import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { FIRST_BLOCK } from "../../../../../src/features/lists/common/table/byteBlocks";
import type { RowTables } from "../../../../../src/features/lists/common/table/rowTables";
import { ownPort } from "./support/ownPort";
import { createRowTables } from "../../../../../src/features/lists/common/table/tableWorkerClient";
import {
  EVERY_ROW,
  type TableFacts,
} from "../../../../../src/features/lists/messages/listQuestions";
import { failureOf, MemoryLog } from "../../../platform/http/support/bench";
import { VirtualClock } from "../../../platform/http/support/virtualClock";
import { load, pageOptions, rowsOf, toldRows } from "./support/tables";

/** The program that ships. */
const PROGRAM = join(process.cwd(), "dist", "rowTablesWorker.js");

/** Answers with what it was told so far, and does what the name of a question says. */
const TELLING = `
  const told = [];
  port.on("message", (calls) => calls.forEach(({ id, name, parameters }) => {
    const question = name === "ask" ? parameters.name : undefined;
    told.push(name + (question === undefined ? "" : " " + question));
    if (question === "throw") { throw new TypeError("broken"); }
    if (question === "exit") { process.exit(3); }
    if (question === "later") { setTimeout(() => process.exit(0), 5); }
    if (question === "hang") { return; }
    const seen = Object.keys(process.env).length + process.execArgv.length;
    if (id !== undefined) {
      port.postMessage([{ id, result: { told: told.splice(0), seen } }]);
    }
  }));`;

describe("the thread of the tables", () => {
  let folder: string;
  let log: MemoryLog;
  let clock: VirtualClock;
  let tables: RowTables;
  let threads: Worker[];
  const count = (worker: Worker): void => void threads.push(worker);

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "row-tables-"));
    process.on("worker", count);
  });

  after(() => {
    process.off("worker", count);
    rmSync(folder, { recursive: true });
  });

  afterEach(async () => {
    await tables.dispose();
    assert.equal(clock.pending, 0, "a timer is left");
  });

  function open(program: string): RowTables {
    [log, clock, threads] = [new MemoryLog(), new VirtualClock(), []];
    let worker = program;
    if (program === TELLING) {
      worker = join(folder, "telling.js");
      const port = 'const { parentPort: port } = require("node:worker_threads");';
      writeFileSync(worker, `${port}${program}`);
    }
    tables = createRowTables({ worker, clock, log });
    return tables;
  }

  /** Asks what the program above understands. */
  type Table = ReturnType<RowTables["open"]>;
  const ask = async (table: Table, name: string): Promise<{ told: string[]; seen: number }> =>
    (await table.ask(name as "facts", {})) as unknown as { told: string[]; seen: number };

  it("reads a list and answers about it, as it does without a thread", async () => {
    open(PROGRAM);
    const own = createRowTables({ worker: ownPort(), clock, log });
    const rows = Array.from({ length: 3000 }, (_, id) => ({ id, name: `Näme ${id % 7}`, v: [id] }));
    const text = JSON.stringify({ total: 3000, items: rows });
    const view = {
      ...EVERY_ROW,
      search: "3",
      sort: [{ column: "/name", direction: "descending" as const }],
    };
    const answers = [];
    for (const home of [tables, own]) {
      const table = home.open();
      const page = await load(table, text, { contentType: "application/json" });
      answers.push([
        page,
        await rowsOf(table, { view }),
        await table.ask("page", { pageNumber: 1 }),
      ]);
    }
    assert.deepEqual(JSON.stringify(answers[0]), JSON.stringify(answers[1]));
    assert.deepEqual(log.lines, []);
    await own.dispose();
  });

  it("starts with the first table, and is one for all of them", async () => {
    open(TELLING);
    assert.equal(threads.length, 0);
    const [one, other] = [tables.open(), tables.open()];
    assert.notEqual(one.id, other.id);
    assert.deepEqual((await ask(one, "facts")).told, ["open", "open", "ask facts"]);
    assert.deepEqual((await ask(other, "facts")).told, ["ask facts"]);
    assert.equal(threads.length, 1);
  });

  it("sees neither environment nor flags", async () => {
    open(TELLING);
    assert.equal((await ask(tables.open(), "facts")).seen, 0);
  });

  it("tells of the first rows while the rest is on its way", async () => {
    open(PROGRAM);
    const table = tables.open();
    const { promise, resolve } = Promise.withResolvers<TableFacts>();
    const reader = table.receive(pageOptions({ onFirstRows: resolve }));
    const bytes = Buffer.from(`[${'{"a":"first"},'.repeat(30_000)}`);
    reader.add(bytes);
    assert.equal(bytes.length, 14 * 30_000 + 1, "the sender keeps its bytes");
    bytes.fill(0);
    const first = await promise;
    const rows = Math.floor((FIRST_BLOCK - 1) / '{"a":"first"},'.length);
    assert.deepEqual([first.rows, first.isGrowing], [rows, true]);
    reader.add(Buffer.from('{"a":"last"}]'));
    assert.equal((await reader.finish(undefined)).facts.rows, 30_001);
    assert.deepEqual(toldRows(await rowsOf(table, { from: 29_999 })), [["first"], ["last"]]);
  });

  it("refuses what is no list with the same errors", async () => {
    open(PROGRAM);
    const error = await failureOf(load(tables.open(), "[1,"));
    const values = { reason: "unexpectedEnd", isCut: 1, line: 1, column: 4, offset: 3 };
    assert.deepEqual([error.kind, error.code, error.values], ["answer", "answer/notJson", values]);
  });

  it("answers while a long list is read", async () => {
    open(PROGRAM);
    const table = tables.open();
    await load(table, '["before"]');
    const reader = table.receive(pageOptions());
    reader.add(Buffer.from(`[${"{},".repeat(200_000)}1]`));
    let isRead = false;
    const page = reader.finish(undefined).then((read) => {
      isRead = true;
      return read;
    });
    assert.deepEqual(toldRows(await rowsOf(table)), [["before"]]);
    assert.equal(isRead, false);
    assert.equal((await page).rows, 200_001);
  });

  for (const name of ["throw", "exit"]) {
    it(`says so when it breaks (${name}), and is replaced when a list is loaded again`, async () => {
      open(TELLING);
      const [table, other] = [tables.open(), tables.open()];
      const waiting = failureOf(ask(other, "hang"));
      const broken = await failureOf(ask(table, name));
      assert.deepEqual([broken.kind, broken.code], ["internal", "lists/threadBroken"]);
      assert.equal((await waiting).code, "lists/threadBroken");
      assert.equal((await failureOf(ask(table, "facts"))).code, "lists/threadBroken");
      assert.equal(log.lines.length, 1);
      table.receive(pageOptions());
      assert.deepEqual((await ask(table, "facts")).told, ["open", "receive", "ask facts"]);
      assert.equal(threads.length, 2);
      assert.equal((await failureOf(ask(other, "facts"))).code, "lists/threadBroken");
    });
  }

  it("takes no page that was to follow rows which are gone", async () => {
    open(TELLING);
    const table = tables.open();
    await failureOf(ask(table, "throw"));
    const reader = table.receive(pageOptions({ isAdded: true }));
    reader.add(Buffer.from("[1]"));
    assert.equal((await failureOf(reader.finish(undefined))).code, "lists/threadBroken");
    table.receive(pageOptions());
    assert.deepEqual((await ask(table, "facts")).told, ["open", "receive", "ask facts"]);
  });

  it("loses the page that was on its way when it breaks", async () => {
    open(TELLING);
    const table = tables.open();
    const reader = table.receive(pageOptions());
    await failureOf(ask(table, "throw"));
    reader.add(Buffer.from("[]"));
    assert.equal((await failureOf(reader.finish(undefined))).code, "lists/threadBroken");
  });

  it("is noticed when it ends while nobody waits for it", async () => {
    open(TELLING);
    const table = tables.open();
    await ask(table, "facts");
    // From before on: where this thread is late, the answer and the end come in one turn.
    const ended = once(threads[0]!, "exit");
    await ask(table, "later");
    await ended;
    assert.equal((await failureOf(ask(table, "facts"))).code, "lists/threadBroken");
  });

  it("breaks when its program is not there, without a path in the log", async () => {
    open(join(folder, "missing.js"));
    const table = tables.open();
    assert.equal((await failureOf(ask(table, "facts"))).code, "lists/threadBroken");
    assert.equal(log.lines.length, 1);
    assert.ok(!log.lines.join().includes(folder));
  });

  it("ends a while after the last table, unless there is another one by then", async () => {
    open(TELLING);
    const [one, other] = [tables.open(), tables.open()];
    await ask(one, "facts");
    one.dispose();
    assert.equal(clock.pending, 0);
    other.dispose();
    assert.deepEqual(clock.dueIn, [60_000]);
    clock.advance(59_000);
    const third = tables.open();
    assert.equal(clock.pending, 0);
    await ask(third, "facts");
    assert.equal(threads.length, 1, "the same thread");
    third.dispose();
    const ended = once(threads[0]!, "exit");
    clock.advance(60_000);
    await ended;
    await ask(tables.open(), "facts");
    assert.equal(threads.length, 2, "another thread");
    assert.deepEqual(log.lines, []);
  });

  it("knows the key of the masks, also after it was replaced", async () => {
    open(PROGRAM);
    tables.setMask(new Uint8Array([1]));
    const table = tables.open();
    await load(table, '["Ruth"]');
    assert.ok(!JSON.stringify(await rowsOf(table)).includes("Ruth"));
    await threads[0]!.terminate();
    assert.equal((await failureOf(table.ask("facts", {}))).code, "lists/threadBroken");
    await load(table, '["Ruth"]');
    assert.ok(!JSON.stringify(await rowsOf(table)).includes("Ruth"));
    tables.setMask(undefined);
    assert.deepEqual(toldRows(await rowsOf(table)), [["Ruth"]]);
  });

  it("counts its rows on after it was replaced: they are others than those on screen", async () => {
    open(PROGRAM);
    const table = tables.open();
    const { facts: before } = await load(table, '["Ruth"]');
    await threads[0]!.terminate();
    await failureOf(table.ask("facts", {}));
    const { facts: after } = await load(table, '["Anna"]');
    assert.ok(after.revision > before.revision, `${after.revision} after ${before.revision}`);
  });

  it("ends what waits for a table that is disposed of, and leaves the others alone", async () => {
    open(TELLING);
    const [one, other] = [tables.open(), tables.open()];
    const waiting = failureOf(ask(one, "hang"));
    const fine = ask(other, "facts");
    one.dispose();
    const { kind, code } = await waiting;
    assert.deepEqual([kind, code], ["canceled", "canceled/disposed"]);
    assert.ok((await fine).told.includes("ask facts"));
    assert.equal((await failureOf(ask(one, "facts"))).kind, "canceled");
    assert.equal((await failureOf(load(one, "[]"))).kind, "canceled");
    assert.ok((await ask(other, "facts")).told.includes("close"));
  });

  it("ends with everything that waits when it is disposed of, and starts no more", async () => {
    open(TELLING);
    const table = tables.open();
    const waiting = failureOf(ask(table, "hang"));
    await setImmediate();
    await tables.dispose();
    assert.equal((await waiting).code, "canceled/disposed");
    assert.equal((await failureOf(load(tables.open(), "[]"))).kind, "canceled");
    assert.equal(threads.length, 1);
  });

  it("forgets a page that is abandoned or cleared away", async () => {
    open(PROGRAM);
    const table = tables.open();
    const [abandoned, cleared] = [table.receive(pageOptions()), table.receive(pageOptions())];
    abandoned.add(Buffer.from("[1]"));
    abandoned.abandon();
    assert.equal((await failureOf(abandoned.finish(undefined))).kind, "canceled");
    cleared.add(Buffer.from("[1]"));
    table.clear();
    assert.equal((await failureOf(cleared.finish(undefined))).kind, "canceled");
    assert.equal((await rowsOf(table)).all, 0);
  });
});
