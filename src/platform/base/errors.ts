import type { Action } from "./action";
import type { AnyCall } from "./call";

/**
 * What went wrong, by the part that has to act on it:
 * `network` no answer came; `credentials` key, secret or token was refused or is missing;
 * `service` the service answered with a failure status; `answer` the answer is not what it
 * claims to be; `payload` the user's own text; `refused` we declined (no permit, other origin);
 * `sandbox` the built-in sandbox; `input` a value the user gave; `canceled` the user's own wish.
 */
export type ErrorKind =
  | "network"
  | "credentials"
  | "service"
  | "answer"
  | "payload"
  | "refused"
  | "sandbox"
  | "input"
  | "canceled"
  | "internal";

export interface ErrorDetails {
  readonly cause?: unknown;
  readonly status?: number;
  readonly requestId?: string | undefined;
  readonly traceId?: string | undefined;
  /** The action on whose behalf it happened, with its attempts. */
  readonly action?: Action | undefined;
  /** Values for the sentence the user reads; never a secret, never client data beyond ids. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** The answer's body, to be shown whole on request; hidden from printing. */
  readonly body?: Uint8Array | undefined;
  /** The GET whose answer was too large, so that it can be saved to a file instead. */
  readonly call?: AnyCall | undefined;
}

const BRAND = Symbol.for("financialPlanning.AppError");

/** The one family of errors. `code` is stable and is what callers test; nobody matches messages. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly traceId: string | undefined;
  readonly action: Action | undefined;
  readonly values: Readonly<Record<string, string | number>>;
  declare readonly body: Uint8Array | undefined;
  declare readonly call: AnyCall | undefined;

  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    details: ErrorDetails = {},
  ) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = details.status;
    this.requestId = details.requestId;
    this.traceId = details.traceId ?? sentTraceId(details.action);
    this.action = details.action;
    this.values = details.values ?? {};
    Object.defineProperty(this, BRAND, { value: true });
    Object.defineProperty(this, "body", { value: details.body });
    Object.defineProperty(this, "call", { value: details.call });
  }
}

/** The same error with further values for its sentences, such as the label of its connection. */
export function withValues(error: AppError, more: AppError["values"]): AppError {
  const { kind, code, values, cause, status, requestId, traceId, action, body, call } = error;
  const details = { cause, status, requestId, traceId, action, body, call };
  const known = Object.entries(details).filter(([, value]) => value !== undefined);
  return new AppError(kind, code, {
    ...Object.fromEntries(known),
    values: { ...values, ...more },
  });
}

/** A trace id that never left helps nobody to find the call. */
function sentTraceId(action: Action | undefined): string | undefined {
  return action === undefined || action.attempts.length === 0 ? undefined : action.traceId;
}

/** True for our own errors, also those of another bundle's copy of the class. */
export function isAppError(error: unknown): error is AppError {
  return typeof error === "object" && error !== null && BRAND in error;
}

const SIGN_IN_CODES = new Set(
  ["signInNeeded", "sessionEnded", "consentEnded", "otherUser", "renewalUnknown"].map(
    (name) => `credentials/${name}`,
  ),
);

/** True for what failed for want of a sign-in, and works once somebody signed in. */
export function needsSignIn(error: unknown): boolean {
  return isAppError(error) && SIGN_IN_CODES.has(error.code);
}

const REFUSED_CODES = new Set(["credentials/tokenRefused", "credentials/refused"]);

/** A token that is, or may be, refused and that nothing renews. Where one was renewed, the next is refused as well. */
function isTokenOver(error: unknown): boolean {
  return isAppError(error) && REFUSED_CODES.has(error.code) && !isRenewed(error.action);
}

/** Whether a token was renewed in the course of an action. */
export function isRenewed(action: Action | undefined): boolean {
  return action?.attempts.some(({ reason }) => reason === "renewal") ?? true;
}

/** True for what works once somebody signed in, or vouched for the workspace. */
export function needsAccess(error: unknown): boolean {
  return (
    needsSignIn(error) ||
    isTokenOver(error) ||
    (isAppError(error) && error.code === "refused/untrusted")
  );
}

/** True when the user cancelled: never shown, never logged as an error. */
export function isCanceled(error: unknown): boolean {
  return isAppError(error) && error.kind === "canceled";
}
