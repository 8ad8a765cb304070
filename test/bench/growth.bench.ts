import { join } from "node:path";
import { NO_RULES } from "../../src/features/lists/common/listRules";
import type { RowTable, RowTables } from "../../src/features/lists/common/table/rowTables";
import { findInThread } from "../../src/features/lists/common/jsonPathClient";
import { createRowTables } from "../../src/features/lists/common/table/tableWorkerClient";
import { EVERY_ROW } from "../../src/features/lists/messages/listQuestions";
import { createPayloadChecks } from "../../src/features/pensions/common/checks/payloadChecks";
import { MASK_THREAD_LENGTH, maskBody } from "../../src/features/privacy/common/maskBody";
import { ActionIndex } from "../../src/features/requests/common/actionIndex";
import { layOutBody } from "../../src/platform/json/layOutBody";
import { SYSTEM_CLOCK } from "../../src/platform/base/clock";
import { anAction, anAttempt } from "../fakes/action";
import { DEFINITION } from "../unit/features/pensions/checks/definitions";
import { load } from "../unit/features/lists/table/support/tables";
import { MemoryLog } from "../unit/platform/http/support/bench";
import { keepFigure, median, print, spread } from "./support/figures";
import { watched } from "./support/stalls";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const ROWS = [1_000, 10_000, 100_000] as const;
const KEY = Buffer.alloc(32, 7);
/** Bytes that come together. */
const PIECE = 65_536;
const worker = (name: string): string => join(process.cwd(), "dist", `${name}Worker.js`);

/** Milliseconds of some work: all of it, or the longest turn of this thread. */
type Measure = (work: () => Promise<unknown>) => Promise<number>;
/** Runs once; gives what was measured of what counts. */
type Run = (measure: Measure) => Promise<number>;

/** Of the largest size. */
interface Largest {
  readonly ours: readonly number[];
  readonly stall: number;
}

