// Apart from the schemas: threads and tabs that need these alone start without them.

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

/** Snapshots that are read for it, and columns that can be chosen. */
export const COURSE_POINTS_LIMIT = 30;
export const COURSE_COLUMNS_LIMIT = 12;
