import { setTimeout as wait } from "node:timers/promises";
import { Caller } from "../unit/support/sandboxProcess";
import type { HostMemory } from "./fixtures/messages";
import { keepFigure, median, print, spread } from "./support/figures";
import { focus, openLists, type ListsBed, type Side } from "./lists/listsBed";
import type { PaintProbe } from "./lists/paintProbe";
import { measureProfiles } from "./lists/profiles";

const TURNS = Number(process.env["BENCH_TURNS"] ?? 24);
const ANSWERS = Number(process.env["BENCH_ANSWERS"] ?? 3);
const MEGABYTES = (process.env["BENCH_MEGABYTES"] ?? "5,20,100").split(",").map(Number);
/** The page has nothing of what is printed only. */
const IS_FOR_PAGE = process.env["BENCH_FIGURES"] !== undefined;
const ROWS = 100_000;
const SCREENS = 60;
const LONG_FRAME = 50;
const MOVES = 9;
/** In a column that is in sight. */
const PROVIDERS = ["Fidelity", "Aviva", "Royal London", "Scottish Widows", "Standard Life"];
const ANY = "00000000-0000-4000-8000-000000000000";
const GOAL = 1.0;
const MOST_STALL = 50;
const SIDES: readonly Side[] = ["explorer", "bare"];

/** What is left to do after the first rows of a long answer. */
const SETTLE_MS_PER_MEGABYTE = 40;
const SETTLE_MS = 1_000;

describe("profiles of a list beside plain arrays", () => {
  it("prints what profiles of 100,000 rows take", async () => {
    const took: number[] = [];
    for (const rows of [ROWS / 100, ROWS / 10]) {
      took.push(median((await measureProfiles(rows)).profiles));
    }
    const { rows, columns, profiles, plain, between, stall } = await measureProfiles(ROWS);
    keepGrowth("profile of a column", {
      sizes: [ROWS / 100, ROWS / 10, ROWS].map((size) => `${count(size)} rows`),
      ...{ took: [...took, median(profiles)], stall },
    });
    print(`Profiles of ${count(rows)} rows × ${columns} columns:`);
    print(`  in the thread of the lists, a column: ${spread(profiles)}, all ${sum(profiles)}`);
    print(`  the same figures from plain arrays, a column: ${spread(plain)}, all ${sum(plain)}`);
    print(`  rows asked for meanwhile: ${spread(between)}`);
    keepFigure({
      work: `profile of a column of ${count(rows)} rows`,
      ...{ floor: "the same figures from plain arrays", unit: "ms" },
      ...{ base: plain, ours: profiles, aim: "no stall", stall },
    });
  });
});

