import { type Challenge, readChallenges } from "../../../../platform/http/challenge";
import { type Blame, blameOf } from "../../../../platform/http/refusals/blame";
import type { ExplanationFacts } from "./explanationFacts";
import type { Attempt } from "../../../../platform/base/action";

/** What kind of thing is to be explained. */
type WriteContext =
  "authentication" | "forbidden" | "absent" | "empty" | "answered" | "failed" | "unanswered";

/** The facts of a call, read: nothing here is put into words yet. */
export interface Evidence extends ExplanationFacts {
  /** Absent where nothing was sent. */
  readonly last: Attempt | undefined;
  readonly situation: WriteContext;
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
    blame: blameOf({
      status: last?.status ?? 0,
      headers: last?.responseHeaders ?? [],
      body: facts.body,
    }),
    wasRenewed: attempts.some(({ reason }) => reason === "renewal"),
    pathValues: last === undefined ? [] : readPath(last),
    query: last === undefined ? [] : [...(URL.parse(last.url)?.searchParams ?? [])],
  };
}

function situationOf(
  { connection, rows }: ExplanationFacts,
  last: Attempt | undefined,
  bearer: Challenge | undefined,
): WriteContext {
  const status = last?.status;
  if (status === undefined) {
    return "unanswered";
  }
  // As `platform/http` has it: the specification does not show the statuses of these failures.
  const counts = connection?.authenticationStatuses.includes(status) === true;
  if (status === 401 || counts || (bearer !== undefined && status >= 400 && status < 500)) {
    return "authentication";
  }
  if (status >= 200 && status < 300) {
    return rows === 0 ? "empty" : "answered";
  }
  return status === 403 ? "forbidden" : status === 404 ? "absent" : "failed";
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
