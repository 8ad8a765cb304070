import type { JsonRecord } from "../../../platform/service/definition/reading";
import { isObject, stepsOf } from "../../../platform/service/definition/references";

/** Members that hold data, in which nothing is a reference. */
const DATA = new Set(["enum", "const", "default", "example", "value"]);
/** Members whose own members have names of the document's, none of them a keyword. */
const MAPS = new Set([
  ...["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"],
  ...["schemas", "responses", "parameters", "examples", "requestBodies", "headers", "links"],
  ...["securitySchemes", "callbacks", "pathItems", "paths", "webhooks", "content", "encoding"],
]);

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
    const [part, path] = stepsOf(reference);
    if (part === "paths" && path !== undefined) {
      paths.add(path);
    }
    return `#${place}${reference.slice(1)}`;
  };
  walk(document, false, (holder) => {
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

type Visit = (holder: Record<string, unknown>) => void;

/** Documents that were read are no deeper than recursion can go. */
function walk(node: unknown, isMap: boolean, visit: Visit): void {
  if (Array.isArray(node)) {
    node.forEach((item) => walk(item, false, visit));
    return;
  }
  if (!isObject(node)) {
    return;
  }
  if (!isMap) {
    visit(node);
  }
  for (const [name, value] of Object.entries(node)) {
    if (isMap) {
      walk(value, false, visit);
    } else if (!isData(name, value)) {
      walk(value, MAPS.has(name) && isObject(value), visit);
    }
  }
}

/** `examples` is a list of data in a schema, and a map of what may be references elsewhere. */
function isData(name: string, value: unknown): boolean {
  return DATA.has(name) || (name === "examples" && Array.isArray(value));
}
