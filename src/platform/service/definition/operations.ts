import { jsonContent } from "./mediaTypes";
import type { JsonRecord } from "./reading";
import { isObject, listIn, recordIn, resolved } from "./references";

/** Methods of path items, in the order in which a path's operations are listed. */
export const METHODS = [
  "get",
  "head",
  "put",
  "post",
  "delete",
  "patch",
  "options",
  "trace",
] as const;

/** An operation as a document has it, with its path item. */
export interface DocumentOperation {
  readonly path: string;
  readonly method: (typeof METHODS)[number];
  readonly item: JsonRecord;
  readonly source: JsonRecord;
}

/** Every operation under `paths`, in the order of the document; references of items followed. */
export function operationsIn(document: JsonRecord): readonly DocumentOperation[] {
  return Object.entries(recordIn(document["paths"]) ?? {}).flatMap(([path, value]) => {
    const item = resolved(document, value);
    return METHODS.flatMap((method) => {
      const source = item[method];
      return isObject(source) ? [{ path, method, item, source }] : [];
    });
  });
}

/** Parameters of an operation and those of its path that it does not have, references followed. */
export function parametersIn(
  document: JsonRecord,
  { item, source }: Pick<DocumentOperation, "item" | "source">,
): readonly JsonRecord[] {
  const found = new Map<string, JsonRecord>();
  for (const one of [...listIn(item["parameters"]), ...listIn(source["parameters"])]) {
    const parameter = resolved(document, one);
    found.set(parameterKey(parameter), parameter);
  }
  return [...found.values()];
}

/** The same for parameters of which one stands in the place of the other. */
export function parameterKey({ in: place, name }: JsonRecord): string {
  // Names of headers are the same in any case (RFC 9110, section 5.1).
  const text = String(name);
  return `${String(place)} ${place === "header" ? text.toLowerCase() : text}`;
}

/** Schemas of an operation's successes; undefined for those without JSON. */
export function successSchemas(document: JsonRecord, operation: JsonRecord): readonly unknown[] {
  return Object.entries(resolved(document, operation["responses"]))
    .filter(([status]) => status.startsWith("2"))
    .map(([, response]) => jsonContent(resolved(document, response)["content"])?.media["schema"]);
}
