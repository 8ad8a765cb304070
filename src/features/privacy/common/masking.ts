import { createCodes } from "./codes";
import { createKnownTexts } from "./knownTexts";
import { maskJsonText } from "./maskJson";
import { type LabelKind, Masks } from "./masks";
import { createRules } from "./rules";
import { EMBEDDED } from "./shapes";

/** A value of a row: the member names that lead to it, its type, and its text as it came. */
export interface MaskedFact {
  readonly path: readonly string[];
  readonly kind: "text" | "number" | "boolean";
  readonly text: string;
}

/**
 * Puts pseudonyms in the place of names, birth dates, ids and amounts. The same text has the
 * same pseudonym under the same key; every pseudonym that is a text holds `MASK_MARK`.
 */
export interface Masking {
  /** A value as it is shown: what says nothing of a person stays. */
  maskValue(fact: MaskedFact): string;
  /** A label as it is shown, which is known in running text from then on. */
  maskLabel(text: string, kind: LabelKind): string;
  /** Makes a label known in running text. */
  know(text: string, kind: LabelKind): void;
  /** Running text without UUIDs, e-mail addresses, what is known, and words of others in it. */
  maskText(text: string): string;
  /**
   * A sentence of ours, with but harmless words in what it quotes of the service, between “ and ”:
   * whom that names is not known.
   */
  maskQuotes(text: string): string;
  /** A JSON text with masks for values, laid out as it was. Throws as `parseJsonText` does. */
  maskJson(text: string): string;
}

/** Shows everything as it is. */
export const NO_MASKING: Masking = {
  maskValue: ({ text }) => text,
  maskLabel: (text) => text,
  know: () => undefined,
  maskText: (text) => text,
  maskQuotes: (text) => text,
  maskJson: (text) => text,
};

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
    maskJson: (text) =>
      maskJsonText(text, {
        text: (path, value) => maskValue({ path, kind: "text", text: value }),
        number: (path, lexeme) =>
          rules(path).hidesNumber(lexeme) ? masks.numberLexeme(lexeme) : lexeme,
        name: (name) => name.replace(EMBEDDED, (found) => masks.embedded(found)),
      }),
  };
}
