import { CHART_VALUES_LIMIT, SERIES_LIMIT } from "./drawnLimits";
import type { Aggregate, ChartChoice, ChartKind } from "./listLayout";
import type { ListColumn } from "./listTable";

/** Ways to put the values of a place together, by kind of chart. */
const AGGREGATES_OF: Readonly<Record<ChartKind, readonly Aggregate[]>> = {
  bar: ["sum", "count", "average", "minimum", "maximum", "none"],
  line: ["sum", "count", "average", "minimum", "maximum", "none"],
  // Slices are parts of a whole: averages of parts add up to nothing.
  donut: ["sum", "count"],
  scatter: ["none"],
};

export function aggregatesOf(kind: ChartKind): readonly Aggregate[] {
  return AGGREGATES_OF[kind];
}

/** Columns of numbers that are no names of something. */
export function isValueColumn({ kind, isNumeric }: ListColumn): boolean {
  return kind === "money" || kind === "number" || (isNumeric && kind !== "id");
}

/** Columns that can stand along x of a kind of chart. */
export function isPlaceColumn(column: ListColumn, kind: ChartKind): boolean {
  if (kind === "scatter") {
    return column.kind === "date" || isValueColumn(column);
  }
  return !["items", "members", "empty"].includes(column.kind);
}

/** The choice as its kind can draw it of these columns: what cannot be is left out. */
export function settleChoice(choice: ChartChoice, columns: readonly ListColumn[]): ChartChoice {
  const { kind, x, series } = choice;
  const known = new Set(columns.map(({ key }) => key));
  const aggregates = aggregatesOf(kind);
  const aggregate = aggregates.includes(choice.aggregate)
    ? choice.aggregate
    : (aggregates[0] ?? "none");
  const most = kind === "donut" ? 1 : CHART_VALUES_LIMIT;
  const y = [...new Set(choice.y)].filter((key) => known.has(key)).slice(0, most);
  const splits = kind !== "donut" && series !== undefined && series !== x && known.has(series);
  return {
    ...{ kind, x, aggregate, y: aggregate === "count" ? [] : y },
    ...(splits ? { series } : {}),
  };
}

/** Series that the rows may be split into, for each column of values. */
export function splitsLimit({ y }: ChartChoice): number {
  return Math.floor(SERIES_LIMIT / Math.max(y.length, 1));
}

/** What the user changed of a choice, with what that needs: a chart can be drawn where one can. */
export function changeChoice(
  choice: ChartChoice,
  change: Partial<Pick<ChartChoice, "kind" | "x" | "y" | "aggregate">>,
  columns: readonly ListColumn[],
): ChartChoice {
  const next = { ...choice, ...change };
  const values = columns.filter(isValueColumn).map(({ key }) => key);
  if (next.kind === "scatter") {
    return settleChoice({ ...next, ...placesOfCloud(next, columns, values) }, columns);
  }
  const aggregate = choice.kind === "scatter" && next.aggregate === "none" ? "sum" : next.aggregate;
  const needsValue = aggregate !== "count" && next.y.length === 0;
  const y = needsValue ? values.filter((key) => key !== next.x).slice(0, 1) : next.y;
  return settleChoice({ ...next, aggregate, y }, columns);
}

/** A cloud lies along dates or numbers, and its values are others. */
function placesOfCloud(
  { x, y }: ChartChoice,
  columns: readonly ListColumn[],
  values: readonly string[],
): Pick<ChartChoice, "x" | "y"> {
  const column = columns.find(({ key }) => key === x);
  const isRight = column !== undefined && isPlaceColumn(column, "scatter");
  const wanted = y.length > 0 ? y : values.filter((key) => key !== x).slice(0, 1);
  const along = values.find((key) => !wanted.includes(key)) ?? values[0];
  return { x: isRight ? x : (along ?? x), y: wanted };
}

/** The choice with its rows split by a column, or by none. */
export function splitChoice(choice: ChartChoice, series: string | undefined): ChartChoice {
  const { kind, x, y, aggregate } = choice;
  return { kind, x, y, aggregate, ...(series === undefined ? {} : { series }) };
}
