import { findHeaders } from "./headers";
import type { HeaderList } from "../base/headers";

/** Name of the header that carries the subscription key (specification, section 4.2). */
export const KEY_HEADER = "Ocp-Apim-Subscription-Key";

/** One challenge of a `WWW-Authenticate` header (RFC 9110, section 11.6.1). */
export interface Challenge {
  /** Lower case. */
  readonly scheme: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Which credential an authentication error points to, by what the answer says itself. */
export type RefusedCredential = "key" | "token" | "either";

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const PARAMETER = new RegExp(`^(${TOKEN})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${TOKEN}))`);
const SCHEME = new RegExp(`^(${TOKEN})(?=\\s|,|$)`);
/** What some schemes have in place of parameters (RFC 9110, section 11.2). */
const TOKEN68 = /^[A-Za-z0-9._~+/-]+=*(?=\s*(?:,|$))/;
const LONGEST_HEADER = 4_096;

/** All challenges of an answer; what cannot be read is left out. */
export function readChallenges(headers: HeaderList): readonly Challenge[] {
  return findHeaders(headers, "www-authenticate").flatMap(readOne);
}

/** True when the answer asks for a bearer token (RFC 6750, section 3). */
export function hasBearerChallenge(headers: HeaderList): boolean {
  return readChallenges(headers).some(({ scheme }) => scheme === "bearer");
}

/** Reads from the challenges which credential was refused; "either" where they do not tell. */
export function blamedCredential(headers: HeaderList, keyHeader: string): RefusedCredential {
  const challenges = readChallenges(headers);
  const bearer = challenges.find(({ scheme }) => scheme === "bearer");
  const key = challenges.find((challenge) => namesKey(challenge, keyHeader));
  if (bearer !== undefined && key !== undefined) {
    // Both ways in are listed: only an error code says which one failed.
    return bearer.parameters.has("error") ? "token" : "either";
  }
  return bearer !== undefined ? "token" : key !== undefined ? "key" : "either";
}

function namesKey({ scheme, parameters }: Challenge, keyHeader: string): boolean {
  return scheme !== "bearer" && parameters.get("name")?.toLowerCase() === keyHeader.toLowerCase();
}

function readOne(value: string): Challenge[] {
  const found: { scheme: string; parameters: Map<string, string> }[] = [];
  // A list may have empty elements (RFC 9110, section 5.6.1).
  let rest = value.slice(0, LONGEST_HEADER).replace(/^[\s,]+/, "");
  while (rest !== "") {
    const parameter = PARAMETER.exec(rest);
    const scheme = parameter === null ? SCHEME.exec(rest) : null;
    const match = parameter ?? scheme ?? TOKEN68.exec(rest);
    if (match === null) {
      break;
    }
    if (parameter !== null) {
      const text = parameter[2]?.replace(/\\(.)/g, "$1") ?? parameter[3] ?? "";
      found.at(-1)?.parameters.set((parameter[1] ?? "").toLowerCase(), text);
    } else if (scheme !== null) {
      found.push({ scheme: (scheme[1] ?? "").toLowerCase(), parameters: new Map() });
    }
    rest = rest.slice(match[0].length).replace(/^[\s,]+/, "");
  }
  return found;
}
