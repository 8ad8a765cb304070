import type { JsonRecord } from "../../../../platform/service/definition/reading";
import { listIn } from "./pointer";

/** Types that a schema names or, where it names none, means; undefined where any will do. */
export function typesIn(schema: JsonRecord): readonly string[] | undefined {
  const { type, nullable } = schema;
  const named = [type].flat().filter((name) => typeof name === "string");
  const types = named.length > 0 ? named : meantTypes(schema);
  if (types === undefined) {
    return undefined;
  }
  const all = new Set(nullable === true ? [...types, "null"] : types);
  if (all.has("number")) {
    all.delete("integer");
  }
  return [...all].sort();
}

/** Types that fit all of several schemas that hold together. */
export function joinedTypes(
  all: readonly (readonly string[] | undefined)[],
): readonly string[] | undefined {
  return all.reduce((one, other) =>
    one === undefined || other === undefined ? (one ?? other) : common(one, other),
  );
}

/** Whether every value of the types `some` fits `all`. */
export function areWithin(
  some: readonly string[] | undefined,
  all: readonly string[] | undefined,
): boolean {
  return all === undefined || (some !== undefined && some.every((type) => includesType(all, type)));
}

/** Whether a value of this type fits: whole numbers are numbers. */
export function includesType(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

/** "string", "number or null"; "any" where any will do. */
export function typesText(types: readonly string[] | undefined): string {
  if (types === undefined) {
    return "any";
  }
  // What is usual is read last: "string or null".
  return [
    ...types.filter((type) => type !== "null"),
    ...types.filter((type) => type === "null"),
  ].join(" or ");
}

function common(one: readonly string[], other: readonly string[]): readonly string[] {
  return [
    ...one.filter((type) => includesType(other, type)),
    ...other.filter((type) => !one.includes(type) && includesType(one, type)),
  ].sort();
}

/** Documents leave `object` and `array` out where it is plain to see. */
function meantTypes(schema: JsonRecord): readonly string[] | undefined {
  const { properties, required, items, additionalProperties, enum: values } = schema;
  if (Array.isArray(values) || schema["const"] !== undefined) {
    const listed = Array.isArray(values) ? listIn(values) : [schema["const"]];
    return [...new Set(listed.map(typeOf))];
  }
  if (properties !== undefined || required !== undefined || additionalProperties !== undefined) {
    return ["object"];
  }
  return items === undefined ? undefined : ["array"];
}

function typeOf(value: unknown): string {
  if (value === null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return "array";
  }
  return Number.isInteger(value) ? "integer" : typeof value;
}
