import * as v from "valibot";
import { pageNumber } from "./listQuery";
import { columnKey, columnKeys, EVERY_ROW, rowView } from "./listQuestions";
import {
  accepted,
  dictionaryOf,
  nameOf,
  type Shape,
  soundMembers,
} from "../../../platform/base/messageSchemas";

const NAME_LIMIT = 200;
const WIDTHS_LIMIT = 2000;

export const LIST_TABS = ["table", "chart", "compare"] as const;
export type ListTab = (typeof LIST_TABS)[number];

/** How the user laid the columns out; columns by key. New columns follow those that are known. */
const columnLayout = v.strictObject({
  order: columnKeys,
  hidden: columnKeys,
  /** Kept at the start while the others scroll. */
  pinned: columnKeys,
  /** CSS pixels. */
  widths: dictionaryOf(
    columnKey,
    v.pipe(v.number(), v.minValue(0), v.maxValue(10_000)),
    WIDTHS_LIMIT,
  ),
});
export type ColumnLayout = Shape<typeof columnLayout>;

export const CHART_KINDS = ["bar", "line", "donut", "scatter"] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

const aggregate = v.picklist(["sum", "count", "average", "minimum", "maximum", "none"]);
export type Aggregate = Shape<typeof aggregate>;

/** What the user drew, whether or not the columns are still there. */
export const chartChoice = v.strictObject({
  kind: v.picklist(CHART_KINDS),
  /** Category, date or number on the horizontal axis; the slices of a donut. */
  x: columnKey,
  /** Columns of values, one series each; of `count` none is needed. */
  y: columnKeys,
  /** Splits the rows into series. */
  series: v.exactOptional(columnKey),
  aggregate,
});
export type ChartChoice = Shape<typeof chartChoice>;

export const compareSource = v.picklist(["before", "page", "client", "connection", "snapshot"]);
export type CompareSource = Shape<typeof compareSource>;

const name = nameOf(NAME_LIMIT);
/** Without folders: no place on the disk passes between panel and host. */
const fileName = v.pipe(v.string(), v.regex(/^[^/\\]{1,255}$/));

/** The other side of a comparison, by what it is: enough to ask for it again. */
export const compareChoice = v.strictObject({
  source: compareSource,
  pageNumber: v.exactOptional(pageNumber),
  clientId: v.exactOptional(name),
  clientLabel: v.exactOptional(name),
  connectionId: v.exactOptional(name),
  /** Name of its file, without folders. */
  snapshot: v.exactOptional(fileName),
  /** That of another snapshot, which stands in the place of the list's own rows. */
  against: v.exactOptional(fileName),
  /** Columns that tell which rows belong together; absent: found by shape. */
  match: v.exactOptional(columnKeys),
  onlyChanges: v.boolean(),
});
export type CompareChoice = Shape<typeof compareChoice>;

const placePart = v.pipe(v.number(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));

/** Where the user was in the grid; scroll in CSS pixels, row and column from 0. */
const gridPlace = v.strictObject({
  top: placePart,
  left: placePart,
  row: placePart,
  column: placePart,
});
export type GridPlace = Shape<typeof gridPlace>;

/** Everything of a panel that is the user's: kept by the webview, never rows. */
export const listLayout = v.strictObject({
  tab: v.picklist(LIST_TABS),
  view: rowView,
  columns: columnLayout,
  /** Whether digits are grouped; display only. */
  isGrouped: v.boolean(),
  /** Whether a picture of its values is below each column's name. */
  showsProfiles: v.exactOptional(v.boolean()),
  place: gridPlace,
  chart: v.exactOptional(chartChoice),
  compare: v.exactOptional(compareChoice),
});
export type ListLayout = Shape<typeof listLayout>;

export const FIRST_LAYOUT: ListLayout = {
  tab: "table",
  view: EVERY_ROW,
  columns: { order: [], hidden: [], pinned: [], widths: {} },
  isGrouped: true,
  place: { top: 0, left: 0, row: 0, column: 0 },
};

/** Reads a layout that was kept; every part that is not right is as in a new panel. */
export function decodeLayout(value: unknown): ListLayout {
  return { ...FIRST_LAYOUT, ...soundMembers(listLayout.entries, value) };
}

/** The same of its columns. */
export function decodeColumns(value: unknown): ColumnLayout {
  return accepted(columnLayout, value) ?? FIRST_LAYOUT.columns;
}
