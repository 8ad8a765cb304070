import { l10n } from "vscode";
import type { TextEncoding } from "../http/text";
import type { PanelNotice } from "../base/panelNotice";
import { countText } from "./formats";

/** What to read above rows of an answer in which some bytes had no meaning. */
export function inexactNotice({
  name,
  exact,
  badByteOffset,
}: TextEncoding): PanelNotice | undefined {
  if (exact) {
    return undefined;
  }
  const encoding = encodingWord(name);
  const what =
    badByteOffset === undefined
      ? l10n.t("The answer is not valid {0}; what could not be read is shown as \uFFFD.", encoding)
      : l10n.t(
          "The answer is not valid {0} from byte {1} on; what could not be read is shown as \uFFFD.",
          encoding,
          // Counted from 1, as lines and columns are.
          countText(badByteOffset + 1),
        );
  const advice = l10n.t("Open as JSON, shown as it came, has every byte.");
  return { what, advice, actions: [] };
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
