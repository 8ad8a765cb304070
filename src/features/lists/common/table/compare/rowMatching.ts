import { formatPointer } from "../../../../../platform/json/jsonPointer";
import type { ComparedColumn, Matching } from "../../../messages/listComparison";
import type { LoadedRows } from "../loadedRows";
import type { ComparisonPace } from "./comparisonPace";

/** Rows that belong together, by their numbers; `NOBODY` where a list has no such row. */
export interface RowPair {
  readonly left: number;
  readonly right: number;
}

export const NOBODY = -1;

interface RowMatch {
  readonly pairs: readonly RowPair[];
  readonly matching: Matching;
  readonly matchedBy: readonly string[];
}

interface MatchFacts {
  readonly columns: readonly ComparedColumn[];
  /** What the user chose. */
  readonly match: readonly string[] | undefined;
  readonly pace: ComparisonPace;
}

/** Two lists, left and right. */
interface MatchedTables {
  readonly left: LoadedRows;
  readonly right: LoadedRows;
  readonly pace: ComparisonPace;
}

/**
 * Brings rows together: by the chosen columns, else by an id or some columns that are different
 * in every row of both lists, else by what they hold. Rows with the same key stay apart: the
 * first belongs to the first, the second to the second.
 */
export async function matchRows(
  left: LoadedRows,
  right: LoadedRows,
  facts: MatchFacts,
): Promise<RowMatch> {
  const tables = { left, right, pace: facts.pace };
  const known = facts.columns.filter(({ sides }) => sides === "both").map(({ key }) => key);
  const chosen = (facts.match ?? []).filter((key) => known.includes(key));
  if (chosen.length > 0) {
    return { ...(await byColumns(tables, chosen)), matching: "chosen", matchedBy: chosen };
  }
  const id = await idColumn(tables, known);
  if (id !== undefined) {
    return { ...(await byColumns(tables, [id])), matching: "id", matchedBy: [id] };
  }
  const found = await distinguishingColumns(tables, known);
  return found === undefined
    ? { pairs: await byContent(tables), matching: "content", matchedBy: [] }
    : { ...(await byColumns(tables, found)), matching: "columns", matchedBy: found };
}

async function byColumns(
  { left, right, pace }: MatchedTables,
  columns: readonly string[],
): Promise<Pick<RowMatch, "pairs">> {
  const of = async (table: LoadedRows): Promise<readonly string[]> =>
    textsOf(table, (row) => keyOf(table, row, columns), pace);
  const partners = await partnersOf(await of(left), await of(right), pace);
  return { pairs: inOrder(partners, right.rowCount) };
}

/** The member that is the id by its shape, where it tells the rows of both lists apart. */
async function idColumn(
  tables: MatchedTables,
  known: readonly string[],
): Promise<string | undefined> {
  const { left, right } = tables;
  const [one, other] = [left.identity(0)?.from, right.identity(0)?.from];
  if (one === undefined || one !== other) {
    return undefined;
  }
  const key = formatPointer([one]);
  return known.includes(key) && (await distinguishing(tables, [key])).isTelling ? key : undefined;
}

/** Kinds of columns whose values are expected to change: what a thing is worth is not its name. */
const MEASURES: ReadonlySet<string> = new Set(["money", "number", "items", "members", "mixed"]);
const MOST_COLUMNS = 12;
/** Columns that nearly tell the rows apart cost most: after so many keys nobody waits for more. */
const MOST_KEYS = 4_000_000;

/** One column, or else two or three together, that tell the rows of both lists apart. */
async function distinguishingColumns(
  tables: MatchedTables,
  known: readonly string[],
): Promise<readonly string[] | undefined> {
  const candidates = tables.left.columns
    .filter(({ key, kind }) => known.includes(key) && !MEASURES.has(kind) && kind !== "empty")
    .map(({ key }) => key)
    .slice(0, MOST_COLUMNS);
  let keys = 0;
  for (const columns of combinations(candidates)) {
    const looked = await distinguishing(tables, columns);
    if (looked.isTelling && (await shareKeys(tables, columns))) {
      return columns;
    }
    keys += looked.keys;
    if (keys > MOST_KEYS) {
      return undefined;
    }
  }
  return undefined;
}

function* combinations(of: readonly string[]): Iterable<readonly string[]> {
  for (const one of of) {
    yield [one];
  }
  for (const [at, one] of of.entries()) {
    for (const two of of.slice(at + 1)) {
      yield [one, two];
    }
  }
  for (const [at, one] of of.entries()) {
    for (const [next, two] of of.slice(at + 1).entries()) {
      for (const three of of.slice(at + next + 2)) {
        yield [one, two, three];
      }
    }
  }
}

