import type {
  CourseNote,
  CoursePoint,
  CourseValue,
  ValueCourse,
} from "../../../lists/messages/valueCourse";
import { COURSE_COLUMNS_LIMIT } from "../../../lists/messages/drawnLimits";
import type { ColumnTotals } from "../../../lists/common/table/rowTables";

/** What a list added up to at one time. */
export interface Measured {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly isNow: boolean;
  readonly rows: number;
  /** The most telling column first; none where a note says why. */
  readonly columns: readonly ColumnTotals[];
  readonly note?: CourseNote;
}

const MOST_UNITS = 4;
const NOTHING: CourseValue = { number: 0, text: "0" };

/** The sums of one column over time, the one that says most where none is named. */
export function valueCourse(
  measured: readonly Measured[],
  { column, omitted }: { readonly column?: string | undefined; readonly omitted: number },
): ValueCourse {
  const inTime = measured.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const columns = columnsOf(inTime);
  const chosen = columns.find(({ key }) => key === column)?.key ?? columns[0]?.key;
  const units = unitsOf(inTime, chosen);
  return {
    ...{ columns, units, omitted },
    ...(chosen === undefined ? {} : { column: chosen }),
    points: inTime.map((one) => pointOf(one, chosen, units)),
  };
}

/** In the order of the newest that has some, then what only older ones had. */
function columnsOf(measured: readonly Measured[]): ValueCourse["columns"] {
  const byKey = new Map<string, string>();
  for (const { columns } of measured.toReversed()) {
    for (const { key, label } of columns) {
      byKey.set(key, byKey.get(key) ?? label);
    }
  }
  return [...byKey].slice(0, COURSE_COLUMNS_LIMIT).map(([key, label]) => ({ key, label }));
}

function unitsOf(measured: readonly Measured[], key: string | undefined): readonly string[] {
  const all = measured.flatMap((one) => totalsOf(one, key)?.units.map(({ unit }) => unit) ?? []);
  return [...new Set(all)].sort().slice(0, MOST_UNITS);
}

function pointOf(one: Measured, key: string | undefined, units: readonly string[]): CoursePoint {
  const totals = totalsOf(one, key);
  // Without rows there is nothing to name a column by, and the sum of nothing is known.
  const isEmpty = one.rows === 0 && (one.note ?? "otherBytes") === "otherBytes";
  const values = units.map((unit) => (isEmpty ? NOTHING : valueOf(totals, unit)));
  const note = one.note ?? (totals === undefined && !isEmpty ? "noColumn" : undefined);
  return {
    ...{ at: one.at, isNow: one.isNow, rows: one.rows, values },
    ...(note === undefined ? {} : { note }),
  };
}

function totalsOf({ columns }: Measured, key: string | undefined): ColumnTotals | undefined {
  return columns.find((column) => column.key === key);
}

function valueOf(totals: ColumnTotals | undefined, unit: string): CourseValue | null {
  const text = totals?.units.find((one) => one.unit === unit)?.sum ?? undefined;
  const number = Number(text);
  return text === undefined || !Number.isFinite(number) ? null : { number, text };
}
