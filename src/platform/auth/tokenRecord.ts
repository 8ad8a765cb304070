import * as v from "valibot";
import { accepted, amount, nameAndValue, soundMembers } from "../base/messageSchemas";
import type { SignedInIdentity, ToldConsentEnd } from "../base/session";
import { isRecord } from "../base/shapes";
import type { TokenBinding } from "./binding";
import { tryParseJson } from "../json/tryParseJson";

/** One access token with all that decides whether it may be used, and what renews it. */
export interface TokenRecord {
  readonly version: 3;
  /** Also says what scopes were requested. */
  readonly binding: TokenBinding;
  readonly accessToken: string;
  /** Milliseconds since the epoch. */
  readonly obtainedAt: number;
  /** The same of the first token of this sign-in; older records have none. */
  readonly signedInAt?: number;
  /** Milliseconds since the epoch; absent means "until refused". */
  readonly expiresAt?: number | undefined;
  /** As granted. */
  readonly scopes: readonly string[];
  readonly refreshToken?: string | undefined;
  readonly identity?: SignedInIdentity | undefined;
  /** End of the consent as the user entered it: milliseconds since the epoch. */
  readonly enteredConsentEnd?: number | undefined;
  /** What the token answer says that may be that end. */
  readonly toldConsentEnd?: ToldConsentEnd | undefined;
  /**
   * When a renewal was sent that no usable answer came to: the refresh token may be spent.
   * Milliseconds since the epoch.
   */
  readonly unansweredAt?: number;
}

/** Visible ASCII only: anything else has no business in a header. Up to 16 KB. */
const ACCESS_TOKEN = /^[\x21-\x7e]{1,16384}$/;
/** RFC 6749, appendix A.17. */
const REFRESH_TOKEN = /^[\x20-\x7e]{1,16384}$/;
const LONGEST_MARGIN = 30_000;
const MARGIN_OF_LIFE = 0.1;
const CLAIM_CHARACTERS = 8_192;

export function isAccessToken(value: unknown): value is string {
  return typeof value === "string" && ACCESS_TOKEN.test(value);
}

export function isRefreshToken(value: unknown): value is string {
  return typeof value === "string" && REFRESH_TOKEN.test(value);
}

/** True while a token can be used; it is renewed a little before its end. */
export function isFresh({ obtainedAt, expiresAt }: TokenRecord, now: number): boolean {
  if (expiresAt === undefined) {
    return true;
  }
  const margin = Math.min(LONGEST_MARGIN, (expiresAt - obtainedAt) * MARGIN_OF_LIFE);
  return now < expiresAt - margin;
}

/** What tells a sign-in from others of its connection; renewals leave it as it is. */
export function signedInAt(record: TokenRecord): number {
  return record.signedInAt ?? record.obtainedAt;
}

/** The same as far as anybody can see; a record that was read anew is another object. */
export function isSameRecord(
  one: TokenRecord | undefined,
  other: TokenRecord | undefined,
): boolean {
  return (
    one?.accessToken === other?.accessToken &&
    one?.obtainedAt === other?.obtainedAt &&
    one?.expiresAt === other?.expiresAt &&
    one?.enteredConsentEnd === other?.enteredConsentEnd
  );
}

/** The same record with another end of the consent, entered by the user. */
export function withConsentEnd(record: TokenRecord, at: number | undefined): TokenRecord {
  return { ...record, enteredConsentEnd: at };
}

/**
 * The identity as it is kept: claims up to 8 KB as JSON, the smallest ones first, so that one
 * list of hundreds of groups does not push out who it is. `first` are kept before all others.
 */
export function trimIdentity(identity: SignedInIdentity, first: string): SignedInIdentity {
  const sized = Object.entries(identity.claims).map(([name, value]) => {
    const size = JSON.stringify([name, value]).length;
    return { name, size, rank: name === first ? 0 : size };
  });
  let left = CLAIM_CHARACTERS;
  const kept = new Set<string>();
  for (const { name, size } of sized.sort((one, other) => one.rank - other.rank)) {
    if (size <= left) {
      left -= size;
      kept.add(name);
    }
  }
  const claims = Object.entries(identity.claims).filter(([name]) => kept.has(name));
  return { ...identity, claims: Object.fromEntries(claims) };
}

/**
 * Reads a stored record; undefined when it is none of this version. The earlier ones do not say
 * all that their token was issued for: who signed in then signs in again.
 */
export function decodeTokenRecord(text: string): TokenRecord | undefined {
  const value = tryParseJson(text);
  const record = accepted(tokenRecord, value);
  return record && { ...record, ...soundMembers(dispensable, value) };
}

/** What a stored record was issued for. */
export const tokenBinding = v.object({
  authUrl: v.string(),
  baseOrigin: v.string(),
  basePath: v.exactOptional(v.string()),
  clientId: v.string(),
  accessModel: v.picklist(["serviceAccount", "userPresent", "delegation"]),
  scopes: v.array(v.string()),
  tokenParameters: v.array(nameAndValue),
  keyHash: v.string(),
});

const tokenRecord = v.object({
  version: v.literal(3),
  binding: tokenBinding,
  accessToken: v.pipe(v.string(), v.regex(ACCESS_TOKEN)),
  obtainedAt: amount,
  signedInAt: v.exactOptional(amount),
  expiresAt: v.exactOptional(amount),
  scopes: v.array(v.string()),
  enteredConsentEnd: v.exactOptional(amount),
  unansweredAt: v.exactOptional(amount),
});

/** What is left out where it is damaged. */
const dispensable = {
  refreshToken: v.pipe(v.string(), v.regex(REFRESH_TOKEN)),
  identity: v.object({
    issuer: v.string(),
    subject: v.string(),
    claims: v.custom<SignedInIdentity["claims"]>(isRecord),
  }),
  toldConsentEnd: v.object({ name: v.string(), at: amount }),
};
