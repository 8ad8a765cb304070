import * as v from "valibot";
import type { ResponseType } from "../base/connection";
import type { TokenBinding } from "./binding";
import type { ResponseMode, WaitingSignIn } from "./browserSignIn";
import { accepted, finiteNumber } from "../base/messageSchemas";
import { tokenBinding } from "./tokenRecord";
import { tryParseJson } from "../json/tryParseJson";

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
  return accepted(signInRecord, tryParseJson(text));
}

const signInRecord = v.object({
  version: v.literal(2),
  binding: tokenBinding,
  connectionId: v.string(),
  redirectUri: v.string(),
  state: v.string(),
  nonce: v.exactOptional(v.string()),
  codeVerifier: v.exactOptional(v.string()),
  responseType: v.picklist(["code", "code id_token"]),
  responseMode: v.picklist(["query", "fragment", "form_post"]),
  createdAt: finiteNumber,
  expiresAt: finiteNumber,
});

/** Reads the index; what is none of its entries is left out. */
export function decodeIndex(text: string): readonly IndexEntry[] {
  const value = tryParseJson(text);
  return Array.isArray(value) ? value.filter((entry) => v.is(indexEntry, entry)) : [];
}

const indexEntry = v.object({ key: v.string(), expiresAt: finiteNumber });
