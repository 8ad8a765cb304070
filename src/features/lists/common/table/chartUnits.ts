import type { ChartChoice } from "../../messages/listLayout";
import type { ListCell, ListColumn } from "../../messages/listTable";
import { amountOf, type ChartRows } from "./chartRows";

const UNITS_LIMIT = 5;
/** In the place of the others. */
const MORE = "…";
/** Longer texts are no units. */
const UNIT_LENGTH = 12;
const UNIT_NAME = /(currency|currencycode|ccy|unit|unitofmeasure)$/i;

/**
 * Currencies or units that the rows give to the values of a chart; "" behind them where others of
 * a column have none, and "…" last where there are more. One alone is that of all columns. None
 * where nothing says so, or where each has a place or a series of its own.
 */
export function unitsOf(
  rows: ChartRows,
  { y, x, series }: Partial<Pick<ChartChoice, "x" | "series">> & Pick<ChartChoice, "y">,
): readonly string[] {
  const columns = y.map((key) => {
    const unit = unitColumn(key, rows.columns);
    return unit === undefined || unit === x || unit === series
      ? [""]
      : unitsOfColumn(rows, key, unit);
  });
  const units = [...new Set(columns.flat())].filter((unit) => unit !== "");
  const none = columns.some((one) => one.length > 1 && one.includes("")) ? [""] : [];
  const areAlike = columns.flat().every((unit) => unit === units[0]);
  if (none.length === 0 && units.length < 2 && !areAlike) {
    return [];
  }
  const named = units.slice(0, UNITS_LIMIT - none.length);
  return [...named, ...none, ...(named.length < units.length ? [MORE] : [])];
}

function unitsOfColumn(rows: ChartRows, key: string, unit: string): readonly string[] {
  const units = new Set<string>();
  for (let row = 0; row < rows.count; row++) {
    if (typeof amountOf(rows.cell(row, key)) === "object") {
      units.add(unitText(rows.cell(row, unit)));
    }
  }
  return [...units];
}

/** The unit that a cell names; "" where it names none. */
export function unitText(cell: ListCell): string {
  return cell.kind === "text" && cell.text.length <= UNIT_LENGTH ? cell.text.trim() : "";
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
