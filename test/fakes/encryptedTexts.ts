import { decryptText, encryptText, KEY_BYTES } from "../../src/features/requests/common/bodyCipher";
import type { EncryptedTexts } from "../../src/features/requests/common/encryptedTexts";

/** Texts as the history encrypts them, under a key that is always there. */
export function createEncryptedTexts(key = Buffer.alloc(KEY_BYTES, 7)): EncryptedTexts {
  return {
    encryptText: (actionId, text) => Promise.resolve(encryptText(key, actionId, text)),
    decryptText: (actionId, text) => Promise.resolve(decryptText(key, actionId, text)),
  };
}
