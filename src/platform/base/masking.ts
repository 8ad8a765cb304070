/** What a label of ours stands for; `text` where that is not known. */
export type LabelKind = "person" | "id" | "text";

/** A value of a row: the member names that lead to it, its type, and its text as it came. */
export interface MaskedFact {
  readonly path: readonly string[];
  readonly kind: "text" | "number" | "boolean";
  readonly text: string;
}

/** First step of a path in a row: what counts the rows of a list stands beside them, in none. */
export const ROW_STEP = "0";

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
  /**
   * A JSON text with masks for values, laid out as it was: a whole answer, or one row of a list.
   * Throws as `parseJsonText` does.
   */
  maskJson(text: string, of?: "answer" | "row"): string;
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
