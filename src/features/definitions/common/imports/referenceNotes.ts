import { decodeFragment, type JsonPath } from "../../../../platform/json/jsonPointer";
import { targetOf } from "../../../../platform/service/definition/references";
import { eachHolder } from "../referenceHolders";
import type { NoteList } from "./noteList";
import { operationsOf } from "./objects";

/** Members that hold values, in which `$ref` is a name like others. */
const DATA: ReadonlySet<string> = new Set(["example", "examples", "default", "enum", "const"]);

/** Notes references that lead out of the document, which nobody follows, and those to nothing. */
export function noteReferences(document: Record<string, unknown>, notes: NoteList): void {
  const known = new Map<string, boolean>();
  eachHolder(document, isData, ({ $ref: reference }, place) => {
    if (typeof reference !== "string") {
      return;
    }
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
  const places = new Map<string, JsonPath[]>();
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

function isData(name: string): boolean {
  return DATA.has(name) || name.startsWith("x-");
}

/** By JSON Pointer in a fragment (RFC 6901, section 6), or by an anchor of JSON Schema. */
function leadsSomewhere(document: Record<string, unknown>, reference: string): boolean {
  return reference === "#" || reference.startsWith("#/")
    ? targetOf(document, reference) !== undefined
    : hasAnchor(document, decodeFragment(reference.slice(1)));
}

function hasAnchor(value: unknown, anchor: string): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    ((value as Record<string, unknown>)["$anchor"] === anchor ||
      Object.values(value).some((item) => hasAnchor(item, anchor)))
  );
}
