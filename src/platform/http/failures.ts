import { AppError } from "../base/errors";
import type { Action, RetryDecision } from "../base/action";
import type { AnyCall } from "../base/call";
import { blameOf, lacksScope, type RefusedAnswer } from "./refusals/blame";
import type { Exchange } from "./door";
import { findHeader, readRetryAfter, showableHeader } from "./headers";
import type { HeaderList } from "../base/headers";

export const TRACE_HEADER = "x-dt-traceid";
export const REQUEST_HEADER = "x-dt-requestid";

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const CREDENTIAL_CODES = {
  key: "credentials/keyRefused",
  token: "credentials/tokenRefused",
  scope: "credentials/tokenRefused",
  unknown: "credentials/refused",
} as const;

export interface FailureContext {
  readonly action: Action;
  readonly decision: RetryDecision;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The error for an answer whose status is not 2xx; its body and ids go with it. */
export function serviceFailure(answer: Exchange, context: FailureContext): AppError {
  const redirect = REDIRECTS.has(answer.status);
  const location = redirect ? locationOf(context.action) : undefined;
  const retryAfterSeconds = readWait(answer, context);
  const isAsked = (readRetryAfter(answer.headers, context.now) ?? 0) > 0;
  const tooLong = !context.decision.retry && context.decision.why === "deadline";
  const values = {
    ...(location === undefined ? {} : { location }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(isAsked && tooLong ? { wait: "asksForTooLong" } : isAsked ? { wait: "asks" } : {}),
    ...(answer.failure === undefined ? {} : { bodyFailure: answer.failure.code }),
  };
  const code = redirect ? "service/redirect" : `service/${answer.status}`;
  return new AppError("service", code, { ...factsOf(answer, context.action), values });
}

/** What the service asks for, or the wait that the action had no time for. */
function readWait({ headers }: Exchange, { decision, now }: FailureContext): number | undefined {
  const wait = decision.retry ? undefined : decision.waitMilliseconds;
  return readRetryAfter(headers, now) ?? (wait === undefined ? undefined : Math.ceil(wait / 1000));
}

/** The error for a second authentication error: it names the credential the answer blames. */
export function credentialFailure(answer: Exchange, action: Action): AppError {
  const code = isScopeMissing(answer)
    ? "credentials/insufficientScope"
    : CREDENTIAL_CODES[blameOf(refusedOf(answer)).credential];
  return new AppError("credentials", code, factsOf(answer, action));
}

/** True when the token is good, and not allowed to do this. */
export function isScopeMissing(answer: Exchange): boolean {
  return lacksScope(refusedOf(answer));
}

function refusedOf({ status, headers, body, failure }: Exchange): RefusedAnswer {
  return { status, headers, body: failure === undefined ? body.bytes : undefined };
}

/** The error for an answer whose head came but whose body did not come whole. */
export function bodyFailure(
  failure: AppError,
  answer: Exchange,
  { action, call }: { readonly action: Action; readonly call?: AnyCall | undefined },
): AppError {
  const { kind, code, values } = failure;
  const { status, requestId } = factsOf(answer, action);
  const saved = code === "answer/tooLarge" ? { call } : {};
  return new AppError(kind, code, { status, requestId, action, values, ...saved });
}

/** The same error with the action on whose behalf it happened. */
export function withAction(error: AppError, action: Action): AppError {
  const { kind, code, values, cause, requestId, body, call } = error;
  const status = error.status === undefined ? {} : { status: error.status };
  return new AppError(kind, code, { cause, values, requestId, body, call, action, ...status });
}

/** `x-dt-requestid` as it may be shown. */
export function readRequestId(headers: HeaderList): string | undefined {
  const value = findHeader(headers, REQUEST_HEADER);
  const shown = value === undefined ? "" : showableHeader(value);
  return shown === "" ? undefined : shown;
}

interface Facts {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly action: Action;
  readonly body: Uint8Array | undefined;
}

function factsOf(answer: Exchange, action: Action): Facts {
  const body = answer.failure === undefined ? answer.body.bytes : undefined;
  // Other calls of the action may have ended since; records are clean of secrets, answers are not.
  const own = readRequestId(answer.headers);
  const recorded = action.attempts.findLast(({ requestId }) => requestId === own);
  return { status: answer.status, requestId: recorded?.requestId, action, body };
}

/**
 * Where a redirect points, as recorded: without secrets that the service sent back. It is shown,
 * never followed; its query can hold secrets and is left out.
 */
function locationOf({ attempts }: Action): string | undefined {
  const location = findHeader(attempts.at(-1)?.responseHeaders ?? [], "location");
  return location === undefined ? undefined : showableHeader(location.split(/[?#]/, 1)[0] ?? "");
}
