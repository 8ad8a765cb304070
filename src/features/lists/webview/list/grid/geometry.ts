import type { ListColumn } from "../../../messages/listTable";

/** Of a row of a list, in CSS pixels. */
export const ROW_HEIGHT = 26;

/** Of the names of the columns above them; with a picture of its values below each. */
export const HEAD_HEIGHT = 28;
export const PROFILED_HEAD = 96;

/** What a grid has to know of a column. */
export type GridColumn = Pick<ListColumn, "key" | "isNumeric">;

/** Where the columns on screen are, in CSS pixels from the left edge of all of them. */
export interface Geometry<Column extends GridColumn = GridColumn> {
  readonly columns: readonly Column[];
  readonly widths: readonly number[];
  readonly starts: readonly number[];
  /** Of the row numbers, before the first column. */
  readonly gutter: number;
  /** How many of the first columns stay while the others scroll. */
  readonly pinned: number;
  readonly total: number;
}

interface GeometryOptions<Column extends GridColumn> {
  readonly columns: readonly Column[];
  readonly pinned: ReadonlySet<string>;
  readonly widthOf: (column: Column) => number;
  readonly gutter: number;
  /** Width of what is in sight. */
  readonly viewport: number;
}

/** Pinned columns stay only as long as they leave room for others, as in a narrow panel. */
const PINNED_SHARE = 0.65;

export function layOut<Column extends GridColumn>({
  columns,
  pinned,
  widthOf,
  gutter,
  viewport,
}: GeometryOptions<Column>): Geometry<Column> {
  const widths = columns.map(widthOf);
  const starts: number[] = [];
  let at = gutter;
  for (const width of widths) {
    starts.push(at);
    at += width;
  }
  const count = columns.filter(({ key }) => pinned.has(key)).length;
  const edge = starts[count] ?? at;
  const stays = viewport === 0 || edge <= viewport * PINNED_SHARE;
  return { columns, widths, starts, gutter, pinned: stays ? count : 0, total: at };
}

/** Right edge of what stays: row numbers and pinned columns. */
export function stayingWidth({ starts, pinned, total }: Geometry): number {
  return starts[pinned] ?? total;
}

/** First and last of the columns that are in sight beside those that stay; empty: last < first. */
export function columnsInSight(
  geometry: Geometry,
  left: number,
  viewport: number,
): { readonly first: number; readonly last: number } {
  const { starts, pinned } = geometry;
  const from = left + stayingWidth(geometry);
  const first = Math.max(pinned, columnAt(geometry, from));
  const last = Math.min(starts.length - 1, columnAt(geometry, left + viewport - 1));
  return { first, last };
}

/** The column that holds a pixel; the last one begun before it. */
export function columnAt({ starts }: Geometry, x: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= x) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}
