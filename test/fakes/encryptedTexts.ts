import { decryptText, encryptText, KEY_BYTES } from "../../src/core/requests/bodyCipher";
import type { EncryptedTexts } from "../../src/core/requests/encryptedTexts";

/** Texts as the history encrypts them, under a key that is always there. */
export function createEncryptedTexts(key = Buffer.alloc(KEY_BYTES, 7)): EncryptedTexts {
  return {
    encryptText: (actionId, text) => Promise.resolve(encryptText(key, actionId, text)),
    decryptText: (actionId, text) => Promise.resolve(decryptText(key, actionId, text)),
  };
}
