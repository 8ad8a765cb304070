import type { RowsAnswer, RowsQuestion } from "../../../messages/listQuestions";
import { cutCell } from "../cells";
import type { QuestionContext } from "../loadedRows";

/** A part of the rows on screen, no longer than what is there. */
export function answerRows(
  { table, shown }: QuestionContext,
  { view, from, count, columns }: RowsQuestion,
): RowsAnswer {
  const order = table.order(view, shown);
  const numbers = [...order.subarray(from, from + count)];
  const paths = columns.map((column) => table.pathOf(column));
  const rows = numbers.map((row) =>
    columns.map((column, index) =>
      cutCell(shown.cell(table.cell(row, column), paths[index] ?? [])),
    ),
  );
  const { revision, rowCount: all } = table;
  return { revision, total: order.length, all, from, columns, rows, numbers };
}