/** Whether each row of both lists has another key, and after how many keys that was known. */
async function distinguishing(
  { left, right, pace }: MatchedTables,
  columns: readonly string[],
): Promise<{ readonly isTelling: boolean; readonly keys: number }> {
  let keys = 0;
  for (const table of [left, right]) {
    const seen = new Set<string>();
    for (let row = 0; row < table.rowCount; row++) {
      seen.add(keyOf(table, row, columns));
      keys++;
      if (seen.size <= row) {
        return { isTelling: false, keys };
      }
      if (pace.isDue(row)) {
        await pace.rest();
      }
    }
  }
  return { isTelling: true, keys };
}

/** A key that no row of the other list has brings nothing together. */
async function shareKeys(
  { left, right, pace }: MatchedTables,
  columns: readonly string[],
): Promise<boolean> {
  const keys = new Set(await textsOf(left, (row) => keyOf(left, row, columns), pace));
  const others = await textsOf(right, (row) => keyOf(right, row, columns), pace);
  return left.rowCount === 0 || others.some((key) => keys.has(key));
}

/** A text for each row of a table. */
async function textsOf(
  { rowCount }: LoadedRows,
  textOf: (row: number) => string,
  pace: ComparisonPace,
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let row = 0; row < rowCount; row++) {
    texts.push(textOf(row));
    if (pace.isDue(row)) {
      await pace.rest();
    }
  }
  return texts;
}

function keyOf(table: LoadedRows, row: number, columns: readonly string[]): string {
  const [only, ...more] = columns;
  return only !== undefined && more.length === 0
    ? (table.source(row, only) ?? "")
    : JSON.stringify(columns.map((column) => table.source(row, column) ?? ""));
}

/** By number of the left row the right one with the same key; the n-th of equals with the n-th. */
async function partnersOf(
  left: readonly string[],
  right: readonly string[],
  pace: ComparisonPace,
): Promise<Int32Array> {
  const waiting = new Map<string, number[]>();
  // From the end, so that the first of equals is taken first.
  for (let row = right.length - 1; row >= 0; row--) {
    const key = right[row] ?? "";
    const rows = waiting.get(key);
    if (rows === undefined) {
      waiting.set(key, [row]);
    } else {
      rows.push(row);
    }
    if (pace.isDue(row)) {
      await pace.rest();
    }
  }
  const partners = new Int32Array(left.length);
  for (const [row, key] of left.entries()) {
    partners[row] = waiting.get(key)?.pop() ?? NOBODY;
    if (pace.isDue(row)) {
      await pace.rest();
    }
  }
  return partners;
}

/**
 * Rows that are equal byte for byte belong together; of the others between two such, the first
 * with the first, as far as both lists have some.
 */
async function byContent({ left, right, pace }: MatchedTables): Promise<readonly RowPair[]> {
  const of = async (table: LoadedRows): Promise<readonly string[]> =>
    textsOf(table, (row) => table.source(row) ?? "", pace);
  const partners = await partnersOf(await of(left), await of(right), pace);
  const isTaken = pairedRows(partners, right.rowCount);
  let next = 0;
  for (const [row, partner] of partners.entries()) {
    if (partner !== NOBODY) {
      next = Math.max(next, partner + 1);
    } else if (next < right.rowCount && isTaken[next] === 0) {
      partners[row] = next;
      isTaken[next] = 1;
      next++;
    }
  }
  return inOrder(partners, right.rowCount);
}

function pairedRows(partners: Int32Array, rightRows: number): Uint8Array {
  const isTaken = new Uint8Array(rightRows);
  for (const partner of partners) {
    if (partner !== NOBODY) {
      isTaken[partner] = 1;
    }
  }
  return isTaken;
}

/** Rows of the right list alone stand after the row that they follow there. */
function inOrder(partners: Int32Array, rightRows: number): readonly RowPair[] {
  const isTaken = pairedRows(partners, rightRows);
  const pairs: RowPair[] = [];
  const pushAlone = (from: number): void => {
    for (let right = from; right < rightRows && isTaken[right] === 0; right++) {
      pairs.push({ left: NOBODY, right });
    }
  };
  pushAlone(0);
  for (const [left, right] of partners.entries()) {
    pairs.push({ left, right });
    if (right !== NOBODY) {
      pushAlone(right + 1);
    }
  }
  return pairs;
}
