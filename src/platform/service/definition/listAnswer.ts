import { successSchemas } from "./operations";
import type { JsonRecord } from "./reading";
import { isObject, listIn, resolved } from "./references";

/** How deep envelopes are looked into: `{ data: { items: [] } }`. */
const DEEPEST = 3;

/**
 * True where a document says that no success of an operation has a list in it. What it leaves open
 * may have one. Looks no deeper than envelopes go, so that it costs little for each operation.
 */
export function hasNoList(document: JsonRecord, operation: JsonRecord): boolean {
  const successes = successSchemas(document, operation);
  return successes.length > 0 && successes.every((schema) => isListless(document, schema, DEEPEST));
}

function isListless(document: JsonRecord, source: unknown, depth: number): boolean {
  const schema = resolved(document, source);
  const types = [schema["type"]].flat();
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => listIn(schema[keyword]));
  const { properties } = schema;
  if (types.includes("array") || "items" in schema || depth === 0) {
    return false;
  }
  if (isObject(properties)) {
    const members = [...Object.values(properties), ...parts];
    return members.every((member) => isListless(document, member, depth - 1));
  }
  if (parts.length > 0) {
    return parts.every((part) => isListless(document, part, depth - 1));
  }
  // A map, or anything at all, may hold one; a text or a number does not.
  return types.some((type) => type !== undefined) && !types.includes("object");
}