describe("lists beside a bare list in a webview", () => {
  let bed: ListsBed;

  before(async () => {
    bed = await openLists();
  });

  after(() => bed.close());

  it("prints the time of a page turn", async () => {
    const times: Record<Side, number[]> = { explorer: [], bare: [] };
    let stall = 0;
    // The first three of each warm everything up and are not counted.
    for (let turn = -3; turn < TURNS; turn++) {
      for (const side of turn % 2 === 0 ? SIDES : SIDES.toReversed()) {
        await bed.host.watch();
        const took = await turnPage(bed, side);
        const longest = await bed.host.longestStall();
        if (turn >= 0) {
          times[side].push(took);
          stall = side === "explorer" ? Math.max(stall, longest.work) : stall;
        }
      }
    }
    print(`Page turn, key press to rows painted, 100 rows a page, ${TURNS} turns, median:`);
    printBoth("page turn, key to painted", times, stall);
  });

  // Before the long answers: what they leave behind would hide what rows take.
  it("prints what 100,000 rows take", async function () {
    if (IS_FOR_PAGE) {
      this.skip();
    }
    const { probes, host } = bed;
    const probe = probes.explorer;
    await showShort(bed, "explorer");
    const before = await host.memory();
    const bytes = await bytesOfRows(bed, ROWS);
    await bed.setLength(bytes);
    await focus(bed.window, probe);
    await bed.reload("explorer");
    await wait(SETTLE_MS + (SETTLE_MS_PER_MEGABYTE * bytes) / 1_000_000);
    await probe.settle();
    const rows = await probe.rowCount();
    print(
      `${count(ROWS)} rows in one answer of ${(bytes / 1e6).toFixed(1)} MB, ${count(rows)} shown:`,
    );
    await printMemory(before, bytes);
    await printMoves(probe);
  });

  it("prints how long answers of many megabytes take and what they keep waiting", async () => {
    const took: number[] = [];
    let stall = 0;
    for (const megabytes of MEGABYTES) {
      const seen = await loadLong(bed, megabytes);
      took.push(median(seen.times.explorer));
      stall = seen.stalls.explorer.host;
      print(`One answer of ${megabytes} MB, ${ANSWERS} loads, first rows painted, median:`);
      const { host } = seen.stalls.explorer;
      printBoth(`answer of ${megabytes} MB, first rows painted`, seen.times, host);
      for (const side of SIDES) {
        const { host, panel, workbench } = seen.stalls[side];
        print(
          `  longest stall with ${side}: extension host ${whole(host)}, panel ${whole(panel)}, ` +
            `window ${whole(workbench)}${side === "explorer" ? ` (goal: at most ${MOST_STALL})` : ""}`,
        );
      }
    }
    keepGrowth("first rows of an answer painted", {
      sizes: MEGABYTES.map((megabytes) => `${megabytes} MB`),
      ...{ took, stall },
    });
  });

  async function printMemory(before: HostMemory, bytes: number): Promise<void> {
    const after = await bed.host.memory();
    const perRow = (of: (memory: HostMemory) => number): string =>
      `${((of(after) - of(before)) / ROWS).toFixed(0)} bytes`;
    print(
      `  kept per row, of ${(bytes / ROWS).toFixed(0)} in the answer: process ` +
        `${perRow(({ rss }) => rss)}, of it on the main thread's heap ` +
        perRow(({ heapUsed, external }) => heapUsed + external),
    );
  }
});

async function printMoves(probe: PaintProbe): Promise<void> {
  const { frames, longestBlank } = await probe.sweep(SCREENS);
  const long = frames.filter((milliseconds) => milliseconds > LONG_FRAME).length;
  print(
    `  ${2 * SCREENS} screens scrolled in ${frames.length} frames: ${spread(frames)}, ` +
      `${long} above ${LONG_FRAME} ms, without rows for at most ${whole(longestBlank)}`,
  );
  const places = Array.from({ length: MOVES }, (_, index) => ((index * 7) % MOVES) / MOVES + 0.05);
  print(`  jump to another place: ${spread(await oneByOne(places, (at) => probe.jump(at)))}`);
  if (await probe.canSearch()) {
    print(
      `  search, typed to painted: ${spread(await oneByOne(PROVIDERS, (text) => probe.search(text)))}`,
    );
    print(`  search taken away: ${whole(await probe.search(""))}`);
  }
}

function sum(milliseconds: readonly number[]): string {
  return whole(milliseconds.reduce((all, one) => all + one, 0));
}

async function oneByOne<Value>(
  values: readonly Value[],
  measure: (value: Value) => Promise<number>,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (const value of values) {
    times.push(await measure(value));
  }
  return times;
}

/** How long an answer has to be to hold so many rows. */
async function bytesOfRows(bed: ListsBed, rows: number): Promise<number> {
  await bed.setLength(1_000_000);
  const { facts } = bed.sandbox;
  const caller = await Caller.signIn(facts);
  const { text } = await caller.call(`${facts.prefixes.finances}/clients/${ANY}/holdings`);
  const { items } = JSON.parse(text) as { readonly items: readonly unknown[] };
  return Math.ceil((Buffer.byteLength(text) / items.length) * rows);
}

