import type { PlainCell } from "../messages/listTable";
import type { TextEncoding } from "../../../platform/http/text";
import { type JsonNode, sourceOf, stringValue } from "../../../platform/json/jsonText";
import type { RowKind } from "./identify";
import { joinedName } from "./memberNames";

/** What has to be said of a row beside what names it. */
export type RowRemark =
  /** It is no object, or one without members. */
  | { readonly kind: "shape"; readonly cell: PlainCell }
  /** A member is null where an object should be. */
  | { readonly kind: "nullMember"; readonly path: readonly string[] }
  /** A name stands more than once in one object; the values in their order. */
  | {
      readonly kind: "repeated";
      readonly path: readonly string[];
      readonly values: readonly PlainCell[];
    }
  /** Bytes of it had no meaning in the encoding of the answer. */
  | { readonly kind: "inexact"; readonly encoding: TextEncoding };

interface RemarkedRow {
  readonly text: string;
  readonly node: JsonNode;
  readonly kind: RowKind;
  readonly encoding: TextEncoding;
  readonly hasId: boolean;
}

/** Objects in one another that are looked into. */
const DEPTH = 6;
/** More than these are not told of one row. */
const MOST = 10;

export function rowRemarks(row: RemarkedRow): readonly RowRemark[] {
  const { text, node, encoding } = row;
  const shape: readonly RowRemark[] =
    node.count > 0 && node.type === "object" ? [] : [{ kind: "shape", cell: cellOf(text, node) }];
  const isInexact = !encoding.exact && sourceOf(text, node).includes("\ufffd");
  return [
    ...shape,
    ...membersOf(row, node, []).slice(0, MOST),
    ...(isInexact ? [{ kind: "inexact", encoding } as const] : []),
  ];
}

function membersOf(row: RemarkedRow, node: JsonNode, before: readonly string[]): RowRemark[] {
  const byName = Map.groupBy(node.members ?? [], ({ name }) => name);
  const found: RowRemark[] = [];
  for (const [name, members] of byName) {
    const path = [...before, name];
    if (members.length > 1) {
      const values = members.map(({ value }) => cellOf(row.text, value));
      found.push({ kind: "repeated", path, values });
    }
    for (const { value } of members) {
      if (value.type === "null" && members.length === 1 && isObjectName(row, name)) {
        found.push({ kind: "nullMember", path });
      } else if (value.type === "object" && before.length < DEPTH) {
        found.push(...membersOf(row, value, path));
      }
    }
  }
  return found;
}

/** The specification's `name` of a client; what could hold the row that nothing else names. */
function isObjectName({ kind, hasId }: RemarkedRow, name: string): boolean {
  const joined = joinedName(name);
  return (
    (kind === "client" && joined === "name") ||
    (!hasId && [kind, "attributes", "data", "embedded"].includes(joined))
  );
}

/** A value as a cell of a grid shows it. */
function cellOf(text: string, node: JsonNode): PlainCell {
  switch (node.type) {
    case "null":
      return { kind: "null" };
    case "array":
      return { kind: "items", count: node.count };
    case "object":
      return { kind: "members", count: node.count };
    default:
      return {
        kind: node.type === "string" ? "text" : node.type,
        text: stringValue(text, node),
      };
  }
}
