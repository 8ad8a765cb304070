/** What a list added up to over time: at each snapshot of it, and now. */
export interface ValueCourse {
  /** Columns of numbers, the most telling first. */
  readonly columns: readonly { readonly key: string; readonly label: string }[];
  /** Key of the one that was added up; absent where no snapshot has one. */
  readonly column?: string;
  /** Currencies or units of its values; "" of those that have none. */
  readonly units: readonly string[];
  /** Oldest first. */
  readonly points: readonly CoursePoint[];
  /** Older snapshots that were not read. */
  readonly omitted: number;
}

export const COURSE_NOTES = [
  ...["masked", "hidden", "unreadable", "otherBytes", "noColumn", "notWhole"],
] as const;
/**
 * Why a point has no sums: `masked` its values are pseudonyms; `hidden` privacy mode is on. Or what
 * to know of them: `otherBytes` the file is not the one that its manifest tells of.
 */
export type CourseNote =
  "masked" | "hidden" | "unreadable" | "otherBytes" | "noColumn" | "notWhole";

export interface CoursePoint {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly isNow: boolean;
  readonly rows: number;
  /** In the order of the units. */
  readonly values: readonly (CourseValue | null)[];
  readonly note?: CourseNote;
}

export interface CourseValue {
  readonly number: number;
  /** The exact sum. */
  readonly text: string;
}

/** Snapshots that are read for it, and columns that can be chosen. */
export const COURSE_POINTS_LIMIT = 30;
export const COURSE_COLUMNS_LIMIT = 12;
