import { AppError, isAppError } from "../../../platform/base/errors";
import { CODES_OF_CONNECTING } from "../../../platform/http/wireErrors";
import type { Attempt } from "../../../platform/base/action";

/**
 * A write whose answer did not come, or not whole, may have landed all the same: that is said,
 * also when the user cancelled. The last attempt tells; an error that came after it, such as a
 * renewal that failed after a 401, changes nothing about what is known.
 */
export function outcomeOf(
  error: unknown,
  code: "pensions/outcomeUnknown" | "requests/outcomeUnknown",
): unknown {
  const last = isAppError(error) ? error.action?.attempts.at(-1) : undefined;
  if (!isAppError(error) || last === undefined || isOutcomeKnown(last)) {
    return error;
  }
  const status = error.status ?? last.status;
  return new AppError("network", code, {
    cause: error,
    requestId: error.requestId ?? last.requestId,
    action: error.action,
    body: error.body,
    values: { reason: error.code },
    ...(status === undefined ? {} : { status }),
  });
}

/** A status that is no success says that nothing landed; without one the write may have left. */
export function isOutcomeKnown({ status, failure = "" }: Attempt): boolean {
  return status === undefined
    ? NEVER_CONNECTED.has(failure) || failure.startsWith("refused/")
    : status < 200 || status > 299;
}

const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  ...CODES_OF_CONNECTING,
  "network/proxyUnusable",
  "network/proxyRefused",
  "network/proxySignIn",
  "network/proxyAnswer",
]);
