import type { RowView, ValueQuestion } from "../../../messages/listQuestions";
import { AppError } from "../../../../../platform/base/errors";
import { rootOf } from "../../../../../platform/json/jsonText";
import { listShapes, NO_SHAPES, type PageShapes } from "../../shapes";
import { layOutJson } from "../compare/laidOut";
import type { LinesAnswer, LinesQuestion } from "../rowTables";
import type { QuestionContext } from "../loadedRows";

/** A row or one value of it as JSON, as it came. */
export function answerValue(
  { table, shown }: QuestionContext,
  question: ValueQuestion,
): { readonly text: string; readonly name: string } {
  const { view, row } = question;
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
    text,
    name: ["row", String(number + 1), ...path].join("."),
  };
}

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

/** The bytes of a page as they came; masked text in privacy mode. */
export function answerPage(
  context: QuestionContext,
  { pageNumber }: { readonly pageNumber: number },
): { readonly bytes: Uint8Array } {
  const { shown } = context;
  const found = context.page(pageNumber);
  if (found === undefined) {
    throw rowsGone();
  }
  const { text, bytes } = found;
  // A copy: what is told to another thread is gone from this one.
  const isAsItCame = bytes !== undefined && !shown.isMasked;
  return { bytes: isAsItCame ? bytes.slice() : new TextEncoder().encode(shown.answer(text)) };
}

/** What else in the answer that brought a page could be its list and its total. */
export function answerShapes(
  context: QuestionContext,
  { pageNumber }: { readonly pageNumber: number },
): PageShapes {
  const found = context.page(pageNumber);
  return found === undefined
    ? NO_SHAPES
    : listShapes(found.text, rootOf(found.text, found.entries));
}

/** The editor compares no longer texts with a result that helps anybody. */
const LAID_OUT_LIMIT = 20_000_000;
const INDENT = "  ";

/** All rows as one JSON text, laid out to be compared line by line. */
export function answerLaidOut(
  { table, shown }: QuestionContext,
  { isSorted }: { readonly isSorted: boolean },
): { readonly bytes: Uint8Array; readonly isMasked: boolean } {
  const rows: string[] = [];
  let length = 0;
  for (let row = 0; row < table.rowCount; row++) {
    const source = table.source(row) ?? "null";
    length += source.length;
    if (length > LAID_OUT_LIMIT) {
      throw new AppError("input", "lists/tooLongToCompare");
    }
    rows.push(INDENT + layOutJson(shown.json(source, []), { isSorted, indent: INDENT }));
  }
  const text = rows.length === 0 ? "[]\n" : `[\n${rows.join(",\n")}\n]\n`;
  return { bytes: new TextEncoder().encode(text), isMasked: shown.isMasked };
}

/** UTF-16 units: of longer rows there would be several copies on their way to where they are read. */
const ROWS_TEXT_LIMIT = 100_000_000;

/** Whole rows of a view as one array, each as it came. */
export function answerRowsText(
  { table, shown }: QuestionContext,
  { view }: { readonly view: RowView },
): { readonly text: string } {
  const rows: string[] = [];
  let length = 0;
  for (const row of table.order(view, shown)) {
    const json = shown.json(table.source(row) ?? "null", []);
    length += json.length;
    if (length > ROWS_TEXT_LIMIT) {
      throw new AppError("input", "lists/tooLongForPath");
    }
    rows.push(json);
  }
  return { text: `[${rows.join(",\n")}]` };
}

/** What was asked about is not loaded any more. */
function rowsGone(): AppError {
  return new AppError("input", "lists/rowsGone");
}
