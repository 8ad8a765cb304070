import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  rmSync,
  type WriteStream,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Agent, request } from "undici";
import { JOURNAL_ENDING } from "../../src/features/exports/common/journal";
import { SYSTEM_CLOCK } from "../../src/platform/base/clock";
import type { RunningExport } from "../../src/features/exports/common/exports";
import { createRedactor } from "../../src/platform/http/redaction";
import { openHistoryDisk } from "../../src/features/requests/common/historyDisk";
import { RecordedHistory } from "../../src/features/requests/common/recordedHistory";
import { createLocks } from "../fakes/locks";
import { type Bench, MemoryStore, openBench } from "../unit/platform/http/support/bench";
import { type ExportBench, openExports, ran } from "../unit/features/exports/support/exportBench";
import { keepFigure, median, print } from "./support/figures";
import { watched } from "./support/stalls";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);
const PAGES = 1_000;
/** Of exports that are timed as the work grows; by the last one's memory is told whether it is flat. */
const SIZES = [100, PAGES, 10_000] as const;
const ROWS = 100;
/** Of the four calls at once that the setting begins with a walk leaves one to the user. */
const WIDTH = 4;
const AT_ONCE = WIDTH - 1;
const GOAL = 1.15;
const MOST_GROWTH = 100;
const SAMPLED_MILLISECONDS = 5;
const SIZE_NAMES = ["100 pages", "1,000 pages", "10,000 pages"] as const;

/** Writes all pages to a file; the promise is done when the file is closed. */
type Side = (file: string) => Promise<void>;

describe("1,000 pages of 100 rows on their way to a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "fp-bench-"));
  const agent = new Agent({ connections: AT_ONCE, pipelining: 1 });
  let program: ChildProcess;
  let bench: Bench;
  let history: RecordedHistory;
  const exports = openExports({ concurrency: () => WIDTH });
  let sides: Readonly<Record<string, Side>>;
  const times: Record<string, Took[]> = {};
  let stall = 0;

  before(async () => {
    program = fork(join(process.cwd(), "test", "bench", "fixtures", "holdingPages.mjs"));
    const [port] = (await once(program, "message")) as [number];
    const origin = `http://127.0.0.1:${port}`;
    history = openHistory(join(folder, "history"));
    bench = await openBench({
      connection: { baseUrl: origin, authUrl: origin },
      onAction: (action) => history.note(action),
      onBodies: (kept) => history.noteBodies(kept),
    });
    await bench.client.signIn();
    const ask = bareCalls(origin, agent);
    sides = {
      "parsed and stringified": (file) => toFile(file, ask, linesOf),
      "bytes undecoded": (file) =>
        toFile(file, ask, async (body) => Buffer.from(await body.bytes())),
      "calls of the explorer": (file) => callsToFile(file, bench),
      "export of the explorer": (file) => exportToFile(file, bench, exports),
    };
  });

  after(async () => {
    await exports.close();
    await bench.close();
    await history.dispose();
    await agent.close();
    program.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it("prints by how much the memory grows that was not used before", async () => {
    const file = join(folder, "rows.jsonl");
    const before = keptMegabytes();
    const { one, done } = beginExport(file, { bench, exports, pages: SIZES[2] });
    const [hundred, thousand, all] = await peaksOfGrowth(one, done);
    const grown = [hundred, thousand, all].map((peak) => `${peak.toFixed(0)} MB`);
    print(`the first export, of ${SIZES[2]} pages, grows the process by at most`);
    print(`  ${grown.join(", ")} until page ${SIZES.join(", ")} (goal: below ${MOST_GROWTH})`);
    print(`  kept of it after a collection: ${(keptMegabytes() - before).toFixed(1)} MB`);
    keepFigure({
      ...{ work: `first export of ${SIZES[2]} pages, growth of the process`, floor: "–" },
      ...{ unit: "MB", base: [], ours: [all], aim: `< ${MOST_GROWTH} MB` },
    });
    keepFigure({
      ...{ work: "first export, growth of the process", unit: "MB" },
      sizes: SIZE_NAMES,
      took: [hundred, thousand, all],
    });
    await requireAllRows(file, SIZES[2]);
  });

  it("prints rows per second beside both floors", async () => {
    // The first round of each lets it be compiled and is not counted.
    for (let round = -1; round < ROUNDS; round++) {
      const order = Object.entries(sides);
      for (const [name, run] of round % 2 === 0 ? order : order.reverse()) {
        const file = join(folder, "rows.jsonl");
        const took = await measure(() => run(file));
        if (round >= 0) {
          (times[name] ??= []).push(took);
        }
        await requireAllRows(file);
      }
    }
    // Once more, not counted: watching makes it slower. What the floors left is no part of it.
    collectGarbage();
    const file = join(folder, "rows.jsonl");
    stall = (await watched(() => exportToFile(file, bench, exports))).stall.work;
    printTimes(times, stall);
  });

  it("prints how the time grows with the pages", async () => {
    const took = async (pages: number): Promise<number> => {
      const file = join(folder, "rows.jsonl");
      return (await measure(() => exportToFile(file, bench, exports, pages))).wall;
    };
    const few: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      few.push(await took(SIZES[0]));
    }
    const of1000 = median((times["export of the explorer"] ?? []).map(({ wall }) => wall));
    const each = [median(few), of1000, await took(SIZES[2])] as const;
    print(`  ${each.map((time) => `${time.toFixed(0)} ms`).join(", ")}: ${SIZE_NAMES.join(", ")}`);
    keepFigure({ work: "export of a list", sizes: SIZE_NAMES, took: each, stall });
  });
});

