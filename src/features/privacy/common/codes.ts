import { createTextHmac } from "../../../platform/base/hmac";

/** Stands in every mask, so that none can be taken for the real thing or sent as one. */
export const MASK_MARK = "•";

/** What a pseudonym is made of; the same text gives the same code under the same key. */
export interface Code {
  /** `count` letters and digits, at most 16; five bits each. */
  letters(count: number): string;
  /** `count` hexadecimal digits, at most 16. */
  hex(count: number): string;
  /** Eleven decimal digits. */
  digits(): string;
}

/** Without I, L, O and U, which are misread (Crockford's base 32). */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Codes of texts under a key: HMAC-SHA-256, so that nobody without the key can try texts out. */
export function createCodes(key: Uint8Array): (text: string) => Code {
  const hmacOf = createTextHmac(key);
  return (text) => {
    const digest = hmacOf(text);
    return {
      letters: (count) => {
        let letters = "";
        for (let index = 0; index < count; index++) {
          letters += ALPHABET[digest.charCodeAt(index) & 31] ?? "";
        }
        return letters;
      },
      hex: (count) => Buffer.from(digest.slice(16, 24), "latin1").toString("hex").slice(0, count),
      digits: () => {
        const bytes = Buffer.from(digest.slice(24, 32), "latin1");
        const [high, low] = [bytes.readUInt32BE(4) % 1_000, bytes.readUInt32BE() % 100_000_000];
        return String(high * 100_000_000 + low).padStart(11, "0");
      },
    };
  };
}
