import { isValueColumn } from "../../messages/chartChoices";
import type { ChartChoice } from "../../messages/listLayout";
import type { ListColumn } from "../../messages/listTable";
import { amountOf, categoryOf, type ChartRows, momentOf } from "./chartRows";

/** Rows and columns that are looked at: a guess needs no more. */
const ROWS_SEEN = 2000;
const COLUMNS_SEEN = 60;
/** Values of a category that are told apart at a glance, and those of a split. */
const MOST_CATEGORIES = 30;
const MOST_SPLITS = 8;
/** Days that dates cover when they are a course of time: less is the day of a valuation. */
const COURSE_DAYS = 60;
const DAY = 86_400_000;

/** What a column holds, as far as was looked. */
interface Seen {
  readonly column: ListColumn;
  readonly cells: readonly string[];
  readonly distinct: number;
  readonly filled: number;
}

/**
 * What is worth drawing: values over time, values by category, rows by category, one number over
 * another. Undefined where the rows hold nothing of the kind.
 */
export function firstChoice(rows: ChartRows): ChartChoice | undefined {
  const sample = sampleOf(rows.count);
  const columns = rows.columns.slice(0, COLUMNS_SEEN);
  const values = columns.filter(isValueColumn).filter((column) => hasNumbers(rows, sample, column));
  const value = values.toSorted(byWorth)[0];
  const dates = columns.filter(({ kind }) => kind === "date").map((one) => see(rows, sample, one));
  const categories = columns
    .filter(({ kind }) => kind === "text" || kind === "boolean" || kind === "mixed")
    .map((one) => see(rows, sample, one))
    .filter(isCategory);
  return (
    overTime(value, dates, categories) ??
    byCategory(value, categories[0]) ??
    (values.length > 1 ? cloud(values) : undefined) ??
    alone(columns, value)
  );
}

/** Rows over the whole list, evenly. */
function sampleOf(count: number): readonly number[] {
  const step = Math.max(count / ROWS_SEEN, 1);
  return Array.from({ length: Math.min(count, ROWS_SEEN) }, (_, at) => Math.floor(at * step));
}

function hasNumbers(rows: ChartRows, sample: readonly number[], { key }: ListColumn): boolean {
  return sample.some((row) => typeof amountOf(rows.cell(row, key)) === "object");
}

function see(rows: ChartRows, sample: readonly number[], column: ListColumn): Seen {
  const places = sample.map((row) => categoryOf(rows.cell(row, column.key)));
  const filled = places.filter(({ name }) => name.kind === "value").length;
  const cells = places.map(({ key }) => key);
  return { column, cells, filled, distinct: new Set(cells).size };
}

/** Few values that come back; of a few rows each may have its own. */
function isCategory({ distinct, filled }: Seen): boolean {
  return distinct > 1 && distinct <= MOST_CATEGORIES && (distinct < filled || filled <= 12);
}

const WORTH = /(value|amount|balance|total|worth|wealth)$/i;
const SCORE = /(score|result|level)$/i;
const EACH = /(price|rate|cost|percent|percentage|weight|factor|units?)$/i;

/** The column of numbers that says most comes first. */
export function byWorth(one: ListColumn, other: ListColumn): number {
  return rankOf(one) - rankOf(other);
}

/** Money that adds up first, then other money, scores, other numbers; prices and rates last. */
function rankOf({ kind, key }: ListColumn): number {
  const money = kind === "money" ? 0 : 4;
  return money + (WORTH.test(key) ? 0 : EACH.test(key) ? 3 : SCORE.test(key) ? 1 : 2);
}

function overTime(
  value: ListColumn | undefined,
  dates: readonly Seen[],
  categories: readonly Seen[],
): ChartChoice | undefined {
  const course = dates.find(isCourse) ?? (categories.length === 0 ? dates[0] : undefined);
  if (value === undefined || course === undefined || course.distinct < 2) {
    return undefined;
  }
  // Several rows of one day are kept apart by what tells them apart.
  const split = categories.find((one) => distinguishes(course, one));
  return {
    ...{ kind: "line", x: course.column.key, y: [value.key], aggregate: aggregateOf(value) },
    ...(split === undefined ? {} : { series: split.column.key }),
  };
}

function isCourse({ distinct, cells }: Seen): boolean {
  const moments = cells.flatMap((key) => momentOf(key.replace(/^value /, "")) ?? []);
  const span = moments.reduce((most, at) => Math.max(most, at), -Infinity);
  const start = moments.reduce((least, at) => Math.min(least, at), Infinity);
  return distinct > 2 && span - start >= COURSE_DAYS * DAY;
}

function distinguishes(course: Seen, { cells, distinct }: Seen): boolean {
  const isOneADay = course.distinct === course.cells.length;
  const pairs = new Set(course.cells.map((key, at) => `${key}\n${cells[at] ?? ""}`));
  return !isOneADay && distinct <= MOST_SPLITS && pairs.size === course.cells.length;
}

function byCategory(value: ListColumn | undefined, category: Seen | undefined) {
  if (category === undefined) {
    return undefined;
  }
  const x = category.column.key;
  const choice: ChartChoice =
    value?.kind === "money"
      ? { kind: "bar", x, y: [value.key], aggregate: aggregateOf(value) }
      : { kind: "bar", x, y: [], aggregate: "count" };
  return choice;
}

function cloud(values: readonly ListColumn[]): ChartChoice | undefined {
  const [x, y] = values;
  return x && y && { kind: "scatter", x: x.key, y: [y.key], aggregate: "none" };
}

/** Nothing comes back and nothing goes together: the numbers themselves, or rows by a text. */
function alone(
  columns: readonly ListColumn[],
  value: ListColumn | undefined,
): ChartChoice | undefined {
  const named = columns.filter(({ kind }) =>
    ["text", "id", "date", "mixed", "boolean"].includes(kind),
  );
  const x = named.find(({ kind }) => kind !== "id") ?? named[0] ?? value;
  if (x === undefined) {
    return undefined;
  }
  return value === undefined
    ? { kind: "bar", x: x.key, y: [], aggregate: "count" }
    : { kind: "bar", x: x.key, y: [value.key], aggregate: "none" };
}

/** Money adds up, unless it is a price; scores and rates are averaged. */
function aggregateOf({ kind, key }: ListColumn): "sum" | "average" {
  return kind === "money" && !EACH.test(key) ? "sum" : "average";
}
