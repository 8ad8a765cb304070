import { hash } from "node:crypto";

/** First 6 hex digits of the key's SHA-256: tells keys apart without showing them. */
export function fingerprintOf(key: string): string {
  return hash("sha256", key, "hex").slice(0, 6);
}
