import type { LabelKind } from "../../../platform/base/masking";
import { type Code, MASK_MARK } from "./codes";
import { maskProse } from "./maskProse";
import { shapeOf } from "./shapes";

/** The forms that pseudonyms have. */
export class Masks {
  constructor(private readonly code: (text: string) => Code) {}

  /** "Person •4F2A9K7C". */
  named(word: string, text: string): string {
    return `${word} ${this.short(text)}`;
  }

  /** "•4F2A9K7C". */
  short(text: string): string {
    return MASK_MARK + this.code(text).letters(8);
  }

  /** "••••4f2a-••••-••••-••••-••••9b1c77d0": no reader of UUIDs takes it. */
  uuid(text: string): string {
    const hex = this.code(text.toLowerCase()).hex(12);
    const four = MASK_MARK.repeat(4);
    return [four + hex.slice(0, 4), four, four, four, four + hex.slice(4)].join("-");
  }

  /** "PEN-•4F2A9K7C": what kind of id it is stays. */
  id(text: string): string {
    const prefix = /^[A-Z]{1,4}[-_](?=[^a-z]*\d)/.exec(text)?.[0] ?? "";
    return shapeOf(text) === "uuid" ? this.uuid(text) : prefix + this.short(text);
  }

  /** "•4F2A9K7C@masked.invalid". */
  email(text: string): string {
    // A name that nobody can have (RFC 2606, section 2).
    return `${this.short(text.toLowerCase())}@masked.invalid`;
  }

  /** "•4F2-A9-K7", as wide as a date. */
  date(text: string): string {
    const letters = this.code(text).letters(7);
    return `${MASK_MARK}${letters.slice(0, 3)}-${letters.slice(3, 5)}-${letters.slice(5)}`;
  }

  /** "-•4F2A9K.••": sign and number of decimals stay, so that columns stay aligned. */
  amount(text: string): string {
    const sign = /^[^\d]*[-(]/.test(text) ? "-" : "";
    const letters = this.code(text).letters(6);
    const decimals = decimalsOf(text);
    return `${sign}${MASK_MARK}${letters}${decimals === 0 ? "" : "."}${MASK_MARK.repeat(decimals)}`;
  }

  /**
   * "999904821377.99": a number for those who read JSON, and nobody's money. Whole ones are as long as
   * doubles hold exactly: they may be ids, which stay different ones.
   */
  numberLexeme(lexeme: string): string {
    const sign = lexeme.startsWith("-") ? "-" : "";
    const decimals = decimalsOf(lexeme);
    const digits = this.code(lexeme).digits();
    const whole = `9999${decimals === 0 ? digits : digits.slice(3)}`;
    return `${sign}${whole}${decimals === 0 ? "" : "."}${"9".repeat(decimals)}`;
  }

  /** Of what was found inside a text. */
  embedded(text: string): string {
    return text.includes("@") ? this.email(text) : this.id(text);
  }

  /** Of a sentence of the service. */
  prose(text: string): string {
    return maskProse(text, (hidden) => this.short(hidden));
  }

  /** Of a label that is no value of an answer, or not known as one. */
  label(text: string, kind: LabelKind): string {
    if (text.trim() === "") {
      return text;
    }
    const shape = shapeOf(text);
    if (shape === "uuid" || kind === "id") {
      return this.id(text);
    }
    if (kind === "person") {
      return this.named("Person", text);
    }
    return shape === "date" ? this.date(text) : this.short(text);
  }
}

/** Of long decimals as many as fit a column. */
const MOST_DECIMALS = 12;

function decimalsOf(text: string): number {
  return Math.min(MOST_DECIMALS, /[.,](\d+)(?!.*[.,]\d)/.exec(text)?.[1]?.length ?? 0);
}
