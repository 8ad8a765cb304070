import { isUuid } from "../../../../../platform/base/uuid";
import { placeAt, replacement, textAt } from "../places";
import type { Rule } from "../rule";
import { SENTENCES } from "../../../texts/findingSentences";

const LONGEST = 64;

/** Values that are UUIDs by the definition, and client ids. */
export const uuidRule: Rule = {
  id: "uuid",
  value({ entry, name, place }, { source, report }) {
    const isWanted = name === "clientId" || place?.formats.has("uuid") === true;
    const text = isWanted ? textAt(source, entry) : undefined;
    if (text === undefined || isUuid(text)) {
      return;
    }
    report(placeAt(source, entry), () => {
      const value = meantUuid(text);
      const fixes =
        value === undefined ? [] : [replacement(source, entry, { value, kind: "replace" })];
      return { message: SENTENCES.uuid, fixes };
    });
  },
};

/** The same 32 digits with their hyphens and nothing around them. */
function meantUuid(text: string): string | undefined {
  const digits = text.length > LONGEST ? "" : text.replace(/^\s*urn:uuid:|[\s{}()-]/gi, "");
  return /^[0-9a-f]{32}$/i.test(digits)
    ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
    : undefined;
}
