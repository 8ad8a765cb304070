import type { JsonRecord } from "../../../platform/service/definition/reading";
import { parseFragmentPointer } from "../../../platform/json/jsonPointer";
import { isObject } from "../../../platform/service/definition/references";
import { eachHolder } from "./referenceHolders";

/** Members that hold data, in which nothing is a reference. */
const DATA = new Set(["enum", "const", "default", "example", "value"]);
/**
 * Leads every local reference of a document to where the document stands from now on: `place` is
 * a JSON Pointer. The document is changed where it is. Gives the paths that are referred to.
 */
export function moveReferences(document: JsonRecord, place: string): ReadonlySet<string> {
  const paths = new Set<string>();
  const moved = (reference: unknown): unknown => {
    if (typeof reference !== "string" || !/^#(\/|$)/.test(reference)) {
      return reference;
    }
    const [part, path] = parseFragmentPointer(reference);
    if (part === "paths" && path !== undefined) {
      paths.add(path);
    }
    return `#${place}${reference.slice(1)}`;
  };
  eachHolder(document, isData, (holder) => {
    for (const name of ["$ref", "$dynamicRef"]) {
      if (typeof holder[name] === "string") {
        holder[name] = moved(holder[name]);
      }
    }
    const { mapping } = isObject(holder["discriminator"]) ? holder["discriminator"] : {};
    if (isObject(mapping)) {
      const entries = Object.entries(mapping).map(([name, value]) => [name, moved(value)]);
      holder["discriminator"] = {
        ...(holder["discriminator"] as JsonRecord),
        mapping: Object.fromEntries(entries) as unknown,
      };
    }
  });
  return paths;
}

/** `examples` is a list of data in a schema, and a map of what may be references elsewhere. */
function isData(name: string, value: unknown): boolean {
  return DATA.has(name) || (name === "examples" && Array.isArray(value));
}
