import { hash } from "node:crypto";
import * as openid from "openid-client";
import { AppError, isAppError } from "../base/errors";
import { type DecodedJwt, decodeJwt } from "./jwt";

/** How far ahead of us the provider's clock may be, in seconds. */
const LONGEST_LEAD_SECONDS = 300;
/** openid-client allows it the same for a token that came through the browser. */
const LONGEST_AGE_SECONDS = 3_600;

/** Hashes by the last digits of a signature's algorithm (RFC 7518, section 3.1). */
const HASHES: Readonly<Record<string, string>> = { 256: "sha256", 384: "sha384", 512: "sha512" };
/** RFC 8037, section 3.1: it hashes with SHA-512 by itself. */
const EDWARDS = new Set(["EdDSA", "Ed25519"]);

/**
 * What openid-client leaves out when it checks an ID token: bounds for its `iat`, and `alg: none`
 * where the provider's own document allows it.
 * @param now milliseconds since the epoch
 * @throws AppError `answer/identity`
 */
export function requireValidTimes(idToken: string, now: number): void {
  const { header, claims } = decodeIdToken(idToken);
  const { iat } = claims;
  if (header["alg"] === "none") {
    throw unusable("alg");
  }
  const age = typeof iat === "number" ? now / 1000 - iat : NaN;
  if (!(age >= -LONGEST_LEAD_SECONDS && age <= LONGEST_AGE_SECONDS)) {
    throw unusable("iat");
  }
}

/**
 * The access token is the one that the ID token was issued with, where it says so (OpenID Connect
 * Core, 3.1.3.8 and 3.3.3.6).
 * @throws AppError `answer/identity`
 */
export function requireAccessTokenHash(idToken: string, accessToken: string): void {
  const { header, claims } = decodeIdToken(idToken);
  const { at_hash: expected } = claims;
  if (expected !== undefined && expected !== leftHalfHash(accessToken, header["alg"])) {
    throw unusable("at_hash");
  }
}

/**
 * Both ID tokens of a hybrid sign-in are about one person (OpenID Connect Core, 3.3.3.6); their
 * issuers are compared with the configured one already.
 * @throws AppError `answer/identity`
 */
export function requireSameSubject(oneIdToken: string, otherIdToken: string): void {
  const { sub: one } = decodeIdToken(oneIdToken).claims;
  const { sub: other } = decodeIdToken(otherIdToken).claims;
  if (typeof one !== "string" || one !== other) {
    throw unusable("sub");
  }
}

/** Decodes only; whoever calls has the signature checked elsewhere. */
function decodeIdToken(token: string): DecodedJwt {
  const decoded = decodeJwt(token);
  if (decoded === undefined) {
    // The text may hold a person's data: only the reason goes on.
    throw unusable("unreadable");
  }
  return decoded;
}

/** How openid-client's words for what is wrong with an ID token begin, without a claim's name. */
const CHECKS: readonly (readonly [words: RegExp, check: string])[] = [
  [/^JWT signature verification failed/, "signature"],
  [/^unsupported JWS/, "alg"],
  [/^(?:Invalid JWT|failed to parse JWT|JWT (?:Header|Payload) must|JWE decryption)/, "unreadable"],
];
/** A claim or header parameter in those words, as in `unexpected ID Token "nonce" claim value`. */
const NAMED = /(?:JWT|ID Token) "(\w+)"/;
const NAMES: ReadonlySet<string | undefined> = new Set([
  ...["nonce", "aud", "azp", "iss", "exp", "iat", "nbf", "sub", "alg", "crit", "auth_time"],
  ...["c_hash", "s_hash", "at_hash"],
]);

/**
 * The check of an ID token that openid-client refused it by (OpenID Connect Core, 3.1.3.7 and
 * 3.3.2.11); undefined where the error is about something else. Never anything of the token.
 */
export function failedCheck(error: unknown): string | undefined {
  if (!(error instanceof openid.ClientError)) {
    return undefined;
  }
  if (error.code === "OAUTH_KEY_SELECTION_FAILED") {
    return "kid";
  }
  const { cause } = error;
  const words = cause instanceof Error ? cause.message : "";
  const name = NAMED.exec(words)?.[1];
  return NAMES.has(name) ? name : CHECKS.find(([pattern]) => pattern.test(words))?.[1];
}

/** An ID token that came through the browser and was refused by a check, before any request. */
export function refusedFrontToken(error: unknown): AppError {
  const known = isAppError(error) ? error.values["reason"] : failedCheck(error);
  const values = { reason: known ?? "unknown", from: "browser" };
  return new AppError("answer", "answer/identity", { values });
}

function leftHalfHash(text: string, algorithm: unknown): string | undefined {
  const name = String(algorithm);
  const digestName = EDWARDS.has(name) ? "sha512" : HASHES[name.slice(-3)];
  if (digestName === undefined) {
    return undefined;
  }
  const digest = hash(digestName, text, "buffer");
  return digest.subarray(0, digest.length / 2).toString("base64url");
}

function unusable(reason: string): AppError {
  return new AppError("answer", "answer/identity", { values: { reason } });
}
