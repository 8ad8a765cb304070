import { formatPointer } from "../../../../../platform/json/jsonPointer";
import type { ComparedColumn, Matching } from "../../../messages/listComparison";
import type { LoadedRows } from "../loadedRows";

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
}

/**
 * Brings rows together: by the chosen columns, else by an id or some columns that are different
 * in every row of both lists, else by what they hold. Rows with the same key stay apart: the
 * first belongs to the first, the second to the second.
 */
export function matchRows(left: LoadedRows, right: LoadedRows, facts: MatchFacts): RowMatch {
  const known = facts.columns.filter(({ sides }) => sides === "both").map(({ key }) => key);
  const chosen = (facts.match ?? []).filter((key) => known.includes(key));
  if (chosen.length > 0) {
    return { ...byColumns(left, right, chosen), matching: "chosen", matchedBy: chosen };
  }
  const id = idColumn(left, right, known);
  if (id !== undefined) {
    return { ...byColumns(left, right, [id]), matching: "id", matchedBy: [id] };
  }
  const found = distinguishingColumns(left, right, known);
  return found === undefined
    ? { pairs: byContent(left, right), matching: "content", matchedBy: [] }
    : { ...byColumns(left, right, found), matching: "columns", matchedBy: found };
}

function byColumns(
  left: LoadedRows,
  right: LoadedRows,
  columns: readonly string[],
): Pick<RowMatch, "pairs"> {
  const partners = partnersOf(keysOf(left, columns), keysOf(right, columns));
  return { pairs: inOrder(partners, right.rowCount) };
}

/** The member that is the id by its shape, where it tells the rows of both lists apart. */
function idColumn(
  left: LoadedRows,
  right: LoadedRows,
  known: readonly string[],
): string | undefined {
  const [one, other] = [left.identity(0)?.from, right.identity(0)?.from];
  if (one === undefined || one !== other) {
    return undefined;
  }
  const key = formatPointer([one]);
  return known.includes(key) && distinguishing([left, right], [key]).isTelling ? key : undefined;
}

/** Kinds of columns whose values are expected to change: what a thing is worth is not its name. */
const MEASURES: ReadonlySet<string> = new Set(["money", "number", "items", "members", "mixed"]);
const MOST_COLUMNS = 12;
/** Columns that nearly tell the rows apart cost most: after so many keys nobody waits for more. */
const MOST_KEYS = 4_000_000;

/** One column, or else two or three together, that tell the rows of both lists apart. */
function distinguishingColumns(
  left: LoadedRows,
  right: LoadedRows,
  known: readonly string[],
): readonly string[] | undefined {
  const candidates = left.columns
    .filter(({ key, kind }) => known.includes(key) && !MEASURES.has(kind) && kind !== "empty")
    .map(({ key }) => key)
    .slice(0, MOST_COLUMNS);
  let keys = 0;
  for (const columns of combinations(candidates)) {
    const looked = distinguishing([left, right], columns);
    if (looked.isTelling && shareKeys(left, right, columns)) {
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
function distinguishing(
  tables: readonly LoadedRows[],
  columns: readonly string[],
): { readonly isTelling: boolean; readonly keys: number } {
  let keys = 0;
  for (const table of tables) {
    const seen = new Set<string>();
    for (let row = 0; row < table.rowCount; row++) {
      seen.add(keyOf(table, row, columns));
      keys++;
      if (seen.size <= row) {
        return { isTelling: false, keys };
      }
    }
  }
  return { isTelling: true, keys };
}

/** A key that no row of the other list has brings nothing together. */
function shareKeys(left: LoadedRows, right: LoadedRows, columns: readonly string[]): boolean {
  const keys = new Set(keysOf(left, columns));
  return left.rowCount === 0 || keysOf(right, columns).some((key) => keys.has(key));
}

function keysOf(table: LoadedRows, columns: readonly string[]): string[] {
  return Array.from({ length: table.rowCount }, (_, row) => keyOf(table, row, columns));
}

function keyOf(table: LoadedRows, row: number, columns: readonly string[]): string {
  const [only, ...more] = columns;
  return only !== undefined && more.length === 0
    ? (table.source(row, only) ?? "")
    : JSON.stringify(columns.map((column) => table.source(row, column) ?? ""));
}

/** By number of the left row the right one with the same key; the n-th of equals with the n-th. */
function partnersOf(left: readonly string[], right: readonly string[]): Int32Array {
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
  }
  return Int32Array.from(left, (key) => waiting.get(key)?.pop() ?? NOBODY);
}

/**
 * Rows that are equal byte for byte belong together; of the others between two such, the first
 * with the first, as far as both lists have some.
 */
function byContent(left: LoadedRows, right: LoadedRows): readonly RowPair[] {
  const partners = partnersOf(
    Array.from({ length: left.rowCount }, (_, row) => left.source(row) ?? ""),
    Array.from({ length: right.rowCount }, (_, row) => right.source(row) ?? ""),
  );
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
