import {
  type IndexedText,
  NULL_TYPE,
  sourceAt,
  STRING_TYPE,
  stringAt,
  typeAt,
} from "../../../json/entryReading";
import { harmless } from "../../table/questions/copyText";

/** What a cell shows: texts decoded, null and what is not there empty, all else as it came. */
export function cellText(page: IndexedText, entry: number): string {
  const type = entry < 0 ? NULL_TYPE : typeAt(page.entries, entry);
  if (type === NULL_TYPE) {
    return "";
  }
  return type === STRING_TYPE ? escapedHalves(stringAt(page, entry)) : sourceAt(page, entry);
}

/** The same for spreadsheets: no text is run as a formula. */
export function spreadsheetText(page: IndexedText, entry: number): string {
  const text = cellText(page, entry);
  const isText = entry >= 0 && typeAt(page.entries, entry) === STRING_TYPE;
  return isText ? harmless(text) : text;
}

/** Half a character has no bytes in UTF-8: it stays the escape that it came as. */
export function escapedHalves(text: string): string {
  return text.isWellFormed()
    ? text
    : text.replace(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
}
