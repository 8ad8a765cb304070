import { createCodes } from "./codes";
import { createKnownTexts } from "./knownTexts";
import { maskJsonText } from "./maskJson";
import type { LabelKind, MaskedFact, Masking } from "../../../platform/base/masking";
import { Masks } from "./masks";
import { createRules } from "./maskingRules";
import { EMBEDDED } from "./shapes";

/** Bytes of a key. */
export const MASKING_KEY_BYTES = 32;

/** Up to the last mark: what is quoted can hold marks itself. */
const QUOTED = /“([^]*)”/;

/** Masks under a key; the key is what keeps others from trying out who a pseudonym is. */
export function createMasking(key: Uint8Array): Masking {
  const masks = new Masks(createCodes(key));
  const known = createKnownTexts();
  const maskLabel = (text: string, kind: LabelKind): string => {
    const mask = masks.label(text, kind);
    known.add(text, mask);
    // As the service's sentences have it.
    const parts = kind === "person" ? /^([^,]+), ([^,]+)$/.exec(text) : null;
    if (parts !== null) {
      known.add(`${parts[2] ?? ""} ${parts[1] ?? ""}`, mask);
    }
    return mask;
  };
  const rules = createRules(masks);
  const maskKnown = (text: string): string =>
    known.replaceIn(text.replace(EMBEDDED, (found) => masks.embedded(found)));
  const maskQuotes = (text: string): string =>
    text.replace(QUOTED, (_, said: string) => `“${masks.prose(maskKnown(said))}”`);
  const maskText = (text: string): string => maskQuotes(maskKnown(text));
  const maskValue = ({ path, kind, text }: MaskedFact): string =>
    kind === "boolean" ? text : rules(path).mask(text, kind);
  return {
    maskValue,
    maskText,
    maskQuotes,
    maskLabel,
    know: (text, kind) => void maskLabel(text, kind),
    maskJson: (text, of = "answer") =>
      maskJsonText(text, of, {
        valuesAt: (path) => {
          const rule = rules(path);
          return {
            text: (value) => rule.mask(value, "text"),
            number: (lexeme) => (rule.hidesNumber(lexeme) ? masks.numberLexeme(lexeme) : lexeme),
          };
        },
        name: (name) => name.replace(EMBEDDED, (found) => masks.embedded(found)),
      }),
  };
}