/** Milliseconds: until all was written, and those that this process was at work. */
interface Took {
  readonly wall: number;
  readonly busy: number;
}

/**
 * Megabytes of what the process has of the machine's memory, its threads included: the most until
 * the export had as many pages as each of `SIZES`.
 */
async function peaksOfGrowth(
  one: RunningExport,
  run: () => Promise<void>,
): Promise<[number, number, number]> {
  const start = process.memoryUsage.rss();
  const peaks: [number, number, number] = [0, 0, 0];
  const look = (): void => {
    const grown = (process.memoryUsage.rss() - start) / 1_000_000;
    SIZES.forEach((pages, at) => {
      if (one.progress.rows <= pages * ROWS) {
        peaks[at] = Math.max(peaks[at] ?? 0, grown);
      }
    });
  };
  const timer = setInterval(look, SAMPLED_MILLISECONDS);
  await run();
  clearInterval(timer);
  look();
  return peaks;
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

/** Of the main thread, after a collection. */
function keptMegabytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_000_000;
}

async function measure(run: () => Promise<void>): Promise<Took> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  await run();
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - start, busy: (user + system) / 1000 };
}

function printTimes(times: Readonly<Record<string, readonly Took[]>>, stall: number): void {
  print(`${PAGES} pages of ${ROWS} rows, ${AT_ONCE} at once, ${ROUNDS} rounds, median:`);
  const wallOf = (each: readonly Took[] = []): number => median(each.map(({ wall }) => wall));
  const floor = wallOf(times["parsed and stringified"]);
  for (const [name, each] of Object.entries(times)) {
    const took = wallOf(each);
    const busy = median(each.map((one) => one.busy)).toFixed(0);
    const speed = Math.round((PAGES * ROWS * 1000) / took).toLocaleString("en");
    const ratio = (floor / took).toFixed(2);
    print(
      `  ${name.padEnd(24)} ${took.toFixed(0)} ms (busy ${busy}), ${speed} rows/s, ratio ${ratio}`,
    );
  }
  print(`  (goal of an export: at least ${GOAL})`);
  print(`  longest turn of this thread in an export ${stall.toFixed(1)} ms`);
  const speeds = (each: readonly Took[] = []): readonly number[] =>
    each.map(({ wall }) => (PAGES * ROWS * 1000) / wall);
  keepFigure({
    work: `export of ${PAGES} pages of ${ROWS} rows`,
    ...{ floor: "undici, JSON.parse and JSON.stringify", unit: "rows/s", aim: `≥ ${GOAL}` },
    base: speeds(times["parsed and stringified"]),
    ours: speeds(times["export of the explorer"]),
    stall,
  });
}

