import { isRecord } from "../base/shapes";
import { tryParseJson } from "../json/tryParseJson";

type Claims = Readonly<Record<string, unknown>>;

/** Longer ones are not looked into: tokens travel in a header. */
const LONGEST_TOKEN = 65_536;

/** Header and claims of a signed JWT (RFC 7519, section 3.1), decoded only: nothing is verified. */
export interface DecodedJwt {
  readonly header: Claims;
  readonly claims: Claims;
}

/** Undefined for what is none: opaque tokens have any form (RFC 6749, section 1.4). */
export function decodeJwt(token: string): DecodedJwt | undefined {
  const parts = token.split(".", 4);
  if (token.length > LONGEST_TOKEN || parts.length !== 3) {
    return undefined;
  }
  const [header, claims] = parts.map(decodePart);
  return isRecord(header) && isRecord(claims) && typeof header["alg"] === "string"
    ? { header, claims }
    : undefined;
}

function decodePart(part: string): unknown {
  return tryParseJson(Buffer.from(part, "base64url").toString("utf8"));
}
