import * as v from "valibot";
import type { SecretName } from "../messages/connectionDraft";
import { type Origins, origins } from "./secretRecord";

/**
 * Says that secrets were stored for a connection, and never which: tells a secret that is lost
 * from one that was never entered, and shows the key's fingerprint without asking the key ring.
 */
const secretMark = v.object({
  ...origins.entries,
  /** When each was stored, in milliseconds since the epoch. */
  storedAt: v.record(v.string(), v.number()),
  /** Of the subscription key. */
  fingerprint: v.exactOptional(v.string()),
});
export interface SecretMark extends Origins {
  readonly storedAt: Readonly<Partial<Record<SecretName, number>>>;
  readonly fingerprint?: string;
}

/** Where marks are kept: plain state of the machine, apart from the secrets. */
export interface SecretMarks {
  read(connectionId: string): SecretMark | undefined;
  /** Undefined takes the mark away. */
  write(connectionId: string, mark: SecretMark | undefined): Promise<void>;
}

/** Reads a kept mark; undefined when it is not one. */
export function decodeSecretMark(value: unknown): SecretMark | undefined {
  return v.is(secretMark, value) ? value : undefined;
}
