import type { Connection, SecretsUse } from "../base/connection";
import { AppError, isAppError } from "../base/errors";
import { demandRight, type PermitCheck, sealServiceRequest, type SealedRequest } from "./seal";
import type { Action, Attempt, RetryDecision } from "../base/action";
import type { RunningActions } from "../base/runningActions";
import type { Flight, Recorder } from "./recorder";
import { AttemptRecord } from "./attemptRecord";
import { hasBearerChallenge, KEY_HEADER } from "./challenge";
import type { Body } from "./body";
import type { Clock } from "../base/clock";
import type { Door, Exchange, ExchangeLimits } from "./door";
import * as failures from "./failures";
import { readRetryAfter, showableHeader } from "./headers";
import type { HeaderList } from "../base/headers";
import type { Queue } from "./queue";
import { decideRetry } from "./retry";
import { openScope, pause, throwIfAborted, type Scope } from "../base/scope";
import { serviceHeaders } from "./serviceHeaders";
import type { TransportRequest } from "./transportRequest";

/** Both credentials of one call. */
export interface CallCredentials {
  readonly subscriptionKey: string;
  readonly token: string;
}

/** Where the transport gets its credentials; all of them may ask the identity provider. */
export interface CredentialSource {
  current(signal: AbortSignal, use: SecretsUse): Promise<CallCredentials>;
  /** Fresh ones in place of those that were refused; undefined where none can be had. */
  renew(refused: CallCredentials, signal: AbortSignal): Promise<CallCredentials | undefined>;
  /** Forgets the token that was refused, and that no other one can replace. */
  drop(refused: CallCredentials): Promise<void>;
}

export interface TransportOptions {
  readonly connection: Connection;
  readonly door: Door;
  readonly clock: Clock;
  readonly permits: PermitCheck;
  readonly credentials: CredentialSource;
  readonly recorder: Recorder;
  readonly queue: Queue;
  readonly limits: () => ExchangeLimits & { readonly actionMilliseconds: number };
  /** Where the user can end a call from elsewhere. */
  readonly running?: RunningActions;
  /** Aborted when the client is given up. */
  readonly life: AbortSignal;
  /** From 0 to below 1; spreads the waits before retries. */
  readonly random: () => number;
}

/** A 2xx answer whose body came whole. */
export interface TransportAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: Body;
  readonly action: Action;
}

/**
 * One call of the service under both credentials, every exchange recorded. On its own it is
 * repeated after a temporary status, and once, counted apart, after an authentication error
 * with a renewed token.
 * @throws AppError with the action and, where an answer came, its status, request id and body
 */
export async function send(
  options: TransportOptions,
  request: TransportRequest,
): Promise<TransportAnswer> {
  const { recorder, clock, connection, permits } = options;
  const action = recorder.current(request.action);
  const byUser = new AbortController();
  const ended = options.running?.begin(action.id, byUser);
  const scope = openScope(clock, request.signal, options.life, byUser.signal);
  const flight = recorder.trackCall(action, request.isStepOfWalk);
  let start = clock.monotonic();
  try {
    throwIfAborted(scope.signal);
    const right = { permit: request.permit, permits, connectionId: connection.id };
    // At once: the bytes are the caller's, who may change them.
    const sealed = sealServiceRequest(request, right);
    // Who need not rest begins in this turn: the time of the action counts from the call on.
    const resting = waitWhileThrottled(options, { request, scope, flight });
    if (resting !== undefined) {
      await resting;
      start = clock.monotonic();
    }
    const limits = options.limits();
    const spent = request.isStepOfWalk === true ? 0 : recorder.spentMilliseconds(action);
    const milliseconds = limits.actionMilliseconds - spent;
    scope.limit(milliseconds, "network/actionTimeout", limits.actionMilliseconds);
    const deadline = start + milliseconds;
    const { signal } = scope;
    const { stop } = request;
    const waiting = stop === undefined ? signal : AbortSignal.any([signal, stop]);
    const context = { options, request, sealed, limits, deadline, scope, signal, waiting, flight };
    return answerOf(await exchangeUntilAnswered(context), context);
  } catch (error) {
    if (isAppError(error) && error.kind === "canceled") {
      recorder.cancel(action);
    }
    throw finalError(error, recorder.current(action));
  } finally {
    ended?.();
    scope.end();
    flight.progress(undefined);
    recorder.addSpent(action, clock.monotonic() - start);
  }
}

