import type { JsonRecord } from "../../../../platform/service/definition/reading";
import { isObject, targetOf } from "../../../../platform/service/definition/references";

/** References that lead to references are followed this far. */
const LONGEST_CHAIN = 20;

/** `value` where it is an object; documents of providers hold anything anywhere. */
export function recordIn(value: unknown): JsonRecord | undefined {
  return isObject(value) ? value : undefined;
}

/** `value` where it is a list; else an empty one. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An object of the document, its `$ref`s followed; undefined where there is none. */
export function objectAt(document: JsonRecord, value: unknown): JsonRecord | undefined {
  let found = recordIn(value);
  for (let steps = 0; found !== undefined && typeof found["$ref"] === "string"; steps++) {
    found = steps < LONGEST_CHAIN ? recordIn(targetOf(document, found["$ref"])) : undefined;
  }
  return found;
}
