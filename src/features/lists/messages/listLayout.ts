import { EVERY_ROW, type RowView } from "./listQuestions";

export const LIST_TABS = ["table", "chart", "compare"] as const;
export type ListTab = (typeof LIST_TABS)[number];

/** How the user laid the columns out; columns by key. New columns follow those that are known. */
export interface ColumnLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Kept at the start while the others scroll. */
  readonly pinned: readonly string[];
  /** CSS pixels. */
  readonly widths: Readonly<Record<string, number>>;
}

export const CHART_KINDS = ["bar", "line", "donut", "scatter"] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

export const AGGREGATES = ["sum", "count", "average", "minimum", "maximum", "none"] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** What the user drew; absent columns are chosen by the explorer. */
export interface ChartChoice {
  readonly kind: ChartKind;
  /** Category, date or number on the horizontal axis; the slices of a donut. */
  readonly x: string;
  /** Columns of values, one series each; of `count` none is needed. */
  readonly y: readonly string[];
  /** Splits the rows into series. */
  readonly series?: string;
  readonly aggregate: Aggregate;
}

export const COMPARE_SOURCES = ["before", "page", "client", "connection", "snapshot"] as const;
export type CompareSource = (typeof COMPARE_SOURCES)[number];

/** The other side of a comparison, by what it is: enough to ask for it again. */
export interface CompareChoice {
  readonly source: CompareSource;
  readonly pageNumber?: number;
  readonly clientId?: string;
  readonly clientLabel?: string;
  readonly connectionId?: string;
  /** Name of its file, without folders. */
  readonly snapshot?: string;
  /** That of another snapshot, which stands in the place of the list's own rows. */
  readonly against?: string;
  /** Columns that tell which rows belong together; absent: found by shape. */
  readonly match?: readonly string[];
  readonly onlyChanges: boolean;
}

/** Where the user was in the grid; scroll in CSS pixels, row and column from 0. */
export interface GridPlace {
  readonly top: number;
  readonly left: number;
  readonly row: number;
  readonly column: number;
}

/** Everything of a panel that is the user's: kept by the webview, never rows. */
export interface ListLayout {
  readonly tab: ListTab;
  readonly view: RowView;
  readonly columns: ColumnLayout;
  /** Whether digits are grouped; display only. */
  readonly isGrouped: boolean;
  readonly place: GridPlace;
  readonly chart?: ChartChoice;
  readonly compare?: CompareChoice;
}

export const FIRST_LAYOUT: ListLayout = {
  tab: "table",
  view: EVERY_ROW,
  columns: { order: [], hidden: [], pinned: [], widths: {} },
  isGrouped: true,
  place: { top: 0, left: 0, row: 0, column: 0 },
};
