import { isUuid } from "../../../platform/base/uuid";

/** What a text is by its shape alone, whatever it is called. */
export type Shape = "uuid" | "email" | "personal" | "date" | "telephone" | "amount" | "word";

/** Currency signs and codes around a number: "£1,204.33", "1204.33 GBP". */
const AMOUNT =
  /^(?:[A-Z]{3} ?)?[-+(]?\p{Sc}? ?[-+]?\d[\d., '\u00a0\u202f]*\)? ?(?:\p{Sc}|[A-Z]{3}|%)?$/u;
const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;
/** As issued, with or without spaces (HMRC, National Insurance Manual, NIM39110). */
const INSURANCE_NUMBER = /^[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]?$/i;
const POSTCODE = /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i;
const DATE =
  /^(?:\d{4}-\d{2}-\d{2}(?:[T ]\S*)?|\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}\/\d{2}\/\d{2})$/;
const TELEPHONE = /^(?:\+|\(0|0(?![.,]))[\d ()./-]*$/;
/** "selfEmployed", "attitude-to-risk", "GBP", "NOT_KNOWN": what programs compare with. */
const WORD = /^(?:[a-z][A-Za-z]{0,39}|[a-z]+(?:[-_][a-z]+){1,8}|[A-Z]{2,4}|[A-Z]+(?:_[A-Z]+)+)$/;

/** The shape of a text that is not blank; undefined for prose, names and whatever else. */
export function shapeOf(text: string): Shape | undefined {
  if (isUuid(text)) {
    return "uuid";
  }
  const code = text.charCodeAt(0);
  if (text.length > LONGEST_SHAPE) {
    return undefined;
  }
  if (EMAIL.test(text)) {
    return "email";
  }
  if (INSURANCE_NUMBER.test(text) || POSTCODE.test(text)) {
    return "personal";
  }
  // Most texts begin with a letter, and then only the last question is worth asking.
  return isLetter(code) && WORD.test(text) ? "word" : numericShape(text);
}

/**
 * UUIDs, e-mail addresses and insurance numbers inside a running text, such as an address. An
 * e-mail address is looked for at its beginning alone: a long text without one has many places.
 * Masked addresses stay: what is masked already can stand in a sentence that is masked.
 */
export const EMBEDDED =
  /(?<![\w.+-])(?!(?<=•)\w+@masked\.invalid(?!\.?[\w-]))[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b/gi;

const LONGEST_SHAPE = 100;

function numericShape(text: string): Shape | undefined {
  if (DATE.test(text)) {
    return "date";
  }
  if (TELEPHONE.test(text) && text.replace(/\D/g, "").length >= 9) {
    return "telephone";
  }
  return AMOUNT.test(text) ? "amount" : undefined;
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
