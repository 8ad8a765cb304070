import { parseFragmentPointer } from "../../json/jsonPointer";
import type { JsonRecord } from "./reading";

/** More references in a row lead in circles. */
const MOST_REFERENCES = 32;

/** True for what is an object in JSON. */
export function isObject(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `value` where it is an object; documents of providers hold anything anywhere. */
export function recordIn(value: unknown): JsonRecord | undefined {
  return isObject(value) ? value : undefined;
}

/** `value` where it is a list; else an empty one. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * What a local reference (a JSON Pointer after `#`, RFC 6901) leads to; undefined where it leads
 * to nothing, or out of the document.
 */
export function targetOf(document: JsonRecord, reference: unknown): unknown {
  if (typeof reference !== "string" || !/^#(\/|$)/.test(reference)) {
    return undefined;
  }
  let node: unknown = document;
  for (const name of parseFragmentPointer(reference)) {
    const isInside = typeof node === "object" && node !== null && Object.hasOwn(node, name);
    node = isInside ? (node as JsonRecord)[name] : undefined;
  }
  return node;
}

/**
 * A node that is no schema, with its references followed: what stands beside a reference goes
 * before what it leads to. Without members where it leads nowhere, or in circles.
 */
export function resolved(document: JsonRecord, node: unknown): JsonRecord {
  let found: JsonRecord = {};
  let next = node;
  for (let count = 0; isObject(next) && count < MOST_REFERENCES; count++) {
    const { $ref: reference, ...own } = next;
    found = { ...own, ...found };
    next = targetOf(document, reference);
  }
  return found;
}

/** An object of the document, its `$ref`s followed; undefined where there is none. */
export function objectAt(document: JsonRecord, value: unknown): JsonRecord | undefined {
  let found = recordIn(value);
  for (let count = 0; found !== undefined && typeof found["$ref"] === "string"; count++) {
    found = count < MOST_REFERENCES ? recordIn(targetOf(document, found["$ref"])) : undefined;
  }
  return found;
}
