import type { ListCell, ListColumn } from "../../../messages/listTable";
import { severalText } from "../../../messages/severalText";
import { parseDecimal } from "../decimal";
import type { Copied } from "./copied";

/**
 * Rows for spreadsheets: tabs between the cells, quotes around those that hold a tab, a line
 * break or a quote. A text that a spreadsheet would run as a formula gets an apostrophe.
 */
export function* tsvLines(copied: Copied, withHeader: boolean): Iterable<string> {
  if (withHeader) {
    yield copied.columns.map(({ label }) => quoted(harmless(label))).join("\t");
  }
  for (const row of copied.rows) {
    yield copied.columns.map((column) => quoted(spreadsheetText(copied, row, column))).join("\t");
  }
}

/** A table of GitHub's Markdown, numbers to the right. */
export function* markdownLines(copied: Copied): Iterable<string> {
  const { columns, rows } = copied;
  yield tableRow(columns.map(({ label }) => escapedMarkdown(label)));
  yield tableRow(columns.map(({ isNumeric }) => (isNumeric ? "---:" : "---")));
  for (const row of rows) {
    yield tableRow(columns.map((column) => escapedMarkdown(cellText(copied, row, column))));
  }
}

/** The values alone, one a line, row by row. */
export function* textLines(copied: Copied): Iterable<string> {
  for (const row of copied.rows) {
    for (const column of copied.columns) {
      yield cellText(copied, row, column);
    }
  }
}

/** Of an array or object its JSON; of what is not there nothing. */
function cellText(copied: Copied, row: number, column: ListColumn): string {
  const cell = cellOf(copied, row, column);
  return "text" in cell ? cell.text : sourceText(copied, row, { column, cell });
}

function spreadsheetText(copied: Copied, row: number, column: ListColumn): string {
  const cell = cellOf(copied, row, column);
  if (cell.kind === "text") {
    return harmless(cell.text);
  }
  const text = "text" in cell ? cell.text : sourceText(copied, row, { column, cell });
  return cell.kind === "several" ? harmless(text) : text;
}

function cellOf({ context }: Copied, row: number, { key }: ListColumn): ListCell {
  const { table, shown } = context;
  return shown.cell(table.cell(row, key), table.pathOf(key));
}

function sourceText(
  { context }: Copied,
  row: number,
  { column, cell }: { readonly column: ListColumn; readonly cell: ListCell },
): string {
  const { table, shown } = context;
  if (cell.kind === "several") {
    const sources = table.sources(row, column.key).values();
    return severalText(cell.values, (value) => {
      const source = value.kind === "missing" ? undefined : sources.next().value;
      return "text" in value ? value.text : source && shown.json(source, table.pathOf(column.key));
    });
  }
  const isThere = cell.kind === "items" || cell.kind === "members";
  const source = isThere ? table.source(row, column.key) : undefined;
  return source === undefined ? "" : shown.json(source, table.pathOf(column.key));
}

/** What a spreadsheet takes for a formula, wide forms too (OWASP, "CSV Injection"); no number. */
export function harmless(text: string): string {
  return /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) && parseDecimal(text) === undefined
    ? `'${text}`
    : text;
}

function quoted(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text as one cell between tabs. */
export function forSpreadsheet(text: string): string {
  return quoted(harmless(text));
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** As it reads in a cell: nothing in it is markup, and no line break ends the row. */
export function escapedMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]<>()#+!|~&]/g, "\\$&")
    .replace(/\r\n|[\r\n\u2028\u2029]/g, "<br>");
}
