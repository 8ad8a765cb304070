import type { ChartData, ChartQuestion } from "../../../messages/listChart";
import { chartOf } from "../chartData";
import type { QuestionContext } from "../loadedRows";

/** What the rows of a view draw; masked values are drawn as they are shown. */
export function answerChart(
  { table, shown }: QuestionContext,
  { view, choice }: ChartQuestion,
): ChartData {
  const order = table.order(view, shown);
  const paths = new Map(table.columns.map(({ key }) => [key, table.pathOf(key)]));
  const { revision, columns } = table;
  return chartOf(
    {
      ...{ revision, columns, count: order.length },
      isMasked: shown.isMasked,
      isSorted: view.sort.length > 0,
      cell: (row, key) => shown.cell(table.cell(order[row] ?? -1, key), paths.get(key) ?? []),
    },
    choice,
  );
}
