import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { checkPayload } from "../../../../../src/features/pensions/common/checks/checkPayload";
import type { Finding } from "../../../../../src/features/pensions/common/checks/findings";
import {
  createPayloadChecks,
  LONGEST_AT_ONCE,
  type PayloadChecks,
} from "../../../../../src/features/pensions/common/checks/payloadChecks";
import { failureOf, MemoryLog } from "../../../platform/http/support/bench";
import { VirtualClock } from "../../../platform/http/support/virtualClock";
import { DEFINITION } from "./definitions";

/** The program that ships. */
const PROGRAM = join(process.cwd(), "dist", "payloadChecksWorker.js");
const CONTEXT = { definition: DEFINITION, off: [] };

/** Answers with the number of texts that it got so far, and how much of its surroundings it sees. */
const COUNTING = `
  let count = 0;
  port.on("message", ([{ id, parameters: { text } }]) => {
    count++;
    if (text.startsWith("hang")) { for (;;) {} }
    if (text.startsWith("throw")) { throw new TypeError("broken"); }
    if (text.startsWith("exit")) { process.exit(3); }
    const seen = Object.keys(process.env).length + process.execArgv.length;
    port.postMessage([{ id, result: [{ message: "count", values: [count, seen] }] }]);
  });`;

const long = (text: string): string => text.padEnd(LONGEST_AT_ONCE + 1);
const counted = ([finding]: readonly Finding[]): unknown => finding?.values[0];

describe("the thread that checks payloads", () => {
  let folder: string;
  let log: MemoryLog;
  let clock: VirtualClock;
  let checks: PayloadChecks;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "payload-checks-"));
  });

  after(() => rmSync(folder, { recursive: true }));

  afterEach(async () => {
    await checks.dispose();
    assert.equal(clock.pending, 0, "a timer is left");
  });

  function open(program: string | undefined): void {
    [log, clock] = [new MemoryLog(), new VirtualClock()];
    let worker = program;
    if (program === COUNTING) {
      worker = join(folder, "program.js");
      const port = 'const { parentPort: port } = require("node:worker_threads");';
      writeFileSync(worker, `${port}${program}`);
    }
    checks = createPayloadChecks({ worker, clock, log });
  }

  const check = (text: string, signal?: AbortSignal): Promise<readonly Finding[]> =>
    checks.check(text, CONTEXT, signal);

  it("looks at short texts at once and leaves long ones to the thread", async () => {
    open(COUNTING);
    assert.deepEqual(await check(" ".repeat(LONGEST_AT_ONCE)), []);
    assert.deepEqual(
      (await check(long(""))).map(({ values }) => values),
      [[1, 0]],
    );
  });

  it("finds the same as without the thread", async () => {
    open(PROGRAM);
    const text = long(`{"currency": "gbp", "curency": -0, "colour": "${"😀".repeat(40_000)}"}`);
    const findings = await check(text);
    assert.deepEqual(findings, checkPayload(text, CONTEXT));
    assert.equal(findings.length, 4);
    const off = { ...CONTEXT, off: ["currency"] as const };
    assert.deepEqual(await checks.check(text, off), checkPayload(text, off));
    assert.deepEqual(await check(long("{")), []);
    assert.deepEqual(log.lines, []);
  });

  it("looks at everything at once when there is no program", async () => {
    open(undefined);
    assert.equal((await check(long("[-0]"))).length, 1);
  });

  it("keeps the thread for a while, then ends it", async () => {
    open(COUNTING);
    assert.deepEqual([counted(await check(long(""))), counted(await check(long("")))], [1, 2]);
    clock.advance(29_000);
    assert.equal(counted(await check(long(""))), 3);
    clock.advance(30_000);
    assert.equal(counted(await check(long(""))), 1, "another thread");
  });

  it("never hands over what is not wanted any more: only the newest text waits", async () => {
    open(COUNTING);
    await check(long(""));
    const stale = Array.from({ length: 20 }, () => new AbortController());
    const waiting = stale.map(({ signal }) => failureOf(check(long(""), signal)));
    const newest = check(long(""));
    stale.forEach((controller) => controller.abort());
    const errors = await Promise.all(waiting);
    assert.deepEqual(new Set(errors.map(({ kind }) => kind)), new Set(["canceled"]));
    assert.equal(counted(await newest), 2, "nothing in between reached the thread");
  });

  it("keeps the thread when a text that it is at is not wanted any more", async () => {
    open(COUNTING);
    await check(long(""));
    const controller = new AbortController();
    const stale = failureOf(check(long(""), controller.signal));
    // Enough for the text to be on its way, and no turn of the loop in which an answer could come.
    for (let step = 0; step < 50; step++) {
      await Promise.resolve();
    }
    controller.abort();
    assert.equal((await stale).kind, "canceled");
    assert.equal(counted(await check(long(""))), 3, "the same thread, its answers not mixed up");
    assert.deepEqual(log.lines, []);
  });

  it("replaces a thread that does not come to an end", async () => {
    open(COUNTING);
    const hanging = check(long("hang"));
    await setImmediate();
    clock.advance(20_000);
    assert.deepEqual(await hanging, []);
    assert.equal(log.lines.length, 1);
    assert.equal(counted(await check(long(""))), 1, "another thread");
  });

  for (const text of ["throw", "exit"]) {
    it(`finds nothing where the thread breaks (${text}), and starts another next time`, async () => {
      open(COUNTING);
      assert.deepEqual(await check(long(text)), []);
      assert.equal(log.lines.length, 1);
      assert.equal(counted(await check(long(""))), 1);
    });
  }

  it("does without a program that is not there, and names no folder", async () => {
    open(join(folder, "missing.js"));
    assert.deepEqual(await check(long("[-0]")), []);
    assert.equal(log.lines.length, 1);
    assert.ok(!log.lines[0]?.includes(folder));
  });

  it("does not begin after an abort", async () => {
    open(COUNTING);
    assert.equal((await failureOf(check("[-0]", AbortSignal.abort()))).kind, "canceled");
    assert.equal((await failureOf(check(long(""), AbortSignal.abort()))).kind, "canceled");
    assert.equal(counted(await check(long(""))), 1);
  });

  it("ends what waits when it is disposed of", async () => {
    open(COUNTING);
    const waiting = [check(long("hang")), check(long(""))].map(failureOf);
    await setImmediate();
    await checks.dispose();
    const ended = await Promise.all(waiting);
    assert.deepEqual(
      ended.map(({ code }) => code),
      ["canceled/disposed", "canceled/disposed"],
    );
  });
});