describe("how work grows with its size", () => {
  const log = new MemoryLog();
  const texts = ROWS.map((rows) => rowsText(rows));
  const bytes = texts.map((text) => Buffer.from(text));
  const megabytes = bytes.map(({ length }) => `${(length / 1e6).toFixed(1)} MB`);
  const counts = ROWS.map((rows) => `${rows.toLocaleString("en")} rows`);
  let tables: RowTables;

  before(() => {
    tables = createRowTables({ worker: worker("rowTables"), clock: SYSTEM_CLOCK, log });
  });

  after(() => tables.dispose());

  it("is printed for masking, with JSON.parse and JSON.stringify beside it", async () => {
    const largest = await grown(
      "masking an answer",
      megabytes,
      (at) => (measure) =>
        measure(() => maskBody(bytes[at] ?? Buffer.alloc(0), { key: KEY, worker: worker("mask") })),
    );
    const floor = await rounds((measure) =>
      measure(() => Promise.resolve(JSON.stringify(JSON.parse(texts[2] ?? "")))),
    );
    keepFigure({
      ...{ work: `masking an answer of ${megabytes[2] ?? ""}`, unit: "ms", aim: "≤ 2,000 ms" },
      ...{ floor: "JSON.parse and JSON.stringify", base: floor, ...largest },
    });
  });

  it("is printed for masking on the thread of the host", async () => {
    // The longest that no thread of its own is started for; as JSON of its own it has to be whole.
    const short = Buffer.from(rowsText(Math.floor(MASK_THREAD_LENGTH / 190)));
    const run: Run = (measure) => measure(() => maskBody(short, { key: KEY, worker: "" }));
    const times = await rounds(run);
    const stall = await run(longestTurn);
    const size = `${(short.length / 1000).toFixed(0)} KB`;
    print(
      `masking an answer of ${size} here ${spread(times)}, longest turn ${stall.toFixed(1)} ms`,
    );
    const floor = await rounds((measure) =>
      measure(() => Promise.resolve(JSON.stringify(JSON.parse(short.toString())))),
    );
    keepFigure({
      ...{ work: `masking an answer of ${size}`, floor: "JSON.parse and JSON.stringify" },
      ...{ unit: "ms", base: floor, ours: times, aim: "no stall", stall },
    });
  });

  it("is printed for the first rows of a long answer, masked as they are shown", async () => {
    const first = (of: RowTables): Run => {
      return async (measure) => {
        const table = of.open();
        const took = await measure(() => firstRows(table, bytes[2] ?? Buffer.alloc(0)));
        table.dispose();
        return took;
      };
    };
    const masked = createRowTables({ worker: worker("rowTables"), clock: SYSTEM_CLOCK, log });
    masked.open();
    masked.setMask(KEY);
    const ours = await rounds(first(masked));
    const stall = await first(masked)(longestTurn);
    const floor = await rounds(first(tables));
    await masked.dispose();
    print(
      `first rows of ${megabytes[2] ?? ""} masked ${spread(ours)}, as they came ${spread(floor)}`,
    );
    keepFigure({
      work: `first rows of an answer of ${megabytes[2] ?? ""} in privacy mode`,
      ...{ floor: "the same as they came", unit: "ms" },
      ...{ base: floor, ours, aim: "at once", stall },
    });
  });

  it("is printed for laying out", async () => {
    await grown(
      "laying out an answer",
      megabytes,
      (at) => (measure) =>
        measure(() => layOutBody(bytes[at] ?? Buffer.alloc(0), worker("jsonIndex"))),
    );
  });

  it("is printed for JSONPath", async () => {
    await grown(
      "finding by JSONPath",
      megabytes,
      (at) => (measure) =>
        measure(() => findInThread(texts[at] ?? "", "$..value", { worker: worker("jsonPath") })),
    );
  });

  it("is printed for reading rows into a table", async () => {
    await grown("rows into the table of a list", counts, (at) => async (measure) => {
      const table = tables.open();
      const took = await measure(() => load(table, texts[at] ?? ""));
      table.dispose();
      return took;
    });
  });

  it("is printed for comparing, with maps of JSON.parse beside it", async () => {
    const largest = await grown("comparing with as many rows", counts, (at) => async (measure) => {
      const [left, right] = [tables.open(), tables.open()];
      await load(left, texts[at] ?? "");
      await load(right, rowsText(ROWS[at] ?? 0, 97));
      const question = { onlyChanges: true, from: 0, count: 40, columns: ["/value"] };
      const took = await measure(() => left.ask("compare", { ...question, other: right.id }));
      left.dispose();
      right.dispose();
      return took;
    });
    const [left, right] = [texts[2] ?? "", rowsText(ROWS[2], 97)];
    const floor = await rounds((measure) =>
      measure(() => Promise.resolve(plainDifference(left, right))),
    );
    keepFigure({
      ...{ work: "comparing 100,000 with 100,000 rows", unit: "ms", aim: "≤ 1,000 ms" },
      ...{ floor: "JSON.parse, a map, JSON.stringify", base: floor, ...largest },
    });
  });

  it("is printed for a filter of requests", async () => {
    const largest = await grown(
      "first filter over requests",
      ROWS.map((count) => `${count.toLocaleString("en")} requests`),
      (at) => (measure) => {
        const index = new ActionIndex();
        for (let action = 0; action < (ROWS[at] ?? 0); action++) {
          index.note(actionOf(action));
        }
        return measure(() => Promise.resolve(index.query({ text: "page 7" }, 0, 50)));
      },
    );
    const plain = Array.from({ length: ROWS[2] }, (_, at) =>
      JSON.stringify(actionOf(at)).slice(0, 300).toLowerCase(),
    );
    const floor = await rounds((measure) =>
      measure(() => Promise.resolve(plain.filter((text) => text.includes("page 7")))),
    );
    keepFigure({
      ...{ work: "first filter over 100,000 requests", unit: "ms", aim: "≤ 8 ms" },
      ...{ floor: "includes over as many texts of 300 characters", base: floor, ...largest },
    });
  });

  it("is printed for checks of a payload", async () => {
    const checks = createPayloadChecks({
      worker: worker("payloadChecks"),
      clock: SYSTEM_CLOCK,
      log,
    });
    const context = { definition: DEFINITION, off: [] };
    const payloads = [10_000, 100_000, 1_000_000].map((size) =>
      JSON.stringify({ contributions: rowsOf(Math.round(size / 90)) }),
    );
    await grown(
      "checks of a payload",
      ["10 KB", "100 KB", "1 MB"],
      (at) => (measure) => measure(() => checks.check(payloads[at] ?? "", context)),
    );
    await checks.dispose();
  });
});

