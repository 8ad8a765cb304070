import { isObject } from "../../../platform/service/definition/references";
import { memberOf, type Schema, typesOf } from "../../../platform/service/definition/schema";

/** Values that are made; beyond them, and deeper, only what is required is there, and empty. */
const MOST_VALUES = 2_000;
const DEEPEST = 24;

/**
 * A value to begin with: every field that the schema knows and a client may set, those that it
 * requires first. What leads back to itself ends there.
 */
export function exampleOf(schema: Schema): unknown {
  return new Example().of(schema, []);
}

class Example {
  private values = 0;

  of(schema: Schema, above: readonly Schema[]): unknown {
    this.values++;
    const given = schema.examples?.[0] ?? schema.enum?.[0] ?? schema.default;
    if (given !== undefined) {
      return settable(schema, given, 0);
    }
    const within = [...above, schema];
    const branches = within.length < DEEPEST ? schema.choices?.[0] : undefined;
    const branch = branches?.find((one) => !within.includes(one));
    const type = typeOf(schema);
    if (type === "object") {
      const chosen = branch === undefined ? {} : this.of(branch, within);
      return { ...(isObject(chosen) ? chosen : {}), ...this.fields(schema, within) };
    }
    if (type === undefined && branch !== undefined) {
      return this.of(branch, within);
    }
    if (type === "array") {
      const { items } = schema;
      return items === undefined || this.ends(items, within) ? [] : [this.of(items, within)];
    }
    return emptyOf(schema);
  }

  private fields(schema: Schema, within: readonly Schema[]): Record<string, unknown> {
    const isOptional = ([name]: readonly [string, Schema]): number =>
      schema.required?.includes(name) === true ? 0 : 1;
    const fields = Object.entries(schema.properties ?? {})
      .filter(([, field]) => field.readOnly !== true)
      .sort((one, other) => isOptional(one) - isOptional(other));
    const made: [string, unknown][] = [];
    for (const [name, field] of fields) {
      if (!this.ends(field, within)) {
        made.push([name, this.of(field, within)]);
      } else if (isOptional([name, field]) === 0) {
        made.push([name, emptyOf(field)]);
      }
    }
    return Object.fromEntries(made);
  }

  private ends(schema: Schema, within: readonly Schema[]): boolean {
    return within.includes(schema) || within.length >= DEEPEST || this.values >= MOST_VALUES;
  }
}

/** What is given, without what the service sets itself. */
function settable(schema: Schema, given: unknown, depth: number): unknown {
  if (depth >= DEEPEST || typeof given !== "object" || given === null) {
    return given;
  }
  const { items } = schema;
  if (Array.isArray(given)) {
    return items === undefined
      ? given
      : given.map((item: unknown) => settable(items, item, depth + 1));
  }
  const members = Object.entries(given).flatMap(([name, value]: [string, unknown]) => {
    const field = memberOf(schema, name);
    return field?.readOnly === true
      ? []
      : [[name, field === undefined ? value : settable(field, value, depth + 1)]];
  });
  return Object.fromEntries(members) as unknown;
}

function typeOf(schema: Schema): string | undefined {
  const types = typesOf(schema);
  return types.find((one) => one !== "null") ?? types[0];
}

function emptyOf(schema: Schema): unknown {
  switch (typeOf(schema)) {
    case "object":
      return {};
    case "array":
      return [];
    case "number":
    case "integer":
      return schema.minimum ?? 0;
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return "";
  }
}
