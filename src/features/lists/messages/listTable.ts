/**
 * One value of a row as the grid shows it. `text` is what came: number lexemes verbatim,
 * strings decoded; `isCut` when it was too long to be sent whole.
 */
export type ListCell = PlainCell | SeveralCell;

export type PlainCell =
  | { readonly kind: "missing" | "null" }
  | { readonly kind: "text" | "number" | "boolean"; readonly text: string; readonly isCut?: true }
  | { readonly kind: "items" | "members"; readonly count: number };

/**
 * The values of a name that stands more than once in one object, which leaves open what it means
 * (RFC 8259, section 4): all of them count alike.
 */
interface SeveralCell {
  readonly kind: "several";
  /** How often it stands there; `values` may be the first of them alone. */
  readonly times: number;
  readonly values: readonly PlainCell[];
}

/** The values as one text, as they are searched and copied. */
export function severalText(
  values: readonly PlainCell[],
  textOf: (cell: PlainCell) => string | undefined,
): string {
  return values.map((value) => textOf(value) ?? "").join(" | ");
}

export interface ListColumn {
  /** JSON Pointer (RFC 6901) from the row; unique within a table. */
  readonly key: string;
  /** Dotted for people: `name.firstName`; empty where the row itself is the value. */
  readonly label: string;
  readonly isNumeric: boolean;
  /** What the values look like, found by their shape and the member's name: a guess. */
  readonly kind: ColumnKind;
}

export const COLUMN_KINDS = [
  ...["money", "number", "date", "text", "id", "boolean", "items", "members", "mixed", "empty"],
] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];
