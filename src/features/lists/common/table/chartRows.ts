import type { ChartAxis, ChartName } from "../../messages/listChart";
import { CHART_NAME_LIMIT } from "../../messages/drawnLimits";
import type { RowView } from "../../messages/listQuestions";
import type { ListCell, ListColumn, PlainCell } from "../../messages/listTable";
import { severalText } from "../../messages/severalText";
import { type Decimal, parseDecimal } from "./decimal";
import type { QuestionContext } from "./loadedRows";

/** The rows of a view as a chart reads them, in its order; values are masked where they are shown so. */
export interface ChartRows {
  readonly revision: number;
  readonly count: number;
  readonly columns: readonly ListColumn[];
  readonly isMasked: boolean;
  /** Whether the user put the rows in an order. */
  readonly isSorted: boolean;
  cell(row: number, column: string): ListCell;
}

export function chartRowsOf({ table, shown }: QuestionContext, view: RowView): ChartRows {
  const order = table.order(view, shown);
  const { revision, columns } = table;
  const paths = new Map(columns.map(({ key }) => [key, table.pathOf(key)]));
  return {
    ...{ revision, columns, count: order.length, isMasked: shown.isMasked },
    isSorted: view.sort.length > 0,
    cell: (row, key) => shown.cell(table.cell(order[row] ?? -1, key), paths.get(key) ?? []),
  };
}

/** A number of a row: exactly, and as it came. */
export interface Amount {
  readonly decimal: Decimal;
  readonly text: string;
}

/** Powers of ten beyond which nothing is drawn: a double ends at 1.8e308. */
const POWER_LIMIT = 308;

/** The number in a cell; `tooLarge` where it can be neither drawn nor added. */
export function amountOf(cell: ListCell): Amount | "tooLarge" | undefined {
  if (cell.kind !== "number") {
    return undefined;
  }
  // Masks leave no number behind.
  const decimal = parseDecimal(cell.text);
  if (decimal === undefined) {
    return undefined;
  }
  const isWithin =
    Math.abs(Number(decimal.exponent)) <= POWER_LIMIT && decimal.digits.length <= POWER_LIMIT;
  return isWithin ? { decimal, text: cell.text } : "tooLarge";
}

/** What groups rows: the same key, the same place. */
export interface PlaceKey {
  readonly key: string;
  readonly name: ChartName;
  readonly at?: number;
}

const NONE: PlaceKey = { key: "none", name: { kind: "none", text: "" } };

/** Where a row is along x; undefined where an axis of dates or numbers has no place for it. */
export function placeOf(cell: ListCell, axis: ChartAxis): PlaceKey | undefined {
  switch (axis) {
    case "date":
      return datePlace(cell);
    case "number":
      return numberPlace(cell);
    case "category":
      return categoryOf(cell);
  }
}

/** A category for whatever a cell holds; blank texts and nulls are one, without a value. */
export function categoryOf(cell: ListCell): PlaceKey {
  return cell.kind === "several"
    ? {
        key: `several ${JSON.stringify(cell.values)}`,
        name: { kind: "value", text: cutText(severalText(cell.values, nameOf)) },
      }
    : plainCategory(cell);
}

function nameOf(cell: PlainCell): string {
  return plainCategory(cell).name.text;
}

function plainCategory(cell: PlainCell): PlaceKey {
  if ("count" in cell) {
    const text = String(cell.count);
    return { key: `${cell.kind} ${text}`, name: { kind: "value", text } };
  }
  if (!("text" in cell) || cell.text.trim() === "") {
    return NONE;
  }
  return { key: `value ${cell.text}`, name: { kind: "value", text: cutText(cell.text) } };
}

function datePlace(cell: ListCell): PlaceKey | undefined {
  const at = "text" in cell ? momentOf(cell.text) : undefined;
  return at === undefined || !("text" in cell)
    ? undefined
    : { key: cell.text, name: { kind: "value", text: cutText(cell.text) }, at };
}

function numberPlace(cell: ListCell): PlaceKey | undefined {
  const amount = amountOf(cell);
  if (amount === undefined || amount === "tooLarge") {
    return undefined;
  }
  const { isNegative, digits, exponent } = amount.decimal;
  return {
    // 1, 1.0 and 10e-1 are one place.
    key: `${isNegative ? "-" : ""}${digits}e${exponent}`,
    name: { kind: "value", text: amount.text },
    at: Number(amount.text),
  };
}

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[-+]\d\d:?\d\d)?)?$/;

/** Milliseconds of a date of ISO 8601; one without a zone is taken for UTC, as it reads. */
export function momentOf(text: string): number | undefined {
  const [, day, time = "00:00", zone = "Z"] = DATE.exec(text) ?? [];
  if (day === undefined) {
    return undefined;
  }
  const moment = Date.parse(`${day}T${time}${zone.replace(/(\d\d)(\d\d)$/, "$1:$2")}`);
  return Number.isNaN(moment) || !isDay(day) ? undefined : moment;
}

/** V8 reads a day that its month does not have as one of the next month. */
function isDay(day: string): boolean {
  return new Date(`${day}T00:00Z`).toISOString().startsWith(day);
}

/** Never half a character. */
function cutText(text: string): string {
  if (text.length <= CHART_NAME_LIMIT) {
    return text;
  }
  const last = text.charCodeAt(CHART_NAME_LIMIT - 2);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, CHART_NAME_LIMIT - (splitsPair ? 2 : 1))}…`;
}
