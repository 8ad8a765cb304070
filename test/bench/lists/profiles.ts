import { join } from "node:path";
import { createRowTables } from "../../../src/features/lists/common/table/tableWorkerClient";
import type { RowTable } from "../../../src/features/lists/common/table/rowTables";
import { EVERY_ROW } from "../../../src/features/lists/messages/listQuestions";
import { SYSTEM_CLOCK } from "../../../src/platform/base/clock";
import { load } from "../../unit/features/lists/table/support/tables";
import { MemoryLog } from "../../unit/platform/http/support/bench";
import { watched } from "../support/stalls";

const COLUMNS = 30;
const FREQUENT = 10;
const BARS = 12;
const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95];

interface ProfileFigures {
  readonly rows: number;
  readonly columns: number;
  /** Milliseconds for each column. */
  readonly profiles: readonly number[];
  readonly plain: readonly number[];
  /** Milliseconds that rows took which were asked for right behind a profile. */
  readonly between: readonly number[];
  /** Milliseconds of the longest turn of the thread that asks. */
  readonly stall: number;
}

/** Profiles as a panel asks for them, and the same figures from an array of doubles or texts. */
export async function measureProfiles(count: number): Promise<ProfileFigures> {
  const tables = createRowTables({
    worker: join(process.cwd(), "dist", "rowTablesWorker.js"),
    clock: SYSTEM_CLOCK,
    log: new MemoryLog(),
  });
  try {
    const table = tables.open();
    const text = rowsText(count);
    await load(table, text);
    const parsed = JSON.parse(text) as readonly Readonly<Record<string, Plain>>[];
    const [profiles, between, plain]: [number[], number[], number[]] = [[], [], []];
    for (let column = 0; column < COLUMNS; column++) {
      const key = `c${column}`;
      const values = parsed.map((row) => row[key] ?? null);
      plain.push(timed(() => plainProfile(values)));
      const { profile, rows } = await askBoth(table, `/${key}`, count);
      profiles.push(profile);
      between.push(rows);
    }
    const { stall } = await watched(() => askBoth(table, "/c0", count));
    return { rows: count, columns: COLUMNS, profiles, plain, between, stall: stall.work };
  } finally {
    await tables.dispose();
  }
}

type Plain = number | string | null;

async function askBoth(
  table: RowTable,
  column: string,
  count: number,
): Promise<{ readonly profile: number; readonly rows: number }> {
  const begin = performance.now();
  const since = (): number => performance.now() - begin;
  const profile = table.ask("summary", { view: EVERY_ROW, column }).then(since);
  const slice = { view: EVERY_ROW, from: count / 2, count: 40, columns: [column] };
  const rows = table.ask("rows", slice).then(since);
  return { profile: await profile, rows: await rows };
}

/** Numbers with decimals, dates, a few names and ids, a twentieth of them null. */
function rowsText(count: number): string {
  const value = (row: number, column: number): string => {
    const mixed = (row * 7919 + column * 104_729) % 1_000_003;
    if (mixed % 20 === 0) {
      return "null";
    }
    switch (column % 4) {
      case 0:
        return (mixed / 100).toFixed(2);
      case 1:
        return `"${new Date(Date.UTC(1990, 0, 1 + (mixed % 12_000))).toISOString().slice(0, 10)}"`;
      case 2:
        return `"Provider ${mixed % 12}"`;
      default:
        return `"id-${mixed}"`;
    }
  };
  const rows = Array.from({ length: count }, (_, row) => {
    const members = Array.from({ length: COLUMNS }, (_, at) => `"c${at}":${value(row, at)}`);
    return `{${members.join()}}`;
  });
  return `[${rows.join()}]`;
}

function timed(work: () => unknown): number {
  const begin = performance.now();
  work();
  return performance.now() - begin;
}

/** In doubles, without care for exactness: a floor. */
function plainProfile(values: readonly Plain[]): unknown {
  const present = values.filter((value) => value !== null);
  const counts = new Map<Plain, number>();
  for (const value of present) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const frequent = [...counts].sort(([, one], [, other]) => other - one).slice(0, FREQUENT);
  const numbers = Float64Array.from(present.filter((value) => typeof value === "number")).sort();
  const [least = 0, most = 0] = [numbers[0], numbers.at(-1)];
  const bars = new Array<number>(BARS).fill(0);
  let [total, squares] = [0, 0];
  for (const number of numbers) {
    total += number;
    squares += number * number;
    const bar = Math.min(BARS - 1, Math.floor(((number - least) / (most - least)) * BARS));
    bars[bar] = (bars[bar] ?? 0) + 1;
  }
  const quantiles = QUANTILES.map((share) => numbers[Math.floor(share * numbers.length)]);
  const mean = total / numbers.length;
  const deviation = Math.sqrt(squares / numbers.length - mean * mean);
  return { frequent, nulls: values.length - present.length, mean, deviation, quantiles, bars };
}
