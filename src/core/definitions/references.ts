import { AppError } from "../errors";
import { asRecord } from "./reading";

/**
 * A copy of `document` with each local `$ref` (RFC 6901 pointer after `#`) replaced by what it
 * points to. Throws `AppError` `definition/unreadable` for cycles and for what is not there.
 */
export function dereference(document: unknown): unknown {
  const resolved = new Map<string, unknown>();
  const open = new Set<string>();

  const copy = (node: unknown): unknown => {
    if (Array.isArray(node)) {
      return node.map(copy);
    }
    if (typeof node !== "object" || node === null) {
      return node;
    }
    const reference: unknown = Object.hasOwn(node, "$ref") ? asRecord(node)["$ref"] : undefined;
    return typeof reference === "string"
      ? follow(reference)
      : Object.fromEntries(Object.entries(node).map(([name, value]) => [name, copy(value)]));
  };

  const follow = (reference: string): unknown => {
    if (!resolved.has(reference)) {
      if (open.has(reference)) {
        throw unreadable(reference);
      }
      open.add(reference);
      resolved.set(reference, copy(target(document, reference)));
      open.delete(reference);
    }
    return resolved.get(reference);
  };

  return copy(document);
}

function target(document: unknown, reference: string): unknown {
  if (!reference.startsWith("#/")) {
    throw unreadable(reference);
  }
  let node: unknown = document;
  for (const step of reference.slice(2).split("/")) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, name)) {
      throw unreadable(reference);
    }
    node = (node as Readonly<Record<string, unknown>>)[name];
  }
  return node;
}

function unreadable(reference: string): AppError {
  return new AppError("internal", "definition/unreadable", { values: { name: reference } });
}
