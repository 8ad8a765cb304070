import * as v from "valibot";
import { amount, type Shape } from "../../../platform/base/messageSchemas";
import { isRecord } from "../../../platform/base/shapes";

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

/**
 * A whole slice of rows is made of them: a schema of this union takes twenty times as long, and
 * a frame is over by then.
 */
export const listCell = v.custom<ListCell>(isCell);

function isCell(value: unknown): boolean {
  if (!isRecord(value)) {
    return false;
  }
  switch (value["kind"]) {
    case "missing":
    case "null":
      return true;
    case "text":
    case "number":
    case "boolean":
      return (
        typeof value["text"] === "string" &&
        (value["isCut"] === undefined || value["isCut"] === true)
      );
    case "items":
    case "members":
      return v.is(amount, value["count"]);
    case "several":
      return v.is(severalCell, value);
    default:
      return false;
  }
}

const severalCell = v.object({
  times: amount,
  values: v.array(v.custom((one) => isCell(one) && isRecord(one) && one["kind"] !== "several")),
});

export const COLUMN_KINDS = [
  ...["money", "number", "date", "text", "id", "boolean", "items", "members", "mixed", "empty"],
] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

export const listColumn = v.object({
  /** JSON Pointer (RFC 6901) from the row; unique within a table. */
  key: v.string(),
  /** Dotted for people: `name.firstName`; empty where the row itself is the value. */
  label: v.string(),
  isNumeric: v.boolean(),
  /** What the values look like, found by their shape and the member's name: a guess. */
  kind: v.picklist(COLUMN_KINDS),
});
export type ListColumn = Shape<typeof listColumn>;
