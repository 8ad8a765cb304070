import * as v from "valibot";
import { CHART_VALUES_LIMIT } from "./drawnLimits";
import { chartChoice } from "./listLayout";
import { columnKey, rowView } from "./listQuestions";
import { amount, finiteNumber, type Shape } from "../../../platform/base/messageSchemas";

export const chartQuestion = v.strictObject({
  view: rowView,
  /** Absent: the explorer chooses. It has as many columns of values as are drawn; a layout may name more. */
  choice: v.exactOptional(
    v.pipe(
      chartChoice,
      v.check(({ y }) => y.length <= CHART_VALUES_LIMIT),
    ),
  ),
});
export type ChartQuestion = Shape<typeof chartQuestion>;

/** What x is; bars and slices are drawn as categories all the same. */
const chartAxis = v.picklist(["category", "date", "number"]);
export type ChartAxis = Shape<typeof chartAxis>;

/** A category or series by its value; the text is as it came, cut, and empty but for `value`. */
const chartName = v.object({
  /** `none`: rows without a value; `other`: what was too much, together. */
  kind: v.picklist(["value", "none", "other"]),
  text: v.string(),
});
export type ChartName = Shape<typeof chartName>;

/** Where along x something is drawn. */
const chartPlace = v.object({
  ...chartName.entries,
  /** Milliseconds since the epoch, or the number; of the axes `date` and `number` alone. */
  at: v.exactOptional(finiteNumber),
});
export type ChartPlace = Shape<typeof chartPlace>;

/** A value as it is drawn, and exactly as it is read: decimal digits without grouping. */
export const chartValue = v.object({ number: finiteNumber, text: v.string() });
export type ChartValue = Shape<typeof chartValue>;

const chartSeries = v.object({
  /** Key of the column of its values; absent where rows are counted. */
  column: v.exactOptional(columnKey),
  /** Which rows it is of; absent where they are not split. */
  split: v.exactOptional(chartName),
  /** By place; `null` where there is nothing to draw. */
  values: v.array(v.nullable(chartValue)),
});
export type ChartSeries = Shape<typeof chartSeries>;

/** Why there is no drawing of a choice. */
const chartProblem = v.picklist([
  ...(["noRows", "nothingToDraw", "columnGone", "noNumbers", "masked", "noPlaces"] as const),
  "nothingPositive",
]);
export type ChartProblem = Shape<typeof chartProblem>;

/** What a reader of the drawing has to know: it does not show everything. */
const chartRemarks = v.object({
  /** Rows that the view leaves. */
  rows: amount,
  /** Values that are no number. */
  noNumber: amount,
  /** Numbers beyond what can be drawn or added. */
  tooLarge: amount,
  /** Rows without a date or number on an axis of such. */
  noPlace: amount,
  /** Slices of zero or less. */
  notPositive: amount,
  /** Categories and series that are drawn together as `other`. */
  otherPlaces: amount,
  otherSeries: amount,
  /** Points there were before they were made fewer. */
  points: amount,
  /** How points were made fewer: by the shape of the line, where they lie, or the first alone. */
  thinning: v.picklist(["none", "shape", "spread", "first"]),
  /**
   * Currencies or units of the values by the columns that say them, at most five; "" behind them
   * where other values have none, and "…" last where there are more.
   */
  units: v.array(v.string()),
});
export type ChartRemarks = Shape<typeof chartRemarks>;

/** What is let in can be drawn: series are as long as there are places. */
export const chartData = v.pipe(
  v.object({
    /** Of the table when it was asked. */
    revision: amount,
    /** What was drawn, every part settled; absent where there is nothing to choose from. */
    choice: v.exactOptional(chartChoice),
    problem: v.exactOptional(chartProblem),
    /** What could be drawn instead. */
    instead: v.exactOptional(chartChoice),
    axis: chartAxis,
    places: v.array(chartPlace),
    series: v.array(chartSeries),
    remarks: chartRemarks,
  }),
  v.check(({ places, series }) => series.every(({ values }) => values.length === places.length)),
);
export type ChartData = Shape<typeof chartData>;