/**
 * Background requests wait while the service throttles; the wait counts neither as their time nor as
 * one of their retries.
 */
function waitWhileThrottled(
  { queue, clock }: TransportOptions,
  { request, scope, flight }: Pick<SendContext, "request" | "scope" | "flight">,
): Promise<void> | undefined {
  if (request.priority !== "background" || !queue.isBackgroundPaused) {
    return undefined;
  }
  flight.progress({ state: "queued", number: flight.nextNumber, since: clock.now() });
  return queue.untilResumed(scope.signal);
}

interface SendContext {
  readonly options: TransportOptions;
  readonly request: TransportRequest;
  readonly sealed: SealedRequest;
  readonly limits: ExchangeLimits;
  /** On the monotonic clock. */
  readonly deadline: number;
  readonly scope: Scope;
  readonly signal: AbortSignal;
  /** The same, ended also by whoever stops it between two exchanges. */
  readonly waiting: AbortSignal;
  readonly flight: Flight;
}

interface Last {
  readonly answer: Exchange;
  readonly decision: RetryDecision;
}

async function exchangeUntilAnswered(context: SendContext): Promise<Last> {
  const { credentials, connection } = context.options;
  const use = { mayBeKept: !isWrite(context.request) };
  let current = await credentials.current(context.waiting, use);
  let reason: Attempt["reason"] = "first";
  let isRenewed = false;
  for (let retries = 0; ;) {
    const last = await attempt(context, { credentials: current, reason, retries });
    if (isAuthenticationError(last.answer, connection)) {
      // A renewed token is hardly allowed more than this one: nothing is written twice for that.
      const isFinal = isWrite(context.request) && failures.isScopeMissing(last.answer);
      // An answer that took all the time there was is the last one, whatever it asks for.
      const isLast = isRenewed || isFinal || context.signal.aborted;
      const renewed = isLast ? undefined : await credentials.renew(current, context.waiting);
      if (renewed === undefined) {
        throw await refused(context, last.answer, { credentials: current, isRenewed });
      }
      current = renewed;
      isRenewed = true;
      reason = "renewal";
    } else if (last.decision.retry) {
      await waitBefore(last.answer.status, last.decision, context);
      retries++;
      reason = "retry";
    } else {
      return last;
    }
  }
}

async function waitBefore(
  status: number,
  { milliseconds, why }: RetryDecision & { readonly retry: true },
  { options, request, waiting, flight }: SendContext,
): Promise<void> {
  request.onWait?.({ status, milliseconds });
  const since = options.clock.now();
  flight.progress({ state: "waiting", since, until: since + milliseconds, status, why });
  await pause(milliseconds, options.clock, waiting);
}

async function refused(
  { options, request }: SendContext,
  answer: Exchange,
  {
    credentials,
    isRenewed,
  }: { readonly credentials: CallCredentials; readonly isRenewed: boolean },
): Promise<AppError> {
  const failure = failures.credentialFailure(answer, options.recorder.current(request.action));
  // A token that only lacks a scope, or that stood beside a bad key, is good for other calls. Where
  // the answer does not say what it refuses, only a token that was just renewed is given up.
  if (
    failure.code === "credentials/tokenRefused" ||
    (failure.code === "credentials/refused" && isRenewed)
  ) {
    await options.credentials.drop(credentials);
  }
  return failure;
}

/** The specification names no status: 401, a bearer challenge, or what the connection adds. */
function isAuthenticationError(answer: Exchange, connection: Connection): boolean {
  const { status, headers } = answer;
  const clientError = status >= 400 && status < 500;
  return (
    status === 401 ||
    (clientError && hasBearerChallenge(headers)) ||
    connection.authenticationStatuses.includes(status)
  );
}

function isWrite({ method }: Pick<TransportRequest, "method">): boolean {
  return method !== "GET" && method !== "HEAD";
}

