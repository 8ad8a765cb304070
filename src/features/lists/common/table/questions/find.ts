import type { FindAnswer, FindQuestion } from "../../../messages/listQuestions";
import { textOf } from "../filters";
import type { QuestionContext } from "../loadedRows";
import { folded } from "../textOrder";

/** The next cell that shows a text, from a place on and around the ends. */
export function answerFind(context: QuestionContext, question: FindQuestion): FindAnswer {
  const { table, shown } = context;
  const counts = table.matches(question, shown);
  const matches = counts.reduce((sum, count) => sum + count, 0);
  if (matches === 0) {
    return { matches, ordinal: 0, row: question.row, column: question.column };
  }
  const before = matchesBefore(context, question, counts);
  const ordinal =
    question.direction === "forward"
      ? (before.up % matches) + 1
      : ((before.down + matches - 1) % matches) + 1;
  return { matches, ordinal, ...placeOf(context, question, { counts, ordinal }) };
}

/**
 * Matches that come before the one that is looked for: `up` of those that lie behind when going
 * forward, `down` of those that lie ahead when going backward.
 */
function matchesBefore(
  context: QuestionContext,
  question: FindQuestion,
  counts: Int32Array,
): { readonly up: number; readonly down: number } {
  const { row, column, isInclusive } = question;
  const above = counts.subarray(0, row).reduce((sum, count) => sum + count, 0);
  const here = columnsWith(context, question, row);
  const upTo = (limit: number): number => here.filter((place) => place < limit).length;
  return {
    up: above + upTo(isInclusive ? column : column + 1),
    down: above + upTo(isInclusive ? column + 1 : column),
  };
}

function placeOf(
  context: QuestionContext,
  question: FindQuestion,
  { counts, ordinal }: { readonly counts: Int32Array; readonly ordinal: number },
): { readonly row: number; readonly column: number } {
  let left = ordinal;
  let row = 0;
  while (left > (counts[row] ?? 0)) {
    left -= counts[row] ?? 0;
    row++;
  }
  return { row, column: columnsWith(context, question, row)[left - 1] ?? 0 };
}

/** Places in `columns` whose cells show the text, in a row of the view. */
function columnsWith(
  { table, shown }: QuestionContext,
  { view, columns, text }: FindQuestion,
  row: number,
): readonly number[] {
  const number = table.order(view, shown)[row];
  const wanted = folded(text);
  return columns.flatMap((column, place) => {
    const cell = number === undefined ? undefined : table.cell(number, column);
    const isShown = cell && textOf(shown.cell(cell, table.pathOf(column)))?.includes(wanted);
    return isShown === true ? [place] : [];
  });
}
