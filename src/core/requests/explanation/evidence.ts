import { blamedCredential, type Challenge, readChallenges } from "../../http/challenge";
import { KEY_HEADER } from "../../http/failures";
import type { ExplanationFacts } from "../explanation";
import type { Attempt } from "../record";

/** What kind of thing is to be explained. */
export type Situation =
  "authentication" | "forbidden" | "absent" | "empty" | "answered" | "failed" | "unanswered";

/** Which credential the answer points to, and what says so. */
export interface Blame {
  readonly credential: "key" | "token" | "scope" | "unknown";
  /** `certain`: the answer names it; `likely`: its words hint at it; `open`: nothing does. */
  readonly sureness: "certain" | "likely" | "open";
  /** The challenge or the word of the body that it rests on. */
  readonly because: "challenge" | "challengeError" | "body" | "nothing";
}

/** The facts of a call, read: nothing here is put into words yet. */
export interface Evidence extends ExplanationFacts {
  /** Absent where nothing was sent. */
  readonly last: Attempt | undefined;
  readonly situation: Situation;
  readonly challenges: readonly Challenge[];
  readonly bearer: Challenge | undefined;
  readonly blame: Blame;
  /** Whether a token renewal was made in this action. */
  readonly wasRenewed: boolean;
  /** Path parameters by name, decoded. */
  readonly pathValues: readonly (readonly [name: string, value: string])[];
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** Reads what the attempt and its answer say. */
export function readEvidence(facts: ExplanationFacts): Evidence {
  const { attempts } = facts.action;
  const last = attempts.find(({ number }) => number === facts.attempt) ?? attempts.at(-1);
  const challenges = last === undefined ? [] : readChallenges(last.responseHeaders);
  const bearer = challenges.find(({ scheme }) => scheme === "bearer");
  return {
    ...facts,
    ...{ last, challenges, bearer },
    situation: situationOf(facts, last, bearer),
    blame: blameOf(last, bearer, wordsOf(facts.body)),
    wasRenewed: attempts.some(({ reason }) => reason === "renewal"),
    pathValues: last === undefined ? [] : readPath(last),
    query: last === undefined ? [] : [...(URL.parse(last.url)?.searchParams ?? [])],
  };
}

function situationOf(
  { connection, rows }: ExplanationFacts,
  last: Attempt | undefined,
  bearer: Challenge | undefined,
): Situation {
  const status = last?.status;
  if (status === undefined) {
    return "unanswered";
  }
  // As `core/http` has it: the specification does not show the statuses of these failures.
  const counts = connection?.authenticationStatuses.includes(status) === true;
  if (status === 401 || counts || (bearer !== undefined && status >= 400 && status < 500)) {
    return "authentication";
  }
  if (status >= 200 && status < 300) {
    return rows === 0 ? "empty" : "answered";
  }
  return status === 403 ? "forbidden" : status === 404 ? "absent" : "failed";
}

function blameOf(last: Attempt | undefined, bearer: Challenge | undefined, words: string): Blame {
  const error = bearer?.parameters.get("error");
  if (error === "insufficient_scope" || bearer?.parameters.has("scope") === true) {
    return { credential: "scope", sureness: "certain", because: "challengeError" };
  }
  const named = last === undefined ? "either" : blamedCredential(last.responseHeaders, KEY_HEADER);
  if (named === "token") {
    // RFC 6750, section 3.1: without an error code the service perhaps only asks for a token.
    return error === undefined
      ? { credential: "token", sureness: "likely", because: "challenge" }
      : { credential: "token", sureness: "certain", because: "challengeError" };
  }
  if (named === "key") {
    return { credential: "key", sureness: "certain", because: "challenge" };
  }
  const hint = hintOf(words);
  return hint === undefined
    ? { credential: "unknown", sureness: "open", because: "nothing" }
    : { credential: hint, sureness: "likely", because: "body" };
}

const HINTS: readonly (readonly [Exclude<Blame["credential"], "unknown">, RegExp])[] = [
  ["key", /subscription.?key|api.?key|ocp-apim/i],
  ["scope", /\bscopes?\b/i],
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

/** Template and address end alike, whatever path the base address has before. */
function readPath({ pathTemplate, url }: Attempt): readonly (readonly [string, string])[] {
  const template = pathTemplate.split("/").reverse();
  const sent = (URL.parse(url)?.pathname ?? "").split("/").reverse();
  return template
    .flatMap((step, index) => {
      const name = /^\{(\w+)\}$/.exec(step)?.[1];
      return name === undefined ? [] : [[name, decode(sent[index] ?? "")] as const];
    })
    .reverse();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
