import { isUuid } from "../../../../../platform/base/uuid";
import { STRING_TYPE, stringAt, typeAt } from "../../../../../platform/json/entryReading";
import type { Fix } from "../findings";
import { placeAt, replacement } from "../places";
import type { Rule } from "../rule";
import { SENTENCES } from "../../../texts/findingSentences";

const LONGEST = 64;

/** Values that are UUIDs by the definition, and client ids. */
export const uuidRule: Rule = {
  id: "uuid",
  value({ entry, name, place }, { source, report }) {
    const isWanted = name === "clientId" || place?.formats.has("uuid") === true;
    if (!isWanted || typeAt(source.entries, entry) !== STRING_TYPE) {
      return;
    }
    const text = stringAt(source, entry);
    if (!isUuid(text)) {
      report(placeAt(source, entry), () => {
        const meant = meantUuid(text);
        const fix = (value: string): Fix => ({
          value,
          kind: "replace",
          edits: [replacement(source, entry, JSON.stringify(value))],
        });
        return { message: SENTENCES.uuid, fixes: meant === undefined ? [] : [fix(meant)] };
      });
    }
  },
};

/** The same 32 digits with their hyphens and nothing around them. */
function meantUuid(text: string): string | undefined {
  const digits = text.length > LONGEST ? "" : text.replace(/^\s*(urn:uuid:)?|[\s{}()-]+/gi, "");
  return /^[0-9a-f]{32}$/i.test(digits)
    ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
    : undefined;
}
