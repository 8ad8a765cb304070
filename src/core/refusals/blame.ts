import { blamedCredential, type Challenge, KEY_HEADER, readChallenges } from "../http/challenge";
import type { HeaderList } from "../http/headers";

/** Which credential a refusal points to, and what says so. */
export interface Blame {
  readonly credential: "key" | "token" | "scope" | "unknown";
  /** `certain`: the answer names it; `likely`: its words hint at it; `open`: nothing does. */
  readonly sureness: "certain" | "likely" | "open";
  /** The challenge or the word of the body that it rests on. */
  readonly because: "challenge" | "challengeError" | "body" | "nothing";
}

/** The parts of a refusal that tell of its reason. */
export interface RefusedAnswer {
  readonly headers: HeaderList;
  /** Decoded; absent where it is not kept or did not come whole. */
  readonly body?: Uint8Array | undefined;
}

/** Reads challenges first (RFC 6750, section 3.1), then what the body hints at. */
export function blameOf({ headers, body }: RefusedAnswer): Blame {
  const error = bearerOf(headers)?.parameters.get("error");
  const hasScope = bearerOf(headers)?.parameters.has("scope") === true;
  if (error === "insufficient_scope" || (error === undefined && hasScope)) {
    return { credential: "scope", sureness: "certain", because: "challengeError" };
  }
  const named = blamedCredential(headers, KEY_HEADER);
  const hint = hintOf(wordsOf(body));
  if (named === "token" && error !== undefined) {
    return { credential: "token", sureness: "certain", because: "challengeError" };
  }
  if (named === "key") {
    return { credential: "key", sureness: "certain", because: "challenge" };
  }
  // Without an error code the service perhaps only asks for a token; a body is more precise.
  if (named === "token" && hint !== "key") {
    return { credential: "token", sureness: "likely", because: "challenge" };
  }
  return hint === undefined
    ? { credential: "unknown", sureness: "open", because: "nothing" }
    : { credential: hint, sureness: "likely", because: "body" };
}

/** True when the answer says with the standard's own word that a scope is missing. */
export function lacksScope({ headers, body }: RefusedAnswer): boolean {
  const error = bearerOf(headers)?.parameters.get("error");
  return error === undefined ? MISSING_SCOPE.test(wordsOf(body)) : MISSING_SCOPE.test(error);
}

/** The scopes that the answer asks for (RFC 6749, section 3.3); none where it names none. */
export function askedScopes({ headers, body }: RefusedAnswer): readonly string[] {
  const challenged = bearerOf(headers)?.parameters.get("scope");
  const [, listed = ""] = /"scopes?"\s*:\s*"([^"\\]*)"/i.exec(wordsOf(body)) ?? [];
  const scopes = (challenged ?? listed).split(/[\s,]+/).filter((scope) => SCOPE.test(scope));
  return [...new Set(scopes)].slice(0, MOST_SCOPES);
}

const MISSING_SCOPE = /\binsufficient[_ ]scope\b/i;
/** Brackets are legal in scopes, and in nobody's use but of those who hide links in them. */
const SCOPE = /^[\x21\x23-\x27\x2a-\x5a\x5e-\x7e]{1,100}$/;
const MOST_SCOPES = 10;

function bearerOf(headers: HeaderList): Challenge | undefined {
  return readChallenges(headers).find(({ scheme }) => scheme === "bearer");
}

const HINTS: readonly (readonly [Exclude<Blame["credential"], "unknown">, RegExp])[] = [
  ["key", /subscription.?key|api.?key|ocp-apim/i],
  ["scope", /\bscopes?\b|insufficient_scope/i],
  ["token", /\btokens?\b|\bjwt\b|\bbearer\b/i],
];

/** Undefined also where the words point to more than one: then they tell nothing. */
function hintOf(words: string): Exclude<Blame["credential"], "unknown"> | undefined {
  const isKey = HINTS[0]?.[1].test(words) === true;
  const other = HINTS.slice(1).find(([, pattern]) => pattern.test(words))?.[0];
  return isKey && other !== undefined ? undefined : isKey ? "key" : other;
}

const READ_BYTES = 16_384;

function wordsOf(body: Uint8Array | undefined): string {
  return body === undefined ? "" : new TextDecoder().decode(body.subarray(0, READ_BYTES));
}
