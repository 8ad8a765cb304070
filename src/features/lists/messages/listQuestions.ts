import type { ListCell, ListColumn } from "./listTable";

/** What rows are shown, and in which order; empty members restrict nothing. */
export interface RowView {
  readonly sort: readonly SortKey[];
  /** All of them hold for a row that is shown. */
  readonly filters: readonly ColumnFilter[];
  /** Only rows with this text in any cell, upper and lower case alike. */
  readonly search: string;
}

export const EVERY_ROW: RowView = { sort: [], filters: [], search: "" };

export interface SortKey {
  /** Key of a column. */
  readonly column: string;
  readonly direction: "ascending" | "descending";
}

export const FILTER_OPERATORS = [
  ...["contains", "notContains", "startsWith", "endsWith", "equals", "notEquals"],
  ...["less", "atMost", "greater", "atLeast", "empty", "notEmpty"],
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** Numbers are compared as numbers, exactly; all else as text, upper and lower case alike. */
export interface ColumnFilter {
  readonly column: string;
  readonly operator: FilterOperator;
  /** Not looked at by `empty` and `notEmpty`. */
  readonly value: string;
}

/** A part of the rows on screen. */
export interface RowsQuestion {
  readonly view: RowView;
  /** First row that is wanted, 0-based, in the order of the view. */
  readonly from: number;
  readonly count: number;
  /** Keys of the columns that are wanted, in this order. */
  readonly columns: readonly string[];
}

export interface RowsAnswer {
  /** Grows with every change of what is loaded. */
  readonly revision: number;
  /** Rows that the view leaves, and all that are loaded. */
  readonly total: number;
  readonly all: number;
  readonly from: number;
  readonly columns: readonly string[];
  /** By row, then in the order of `columns`. */
  readonly rows: readonly (readonly ListCell[])[];
  /** Which of the loaded rows each is, 0-based in the order of arrival. */
  readonly numbers: readonly number[];
}

export interface SummaryQuestion {
  readonly view: RowView;
  readonly column: string;
}

/** What a column holds, over the rows of a view. */
export interface ColumnSummary {
  readonly rows: number;
  readonly missing: number;
  readonly nulls: number;
  /** Empty or blank texts. */
  readonly blank: number;
  /** Rows where the name stands more than once: of those no value counts. Absent where there are none. */
  readonly several?: number;
  readonly distinct: number;
  /** False where there are more than were counted: `distinct` is then at least. */
  readonly isDistinctExact: boolean;
  /** As they came; of numbers by value, of all else by text. Absent where there are none. */
  readonly minimum?: string;
  readonly maximum?: string;
  /** Exact decimal sum; of columns of numbers alone. */
  readonly sum?: string;
  /** The most frequent values, at most ten. */
  readonly frequent: readonly { readonly text: string; readonly count: number }[];
}

export interface FindQuestion {
  readonly view: RowView;
  /** Columns that are looked through, in the order of the screen. */
  readonly columns: readonly string[];
  readonly text: string;
  /** Where to begin: place in the view and in `columns`, both 0-based. */
  readonly row: number;
  readonly column: number;
  readonly direction: "forward" | "backward";
  /** Whether the place itself counts as found. */
  readonly isInclusive: boolean;
}

export interface FindAnswer {
  /** Cells that hold the text. */
  readonly matches: number;
  /** Which of them this is, 1-based; 0 where there is none. */
  readonly ordinal: number;
  readonly row: number;
  readonly column: number;
}

/** Cells by their places in the view: rows as ranges, columns by key in the order wanted. */
export interface Selection {
  readonly view: RowView;
  /** First and last row of each range, both included, ascending, without overlap. */
  readonly ranges: readonly (readonly [from: number, to: number])[];
  readonly columns: readonly string[];
}

export const COPY_FORMATS = ["tsv", "json", "markdown", "text"] as const;
/** `text`: the values alone, one a line. */
export type CopyFormat = (typeof COPY_FORMATS)[number];

export interface CopyQuestion {
  readonly selection: Selection;
  readonly format: CopyFormat;
  /** Whether the first line names the columns; of TSV alone, Markdown always does. */
  readonly withHeader: boolean;
}

/** A row, or one value of it, to be opened as JSON. */
export interface ValueQuestion {
  readonly view: RowView;
  /** Place in the view. */
  readonly row: number;
  /** Absent for the whole row. */
  readonly column?: string;
}

export interface TableFacts {
  readonly revision: number;
  /** Rows that are loaded. */
  readonly rows: number;
  readonly columns: readonly ListColumn[];
  /** Columns beyond the limit, which the JSON still has. */
  readonly omittedColumns: number;
  /** The rest of an answer is still being read: counts and columns may grow. */
  readonly isGrowing: boolean;
}

/** The most rows, columns and cells that one question may ask for. */
export const ROWS_LIMIT = 500;
export const CELLS_LIMIT = 20_000;
export const FILTERS_LIMIT = 50;
export const TEXT_LIMIT = 1000;
