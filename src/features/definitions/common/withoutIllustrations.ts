import type { JsonRecord } from "../../../platform/service/definition/reading";
import { isObject } from "../../../platform/service/definition/references";

const MARK = "x-illustrative";
/** Where a parameter stands is made up for some, and without any place it could not be sent. */
const KEPT: ReadonlySet<string> = new Set(["in"]);

/**
 * The description as it is true for any service: schemas that were made up for the sandbox are open,
 * keywords that were are left out, and so are the scopes that it asks for. Endpoints stay, with
 * their marks: trying them is how one finds out.
 */
export function withoutIllustrations(description: string): string {
  return JSON.stringify(cleaned(JSON.parse(description)));
}

function cleaned(value: unknown, path: readonly string[] = []): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => cleaned(one, path));
  }
  if (!isObject(value)) {
    return value;
  }
  if (value[MARK] === true && path[0] === "components" && path[1] === "schemas") {
    return {};
  }
  const made = madeUp(value);
  const entries = Object.entries(value).filter(([name]) => !made.has(name));
  return Object.fromEntries(entries.map(([name, one]) => [name, cleaned(one, [...path, name])]));
}

function madeUp({ [MARK]: mark }: JsonRecord): ReadonlySet<string> {
  const names: readonly unknown[] = Array.isArray(mark) ? mark : [];
  const made = names.map(String).filter((name) => !KEPT.has(name));
  return new Set([...made, "x-illustrative-scopes"]);
}
