import type { ChartRows } from "../../../../src/core/lists/table/chartRows";
import type { ColumnKind, ListCell, ListColumn } from "../../../../src/shared/listTable";

/** A number by its lexeme; all else is text as it is, `null` included. */
export type Value = string | null | undefined | { readonly number: string };

const NUMERIC: readonly ColumnKind[] = ["money", "number"];

/** Rows as a chart reads them: columns by their kind, each row one value for each. */
export function aChart(
  kinds: Readonly<Record<string, ColumnKind>>,
  values: readonly (readonly Value[])[],
  more: Partial<ChartRows> = {},
): ChartRows {
  const columns = Object.entries(kinds).map(([label, kind]): ListColumn => ({
    ...{ key: `/${label.replaceAll(".", "/")}`, label, kind },
    isNumeric: NUMERIC.includes(kind),
  }));
  return {
    ...{ revision: 7, count: values.length, columns, isMasked: false, isSorted: false },
    cell: (row, key) => cellOf(values[row]?.[columns.findIndex((column) => column.key === key)]),
    ...more,
  };
}

export function amount(number: string | number): Value {
  return { number: String(number) };
}

function cellOf(value: Value): ListCell {
  if (value === undefined) {
    return { kind: "missing" };
  }
  if (value === null) {
    return { kind: "null" };
  }
  return typeof value === "string"
    ? { kind: "text", text: value }
    : { kind: "number", text: value.number };
}
