import type { CopyQuestion, Selection } from "../../../messages/listQuestions";
import type { ListColumn } from "../../../messages/listTable";
import { AppError } from "../../../../../platform/base/errors";
import type { QuestionContext } from "../tableData";
import { jsonLines } from "./copyJson";
import { markdownLines, textLines, tsvLines } from "./copyText";

/** UTF-16 units; more would end in a clipboard that nobody can paste from. */
const LENGTH_LIMIT = 100_000_000;

/** What is copied: numbers of rows in order, and columns in order. */
export interface Copied {
  readonly context: QuestionContext;
  readonly rows: readonly number[];
  readonly columns: readonly ListColumn[];
}

/** The selected cells as a text for the clipboard; `rows` says how many it has. */
export function answerCopy(
  context: QuestionContext,
  { selection, format, withHeader }: CopyQuestion,
): { readonly text: string; readonly rows: number } {
  const copied = {
    context,
    rows: selectedRows(context, selection),
    columns: columnsOf(context, selection),
  };
  const lines: Iterable<string> =
    format === "tsv"
      ? tsvLines(copied, withHeader)
      : format === "json"
        ? jsonLines(copied)
        : format === "markdown"
          ? markdownLines(copied)
          : textLines(copied);
  return { text: joined(lines), rows: copied.rows.length };
}

function selectedRows(
  { table, shown }: QuestionContext,
  { view, ranges }: Selection,
): readonly number[] {
  const order = table.order(view, shown);
  return ranges.flatMap(([from, to]) => [...order.subarray(from, to + 1)]);
}

function columnsOf({ table }: QuestionContext, { columns }: Selection): readonly ListColumn[] {
  const byKey = new Map(table.columns.map((column) => [column.key, column]));
  return columns.flatMap((key) => byKey.get(key) ?? []);
}

function joined(lines: Iterable<string>): string {
  const all: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length > LENGTH_LIMIT) {
      throw new AppError("input", "lists/copyTooLarge", { values: { limitBytes: LENGTH_LIMIT } });
    }
    all.push(line);
  }
  return all.join("\n");
}
