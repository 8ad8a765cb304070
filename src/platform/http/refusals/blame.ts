import { blamedCredential, type Challenge, KEY_HEADER, readChallenges } from "../challenge";
import type { HeaderList } from "../../base/headers";

/** Which credential a refusal points to, and what says so. */
export interface Blame {
  readonly credential: "key" | "token" | "scope" | "unknown";
  /** `certain`: the answer names it; `likely`: its words hint at it; `open`: nothing does. */
  readonly sureness: "certain" | "likely" | "open";
  /** The challenge or the word of the body that it rests on; an error code is the standard's own. */
  readonly because: "challenge" | "challengeError" | "body" | "bodyError" | "nothing";
}

/** The parts of a refusal that tell of its reason. */
export interface RefusedAnswer {
  readonly headers: HeaderList;
  readonly status: number;
  /** Decoded; absent where it is not kept or did not come whole. */
  readonly body?: Uint8Array | undefined;
}

/** Reads challenges first (RFC 6750, section 3.1), then what the body hints at. */
export function blameOf({ status, headers, body }: RefusedAnswer): Blame {
  const bearer = bearerOf(headers);
  const error = bearer?.parameters.get("error");
  const words = wordsOf(body);
  if (error !== undefined) {
    const credential = MISSING_SCOPE.test(error) ? "scope" : "token";
    return { credential, sureness: "certain", because: "challengeError" };
  }
  if (MISSING_SCOPE.test(words)) {
    return { credential: "scope", sureness: "certain", because: "bodyError" };
  }
  // Without an error code a challenge names the scope of what was asked for (RFC 6750, section 3),
  // which says that it lacks only where who asked is known.
  if (status === 403 && bearer?.parameters.has("scope") === true) {
    return { credential: "scope", sureness: "likely", because: "challenge" };
  }
  const named = blamedCredential(headers, KEY_HEADER);
  const hint = hintOf(words);
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

/** True when the answer says of a scope that it is missing, and not only something of scopes. */
export function lacksScope(answer: RefusedAnswer): boolean {
  const { credential, because } = blameOf(answer);
  return credential === "scope" && because !== "body";
}

/** The scopes that the answer asks for (RFC 6749, section 3.3); none where it names none. */
export function requiredScopes({ headers, body }: RefusedAnswer): readonly string[] {
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

const KEY_HINT = /subscription.?key|api.?key|ocp-apim/i;
const OTHER_HINTS: readonly (readonly [credential: "scope" | "token", pattern: RegExp])[] = [
  ["scope", /\bscopes?\b|insufficient_scope/i],
  ["token", /\btokens?\b|\bjwt\b|\bbearer\b/i],
];

/** Undefined also where the words point to more than one: then they tell nothing. */
function hintOf(words: string): Exclude<Blame["credential"], "unknown"> | undefined {
  const isKey = KEY_HINT.test(words);
  const other = OTHER_HINTS.find(([, pattern]) => pattern.test(words))?.[0];
  return isKey && other !== undefined ? undefined : isKey ? "key" : other;
}

const READ_BYTES = 16_384;

function wordsOf(body: Uint8Array | undefined): string {
  return body === undefined ? "" : new TextDecoder().decode(body.subarray(0, READ_BYTES));
}
