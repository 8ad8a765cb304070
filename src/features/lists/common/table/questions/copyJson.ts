import type { ListColumn } from "../../../messages/listTable";
import type { Copied } from "./copied";

/**
 * An array with an object for each row, made of what came: every value is written as the service
 * wrote it. Whole rows are copied as they came; of some columns each object has these members, by
 * the names that the columns have. A single cell is copied as its value alone.
 */
export function* jsonLines(copied: Copied): Iterable<string> {
  const { rows, columns, context } = copied;
  const [first] = columns;
  if (rows.length === 1 && columns.length === 1 && first !== undefined) {
    yield valueOf(copied, rows[0] ?? 0, first) ?? "null";
    return;
  }
  const isWhole = context.table.columns.every((column) => columns.includes(column));
  const names = memberNames(columns);
  yield "[";
  for (const [place, row] of rows.entries()) {
    const json = isWhole ? wholeRow(copied, row) : objectOf(copied, row, names);
    yield `  ${json}${place < rows.length - 1 ? "," : ""}`;
  }
  yield "]";
}

function wholeRow({ context }: Copied, row: number): string {
  return context.shown.json(context.table.source(row) ?? "null", []);
}

/** Without the members that the row does not have; those that it has more than once as often. */
function objectOf(copied: Copied, row: number, names: readonly string[]): string {
  const members = copied.columns.flatMap((column, place) => {
    return valuesOf(copied, row, column).map((value) => `${names[place] ?? ""}: ${value}`);
  });
  return `{${members.join(", ")}}`;
}

function valueOf({ context }: Copied, row: number, { key }: ListColumn): string | undefined {
  const { table, shown } = context;
  const source = table.source(row, key);
  return source === undefined ? undefined : shown.json(source, table.pathOf(key));
}

function valuesOf({ context }: Copied, row: number, { key }: ListColumn): readonly string[] {
  const { table, shown } = context;
  return table.sources(row, key).map((source) => shown.json(source, table.pathOf(key)));
}

/** Labels as JSON; keys where two columns have the same label, so that no value is lost. */
function memberNames(columns: readonly ListColumn[]): readonly string[] {
  const labels = columns.map(({ label }) => label);
  const isTwice = (label: string): boolean => labels.indexOf(label) !== labels.lastIndexOf(label);
  return columns.map(({ label, key }) => JSON.stringify(isTwice(label) ? key : label));
}
