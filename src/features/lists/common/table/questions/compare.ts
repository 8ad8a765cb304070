import type {
  CompareAnswer,
  CompareNextAnswer,
  CompareNextQuestion,
  CompareQuestion,
  ComparedRow,
} from "../../../messages/listComparison";
import type { ListCell } from "../../../messages/listTable";
import { AppError } from "../../../../../platform/base/errors";
import { markCell } from "../compare/cellMarks";
import { compareTables, type Comparison } from "../compare/comparison";
import { NOBODY } from "../compare/rowMatching";
import { cutCell } from "../cells";
import type { OtherTable } from "../rowTables";
import type { QuestionContext, LoadedRows } from "../loadedRows";

/** A part of the rows of a comparison. */
export async function answerCompare(
  context: QuestionContext,
  question: CompareQuestion & OtherTable,
): Promise<CompareAnswer> {
  const { match, onlyChanges, from, count, columns } = question;
  const found = await comparisonOf(context, question.other, match);
  const total = onlyChanges ? found.differences.length : found.pairs.length;
  const places = Array.from(
    { length: Math.max(0, Math.min(count, total - from)) },
    (_, index) => (onlyChanges ? found.differences[from + index] : from + index) ?? 0,
  );
  const { left, right, matching, matchedBy, counts } = found;
  return {
    revisions: [left.revision, right.revision],
    ...{ matching, matchedBy, counts, columns: found.columns, total, from },
    rows: places.map((place) => rowAt(context, found, { place, columns })),
  };
}

/** The place of the next row that is not the same. */
export async function answerCompareNext(
  context: QuestionContext,
  { other, match, onlyChanges, row, direction }: CompareNextQuestion & OtherTable,
): Promise<CompareNextAnswer> {
  const { differences } = await comparisonOf(context, other, match);
  if (onlyChanges) {
    const next = row + (direction === "forward" ? 1 : -1);
    return { row: next >= 0 && next < differences.length ? next : NOBODY };
  }
  const after = firstFrom(differences, direction === "forward" ? row + 1 : row);
  return { row: differences[direction === "forward" ? after : after - 1] ?? NOBODY };
}

/** Index of the first of the ascending numbers that is not below this one. */
function firstFrom(ascending: Int32Array, least: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < least) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

const MADE = new WeakMap<LoadedRows, Kept>();

interface Kept {
  readonly right: LoadedRows;
  readonly match: string;
  readonly comparison: Promise<Comparison>;
}

/** Worked out once for what is loaded; a table that changes is another `LoadedRows`. */
export async function comparisonOf(
  context: QuestionContext,
  id: number,
  match: readonly string[] | undefined,
): Promise<Comparison> {
  const { table } = context;
  const right = context.other(id);
  if (right === undefined) {
    throw new AppError("input", "lists/rowsGone");
  }
  const key = JSON.stringify(match ?? null);
  const kept = MADE.get(table);
  if (kept?.right === right && kept.match === key) {
    return kept.comparison;
  }
  const comparison = context.compareWith(id, async (signal) => {
    signal.addEventListener("abort", () => MADE.delete(table));
    return compareTables(table, right, { match, signal });
  });
  MADE.set(table, { right, match: key, comparison });
  return comparison;
}

function rowAt(
  context: QuestionContext,
  found: Comparison,
  { place, columns }: { readonly place: number; readonly columns: readonly string[] },
): ComparedRow {
  const pair = found.pairs[place] ?? { left: NOBODY, right: NOBODY };
  const cellsOf = (table: LoadedRows, row: number): readonly ListCell[] =>
    columns.map((column) =>
      cutCell(context.shown.cell(table.cell(row, column), table.pathOf(column))),
    );
  const { left, right } = found;
  const isPair = pair.left !== NOBODY && pair.right !== NOBODY;
  return {
    kind: found.kinds[place] ?? "same",
    ...(pair.left === NOBODY ? {} : { left: cellsOf(left, pair.left) }),
    ...(pair.right === NOBODY ? {} : { right: cellsOf(right, pair.right) }),
    marks: isPair ? columns.map((column) => markCell(left, right, { pair, column })) : [],
  };
}
