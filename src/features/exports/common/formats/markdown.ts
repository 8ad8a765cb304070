import { AppError } from "../../../../platform/base/errors";
import { escapedMarkdown } from "../../../lists/common/table/questions/copyText";
import type { ExportForm } from "../export";
import { cellText, escapedHalves } from "./cellTexts";
import { columnNames } from "./columnNames";
import { ColumnTree } from "./columnTree";
import { flatteningOf, type GatheredColumns, gatherColumns } from "./gatherColumns";
import type { Written } from "./jsonForms";
import type { LineSource } from "./lineBlocks";
import type { MadeFile } from "./madeFile";
import { readRows } from "./readRows";

/** More than that nobody reads as a table, and few programs show. */
export const MARKDOWN_ROW_LIMIT = 5000;
const MARKDOWN_BYTE_LIMIT = 5 * 1_048_576;

/**
 * A table of GitHub's Markdown, numbers to the right. Throws `AppError` kind `input`:
 * `exports/tooLargeForMarkdown` with `{limitRows, limitBytes}`.
 */
export async function writeMarkdown(
  source: LineSource,
  made: MadeFile,
  form: ExportForm,
): Promise<Written> {
  let rows = 0;
  const all = await gatherColumns(source, (more) => {
    rows += more;
    refuseBeyond(rows, MARKDOWN_ROW_LIMIT);
  });
  const columns: GatheredColumns =
    form.columns === undefined ? all : { tree: ColumnTree.of(form.columns), omitted: 0 };
  const names = columnNames(columns.tree.found.map(({ path }) => path));
  if (names.length > 0) {
    await writeTable({ source, made, tree: columns.tree }, headOf(names, columns.tree, all.tree));
  }
  return { rows, flattening: flatteningOf(names, columns) };
}

interface Writing {
  readonly source: LineSource;
  readonly made: MadeFile;
  readonly tree: ColumnTree;
}

async function writeTable({ source, made, tree }: Writing, head: string): Promise<void> {
  let bytes = 0;
  const add = async (text: string): Promise<void> => {
    bytes += Buffer.byteLength(text);
    refuseBeyond(bytes, MARKDOWN_BYTE_LIMIT);
    await made.addText(text);
  };
  await add(head);
  const width = tree.found.length;
  for await (const { page, rows } of readRows(source)) {
    for (const row of rows) {
      const cells = new Array<string>(width).fill("");
      tree.read(page, row, (column, entry) => {
        cells[column] = escapedMarkdown(cellText(page, entry));
      });
      await add(tableRow(cells));
    }
  }
}

/** The names, and under them to which side each column goes. */
function headOf(names: readonly string[], shown: ColumnTree, seen: ColumnTree): string {
  const numeric = new Set(
    seen.found.filter(({ isNumeric }) => isNumeric).map(({ path }) => JSON.stringify(path)),
  );
  const sides = shown.found.map(({ path }) => (numeric.has(JSON.stringify(path)) ? "---:" : "---"));
  const titles = names.map((name) => escapedMarkdown(escapedHalves(name)));
  return tableRow(titles) + tableRow(sides);
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |\n`;
}

function refuseBeyond(size: number, limit: number): void {
  if (size > limit) {
    throw new AppError("input", "exports/tooLargeForMarkdown", {
      values: { limitRows: MARKDOWN_ROW_LIMIT, limitBytes: MARKDOWN_BYTE_LIMIT },
    });
  }
}
