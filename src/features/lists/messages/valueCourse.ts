import * as v from "valibot";
import { chartValue } from "./listChart";
import { amount, type Shape } from "../../../platform/base/messageSchemas";

/**
 * Why a point has no sums: `masked` its values are pseudonyms; `hidden` privacy mode is on. Or what
 * to know of them: `otherBytes` the file is not the one that its manifest tells of.
 */
const courseNote = v.picklist([
  ...(["masked", "hidden", "unreadable", "otherBytes", "noColumn", "notWhole"] as const),
]);
export type CourseNote = Shape<typeof courseNote>;

/** A sum: as it is drawn, and exact. */
export type CourseValue = Shape<typeof chartValue>;

const coursePoint = v.object({
  /** ISO 8601, UTC. */
  at: v.pipe(
    v.string(),
    v.check((at) => !Number.isNaN(Date.parse(at))),
  ),
  isNow: v.boolean(),
  rows: amount,
  /** In the order of the units. */
  values: v.array(v.nullable(chartValue)),
  note: v.exactOptional(courseNote),
});
export type CoursePoint = Shape<typeof coursePoint>;

/** What a list added up to over time: at each snapshot of it, and now. Each point is as wide as the units. */
export const valueCourse = v.pipe(
  v.object({
    /** Columns of numbers, the most telling first. */
    columns: v.array(v.object({ key: v.string(), label: v.string() })),
    /** Key of the one that was added up; absent where no snapshot has one. */
    column: v.exactOptional(v.string()),
    /** Currencies or units of its values; "" of those that have none. */
    units: v.array(v.string()),
    /** Oldest first. */
    points: v.array(coursePoint),
    /** Older snapshots that were not read. */
    omitted: amount,
  }),
  v.check(({ units, points }) => points.every(({ values }) => values.length === units.length)),
);
export type ValueCourse = Shape<typeof valueCourse>;
