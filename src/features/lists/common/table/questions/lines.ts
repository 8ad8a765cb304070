import type { LinesAnswer, LinesQuestion } from "../rowTables";
import type { QuestionContext } from "../tableData";

/** UTF-16 units of an answer: a panel that asks meanwhile hardly waits. */
const LENGTH_AT_ONCE = 262_144;

/**
 * Whole rows of a view as JSON lines, as they came: who writes them masks them, all in one way. A
 * line break in a row stands between tokens, and becomes a space.
 */
export function answerLines(
  { table, shown }: QuestionContext,
  { view, from }: LinesQuestion,
): LinesAnswer {
  const order = table.order(view, shown);
  const lines: string[] = [];
  let [next, length] = [from, 0];
  while (next < order.length && length < LENGTH_AT_ONCE) {
    const line = (table.source(order[next] ?? -1) ?? "null").replace(/[\r\n]/g, " ");
    lines.push(line, "\n");
    length += line.length;
    next++;
  }
  return { text: lines.join(""), next, total: order.length };
}
