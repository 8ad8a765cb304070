import { isRecord, oneOf } from "../base/shapes";
import type { ResponseType } from "../base/connection";
import type { TokenBinding } from "./binding";
import type { ResponseMode, WaitingSignIn } from "./browserSignIn";
import { decodeBinding } from "./tokenRecord";

/** All that a window needs to finish a sign-in that another one began; kept as a secret. */
export interface SignInRecord extends WaitingSignIn {
  readonly version: 2;
  readonly binding: TokenBinding;
  readonly state: string;
  /** Absent where no ID token is asked for. */
  readonly nonce?: string;
  /** Absent where the sign-in goes without PKCE. */
  readonly codeVerifier?: string;
  readonly responseType: ResponseType;
  readonly responseMode: ResponseMode;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** What is known of a record without its state. */
export interface IndexEntry {
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** How long a browser is waited for. */
export const SIGN_IN_MILLISECONDS = 300_000;

/** Reads a stored record; undefined when it is not one of this version. */
export function decodeSignIn(text: string): SignInRecord | undefined {
  const value = parse(text);
  if (!isRecord(value) || value["version"] !== 2) {
    return undefined;
  }
  const binding = decodeBinding(value["binding"]);
  const { connectionId, redirectUri, state, nonce, codeVerifier } = value;
  const { responseType, responseMode, createdAt, expiresAt } = value;
  if (
    binding === undefined ||
    ![connectionId, redirectUri, state].every(isText) ||
    ![nonce, codeVerifier].every((text) => text === undefined || isText(text)) ||
    !oneOf(responseType, ["code", "code id_token"]) ||
    !oneOf(responseMode, ["query", "fragment", "form_post"]) ||
    ![createdAt, expiresAt].every(Number.isFinite)
  ) {
    return undefined;
  }
  return { ...value, binding } as unknown as SignInRecord;
}

/** Reads the index; what is none of its entries is left out. */
export function decodeIndex(text: string): readonly IndexEntry[] {
  const value = parse(text);
  return Array.isArray(value) ? value.filter(isIndexEntry) : [];
}

function isIndexEntry(value: unknown): value is IndexEntry {
  return isRecord(value) && isText(value["key"]) && Number.isFinite(value["expiresAt"]);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
