import { parsePointer } from "../../../../platform/json/jsonPointer";
import { upgradeFromTwoToThree } from "@scalar/openapi-upgrader/2.0-to-3.0";
import { upgradeFromThreeToThreeOne } from "@scalar/openapi-upgrader/3.0-to-3.1";
import type { KnownDocument } from "./documentKind";
import { asObject, METHODS } from "./objects";
import { refusal } from "./source";

/** Makes OpenAPI 3.1 of a sound document, which it may change. Throws `definition/upgrade`. */
export function upgradeDocument({
  value,
  family,
  openapi,
}: KnownDocument): Record<string, unknown> {
  try {
    // The library looks for versions as text, and YAML may have made numbers of them.
    const three = family === "2.0" ? upgradeTwo(value) : { ...value, openapi };
    return family === "3.1" ? three : (asObject(upgradeFromThreeToThreeOne(three)) ?? three);
  } catch {
    // What the library throws may quote the document.
    throw refusal("definition/upgrade", { name: openapi });
  }
}

function upgradeTwo(value: Record<string, unknown>): Record<string, unknown> {
  const shared = asObject(value["parameters"]) ?? {};
  const items = Object.entries(asObject(value["paths"]) ?? {});
  const rest = new Map<string, Record<string, unknown>>();
  const prepared = items.map(([path, item]) => {
    const { kept, others } = prepareItem(asObject(item) ?? {}, shared);
    rest.set(path, others);
    return [path, kept] as const;
  });
  const source = { ...value, swagger: "2.0", paths: Object.fromEntries(prepared) };
  const document = asObject(upgradeFromTwoToThree(source)) ?? source;
  const paths = asObject(document["paths"]) ?? {};
  for (const [path, others] of rest) {
    Object.assign(asObject(paths[path]) ?? {}, others);
  }
  return document;
}

/**
 * The library takes every member of a path item for an operation but `parameters`, which it has to
 * meet before the operations, since a body among them becomes that of each.
 */
function prepareItem(
  item: Readonly<Record<string, unknown>>,
  shared: Readonly<Record<string, unknown>>,
): { kept: Record<string, unknown>; others: Record<string, unknown> } {
  const kept: Record<string, unknown> = {};
  if ("parameters" in item) {
    kept["parameters"] = withBodiesInPlace(item["parameters"], shared);
  }
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(item)) {
    if (METHODS.some((method) => method === name)) {
      const operation = asObject(value) ?? {};
      const parameters = withBodiesInPlace(operation["parameters"], shared);
      kept[name] = parameters === undefined ? operation : { ...operation, parameters };
    } else if (name !== "parameters") {
      others[name] = value;
    }
  }
  return { kept, others };
}

/**
 * A parameter that is referred to and is a body stays a parameter in the library's hands, although
 * 3.0 has bodies elsewhere; so do fields of a form, of which each would be a body of its own.
 */
function withBodiesInPlace(
  parameters: unknown,
  shared: Readonly<Record<string, unknown>>,
): unknown {
  if (!Array.isArray(parameters)) {
    return parameters;
  }
  return parameters.map((parameter: unknown) => {
    const reference = asObject(parameter)?.["$ref"];
    const pointer = /^#(\/parameters\/[^/]+)$/.exec(String(reference))?.[1];
    const key = parsePointer(pointer ?? "")[1] ?? "";
    const target = Object.hasOwn(shared, key) ? asObject(shared[key]) : undefined;
    const isBody = target?.["in"] === "body" || target?.["in"] === "formData";
    return isBody ? structuredClone(target) : parameter;
  });
}
