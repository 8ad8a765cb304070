import { l10n } from "vscode";
import type { TextEncoding } from "../http/text";
import type { PanelNotice } from "../base/panelNotice";
import { countText } from "./formats";
import { PLATFORM_WARNINGS } from "../texts/platformWarnings";
import { warningWords } from "../texts/warnings";
import { translate } from "./translate";

/** What to read above rows of an answer in which some bytes had no meaning. */
export function inexactNotice({
  name,
  exact,
  badByteOffset,
}: TextEncoding): PanelNotice | undefined {
  if (exact) {
    return undefined;
  }
  // Counted from 1, as lines and columns are.
  const byte = badByteOffset === undefined ? {} : { byte: countText(badByteOffset + 1) };
  const values = { encoding: encodingWord(name), ...byte };
  return { ...warningWords(PLATFORM_WARNINGS["answer/inexact"], translate, values), actions: [] };
}

/** A note on an answer that is readable, in another encoding than JSON is sent in. */
export function otherEncodingNote({ name, exact }: TextEncoding): string | undefined {
  return exact && name !== "utf-8"
    ? l10n.t("The service sent this list as {0}, not as UTF-8.", encodingWord(name))
    : undefined;
}

/** The names of the Encoding Standard are all in small letters. */
export function encodingWord(name: string): string {
  return name.toUpperCase();
}
