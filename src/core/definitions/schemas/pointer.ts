import type { JsonRecord } from "../reading";

/** References that lead to references are followed this far. */
const LONGEST_CHAIN = 20;

/** `value` where it is an object; documents of providers hold anything anywhere. */
export function recordIn(value: unknown): JsonRecord | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonRecord)
    : undefined;
}

/** `value` where it is a list; else an empty one. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * What a local `$ref` points to (RFC 6901 pointer as URI fragment); undefined where it leads out
 * of the document or to nothing in it.
 */
export function targetOf(document: JsonRecord, reference: string): unknown {
  if (reference !== "#" && !reference.startsWith("#/")) {
    return undefined;
  }
  let node: unknown = document;
  for (const step of reference.split("/").slice(1)) {
    const name = decoded(step).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, name)) {
      return undefined;
    }
    node = (node as JsonRecord)[name];
  }
  return node;
}

/** An object of the document, its `$ref`s followed; undefined where there is none. */
export function objectAt(document: JsonRecord, value: unknown): JsonRecord | undefined {
  let found = recordIn(value);
  for (let steps = 0; found !== undefined && typeof found["$ref"] === "string"; steps++) {
    found = steps < LONGEST_CHAIN ? recordIn(targetOf(document, found["$ref"])) : undefined;
  }
  return found;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    // A percent sign that stands for itself.
    return step;
  }
}