async function turnPage({ window, probes }: ListsBed, side: Side): Promise<number> {
  const probe = probes[side];
  await focus(window, probe);
  const painted = await probe.armForKey();
  await window.page.keyboard.press("Alt+PageDown");
  const { took } = await painted();
  await probe.settle();
  return took;
}

interface Stalls {
  host: number;
  panel: number;
  workbench: number;
}

interface LongSeen {
  readonly times: Record<Side, number[]>;
  readonly stalls: Record<Side, Stalls>;
}

async function loadLong(bed: ListsBed, megabytes: number): Promise<LongSeen> {
  const none = (): Stalls => ({ host: 0, panel: 0, workbench: 0 });
  const seen: LongSeen = {
    times: { explorer: [], bare: [] },
    stalls: { explorer: none(), bare: none() },
  };
  // The first of each warms everything up and is not counted.
  for (let round = -1; round < ANSWERS; round++) {
    for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
      // Other rows in between: the next ones are told from them.
      await showShort(bed, side);
      await bed.setLength(megabytes * 1_000_000);
      const { took, stalls } = await watched(bed, side, megabytes);
      seen.stalls[side] = worse(seen.stalls[side], stalls);
      if (round >= 0) {
        seen.times[side].push(took);
      }
    }
  }
  await bed.setLength(0);
  for (const side of SIDES) {
    await showShort(bed, side);
  }
  return seen;
}

async function showShort(bed: ListsBed, side: Side): Promise<void> {
  await bed.setLength(0);
  await focus(bed.window, bed.probes[side]);
  await bed.reload(side);
  await wait(200);
  await bed.probes[side].settle();
}

async function watched(
  bed: ListsBed,
  side: Side,
  megabytes: number,
): Promise<{ readonly took: number; readonly stalls: Stalls }> {
  const { window, probes, host } = bed;
  const probe = probes[side];
  const workbenchStalls = (): Promise<number> => window.page.evaluate<number>("fpStalls()");
  await focus(window, probe);
  await Promise.all([probe.stalls(), workbenchStalls(), host.watch()]);
  const painted = await probe.arm();
  await bed.reload(side);
  const { took } = await painted();
  await wait(SETTLE_MS + SETTLE_MS_PER_MEGABYTE * megabytes);
  await probe.settle();
  const stalls = {
    host: (await host.longestStall()).work,
    panel: await probe.stalls(),
    workbench: await workbenchStalls(),
  };
  return { took, stalls };
}

function worse(one: Stalls, other: Stalls): Stalls {
  return {
    host: Math.max(one.host, other.host),
    panel: Math.max(one.panel, other.panel),
    workbench: Math.max(one.workbench, other.workbench),
  };
}

function printBoth(
  work: string,
  { explorer, bare }: Record<Side, readonly number[]>,
  stall: number,
): void {
  print(`  explorer  ${spread(explorer)}`);
  print(`  bare list ${spread(bare)}`);
  const ratio = median(explorer) / median(bare);
  print(`  ratio ${ratio.toFixed(2)} (goal: at most ${GOAL.toFixed(1)})`);
  keepFigure({
    ...{ work, floor: "a bare list in a webview", unit: "ms" },
    ...{ base: bare, ours: explorer, aim: `≤ ${GOAL.toFixed(1)}`, stall },
  });
}

/** Of work in sizes that are ten times each other. */
function keepGrowth(
  work: string,
  facts: {
    readonly sizes: readonly string[];
    readonly took: readonly number[];
    readonly stall: number;
  },
): void {
  const [size = "", tenfold = "", hundredfold = ""] = facts.sizes;
  const [one = 0, ten = 0, hundred = 0] = facts.took;
  const { stall } = facts;
  keepFigure({ work, sizes: [size, tenfold, hundredfold], took: [one, ten, hundred], stall });
}

function count(rows: number): string {
  return rows.toLocaleString("en");
}

function whole(milliseconds: number): string {
  return `${milliseconds.toFixed(0)} ms`;
}
