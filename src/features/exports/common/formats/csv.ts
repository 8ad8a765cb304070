import { stringify } from "csv-stringify/sync";
import type { ExportForm } from "../export";
import { cellText, escapedHalves, harmlessCells, spreadsheetText } from "./cellTexts";
import { columnNames } from "./columnNames";
import { ColumnTree } from "./columnTree";
import { flatteningOf, type GatheredColumns, gatherColumns } from "./gatherColumns";
import type { Written } from "./jsonForms";
import type { LineSource } from "./lineBlocks";
import type { MadeFile } from "./madeFile";
import { readRows } from "./readRows";

/** Cells that are held before they are written: what lives shortly costs little. */
const CELLS_AT_ONCE = 5_000;

/** CSV (RFC 4180): read once for the columns that any row has, then once more for the cells. */
export async function writeCsv(
  source: LineSource,
  made: MadeFile,
  form: ExportForm,
): Promise<Written> {
  const columns = await columnsOf(source, form);
  const paths = columns.tree.found.map(({ path }) => path);
  const names = columnNames(paths, headerOf(form));
  const toText = textsOf(names.length);
  await made.addText((form.byteOrderMark ? "\ufeff" : "") + toText([names]));
  const rows = await writeRows({ source, made, form, tree: columns.tree }, toText);
  return { rows, flattening: flatteningOf(names, columns) };
}

async function columnsOf(source: LineSource, { columns }: ExportForm): Promise<GatheredColumns> {
  return columns === undefined
    ? gatherColumns(source)
    : { tree: ColumnTree.of(columns), omitted: 0 };
}

interface Writing {
  readonly source: LineSource;
  readonly made: MadeFile;
  readonly form: ExportForm;
  readonly tree: ColumnTree;
}

type ToText = (records: readonly (readonly string[])[]) => string;

async function writeRows({ source, made, form, tree }: Writing, toText: ToText): Promise<number> {
  const write = form.guardFormulas ? spreadsheetText : cellText;
  const width = tree.found.length;
  let count = 0;
  let records: string[][] = [];
  for await (const { page, rows } of readRows(source)) {
    for (const row of rows) {
      const record = new Array<string>(width).fill("");
      tree.read(page, row, (column, entry) => (record[column] = write(page, entry)));
      records.push(record);
      if (records.length * width >= CELLS_AT_ONCE) {
        await made.addText(toText(records));
        records = [];
      }
    }
    count += rows.length;
    await made.addText(toText(records));
    records = [];
  }
  return count;
}

function headerOf({ guardFormulas }: ExportForm): (name: string) => string {
  return (name) => (guardFormulas ? harmlessCells(escapedHalves(name)) : escapedHalves(name));
}

/** Every row has as many fields as there are columns; without a column there is nothing to say. */
function textsOf(width: number): ToText {
  return (records) =>
    width === 0
      ? ""
      : stringify([...records], {
          record_delimiter: "\r\n",
          // Without this a line feed alone would stand outside quotes.
          quote_record_delimiter: true,
          // A row of one empty field would be a line without anything, which readers skip.
          quoted_empty: width === 1,
          // At the beginning of a file it would be taken for the mark of UTF-8.
          quoted_match: /^\ufeff/,
        });
}
