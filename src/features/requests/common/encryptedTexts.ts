/**
 * Texts about actions for files that are not encrypted themselves: under the key of the bodies, which
 * is in the secret store, so that clearing the history makes them unreadable too.
 */
export interface EncryptedTexts {
  /** Base64; undefined where no key ring keeps a key. */
  encryptText(actionId: string, text: string): Promise<string | undefined>;
  /** Undefined where the key is gone, or the text belongs to another action. */
  decryptText(actionId: string, encrypted: string): Promise<string | undefined>;
}
