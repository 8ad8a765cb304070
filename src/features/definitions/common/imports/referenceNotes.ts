import type { NoteList } from "./noteList";
import { operationsOf } from "./objects";
import { type Place, stepsOf } from "./pointer";

/** Members that hold names of somebody's choice, not words of OpenAPI. */
const MAPS: ReadonlySet<string> = new Set([
  "paths",
  "webhooks",
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
  "schemas",
  "responses",
  "parameters",
  "headers",
  "requestBodies",
  "securitySchemes",
  "links",
  "callbacks",
  "pathItems",
  "content",
  "encoding",
]);

/** Members that hold values, in which `$ref` is a name like others. */
const DATA: ReadonlySet<string> = new Set(["example", "examples", "default", "enum", "const"]);

/** Notes references that lead out of the document, which nobody follows, and those to nothing. */
export function noteReferences(document: Record<string, unknown>, notes: NoteList): void {
  const known = new Map<string, boolean>();
  eachReference(document, (reference, place) => {
    if (!reference.startsWith("#")) {
      notes.add("externalReference", place, reference);
      return;
    }
    const isFound = known.get(reference) ?? leadsSomewhere(document, reference);
    known.set(reference, isFound);
    if (!isFound) {
      notes.add("lostReference", place, reference);
    }
  });
}

/** Notes operationIds that several operations have. */
export function noteOperationIds(document: Record<string, unknown>, notes: NoteList): void {
  const places = new Map<string, Place[]>();
  for (const { path, method, operation } of operationsOf(document)) {
    const id = operation["operationId"];
    if (typeof id === "string") {
      const known = places.get(id) ?? [];
      places.set(id, [...known, ["paths", path, method, "operationId"]]);
    }
  }
  for (const [id, found] of places) {
    for (const place of found.length > 1 ? found : []) {
      notes.add("operationId", place, id);
    }
  }
}

/** Goes through every `$ref` that is one, with the place of the object that holds it. */
function eachReference(
  root: Record<string, unknown>,
  see: (reference: string, place: Place, holder: Record<string, unknown>) => void,
): void {
  const walk = (value: object, place: Place, isMap: boolean): void => {
    const holder = value as Record<string, unknown>;
    const reference = holder["$ref"];
    if (!isMap && typeof reference === "string") {
      see(reference, place, holder);
    }
    for (const [name, item] of Object.entries(holder)) {
      const isWord = !isMap && !Array.isArray(value);
      if (typeof item === "object" && item !== null && !(isWord && isData(name))) {
        walk(item, [...place, name], isWord && MAPS.has(name) && !Array.isArray(item));
      }
    }
  };
  walk(root, [], false);
}

function isData(name: string): boolean {
  return DATA.has(name) || name.startsWith("x-");
}

/** By JSON Pointer in a fragment (RFC 6901, section 6), or by an anchor of JSON Schema. */
function leadsSomewhere(document: unknown, reference: string): boolean {
  const pointer = decoded(reference.slice(1));
  const steps = pointer === undefined ? undefined : stepsOf(pointer);
  if (steps === undefined) {
    return pointer !== undefined && hasAnchor(document, pointer);
  }
  let node = document;
  for (const step of steps) {
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, step)) {
      return false;
    }
    node = (node as Record<string, unknown>)[step];
  }
  return true;
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

function hasAnchor(value: unknown, anchor: string): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    ((value as Record<string, unknown>)["$anchor"] === anchor ||
      Object.values(value).some((item) => hasAnchor(item, anchor)))
  );
}
