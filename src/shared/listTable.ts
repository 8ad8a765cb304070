/**
 * One value of a row as the grid shows it. `text` is what came: number lexemes verbatim,
 * strings decoded; `isCut` when it was too long to be sent whole.
 */
export type ListCell =
  | { readonly kind: "missing" | "null" }
  | { readonly kind: "text" | "number" | "boolean"; readonly text: string; readonly isCut?: true }
  | { readonly kind: "items" | "members"; readonly count: number };

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
