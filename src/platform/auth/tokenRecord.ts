import { isListOf, isRecord, isText } from "../base/shapes";
import type { AccessModel } from "../base/connection";
import type { SignedInIdentity, ToldConsentEnd } from "../base/session";
import type { TokenBinding } from "./binding";

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
  const value = parse(text);
  if (!isRecord(value) || value["version"] !== 3) {
    return undefined;
  }
  const { accessToken, obtainedAt, scopes } = value;
  const binding = decodeBinding(value["binding"]);
  const times = ["signedInAt", "expiresAt", "enteredConsentEnd", "unansweredAt"] as const;
  if (binding === undefined || !isAccessToken(accessToken) || !isTime(obtainedAt)) {
    return undefined;
  }
  if (!isTexts(scopes) || times.some((name) => name in value && !isTime(value[name]))) {
    return undefined;
  }
  const { refreshToken } = value;
  const identity = decodeIdentity(value["identity"]);
  const told = decodeTold(value["toldConsentEnd"]);
  return {
    ...{ version: 3, binding, accessToken, obtainedAt, scopes },
    ...Object.fromEntries(times.filter((name) => name in value).map((name) => [name, value[name]])),
    ...(isRefreshToken(refreshToken) ? { refreshToken } : {}),
    ...(identity === undefined ? {} : { identity }),
    ...(told === undefined ? {} : { toldConsentEnd: told }),
  };
}

function decodeTold(value: unknown): ToldConsentEnd | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { name, at } = value;
  return typeof name === "string" && isTime(at) ? { name, at } : undefined;
}

const ACCESS_MODELS: readonly unknown[] = [
  "serviceAccount",
  "userPresent",
  "delegation",
] satisfies AccessModel[];

/** Reads what a stored record was issued for; undefined when it is not one. */
export function decodeBinding(value: unknown): TokenBinding | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { authUrl, baseOrigin, clientId, accessModel, scopes, tokenParameters, keyHash } = value;
  const { basePath } = value;
  const isWhole =
    isTexts([authUrl, baseOrigin, clientId, keyHash, basePath ?? ""]) &&
    isTexts(scopes) &&
    isPairs(tokenParameters) &&
    ACCESS_MODELS.includes(accessModel);
  return isWhole
    ? ({
        ...{ authUrl, baseOrigin, clientId, accessModel, scopes, tokenParameters, keyHash },
        ...(typeof basePath === "string" ? { basePath } : {}),
      } as TokenBinding)
    : undefined;
}

function decodeIdentity(value: unknown): SignedInIdentity | undefined {
  if (!isRecord(value) || !isRecord(value["claims"])) {
    return undefined;
  }
  const { issuer, subject, claims } = value;
  return typeof issuer === "string" && typeof subject === "string"
    ? { issuer, subject, claims }
    : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isPairs(value: unknown): value is (readonly [string, string])[] {
  return Array.isArray(value) && value.every((pair) => isTexts(pair) && pair.length === 2);
}

function isTexts(value: unknown): value is string[] {
  return isListOf(value, isText);
}
