import type { Action, Attempt } from "../../../platform/base/action";
import type { CallFacts } from "../messages/callFacts";

/** What there is of an attempt of a call, as `meantAttempt` has it: of the last one where none is given. */
export function callFacts(
  { attempts, traceId }: Action,
  attempt: Attempt | undefined = attempts.at(-1),
): CallFacts {
  return {
    hasAttempts: attempt !== undefined,
    hasAnswer: attempt?.status !== undefined,
    hasAnswerBody: attempt !== undefined && attempt.responseBytes > 0,
    hasRequestId: attempt?.requestId !== undefined,
    hasTraceId: traceId !== undefined,
  };
}
