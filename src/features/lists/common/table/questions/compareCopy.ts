import type { CompareCopyQuestion } from "../../../messages/listComparison";
import { markCell } from "../compare/cellMarks";
import type { Comparison } from "../compare/comparison";
import { NOBODY, type RowPair } from "../compare/rowMatching";
import type { OtherTable } from "../rowTables";
import type { QuestionContext, LoadedRows } from "../loadedRows";
import { comparisonOf } from "./compare";
import { escapedMarkdown } from "./copyText";

/** The rows that differ, each difference a line of Markdown or an object of JSON. */
export async function answerCompareCopy(
  context: QuestionContext,
  { other, match, format }: CompareCopyQuestion & OtherTable,
): Promise<{ readonly text: string; readonly rows: number }> {
  const found = await comparisonOf(context, other, match);
  const rows = Array.from(found.differences, (place) => differenceAt(context, found, place));
  const text = format === "json" ? jsonOf(rows) : markdownOf(rows);
  return { text, rows: rows.length };
}

interface Difference {
  readonly kind: string;
  /** What tells the row apart, else its number. */
  readonly row: string;
  readonly cells: readonly CellDifference[];
}

interface CellDifference {
  readonly label: string;
  /** JSON as it came, or masked; undefined where there is none. */
  readonly left: string | undefined;
  readonly right: string | undefined;
}

function differenceAt(context: QuestionContext, found: Comparison, place: number): Difference {
  const pair = found.pairs[place] ?? { left: NOBODY, right: NOBODY };
  const { left, right, columns } = found;
  const isPair = pair.left !== NOBODY && pair.right !== NOBODY;
  const cells = columns
    .filter(({ key }) => !isPair || markCell(left, right, { pair, column: key }) !== "same")
    .map(({ key, label }): CellDifference => ({
      label,
      left: sourceOf(context, left, { row: pair.left, column: key }),
      right: sourceOf(context, right, { row: pair.right, column: key }),
    }))
    .filter((cell) => cell.left !== undefined || cell.right !== undefined);
  return { kind: found.kinds[place] ?? "same", row: nameOf(context, found, pair), cells };
}

function nameOf(context: QuestionContext, found: Comparison, pair: RowPair): string {
  const [table, row] = pair.left === NOBODY ? [found.right, pair.right] : [found.left, pair.left];
  const parts = found.matchedBy.map((column) => sourceOf(context, table, { row, column }) ?? "–");
  return parts.length > 0 ? parts.join(" ") : String(row + 1);
}

function sourceOf(
  { shown }: QuestionContext,
  table: LoadedRows,
  { row, column }: { readonly row: number; readonly column: string },
): string | undefined {
  const source = row === NOBODY ? undefined : table.source(row, column);
  return source === undefined ? undefined : shown.json(source, table.pathOf(column));
}

function jsonOf(rows: readonly Difference[]): string {
  const lines = rows.map(({ kind, row, cells }) => {
    const changes = cells.map(({ label, left, right }) => {
      const sides = [
        ...(left === undefined ? [] : [`"left": ${left}`]),
        ...(right === undefined ? [] : [`"right": ${right}`]),
      ];
      return `{ "column": ${JSON.stringify(label)}, ${sides.join(", ")} }`;
    });
    return `  { "kind": "${kind}", "row": ${JSON.stringify(row)}, "changes": [${changes.join(", ")}] }`;
  });
  return `[\n${lines.join(",\n")}\n]\n`;
}

function markdownOf(rows: readonly Difference[]): string {
  const lines = rows.flatMap(({ kind, row, cells }) =>
    cells.map(({ label, left = "", right = "" }) => {
      const texts = [kind, row, label, left, right].map(escapedMarkdown);
      return `| ${texts.join(" | ")} |`;
    }),
  );
  const head = ["| kind | row | column | left | right |", "| --- | --- | --- | --- | --- |"];
  return [...head, ...lines, ""].join("\n");
}
