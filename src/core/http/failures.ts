import { AppError } from "../errors";
import type { Action } from "../requests/record";
import { blamedCredential } from "./challenge";
import type { Exchange } from "./door";
import { findHeader, readRetryAfter, showableHeader, type HeaderList } from "./headers";

/** Name of the header that carries the subscription key (specification, section 4.2). */
export const KEY_HEADER = "Ocp-Apim-Subscription-Key";
export const TRACE_HEADER = "x-dt-traceid";
export const REQUEST_HEADER = "x-dt-requestid";

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const CREDENTIAL_CODES = {
  key: "credentials/keyRefused",
  token: "credentials/tokenRefused",
  either: "credentials/refused",
} as const;

/** The error for an answer whose status is not 2xx; its body and ids go with it. */
export function serviceFailure(answer: Exchange, action: Action, now: number): AppError {
  const location = findHeader(answer.headers, "location");
  const redirect = REDIRECTS.has(answer.status);
  const retryAfterSeconds = readRetryAfter(answer.headers, now);
  const values = {
    ...(redirect && location !== undefined ? { location: inertAddress(location) } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(answer.failure === undefined ? {} : { bodyFailure: answer.failure.code }),
  };
  const code = redirect ? "service/redirect" : `service/${answer.status}`;
  return new AppError("service", code, { ...factsOf(answer, action), values });
}

/** The error for a second authentication error: it names the credential the answer blames. */
export function credentialFailure(answer: Exchange, action: Action): AppError {
  const blamed = blamedCredential(answer.headers, KEY_HEADER);
  return new AppError("credentials", CREDENTIAL_CODES[blamed], factsOf(answer, action));
}

/** The error for an answer whose head came but whose body did not come whole. */
export function bodyFailure(failure: AppError, answer: Exchange, action: Action): AppError {
  const { kind, code, values } = failure;
  const { status, requestId } = factsOf(answer, action);
  return new AppError(kind, code, { status, requestId, action, values });
}

/** The same error with the action on whose behalf it happened. */
export function withAction(error: AppError, action: Action): AppError {
  const { kind, code, values, cause, requestId, body } = error;
  const status = error.status === undefined ? {} : { status: error.status };
  return new AppError(kind, code, { cause, values, requestId, body, action, ...status });
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
  const body = answer.failure === undefined ? answer.body : undefined;
  return { status: answer.status, requestId: readRequestId(answer.headers), action, body };
}

/** A Location is shown, never followed; its query can hold secrets and is left out. */
function inertAddress(location: string): string {
  return showableHeader(location.split(/[?#]/, 1)[0] ?? "");
}