interface Try {
  readonly credentials: CallCredentials;
  readonly reason: Attempt["reason"];
  /** Retries that were made already. */
  readonly retries: number;
}

async function attempt(context: SendContext, one: Try): Promise<Last> {
  const { clock } = context.options;
  const asked = clock.monotonic();
  const leave = await attemptWrite(context);
  try {
    demandRight(context.sealed, one.credentials.subscriptionKey);
    return await exchangeOnce(context, one, clock.monotonic() - asked);
  } finally {
    leave();
  }
}

/** `queue` is how long it waited for its turn, in milliseconds. */
async function exchangeOnce(context: SendContext, one: Try, queue: number): Promise<Last> {
  const { options, request, sealed, limits, scope, flight } = context;
  const { clock, recorder } = options;
  const headers = serviceHeaders({
    ...one.credentials,
    traceId: request.action.traceId,
    hasBody: request.body !== undefined,
    ...{ preconditions: request.preconditions, given: request.given },
    ...{ accept: request.accept, contentType: request.contentType },
  });
  const requestHeaders = options.door.sentHeaders(sealed, { ...headers, ...HIDDEN });
  const { reason } = one;
  const record = new AttemptRecord({
    ...{ clock, recorder, request, sealed, flight, reason, queue, requestHeaders },
  });
  try {
    const { sink } = record;
    const { onBody: onBytes } = request;
    const answer = await options.door.exchange(sealed, { headers, limits, scope, sink, onBytes });
    const decision = decide(context, answer, one.retries);
    if (decision.retry && WANTS_PATIENCE.has(answer.status)) {
      // Before this turn ends, or the next one would take its place.
      options.queue.pauseBackground(decision.milliseconds);
    }
    record.answered(answer, decision);
    if (answer.failure?.kind === "canceled") {
      throw answer.failure;
    }
    return { answer, decision };
  } catch (error) {
    record.failed(isAppError(error) ? error.code : "internal/unexpected");
    throw error;
  }
}

/** The service has too much to do: whoever can wait makes it worse. */
const WANTS_PATIENCE: ReadonlySet<number> = new Set([429, 503]);

function attemptWrite({ options, request, waiting, flight }: SendContext): Promise<() => void> {
  const { clock, queue } = options;
  return queue.enter(request.priority ?? "foreground", waiting, () =>
    flight.progress({ state: "queued", number: flight.nextNumber, since: clock.now() }),
  );
}

function decide(
  { options, sealed, deadline, signal }: SendContext,
  { status, headers }: Exchange,
  retries: number,
): RetryDecision {
  const decision = decideRetry({
    method: sealed.method,
    status,
    retryAfterSeconds: readRetryAfter(headers, options.clock.now()),
    retries,
    remainingMilliseconds: deadline - options.clock.monotonic(),
    random: options.random,
  });
  return decision.retry && signal.aborted ? { retry: false, why: "deadline" } : decision;
}

/** In the record, in place of credentials; in the order in which those are sent. */
const HIDDEN: Readonly<Record<string, string>> = {
  Authorization: "Bearer [redacted]",
  [KEY_HEADER]: "[redacted]",
};

function answerOf({ answer, decision }: Last, context: SendContext): TransportAnswer {
  const { options, request, sealed } = context;
  const action = options.recorder.current(request.action);
  if (answer.status < 200 || answer.status > 299) {
    throw failures.serviceFailure(answer, { action, decision, now: options.clock.now() });
  }
  if (answer.failure !== undefined) {
    const canSave = sealed.method === "GET" && request.call !== undefined;
    throw failures.bodyFailure(answer.failure, answer, {
      action,
      ...(canSave ? { call: request.call } : {}),
    });
  }
  const { status, statusText, headers, body } = answer;
  return { status, statusText: showableHeader(statusText), headers, body, action };
}

/** What was thrown as an error of ours, with its action. */
export function finalError(error: unknown, action: Action): AppError {
  if (!isAppError(error)) {
    return new AppError("internal", "internal/unexpected", { cause: error, action });
  }
  return error.action === undefined ? failures.withAction(error, action) : error;
}
