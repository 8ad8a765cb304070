import type { ChartChoice } from "./listLayout";
import type { RowView } from "./listQuestions";

/** Points that are drawn at most, over all series. */
export const CHART_POINTS_LIMIT = 5000;
/** Categories that are drawn each for itself; what is beyond is drawn together. */
export const CATEGORIES_LIMIT = 30;
export const SLICES_LIMIT = 12;
export const SERIES_LIMIT = 12;
/** Columns of values in one chart. */
export const CHART_VALUES_LIMIT = 6;
/** UTF-16 units of a category's name. */
export const CHART_NAME_LIMIT = 200;
/** Characters of an image on its way to the host: SVG as text, PNG as base64. */
export const IMAGE_LIMIT = 20_000_000;

export interface ChartQuestion {
  readonly view: RowView;
  /** Absent: the explorer chooses. */
  readonly choice?: ChartChoice;
}

/** What x is; bars and slices are drawn as categories all the same. */
export const CHART_AXES = ["category", "date", "number"] as const;
export type ChartAxis = (typeof CHART_AXES)[number];

/** `none`: rows without a value; `other`: what was too much, together. */
export const CHART_NAME_KINDS = ["value", "none", "other"] as const;

/** A category or series by its value; the text is as it came, cut, and empty but for `value`. */
export interface ChartName {
  readonly kind: (typeof CHART_NAME_KINDS)[number];
  readonly text: string;
}

/** Where along x something is drawn. */
export interface ChartPlace extends ChartName {
  /** Milliseconds since the epoch, or the number; of the axes `date` and `number` alone. */
  readonly at?: number;
}

/** A value as it is drawn, and exactly as it is read: decimal digits without grouping. */
export interface ChartValue {
  readonly number: number;
  readonly text: string;
}

export interface ChartSeries {
  /** Key of the column of its values; absent where rows are counted. */
  readonly column?: string;
  /** Which rows it is of; absent where they are not split. */
  readonly split?: ChartName;
  /** By place; `null` where there is nothing to draw. */
  readonly values: readonly (ChartValue | null)[];
}

/** Why there is no drawing of a choice. */
export const CHART_PROBLEMS = [
  ...["noRows", "nothingToDraw", "columnGone", "noNumbers", "masked", "noPlaces"],
  ...["nothingPositive"],
] as const;
export type ChartProblem = (typeof CHART_PROBLEMS)[number];

/** How points were made fewer: by the shape of the line, where they lie, or the first alone. */
export const CHART_THINNINGS = ["none", "shape", "spread", "first"] as const;

/** What a reader of the drawing has to know: it does not show everything. */
export interface ChartRemarks {
  /** Rows that the view leaves. */
  readonly rows: number;
  /** Values that are no number. */
  readonly noNumber: number;
  /** Numbers beyond what can be drawn or added. */
  readonly tooLarge: number;
  /** Rows without a date or number on an axis of such. */
  readonly noPlace: number;
  /** Slices of zero or less. */
  readonly notPositive: number;
  /** Categories and series that are drawn together as `other`. */
  readonly otherPlaces: number;
  readonly otherSeries: number;
  /** Points there were before they were made fewer. */
  readonly points: number;
  readonly thinning: (typeof CHART_THINNINGS)[number];
  /** Currencies or units of the values by the column that says them, at most five. */
  readonly units: readonly string[];
}

export interface ChartData {
  /** Of the table when it was asked. */
  readonly revision: number;
  /** What was drawn, every part settled; absent where there is nothing to choose from. */
  readonly choice?: ChartChoice;
  readonly problem?: ChartProblem;
  /** What could be drawn instead. */
  readonly instead?: ChartChoice;
  readonly axis: ChartAxis;
  readonly places: readonly ChartPlace[];
  readonly series: readonly ChartSeries[];
  readonly remarks: ChartRemarks;
}

export const IMAGE_FORMATS = ["svg", "png"] as const;

/** A drawing to be saved. */
export interface ChartImage {
  readonly format: (typeof IMAGE_FORMATS)[number];
  /** SVG as text, PNG as base64. */
  readonly content: string;
}
