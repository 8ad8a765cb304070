import {
  type IndexedText,
  NULL_TYPE,
  sourceAt,
  STRING_TYPE,
  stringAt,
  typeAt,
} from "../../../../platform/json/entryReading";
import { THROUGH_NULL } from "../../../lists/common/table/cells";
import { harmless } from "../../../lists/common/table/questions/copyText";

/**
 * What a cell shows: texts decoded, null and what is not there empty, all else as it came. Of a name that
 * stands more than once in its object all values, null as a word.
 */
export function cellText(page: IndexedText, entry: number | readonly number[]): string {
  if (typeof entry !== "number") {
    return entry.map((one) => (isNull(page, one) ? "null" : cellText(page, one))).join(" | ");
  }
  const type = entry < 0 ? NULL_TYPE : typeAt(page.entries, entry);
  if (type === NULL_TYPE) {
    return "";
  }
  return type === STRING_TYPE ? escapedHalves(stringAt(page, entry)) : sourceAt(page, entry);
}

/** The same for spreadsheets: nothing of it is run as a formula. */
export function spreadsheetText(page: IndexedText, entry: number | readonly number[]): string {
  const text = cellText(page, entry);
  const isText =
    typeof entry !== "number" || (entry >= 0 && typeAt(page.entries, entry) === STRING_TYPE);
  return isText || text.includes(";") ? harmlessCells(text) : text;
}

/** Spreadsheets of some languages begin a cell behind each semicolon, quoted or not. */
export function harmlessCells(text: string): string {
  return text.split(";").map(harmless).join(";");
}

function isNull({ entries }: IndexedText, entry: number): boolean {
  return entry === THROUGH_NULL || (entry >= 0 && typeAt(entries, entry) === NULL_TYPE);
}

/** Half a character has no bytes in UTF-8: it stays the escape that it came as. */
export function escapedHalves(text: string): string {
  return text.isWellFormed()
    ? text
    : text.replace(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
}
