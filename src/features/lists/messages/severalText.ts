import type { PlainCell } from "./listTable";

/** The values as one text, as they are searched and copied. */
export function severalText(
  values: readonly PlainCell[],
  textOf: (cell: PlainCell) => string | undefined,
): string {
  return values.map((value) => textOf(value) ?? "").join(" | ");
}
