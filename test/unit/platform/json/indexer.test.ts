import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import {
  createJsonIndexer,
  type JsonIndexer,
  WORKER_BYTES,
} from "../../../../src/platform/json/indexer";
import { type JsonNode, parseJsonText, sourceOf } from "../../../../src/platform/json/jsonText";
import { failureOf, MemoryLog } from "../http/support/bench";
import { VirtualClock } from "../http/support/virtualClock";

/** The program that ships. */
const PROGRAM = join(process.cwd(), "dist", "jsonIndexWorker.js");
const LONG = WORKER_BYTES + 1;

/** Answers every text with one number as long as the texts it was given so far are many. */
const COUNTING = `
  let count = 0;
  port.on("message", ([{ id, parameters: text }]) => {
    if (text === "hang") { for (;;) {} }
    if (text === "throw") { throw new TypeError("broken"); }
    if (text === "exit") { process.exit(3); }
    if (text === "later") { setTimeout(() => process.exit(0), 5); }
    port.postMessage([{ id, result: new Int32Array([0, ++count, (1 << 4) | 3]) }]);
  });`;

/** Answers with as many entries of its environment as it can see. */
const LOOKING = `
  port.on("message", ([{ id }]) => {
    const seen = Object.keys(process.env).length + process.execArgv.length;
    port.postMessage([{ id, result: new Int32Array([0, seen, (1 << 4) | 3]) }]);
  });`;

describe("the JSON indexer", () => {
  let folder: string;
  let log: MemoryLog;
  let clock: VirtualClock;
  let indexer: JsonIndexer;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "json-index-"));
  });

  after(() => rmSync(folder, { recursive: true }));

  afterEach(async () => {
    await indexer.dispose();
    assert.equal(clock.pending, 0, "a timer is left");
  });

  function open(program: string | undefined): JsonIndexer {
    [log, clock] = [new MemoryLog(), new VirtualClock()];
    let worker = program;
    if (program !== undefined && program !== PROGRAM) {
      worker = join(folder, `program${String(program.length)}.js`);
      const port = 'const { parentPort: port } = require("node:worker_threads");';
      writeFileSync(worker, `${port}${program}`);
    }
    indexer = createJsonIndexer({ worker, clock, log });
    return indexer;
  }

  const longIndex = (text: string, signal?: AbortSignal): Promise<JsonNode> =>
    indexer.index(text, { bytes: LONG, signal });

  it("reads what is short where it is asked for, and what is long in the thread", async () => {
    open(COUNTING);
    const short = await indexer.index('["short"]', { bytes: WORKER_BYTES });
    assert.equal(short.type, "array");
    const long = await longIndex('["long"]');
    assert.deepEqual([long.type, long.length], ["number", 1], "the thread's own answer");
  });

  it("reads everything where it is asked for when there is no program", async () => {
    open(undefined);
    assert.equal((await longIndex('["long"]')).type, "array");
  });

  it("gives the same nodes and the same errors as without the thread", async () => {
    open(PROGRAM);
    const text = `{"a": [1.10, {"b\\u00e9": null}], "a": "${"x".repeat(LONG)}"}`;
    assert.deepEqual(await longIndex(text), parseJsonText(text));
    for (const broken of ["", '{"a":\n x}', "[".repeat(600), '"\\ud8"']) {
      const expected = await failureOf(Promise.resolve().then(() => parseJsonText(broken)));
      const { kind, code, values } = await failureOf(longIndex(broken));
      assert.deepEqual(
        { kind, code, values },
        { kind: expected.kind, code: expected.code, values: expected.values },
      );
    }
    assert.deepEqual(log.lines, []);
  });

  it("shows the thread neither environment nor flags", async () => {
    open(LOOKING);
    assert.equal((await longIndex("1")).length, 0);
  });

  it("keeps the thread for a while, then ends it", async () => {
    open(COUNTING);
    assert.deepEqual([(await longIndex("1")).length, (await longIndex("1")).length], [1, 2]);
    clock.advance(29_000);
    assert.equal((await longIndex("1")).length, 3);
    clock.advance(29_000);
    assert.equal((await longIndex("1")).length, 4);
    clock.advance(30_000);
    assert.equal((await longIndex("1")).length, 1, "another thread");
  });

  for (const text of ["throw", "exit"]) {
    it(`goes on without a thread that breaks (${text}), and starts another next time`, async () => {
      open(COUNTING);
      const error = await failureOf(longIndex(text));
      assert.equal(error.code, "payload/syntax", "read here");
      assert.equal(log.lines.length, 1);
      assert.equal((await longIndex("1")).length, 1);
    });
  }

  it("notices a thread that ends while nobody waits for it", async () => {
    open(COUNTING);
    // From its start on: where this thread is late, the answer and the end come in one turn.
    const ended = new Promise((resolve) => {
      process.once("worker", (thread: Worker) => thread.once("exit", resolve));
    });
    assert.equal((await longIndex("later")).length, 1);
    await ended;
    assert.equal((await longIndex("1")).length, 1, "another thread");
    assert.deepEqual(log.lines, []);
  });

  it("does without a program that is not there", async () => {
    open(PROGRAM);
    indexer = createJsonIndexer({ worker: join(folder, "missing.js"), clock, log });
    const node = await longIndex('["a"]');
    assert.equal(sourceOf('["a"]', node), '["a"]');
    assert.equal(log.lines.length, 1);
    assert.ok(!log.lines[0]?.includes(folder));
  });

  it("ends wait and work at an abort: the next text finds a thread that is free", async () => {
    open(COUNTING);
    const controller = new AbortController();
    const hanging = longIndex("hang", controller.signal);
    const next = longIndex("1");
    await setImmediate();
    controller.abort();
    assert.equal((await failureOf(hanging)).kind, "canceled");
    assert.equal((await next).length, 1);
    assert.deepEqual(log.lines, []);
  });

  it("forgets a text that is cancelled before its turn, and leaves the others alone", async () => {
    open(COUNTING);
    await longIndex("1");
    const controller = new AbortController();
    const [first, second] = [longIndex("1"), longIndex("1", controller.signal)];
    const third = longIndex("1");
    controller.abort();
    assert.equal((await failureOf(second)).kind, "canceled");
    assert.deepEqual([(await first).length, (await third).length], [2, 3]);
  });

  it("does not begin after an abort", async () => {
    open(COUNTING);
    assert.equal((await failureOf(longIndex("1", AbortSignal.abort()))).kind, "canceled");
    assert.equal((await longIndex("1")).length, 1);
  });

  it("ends what waits when it is disposed of", async () => {
    open(COUNTING);
    const waiting = [longIndex("hang"), longIndex("1")].map(failureOf);
    await setImmediate();
    await indexer.dispose();
    const ended = await Promise.all(waiting);
    assert.deepEqual(
      ended.map(({ code }) => code),
      ["canceled/disposed", "canceled/disposed"],
    );
  });
});
