import * as v from "valibot";
import { listCell, listColumn } from "./listTable";
import { amount, type Shape, textOf, wholeNumber } from "../../../platform/base/messageSchemas";

/** The most rows, columns and cells that one question may ask for. */
export const ROWS_LIMIT = 500;
export const CELLS_LIMIT = 20_000;
export const FILTERS_LIMIT = 50;
export const TEXT_LIMIT = 1000;
/** Above what a table can have: a member's name of any length may be in a key. */
const KEY_LIMIT = 200_000;
const COLUMNS_LIMIT = 2000;
const RANGES_LIMIT = 10_000;

/** A JSON Pointer from the row: empty where the row itself is the value. */
export const columnKey = textOf(KEY_LIMIT);

/** Keys of columns, in an order; a table has not more of them. */
export const columnKeys = v.pipe(v.array(columnKey), v.maxLength(COLUMNS_LIMIT));

const shortText = textOf(TEXT_LIMIT);

const sortKey = v.strictObject({
  /** Key of a column. */
  column: columnKey,
  direction: v.picklist(["ascending", "descending"]),
});
export type SortKey = Shape<typeof sortKey>;

export const FILTER_OPERATORS = [
  ...["contains", "notContains", "startsWith", "endsWith", "equals", "notEquals"],
  ...["less", "atMost", "greater", "atLeast", "empty", "notEmpty"],
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** Numbers are compared as numbers, exactly; all else as text, upper and lower case alike. */
const columnFilter = v.strictObject({
  column: columnKey,
  operator: v.picklist(FILTER_OPERATORS),
  /** Not looked at by `empty` and `notEmpty`. */
  value: shortText,
});
export type ColumnFilter = Shape<typeof columnFilter>;

/** What rows are shown, and in which order; empty members restrict nothing. */
export const rowView = v.strictObject({
  sort: v.pipe(v.array(sortKey), v.maxLength(FILTERS_LIMIT)),
  /** All of them hold for a row that is shown. */
  filters: v.pipe(v.array(columnFilter), v.maxLength(FILTERS_LIMIT)),
  /** Only rows with this text in any cell, upper and lower case alike. */
  search: shortText,
});
export type RowView = Shape<typeof rowView>;

export const EVERY_ROW: RowView = { sort: [], filters: [], search: "" };

/** What a slice is asked for by. */
export const slice = {
  /** First row that is wanted, 0-based, in the order of the view. */
  from: wholeNumber,
  count: v.pipe(wholeNumber, v.maxValue(ROWS_LIMIT)),
  /** Keys of the columns that are wanted, in this order. */
  columns: columnKeys,
};

/** Whether it is no more than one question may ask for. */
export function isWithinCells(question: {
  readonly count: number;
  readonly columns: readonly string[];
}): boolean {
  return question.count * question.columns.length <= CELLS_LIMIT;
}

/** A part of the rows on screen. */
export const rowsQuestion = v.pipe(
  v.strictObject({ view: rowView, ...slice }),
  v.check((question) => isWithinCells(question)),
);
export type RowsQuestion = Shape<typeof rowsQuestion>;

/** A slice of rows: each as wide as its columns say. */
export const rowsAnswer = v.pipe(
  v.object({
    /** Grows with every change of what is loaded. */
    revision: amount,
    /** Rows that the view leaves, and all that are loaded. */
    total: amount,
    all: amount,
    from: amount,
    columns: v.array(v.string()),
    /** By row, then in the order of `columns`. */
    rows: v.array(v.array(listCell)),
    /** Which of the loaded rows each is, 0-based in the order of arrival. */
    numbers: v.array(amount),
  }),
  v.check(
    ({ columns, rows, numbers }) =>
      rows.every((row) => row.length === columns.length) && numbers.length === rows.length,
  ),
);
export type RowsAnswer = Shape<typeof rowsAnswer>;

/** Bars of a histogram, which a panel draws as wide as a column. */
const BARS_LIMIT = 32;

export const summaryQuestion = v.strictObject({ view: rowView, column: columnKey });
export type SummaryQuestion = Shape<typeof summaryQuestion>;

/** What a column holds, over the rows of a view. */
export const columnSummary = v.object({
  rows: amount,
  missing: amount,
  nulls: amount,
  /** Empty or blank texts. */
  blank: amount,
  /** Rows where the name stands more than once: of those no value counts. Absent where there are none. */
  several: v.exactOptional(amount),
  distinct: amount,
  /** False where there are more than were counted: `distinct` is then at least. */
  isDistinctExact: v.boolean(),
  /** As they came; of numbers by value, of all else by text. Absent where there are none. */
  minimum: v.exactOptional(v.string()),
  maximum: v.exactOptional(v.string()),
  /** Exact decimal sum; of columns of numbers alone. */
  sum: v.exactOptional(v.string()),
  /** The exact sum by the number of values, rounded; of columns of numbers alone. */
  mean: v.exactOptional(v.string()),
  /** Standard deviation of a sample, to six digits; of columns of numbers alone. */
  deviation: v.exactOptional(v.string()),
  /** Values that are there, as they came: at or below each is this share of the numbers. */
  quantiles: v.exactOptional(v.array(v.object({ share: v.number(), text: v.string() }))),
  /** Currencies or units of the numbers where they have several, as those of a chart. */
  units: v.exactOptional(v.array(v.string())),
  /** The most frequent values, at most ten. */
  frequent: v.array(v.object({ text: v.string(), count: amount })),
  /** Rows with a value that is not among these; absent where there are none. */
  others: v.exactOptional(amount),
  /**
   * How numbers or dates are spread: bars from `from` on, as far as below `to`. Without borders
   * while values are masked.
   */
  histogram: v.exactOptional(
    v.pipe(
      v.array(
        v.object({
          from: v.exactOptional(v.string()),
          to: v.exactOptional(v.string()),
          count: amount,
        }),
      ),
      v.maxLength(BARS_LIMIT),
    ),
  ),
});
export type ColumnSummary = Shape<typeof columnSummary>;

export const direction = v.picklist(["forward", "backward"]);

export const findQuestion = v.strictObject({
  view: rowView,
  /** Columns that are looked through, in the order of the screen. */
  columns: columnKeys,
  text: shortText,
  /** Where to begin: place in the view and in `columns`, both 0-based. */
  row: wholeNumber,
  column: wholeNumber,
  direction,
  /** Whether the place itself counts as found. */
  isInclusive: v.boolean(),
});
export type FindQuestion = Shape<typeof findQuestion>;

export const findAnswer = v.object({
  /** Cells that hold the text. */
  matches: amount,
  /** Which of them this is, 1-based; 0 where there is none. */
  ordinal: amount,
  row: amount,
  column: amount,
});
export type FindAnswer = Shape<typeof findAnswer>;

/** Matches of a JSONPath query whose places are told: of more only how many there are. */
export const MATCHES_LIMIT = 10_000;

/** A JSONPath query (RFC 9535) over the rows of a view, as one array. */
const pathSearch = { view: rowView, query: shortText };

export const pathQuestion = v.strictObject({ ...pathSearch, columns: columnKeys });
export type PathQuestion = Shape<typeof pathQuestion>;

export const pathCopyQuestion = v.strictObject(pathSearch);
export type PathCopyQuestion = Shape<typeof pathCopyQuestion>;

export const pathAnswer = v.object({
  /** Why it is no query: nothing was looked for then. */
  problem: v.exactOptional(v.string()),
  matches: amount,
  /** False where there are more than were counted: there are at least so many. */
  isCountExact: v.boolean(),
  /** Of the first ones, in the order of the rows: the place in the view, and places in `columns`. */
  places: v.pipe(
    v.array(v.object({ row: amount, columns: v.array(amount) })),
    v.maxLength(MATCHES_LIMIT),
  ),
});
export type PathAnswer = Shape<typeof pathAnswer>;

/** How many matches went to the clipboard. */
export const pathCopied = v.object({ matches: amount });

/** Ascending and apart from one another, so that no row is copied twice. */
const rowRanges = v.pipe(
  v.array(v.strictTuple([wholeNumber, wholeNumber])),
  v.maxLength(RANGES_LIMIT),
  v.check((ranges) =>
    ranges.every(([from, to], index) => from <= to && from > (ranges[index - 1]?.[1] ?? -1)),
  ),
);

/** Of the rows that places are of; absent for those of now. */
const shownRevision = v.exactOptional(wholeNumber);

/** Cells by their places in the view: rows as ranges, columns by key in the order wanted. */
const selection = v.strictObject({
  view: rowView,
  revision: shownRevision,
  /** First and last row of each range, both included, ascending, without overlap. */
  ranges: rowRanges,
  columns: columnKeys,
});
export type Selection = Shape<typeof selection>;

/** `text`: the values alone, one a line. */
const copyFormat = v.picklist(["tsv", "json", "markdown", "text"]);
export type CopyFormat = Shape<typeof copyFormat>;

export const copyQuestion = v.strictObject({
  selection,
  format: copyFormat,
  /** Whether the first line names the columns; of TSV alone, Markdown always does. */
  withHeader: v.boolean(),
});
export type CopyQuestion = Shape<typeof copyQuestion>;

/** How many rows went to the clipboard. */
export const copied = v.object({ rows: amount });

/** A row, or one value of it, to be opened as JSON. */
export const valueQuestion = v.strictObject({
  view: rowView,
  revision: shownRevision,
  /** Place in the view. */
  row: wholeNumber,
  /** Absent for the whole row. */
  column: v.exactOptional(columnKey),
});
export type ValueQuestion = Shape<typeof valueQuestion>;

/** What a table is: whatever is let in can be rendered. */
export const tableFacts = v.object({
  revision: amount,
  /** Rows that are loaded. */
  rows: amount,
  columns: v.array(listColumn),
  /** Columns beyond the limit, which the JSON still has. */
  omittedColumns: amount,
  /** The rest of an answer is still being read: counts and columns may grow. */
  isGrowing: v.boolean(),
});
export type TableFacts = Shape<typeof tableFacts>;
