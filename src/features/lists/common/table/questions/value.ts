import { applyEdits, format } from "jsonc-parser";
import type { ValueQuestion } from "../../../messages/listQuestions";
import type { QuestionContext } from "../tableData";
import { rowsGone } from "./page";

const FORMATTING = { insertSpaces: true, tabSize: 2, eol: "\n" };

/** A row or one value of it as JSON; laying it out changes white space alone. */
export function answerValue(
  { table, shown }: QuestionContext,
  question: ValueQuestion & { readonly isLaidOut: boolean },
): { readonly text: string; readonly name: string } {
  const { view, row, isLaidOut } = question;
  const number = table.order(view, shown)[row];
  // Of a name that stands more than once the row shows how.
  const isSeveral =
    number !== undefined &&
    question.column !== undefined &&
    table.cell(number, question.column).kind === "several";
  const column = isSeveral ? undefined : question.column;
  const source = number === undefined ? undefined : table.source(number, column);
  if (number === undefined || source === undefined) {
    throw rowsGone();
  }
  const path = column === undefined ? [] : table.pathOf(column);
  const text = shown.json(source, path);
  return {
    text: isLaidOut ? applyEdits(text, format(text, undefined, FORMATTING)) : text,
    name: ["row", String(number + 1), ...path].join("."),
  };
}
