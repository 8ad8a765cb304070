import { AppError } from "../../../../platform/base/errors";
import { answerChart } from "./questions/chart";
import { answerCompare, answerCompareNext } from "./questions/compare";
import { answerCompareCopy } from "./questions/compareCopy";
import { answerCopy } from "./questions/copy";
import { answerFind } from "./questions/find";
import {
  answerLaidOut,
  answerLines,
  answerPage,
  answerRowsText,
  answerShapes,
  answerValue,
} from "./questions/json";
import { answerRows } from "./questions/rows";
import { answerSummary } from "./questions/summary";
import { answerTotals } from "./questions/totals";
import type { TableQuestions } from "./rowTables";
import type { QuestionContext } from "./loadedRows";

type Answers = {
  readonly [K in keyof TableQuestions]: (
    context: QuestionContext,
    parameters: TableQuestions[K]["parameters"],
  ) => Answer<K>;
};

/** A promise where it takes so long that others are answered in between. */
type Answer<K extends keyof TableQuestions> =
  TableQuestions[K]["result"] | Promise<TableQuestions[K]["result"]>;

/** Every question that a table answers. */
const ANSWERS: Answers = {
  rows: answerRows,
  rowsJson: (context, question) => ({ text: JSON.stringify(answerRows(context, question)) }),
  summary: answerSummary,
  find: answerFind,
  chart: answerChart,
  copy: answerCopy,
  value: answerValue,
  lines: answerLines,
  rowsText: answerRowsText,
  page: answerPage,
  shapes: answerShapes,
  facts: ({ facts }) => facts,
  laidOut: answerLaidOut,
  compare: answerCompare,
  compareNext: answerCompareNext,
  compareCopy: answerCompareCopy,
  totals: answerTotals,
};

/** Answers a question by its name; whoever asked has checked the parameters. */
export function answerQuestion<K extends keyof TableQuestions>(
  name: K,
  context: QuestionContext,
  parameters: TableQuestions[K]["parameters"],
): Answer<K> {
  if (!Object.hasOwn(ANSWERS, name)) {
    throw new AppError("internal", "lists/unknownQuestion");
  }
  return ANSWERS[name](context, parameters);
}
