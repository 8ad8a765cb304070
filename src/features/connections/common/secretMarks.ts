import { createHash } from "node:crypto";
import type { SecretName } from "../messages/connectionDraft";
import { isAddress, type Origins } from "./secretRecord";

/**
 * Says that secrets were stored for a connection, and never which: tells a secret that is lost
 * from one that was never entered, and shows the key's fingerprint without asking the key ring.
 */
export interface SecretMark extends Origins {
  /** When each was stored, in milliseconds since the epoch. */
  readonly storedAt: Readonly<Partial<Record<SecretName, number>>>;
  /** Of the subscription key. */
  readonly fingerprint?: string;
}

/** Where marks are kept: plain state of the machine, apart from the secrets. */
export interface SecretMarks {
  read(connectionId: string): SecretMark | undefined;
  /** Undefined takes the mark away. */
  write(connectionId: string, mark: SecretMark | undefined): Promise<void>;
}

/** First 6 hex digits of the key's SHA-256: tells keys apart without showing them. */
export function fingerprintOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 6);
}

/** Reads a kept mark; undefined when it is not one. */
export function decodeSecretMark(value: unknown): SecretMark | undefined {
  if (typeof value !== "object" || value === null) {
    return undefined;
  }
  const { baseOrigin, authOrigin, baseUrl, authUrl, storedAt, fingerprint } = value as Readonly<
    Record<keyof SecretMark, unknown>
  >;
  const isMark =
    typeof baseOrigin === "string" &&
    typeof authOrigin === "string" &&
    [baseUrl, authUrl].every((url) => url === undefined || isAddress(url)) &&
    typeof storedAt === "object" &&
    storedAt !== null &&
    Object.values(storedAt).every((time) => typeof time === "number") &&
    (fingerprint === undefined || typeof fingerprint === "string");
  return isMark ? (value as SecretMark) : undefined;
}
