import type { Selection } from "../../../messages/listQuestions";
import type { ListColumn } from "../../../messages/listTable";
import type { QuestionContext } from "../loadedRows";

/** What is copied: numbers of rows in order, and columns in order. */
export interface Copied {
  readonly context: QuestionContext;
  readonly rows: readonly number[];
  readonly columns: readonly ListColumn[];
}

/** What is selected, in the table as it is now. */
export function copiedOf(context: QuestionContext, selection: Selection): Copied {
  return {
    context,
    rows: selectedRows(context, selection),
    columns: columnsOf(context, selection),
  };
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
