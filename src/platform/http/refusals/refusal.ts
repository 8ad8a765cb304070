import type { AppError } from "../../base/errors";
import { findHeader } from "../headers";
import type { Attempt } from "../../base/action";
import { requiredScopes, blameOf, lacksScope } from "./blame";
import { readBodyProblems } from "./problems";
import type { BodyProblem } from "./problemList";
import { readServiceWords, type DescribedAnswer } from "./serviceWords";

/** What the service's answer itself says of why it refused. */
export interface Refusal {
  /** Its own words, secrets out; "" where it says no more than its status does. */
  readonly said: string;
  /** True when its answer is known, came whole and says nothing. */
  readonly isSilent: boolean;
  /** The credential that it points to; undefined where nothing does. */
  readonly blamed: "key" | "token" | "scope" | undefined;
  /** Scopes that it asks for. */
  readonly scopes: readonly string[];
}

const UNKNOWN: Refusal = { said: "", isSilent: false, blamed: undefined, scopes: [] };

/**
 * Reads a refusal by the service; of other errors nothing. Refusals by the identity provider are
 * none of these, even where the call that they ended had been answered before.
 * @param clean takes secrets out
 */
export function refusalOf(error: AppError, clean: (text: string) => string): Refusal {
  const answer = OF_SERVICE.test(causeOf(error)) ? answerOf(error) : undefined;
  if (answer === undefined) {
    return UNKNOWN;
  }
  const said = readServiceWords(answer, clean);
  const { credential } = blameOf(answer);
  return {
    said,
    isSilent: said === "" && answer.body !== undefined && credential !== "scope",
    blamed: credential === "unknown" ? undefined : credential,
    scopes: lacksScope(answer)
      ? requiredScopes(answer).filter((scope) => clean(scope) === scope)
      : [],
  };
}

/**
 * What the service's answer says, part by part of the body that was sent where it names any, else
 * in one sentence; empty where it says no more than its status does. Of an answer that said yes only
 * a page for people speaks: anything else may be the record itself.
 * @param clean takes secrets out
 */
export function problemsOf(
  error: AppError,
  clean: (text: string) => string,
): readonly BodyProblem[] {
  const answer = answerOf(error);
  const type = findHeader(answer?.headers ?? [], "content-type") ?? "";
  const isRecord = answer !== undefined && answer.status < 300 && !/\bhtml\b/i.test(type);
  if (answer === undefined || isRecord) {
    return [];
  }
  const words = readServiceWords(answer, clean);
  const parts = answer.body === undefined ? [] : readBodyProblems(answer.body, type, clean);
  if (words === "" && parts.every(({ path }) => path.length === 0)) {
    return [];
  }
  return parts.length > 0 ? parts : [{ path: [], message: words }];
}

/** The credential that a refusal by the service points to. */
export function blamedBy(error: AppError): Refusal["blamed"] {
  // What it says is not asked for, so nothing has to be cleaned.
  return refusalOf(error, (text) => text).blamed;
}

/** A write of unknown outcome names what kept its end from being known. */
function causeOf({ code, values }: AppError): string {
  return code.endsWith("/outcomeUnknown") ? String(values["reason"]) : code;
}

const OF_SERVICE =
  /^service\/(?!identity)|^credentials\/(?:keyRefused|tokenRefused|insufficientScope|refused)$/;

function answerOf(error: AppError): DescribedAnswer | undefined {
  const { status, body } = error;
  const attempt = attemptOf(error);
  return status === undefined
    ? undefined
    : { status, body, headers: attempt?.responseHeaders ?? [], statusText: attempt?.statusText };
}

/** Other calls of the action may have ended since: the one with this answer. */
function attemptOf({ action, requestId, status }: AppError): Attempt | undefined {
  return action?.attempts.findLast(
    (attempt) => attempt.requestId === requestId && attempt.status === status,
  );
}
