import type { ChartData, ChartQuestion } from "../../../messages/listChart";
import { chartOf } from "../chartData";
import { chartRowsOf } from "../chartRows";
import type { QuestionContext } from "../loadedRows";

/** What the rows of a view draw; masked values are drawn as they are shown. */
export function answerChart(context: QuestionContext, { view, choice }: ChartQuestion): ChartData {
  return chartOf(chartRowsOf(context, view), choice);
}