/** Whatever a side does with them, the last row of each page has to be there. */
async function requireAllRows(file: string, pages = PAGES): Promise<void> {
  let found = 0;
  let rest = "";
  for await (const chunk of createReadStream(file, {
    encoding: "latin1",
    highWaterMark: 2 ** 20,
  })) {
    const text = rest + String(chunk);
    found += text.split('"holdingId"').length - 1;
    rest = text.slice(-'"holdingId"'.length + 1);
  }
  assert.equal(found, pages * ROWS);
}

interface AnswerBody {
  bytes(): Promise<Uint8Array>;
  text(): Promise<string>;
}
type Ask = (pageNumber: number) => Promise<AnswerBody>;

function bareCalls(origin: string, dispatcher: Agent): Ask {
  const url = `${origin}/finances/v1/clients/${clientOf(PAGES)}/holdings?pageSize=${ROWS}&pageNumber=`;
  const headers = { Authorization: `Bearer ${"t".repeat(40)}`, Accept: "application/json" };
  return async (pageNumber) => {
    const { statusCode, body } = await request(url + String(pageNumber), { dispatcher, headers });
    assert.equal(statusCode, 200);
    return body;
  };
}

/** What a script does: the page as values, each row as text again. */
async function linesOf(body: AnswerBody): Promise<string> {
  const { items } = JSON.parse(await body.text()) as { readonly items: readonly unknown[] };
  return items.map((row) => `${JSON.stringify(row)}\n`).join("");
}

async function toFile(
  file: string,
  ask: Ask,
  read: (body: AnswerBody) => Promise<string | Uint8Array>,
): Promise<void> {
  const stream = createWriteStream(file);
  await eachPage(async (page) => void stream.write(await read(await ask(page))));
  await closed(stream);
}

async function callsToFile(file: string, { client }: Bench): Promise<void> {
  const stream = createWriteStream(file);
  const action = client.startAction("Export of holdings");
  await eachPage(async (pageNumber) => {
    const query = { pageSize: ROWS, pageNumber };
    await client.send(
      { operationId: "listHoldings", path: { clientId: clientOf(PAGES) }, query },
      {
        ...{ action, priority: "background", isStepOfWalk: true },
        onBody: (chunk) => void stream.write(chunk),
      },
    );
  });
  await closed(stream);
}

/** The whole of it: rows found, cut, watched for repetition, hashed, journalled. */
async function exportToFile(
  file: string,
  bench: Bench,
  exports: ExportBench,
  pages = PAGES,
): Promise<void> {
  await beginExport(file, { bench, exports, pages }).done();
}

interface ExportFacts {
  readonly bench: Bench;
  readonly exports: ExportBench;
  readonly pages: number;
}

/** An export, and what runs it to its end. */
function beginExport(
  file: string,
  { bench, exports, pages }: ExportFacts,
): { readonly one: RunningExport; readonly done: () => Promise<void> } {
  const spec = exports.spec({}, { pageSize: ROWS, path: { clientId: clientOf(pages) } });
  const one = exports.exports.begin(spec, exports.source(bench.client, { part: file }));
  const done = async (): Promise<void> => {
    await ran(one);
    assert.equal(one.progress.rows, pages * ROWS);
    await one.dispose();
    rmSync(file + JOURNAL_ENDING);
  };
  return { one, done };
}

/** The service has so many pages for this client. */
function clientOf(pages: number): string {
  return `8e0c6f5e-0d1b-4a53-9a55-${String(pages).padStart(12, "0")}`;
}

async function eachPage(take: (page: number) => Promise<void>): Promise<void> {
  let next = 1;
  const walk = async (): Promise<void> => {
    while (next <= PAGES) {
      await take(next++);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
}

async function closed(stream: WriteStream): Promise<void> {
  stream.end();
  await once(stream, "close");
}

/** As a window has it, its part on disk included. */
function openHistory(folder: string): RecordedHistory {
  const quiet = (): void => undefined;
  return new RecordedHistory({
    openDisk: (listener) =>
      openHistoryDisk(
        {
          ...{ folder, store: new MemoryStore(), locks: createLocks(), clock: SYSTEM_CLOCK },
          log: { trace: quiet, info: quiet, warn: quiet, error: quiet },
          redactor: createRedactor(),
          keepsBodies: () => false,
        },
        listener,
      ),
    onDiskFailure: (error) => {
      throw error;
    },
  });
}