/** Until the first rows of an answer that comes in pieces could be shown. */
async function firstRows(table: RowTable, body: Uint8Array): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const reader = table.receive({
    ...{ asked: { pageNumber: 1, pageSize: 100 }, rules: NO_RULES, isAdded: false },
    onFirstRows: resolve,
  });
  for (let from = 0; from < body.length; from += PIECE) {
    reader.add(body.subarray(from, from + PIECE));
  }
  const finished = reader.finish("application/json");
  await promise;
  await table.ask("rows", { view: EVERY_ROW, from: 0, count: 40, columns: ["/provider"] });
  reader.abandon();
  await finished.catch(() => undefined);
}

/** Prints the medians of three sizes; gives the times of the largest, and its longest turn. */
async function grown(
  work: string,
  sizes: readonly string[],
  runOf: (at: number) => Run,
): Promise<Largest> {
  const times: (readonly number[])[] = [];
  for (const at of [0, 1, 2]) {
    times.push(await rounds(runOf(at)));
  }
  const [small = 0, middle = 0, large = 0] = times.map(median);
  const [one = "", ten = "", hundred = ""] = sizes;
  print(
    `${work}: ${one} ${small.toFixed(1)} ms, ${ten} ${middle.toFixed(1)} ms, ` +
      `${hundred} ${large.toFixed(1)} ms`,
  );
  const stall = await runOf(2)(longestTurn);
  print(`  longest turn of this thread ${stall.toFixed(1)} ms`);
  keepFigure({ work, sizes: [one, ten, hundred], took: [small, middle, large], stall });
  return { ours: times[2] ?? [], stall };
}

/** The first one is compiled in and not counted. */
async function rounds(run: Run): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const took = await run(timed);
    times.push(...(round < 0 ? [] : [took]));
  }
  return times;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  return (await watched(work)).stall.work;
}

interface Row {
  readonly holdingId: string;
  readonly [name: string]: string | number | null;
}

function rowsOf(count: number, changed = 0): readonly Row[] {
  return Array.from({ length: count }, (_, at) => ({
    holdingId: `HLD-${at}`,
    provider: `Provider ${at % 12}`,
    fund: `Global Equity ${at % 40} Accumulation`,
    value: (at * 7919) % 100_003,
    units: changed > 0 && at % changed === 0 ? at + 1 : at,
    price: at % 20 === 0 ? null : (at % 997) / 7,
    currency: "GBP",
    valuedOn: "2026-10-30",
  }));
}

function rowsText(count: number, changed = 0): string {
  return JSON.stringify(rowsOf(count, changed));
}

/** What a script would do. */
function plainDifference(left: string, right: string): number {
  const others = new Map(
    (JSON.parse(right) as readonly Row[]).map((row) => [row.holdingId, JSON.stringify(row)]),
  );
  return (JSON.parse(left) as readonly Row[]).filter(
    (row) => others.get(row.holdingId) !== JSON.stringify(row),
  ).length;
}

function actionOf(index: number): ReturnType<typeof anAction> {
  return anAction({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    title: `Holdings page ${index % 40}`,
    traceId: `fpx-${index}-0f5c2a9e7b134d68a1c3e5f7`,
    startedAt: 1_700_000_000_000 + index * 250,
    attempts: [anAttempt({ number: 1, status: 200, requestId: `request-${index}` })],
  });
}
