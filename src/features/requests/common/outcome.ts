import { AppError, isAppError } from "../../../platform/base/errors";
import { CODES_OF_CONNECTING } from "../../../platform/http/wireErrors";
import type { Attempt } from "../../../platform/base/action";

/**
 * A write whose answer did not come, or not whole, may have landed all the same: that is said,
 * also when the user cancelled. The last attempt tells, and where the service did not have the last
 * word any attempt: what kept us from sending it once more says of none that it left.
 */
export function outcomeOf(
  error: unknown,
  code: "pensions/outcomeUnknown" | "requests/outcomeUnknown",
): unknown {
  const told = isAppError(error) ? tellingAttempt(error) : undefined;
  if (!isAppError(error) || told === undefined) {
    return error;
  }
  const status = error.status ?? told.status;
  return new AppError("network", code, {
    cause: error,
    requestId: error.requestId ?? told.requestId,
    action: error.action,
    body: error.body,
    values: { reason: error.code },
    ...(status === undefined ? {} : { status }),
  });
}

/** The attempt that leaves open whether the write landed; undefined where none does. */
function tellingAttempt({ kind, action }: AppError): Attempt | undefined {
  const attempts = action?.attempts ?? [];
  const last = attempts.at(-1);
  if (last !== undefined && !isOutcomeKnown(last)) {
    return last;
  }
  return kind === "service" ? undefined : attempts.findLast((attempt) => mayHaveLanded(attempt));
}

/** A status that is no success says that nothing landed; without one the write may have left. */
export function isOutcomeKnown({ status, failure = "" }: Attempt): boolean {
  return status === undefined
    ? NEVER_CONNECTED.has(failure) || failure.startsWith("refused/")
    : status < 200 || status > 299;
}

/** Whether an attempt left and was not answered whole, or with what leaves open what was done. */
export function mayHaveLanded(attempt: Attempt): boolean {
  return !isOutcomeKnown(attempt) || leavesOpen(attempt.status ?? 0);
}

/**
 * 501 says that the service does not know the method: it did nothing. 303 leads to what came of a
 * request (RFC 9110, section 15.4.4): it may have been done.
 */
function leavesOpen(status: number): boolean {
  return (status >= 500 && status !== 501) || status === 303;
}

const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  ...CODES_OF_CONNECTING,
  "network/proxyUnusable",
  "network/proxyRefused",
  "network/proxySignIn",
  "network/proxyAnswer",
]);
