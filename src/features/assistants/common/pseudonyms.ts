import { LRUCache } from "lru-cache";
import { AppError } from "../../../platform/base/errors";
import type { Masking } from "../../../platform/base/masking";
import { MASK_MARK } from "../../privacy/common/codes";

/** More are forgotten, those first that were not used for longest. */
const MOST = 50_000;
/** What `Masks.numberLexeme` writes: whole numbers have eleven digits of their own, others eight. */
const MASKED_NUMBER = /^-?9999(?:\d{11}|\d{8}(?:\.9+)?)$/;

/**
 * Pseudonyms that were given away, with what they stand for, so that a later question may name
 * them. In memory alone.
 */
export class Pseudonyms {
  private readonly real = new LRUCache<string, string>({ max: MOST });

  constructor(private readonly masking: Masking) {}

  /** A JSON text as `Masking.maskJson` has it. Throws as that does. */
  maskJson(text: string, of?: "answer" | "row"): string {
    const masked = this.masking.maskJson(text, of);
    if (masked !== text) {
      this.note(JSON.parse(text), JSON.parse(masked));
    }
    return masked;
  }

  maskLabel(text: string, kind: Parameters<Masking["maskLabel"]>[1]): string {
    const masked = this.masking.maskLabel(text, kind);
    if (masked !== text) {
      this.real.set(masked, text);
    }
    return masked;
  }

  /**
   * What is meant: what a pseudonym stands for, or the text itself.
   * @throws AppError `assistants/unknownPseudonym` for one that was not given away here
   */
  resolve(text: string): string {
    const found = this.real.get(text);
    if (found === undefined && text.includes(MASK_MARK)) {
      throw new AppError("input", "assistants/unknownPseudonym");
    }
    return found ?? text;
  }

  /** True for a value, at any depth, that is a pseudonym or could be one. */
  isIn(value: unknown): boolean {
    if (typeof value === "string") {
      return value.includes(MASK_MARK);
    }
    if (typeof value === "number") {
      return MASKED_NUMBER.test(String(value));
    }
    return typeof value === "object" && value !== null
      ? Object.entries(value).some(([name, one]) => name.includes(MASK_MARK) || this.isIn(one))
      : false;
  }

  /** Both have the same shape: masks stand in the places of values. */
  private note(real: unknown, masked: unknown): void {
    if (typeof real !== "object" || real === null) {
      if (typeof masked === "string" && masked !== real) {
        this.real.set(masked, String(real));
      }
      return;
    }
    const [values, masks] = [Object.values(real), Object.values(Object(masked) as object)];
    values.forEach((value, index) => this.note(value, masks[index]));
  }
}
