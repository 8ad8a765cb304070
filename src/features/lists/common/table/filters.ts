import type { ColumnFilter, FilterOperator } from "../../messages/listQuestions";
import type { ListCell } from "../../messages/listTable";
import { severalText } from "../../messages/severalText";
import { compareDecimals, type Decimal, parseDecimal } from "./decimal";
import { compareFolded, folded, isBlank } from "./textOrder";

/** Whether a cell passes; `cell` is the value itself, `shown` what the user sees of it. */
type Passes = (cell: ListCell, shown: ListCell) => boolean;

/**
 * Numbers, and how much is in an array or object, are compared as numbers, exactly; all else as
 * text, upper and lower case alike. A filter without its value restricts nothing, unless it asks
 * for equality.
 */
export function compileFilter({ operator, value }: ColumnFilter): Passes {
  const wanted = folded(value);
  const number = wantedNumber(value.trim());
  const isEqual = (cell: ListCell, shown: ListCell): boolean =>
    compareNumber(cell, number) === 0 || textOf(shown) === wanted;
  switch (operator) {
    case "empty":
      return isEmpty;
    case "notEmpty":
      return (cell) => !isEmpty(cell);
    case "equals":
      return isEqual;
    case "notEquals":
      return (cell, shown) => !isEqual(cell, shown);
    case "contains":
    case "notContains":
    case "startsWith":
    case "endsWith":
      return compileText(operator, wanted);
    case "less":
    case "atMost":
    case "greater":
    case "atLeast":
      return compileOrder(operator, value, number);
  }
}

/** Whether nothing of a value is to be seen: none, null, blank, or nothing in it. */
function isEmpty(cell: ListCell): boolean {
  switch (cell.kind) {
    case "missing":
    case "null":
      return true;
    case "items":
    case "members":
      return cell.count === 0;
    case "text":
      return isBlank(cell.text);
    case "number":
    case "boolean":
    case "several":
      return false;
  }
}

/** The text of a cell as it is searched; undefined where it has none. */
export function textOf(cell: ListCell): string | undefined {
  if (cell.kind === "several") {
    return severalText(cell.values, textOf);
  }
  return "text" in cell ? folded(cell.text) : undefined;
}

function compileText(operator: FilterOperator, wanted: string): Passes {
  if (wanted === "") {
    return () => true;
  }
  switch (operator) {
    case "startsWith":
      return (_cell, shown) => textOf(shown)?.startsWith(wanted) ?? false;
    case "endsWith":
      return (_cell, shown) => textOf(shown)?.endsWith(wanted) ?? false;
    case "notContains":
      return (_cell, shown) => !(textOf(shown)?.includes(wanted) ?? false);
    default:
      return (_cell, shown) => textOf(shown)?.includes(wanted) ?? false;
  }
}

const ACCEPTED: Readonly<Partial<Record<FilterOperator, (order: number) => boolean>>> = {
  less: (order) => order < 0,
  atMost: (order) => order <= 0,
  greater: (order) => order > 0,
  atLeast: (order) => order >= 0,
};

function compileOrder(operator: FilterOperator, value: string, number: Wanted | undefined): Passes {
  const accepts = ACCEPTED[operator];
  if (accepts === undefined || isBlank(value)) {
    return () => true;
  }
  return (cell, shown) => {
    const order = isNumber(cell)
      ? compareNumber(cell, number)
      : shown.kind === "text" && !isBlank(shown.text)
        ? compareFolded(shown.text, value)
        : undefined;
    return order !== undefined && accepts(order);
  };
}

function isNumber({ kind }: ListCell): boolean {
  return kind === "number" || kind === "items" || kind === "members";
}

/** Undefined where one of them is no number. */
function compareNumber(cell: ListCell, number: Wanted | undefined): number | undefined {
  if (number === undefined || !isNumber(cell)) {
    return undefined;
  }
  const text = "text" in cell ? cell.text : String("count" in cell ? cell.count : "");
  // Doubles that differ tell the order; only equal ones may stand for numbers that are not.
  const double = Number(text);
  if (double !== number.double) {
    return double < number.double ? -1 : 1;
  }
  const own = parseDecimal(text);
  return own === undefined ? undefined : compareDecimals(own, number.decimal);
}

/** The number of a filter, as it is and as a double. */
interface Wanted {
  readonly decimal: Decimal;
  readonly double: number;
}

/** As the grid shows it: whole digits in groups of three, from the first on. */
const GROUPED = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;

function wantedNumber(text: string): Wanted | undefined {
  const plain = GROUPED.test(text) ? text.replaceAll(",", "") : text;
  const decimal = parseDecimal(plain);
  return decimal && { decimal, double: Number(plain) };
}
