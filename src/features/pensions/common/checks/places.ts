import {
  type IndexedText,
  lengthAt,
  offsetAt,
  STRING_TYPE,
  stringAt,
  typeAt,
} from "../../../../platform/json/entryReading";
import type { Fix, TextEdit } from "./findings";
import type { PayloadObject, TextPlace } from "./rule";
import { looksSecret } from "./secretShapes";

const LONGEST_NAME = 60;

/** Where a value or a name stands. */
export function placeAt({ entries }: IndexedText, entry: number): TextPlace {
  return { offset: offsetAt(entries, entry), length: lengthAt(entries, entry) };
}

/** The text of a value that is a string, decoded; undefined for any other value. */
export function textAt(source: IndexedText, entry: number): string | undefined {
  return typeAt(source.entries, entry) === STRING_TYPE ? stringAt(source, entry) : undefined;
}

/** Puts another text in the place of a name or of a value that is a string. */
export function replacement(
  source: IndexedText,
  entry: number,
  { value, kind }: { readonly value: string; readonly kind: "replace" | "rename" },
): Fix {
  return { value, kind, edits: [{ ...placeAt(source, entry), text: JSON.stringify(value) }] };
}

/** Takes a member out of its object, with the comma that belongs to it. */
export function removal(source: IndexedText, object: PayloadObject, index: number): TextEdit {
  const { entries } = source;
  const startOf = (at: number): number => offsetAt(entries, object.members[at]?.nameEntry ?? 0);
  const endOf = (at: number): number => {
    const value = object.members[at]?.value.entry ?? 0;
    return offsetAt(entries, value) + lengthAt(entries, value);
  };
  const isLast = index === object.members.length - 1;
  const start = isLast && index > 0 ? endOf(index - 1) : startOf(index);
  const end = isLast ? endOf(index) : startOf(index + 1);
  return { offset: start, length: end - start, text: "" };
}

/** A member's name as messages may show it: not too long, and never a secret. */
export function shownName(name: string): string {
  if (looksSecret(name, undefined)) {
    return "…";
  }
  // Half a character at the cut would be shown as a mark of its own.
  return name.length > LONGEST_NAME
    ? `${name.slice(0, LONGEST_NAME).replace(/[\uD800-\uDBFF]$/, "")}…`
    : name;
}
