import {
  type IndexedText,
  lengthAt,
  NUMBER_TYPE,
  sourceAt,
  typeAt,
} from "../../../../platform/json/entryReading";
import type { Envelope } from "../envelope";
import type { ListRules } from "../listRules";
import { memberEntry, MISSING } from "./cells";

/** What the envelope says, with the total from where the user said that it is, or without one. */
export function totalByRule(page: IndexedText, envelope: Envelope, rules: ListRules): Envelope {
  const { total: path } = rules;
  if (path === undefined) {
    return envelope;
  }
  const value = path === null ? undefined : integerAtPath(page, path);
  const others = Object.entries(envelope).filter(([name]) => name !== "total");
  const total = value === undefined ? {} : { total: { value, from: path?.join(".") ?? "" } };
  return { ...Object.fromEntries(others), ...total };
}

/** Digits that a double holds exactly. */
const MOST_DIGITS = 15;

function integerAtPath(page: IndexedText, path: readonly string[]): number | undefined {
  let entry = 0;
  for (const name of path) {
    entry = memberEntry(page, entry, name);
    if (entry === MISSING) {
      return undefined;
    }
  }
  const isNumber = typeAt(page.entries, entry) === NUMBER_TYPE;
  const isShort = lengthAt(page.entries, entry) <= MOST_DIGITS;
  const source = isNumber && isShort ? sourceAt(page, entry) : "";
  return /^\d+$/.test(source) ? Number(source) : undefined;
}
