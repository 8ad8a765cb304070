import type { TokenBinding } from "./binding";

/** One access token with all that decides whether it may be used. */
export interface TokenRecord {
  readonly version: 1;
  readonly binding: TokenBinding;
  readonly accessToken: string;
  /** Milliseconds since the epoch. */
  readonly obtainedAt: number;
  /** Milliseconds since the epoch; absent means "until refused". */
  readonly expiresAt?: number;
  readonly scopes: readonly string[];
}

/** Visible ASCII only: anything else has no business in a header. Up to 16 KB. */
const ACCESS_TOKEN = /^[\x21-\x7e]{1,16384}$/;
const LONGEST_MARGIN = 30_000;
const MARGIN_OF_LIFE = 0.1;

export function isAccessToken(value: unknown): value is string {
  return typeof value === "string" && ACCESS_TOKEN.test(value);
}

/** True while a token can be used; it is renewed a little before its end. */
export function isFresh({ obtainedAt, expiresAt }: TokenRecord, now: number): boolean {
  if (expiresAt === undefined) {
    return true;
  }
  const margin = Math.min(LONGEST_MARGIN, (expiresAt - obtainedAt) * MARGIN_OF_LIFE);
  return now < expiresAt - margin;
}

/** Reads a stored record; undefined when it is not one of this version. */
export function decodeTokenRecord(text: string): TokenRecord | undefined {
  const value = parse(text);
  if (!isRecord(value) || value["version"] !== 1 || !isAccessToken(value["accessToken"])) {
    return undefined;
  }
  const { accessToken, obtainedAt, expiresAt, scopes } = value;
  const binding = decodeBinding(value["binding"]);
  if (binding === undefined || !isTime(obtainedAt) || !isTexts(scopes)) {
    return undefined;
  }
  if (expiresAt !== undefined && !isTime(expiresAt)) {
    return undefined;
  }
  const expiry = expiresAt === undefined ? {} : { expiresAt };
  return { version: 1, binding, accessToken, obtainedAt, scopes, ...expiry };
}

/** Reads what was stored of a binding. */
export function decodeBinding(value: unknown): TokenBinding | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { authOrigin, baseOrigin, clientId, scopes, keyHash } = value;
  const texts = [authOrigin, baseOrigin, clientId, keyHash];
  return isTexts(texts) && isTexts(scopes)
    ? ({ authOrigin, baseOrigin, clientId, scopes, keyHash } as TokenBinding)
    : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
