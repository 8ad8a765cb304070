import {
  CELLS_LIMIT,
  COPY_FORMATS,
  FILTER_OPERATORS,
  FILTERS_LIMIT,
  ROWS_LIMIT,
  TEXT_LIMIT,
  type CopyQuestion,
  type FindQuestion,
  type RowsQuestion,
  type RowView,
  type SummaryQuestion,
  type ValueQuestion,
} from "./listQuestions";
import {
  hasExactly,
  isAmount,
  isFlag,
  isListOf,
  isRecord,
  isText,
  oneOf,
} from "../../../platform/base/shapes";

/** Above what a table can have: a member's name of any length may be in a key. */
const KEY_LIMIT = 200_000;
const COLUMNS_LIMIT = 2000;
const RANGES_LIMIT = 10_000;

export function isRowView(value: unknown): value is RowView {
  return hasExactly(value, {
    sort: (sort) => isShortList(sort, isSortKey, FILTERS_LIMIT),
    filters: (filters) => isShortList(filters, isFilter, FILTERS_LIMIT),
    search: isShortText,
  });
}

export function isRowsQuestion(value: unknown): value is RowsQuestion {
  return (
    hasExactly(value, { view: isRowView, from: isIndex, count: isIndex, columns: isColumns }) &&
    (value["count"] as number) <= ROWS_LIMIT &&
    (value["count"] as number) * (value["columns"] as readonly string[]).length <= CELLS_LIMIT
  );
}

export function isSummaryQuestion(value: unknown): value is SummaryQuestion {
  return hasExactly(value, { view: isRowView, column: isColumnKey });
}

export function isFindQuestion(value: unknown): value is FindQuestion {
  return hasExactly(value, {
    ...{ view: isRowView, columns: isColumns, text: isShortText, row: isIndex, column: isIndex },
    direction: (direction) => oneOf(direction, ["forward", "backward"]),
    isInclusive: isFlag,
  });
}

export function isCopyQuestion(value: unknown): value is CopyQuestion {
  return hasExactly(value, {
    selection: isSelection,
    format: (format) => oneOf(format, COPY_FORMATS),
    withHeader: isFlag,
  });
}

export function isValueQuestion(value: unknown): value is ValueQuestion {
  const isOfRow = { view: isRowView, row: isIndex };
  return hasExactly(value, isOfRow) || hasExactly(value, { ...isOfRow, column: isColumnKey });
}

/** Keys of columns, in an order; a table has not more of them. */
export function isColumns(value: unknown): value is readonly string[] {
  return isShortList(value, isColumnKey, COLUMNS_LIMIT);
}

/** A JSON Pointer from the row: empty where the row itself is the value. */
export function isColumnKey(value: unknown): value is string {
  return isText(value) && value.length <= KEY_LIMIT;
}

/** Place of a row or column, or a number of them. */
export function isIndex(value: unknown): value is number {
  return isAmount(value);
}

function isSelection(value: unknown): boolean {
  return hasExactly(value, { view: isRowView, ranges: isRanges, columns: isColumns });
}

/** Ascending and apart from one another, so that no row is copied twice. */
function isRanges(value: unknown): boolean {
  if (!isShortList(value, isRange, RANGES_LIMIT)) {
    return false;
  }
  const ranges = value as readonly (readonly [number, number])[];
  return ranges.every(([from], index) => from > (ranges[index - 1]?.[1] ?? -1));
}

function isRange(value: unknown): boolean {
  return isListOf(value, isIndex) && value.length === 2 && Number(value[0]) <= Number(value[1]);
}

function isSortKey(value: unknown): boolean {
  return hasExactly(value, {
    column: isColumnKey,
    direction: (direction) => oneOf(direction, ["ascending", "descending"]),
  });
}

function isFilter(value: unknown): boolean {
  return hasExactly(value, {
    column: isColumnKey,
    operator: (operator) => oneOf(operator, FILTER_OPERATORS),
    value: isShortText,
  });
}

function isShortText(value: unknown): boolean {
  return isText(value) && value.length <= TEXT_LIMIT;
}

function isShortList(
  value: unknown,
  isRight: (item: unknown) => boolean,
  limit: number,
): value is readonly unknown[] {
  return Array.isArray(value) && value.length <= limit && isListOf(value, isRight);
}

/** A record without members: what calls that take nothing take. */
export function isNothing(value: unknown): value is Readonly<Record<string, never>> {
  return isRecord(value) && Object.keys(value).length === 0;
}
