import type { ChartChoice } from "../../messages/listLayout";
import type { ListColumn } from "../../messages/listTable";
import { amountOf, type ChartRows } from "./chartRows";

const UNITS_LIMIT = 5;
/** Longer texts are no units. */
export const UNIT_LENGTH = 12;
const UNIT_NAME = /(currency|currencycode|ccy|unit|unitofmeasure)$/i;

/**
 * Currencies or units that the rows give to the values of a chart. None where nothing says so,
 * or where each has a place or a series of its own.
 */
export function unitsOf(rows: ChartRows, { y, x, series }: ChartChoice): readonly string[] {
  const units = new Set<string>();
  for (const key of y) {
    const unit = unitColumn(key, rows.columns);
    if (unit === undefined || unit === x || unit === series) {
      return [];
    }
    for (let row = 0; row < rows.count && units.size < UNITS_LIMIT; row++) {
      const cell = rows.cell(row, unit);
      const hasValue = typeof amountOf(rows.cell(row, key)) === "object";
      if (hasValue && cell.kind === "text" && cell.text !== "" && cell.text.length <= UNIT_LENGTH) {
        units.add(cell.text);
      }
    }
  }
  return [...units];
}

/** The text beside a value that says its unit; of columns of money and numbers alone. */
export function unitColumn(key: string, columns: readonly ListColumn[]): string | undefined {
  const column = columns.find((one) => one.key === key);
  const named = columns.filter((one) => one.kind === "text" && UNIT_NAME.test(nameOf(one.key)));
  const parents = parentsOf(key);
  return column?.kind === "money"
    ? parents.flatMap((parent) => named.find((one) => parentsOf(one.key)[0] === parent) ?? [])[0]
        ?.key
    : undefined;
}

function nameOf(key: string): string {
  return key.slice(key.lastIndexOf("/") + 1);
}

/** Nearest first: `/a/b` and `/a` and "" of `/a/b/c`. */
function parentsOf(key: string): readonly string[] {
  const parent = key.slice(0, Math.max(key.lastIndexOf("/"), 0));
  return key === "" || parent === "" ? [""] : [parent, ...parentsOf(parent)];
}
