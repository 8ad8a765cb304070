import { includesType } from "../../../platform/service/definition/schemaGraph";

/** Whether every value of the types `some` fits `all`; no types stand for any. */
export function areWithin(some: readonly string[], all: readonly string[]): boolean {
  return all.length === 0 || (some.length > 0 && some.every((type) => includesType(all, type)));
}

/** "string", "number or null"; "any" where any will do. */
export function typesText(types: readonly string[]): string {
  // What is usual is read last: "string or null".
  const usual = types.filter((type) => type !== "null").sort();
  const named = types.includes("null") ? [...usual, "null"] : usual;
  return named.length === 0 ? "any" : named.join(" or ");
}
