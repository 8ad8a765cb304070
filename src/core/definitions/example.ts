import type { Schema } from "./schema";

/**
 * A value to begin with: every field that the schema knows and a client may set, those that it
 * requires first.
 */
export function exampleOf(schema: Schema): unknown {
  const given = schema.examples?.[0] ?? schema.enum?.[0];
  if (given !== undefined) {
    return given;
  }
  if (schema.type === "object") {
    const isOptional = ([name]: readonly [string, Schema]): number =>
      schema.required?.includes(name) === true ? 0 : 1;
    const fields = Object.entries(schema.properties ?? {}).sort(
      (one, other) => isOptional(one) - isOptional(other),
    );
    return Object.fromEntries(
      fields
        .filter(([, field]) => field.readOnly !== true)
        .map(([name, field]) => [name, exampleOf(field)]),
    );
  }
  if (schema.type === "array") {
    return schema.items === undefined ? [] : [exampleOf(schema.items)];
  }
  if (schema.type === "number" || schema.type === "integer") {
    return schema.minimum ?? 0;
  }
  return schema.type === "boolean" ? false : "";
}
