import type { Connection } from "../connection";
import { AppError, isAppError } from "../errors";
import type { PermitCheck, WritePermit } from "../guard/permit";
import type { Action, Attempt, TraceEcho } from "../requests/record";
import type { Recorder } from "../requests/recorder";
import { hasBearerChallenge } from "./challenge";
import type { Clock } from "./clock";
import type { Door, Exchange, ExchangeLimits } from "./door";
import * as failures from "./failures";
import { findHeader, showableHeader, type HeaderList } from "./headers";
import { openScope, throwIfAborted } from "./scope";
import { sealServiceRequest, type SealedRequest } from "./seal";

/** Both credentials of one call. */
export interface CallCredentials {
  readonly subscriptionKey: string;
  readonly token: string;
}

/** Where the transport gets its credentials; all of them may ask the identity provider. */
export interface CredentialSource {
  current(signal: AbortSignal): Promise<CallCredentials>;
  /** Fresh ones in place of those that were refused. */
  renew(refused: CallCredentials, signal: AbortSignal): Promise<CallCredentials>;
  /** Forgets the token that was refused twice. */
  drop(refused: CallCredentials): Promise<void>;
}

export interface TransportOptions {
  readonly connection: Connection;
  readonly door: Door;
  readonly clock: Clock;
  readonly permits: PermitCheck;
  readonly credentials: CredentialSource;
  readonly recorder: Recorder;
  readonly limits: () => ExchangeLimits & { readonly actionMilliseconds: number };
}

export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly pathTemplate: string;
  readonly body?: Uint8Array | undefined;
  readonly permit?: WritePermit | undefined;
  readonly action: Action;
  readonly signal?: AbortSignal | undefined;
}

/** A 2xx answer whose body came whole. */
export interface TransportAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  readonly action: Action;
}

/**
 * One call of the service under both credentials, every exchange recorded. Nothing is retried
 * on its own, with one exception: after an authentication error the token is renewed once and
 * the request repeated once.
 * @throws AppError with the action and, where an answer came, its status, request id and body
 */
export async function send(
  options: TransportOptions,
  request: TransportRequest,
): Promise<TransportAnswer> {
  const { recorder, clock, connection, permits } = options;
  const action = recorder.current(request.action);
  const start = clock.monotonic();
  const limits = options.limits();
  const scope = openScope({
    clock,
    parents: [request.signal],
    milliseconds: limits.actionMilliseconds - recorder.spentMilliseconds(action),
    expiry: "network/actionTimeout",
  });
  try {
    throwIfAborted(scope.signal);
    const right = { permit: request.permit, permits, connectionId: connection.id };
    const sealed = sealServiceRequest(request, right);
    const context = { options, request, sealed, limits, signal: scope.signal };
    return answerOf(await exchangeWithRenewal(context), context);
  } catch (error) {
    throw finalError(error, recorder.current(action));
  } finally {
    scope.end();
    recorder.addSpent(action, clock.monotonic() - start);
  }
}

interface SendContext {
  readonly options: TransportOptions;
  readonly request: TransportRequest;
  readonly sealed: SealedRequest;
  readonly limits: ExchangeLimits;
  readonly signal: AbortSignal;
}

async function exchangeWithRenewal(context: SendContext): Promise<Exchange> {
  const { credentials, connection, recorder } = context.options;
  const first = await credentials.current(context.signal);
  const answer = await attempt(context, first, "first");
  if (!isAuthenticationError(answer, connection)) {
    return answer;
  }
  const renewed = await credentials.renew(first, context.signal);
  const second = await attempt(context, renewed, "renewal");
  if (!isAuthenticationError(second, connection)) {
    return second;
  }
  const failure = failures.credentialFailure(second, recorder.current(context.request.action));
  if (failure.code !== "credentials/keyRefused") {
    await credentials.drop(renewed);
  }
  throw failure;
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

async function attempt(
  context: SendContext,
  credentials: CallCredentials,
  reason: Attempt["reason"],
): Promise<Exchange> {
  const { options, request, limits, signal } = context;
  const record = beginRecord(context, reason);
  const headers = headersFor(request, credentials);
  let answer: Exchange;
  try {
    answer = await options.door.exchange(context.sealed, { headers, limits, signal });
  } catch (error) {
    record({ failure: isAppError(error) ? error.code : "internal/unexpected" });
    throw error;
  }
  record(answerFacts(answer, request.action.traceId), answer.firstByte);
  if (answer.failure?.kind === "canceled") {
    throw answer.failure;
  }
  return answer;
}

function beginRecord(
  { options, request, sealed }: SendContext,
  reason: Attempt["reason"],
): (facts: AttemptFacts, firstByte?: number) => void {
  const { clock, recorder } = options;
  const start = clock.monotonic();
  const beginning = {
    number: recorder.beginAttempt(request.action),
    reason,
    method: sealed.method,
    pathTemplate: request.pathTemplate,
    url: sealed.url,
    startedAt: clock.now(),
    requestBytes: sealed.body?.byteLength ?? 0,
  };
  return (facts, firstByte) => {
    const total = clock.monotonic() - start;
    const times = firstByte === undefined ? { total } : { firstByte, total };
    const nothing = { responseBytes: 0, echo: "missing" as const };
    recorder.endAttempt(request.action, { ...beginning, times, ...nothing, ...facts });
  };
}

type AttemptFacts = Partial<Attempt>;

function answerFacts(answer: Exchange, traceId: string): AttemptFacts {
  const requestId = failures.readRequestId(answer.headers);
  return {
    status: answer.status,
    statusText: showableHeader(answer.statusText),
    responseBytes: answer.body.byteLength,
    echo: readEcho(answer, traceId),
    ...(requestId === undefined ? {} : { requestId }),
    ...(answer.failure === undefined ? {} : { failure: answer.failure.code }),
  };
}

function readEcho({ headers }: Exchange, traceId: string): TraceEcho {
  const echo = findHeader(headers, failures.TRACE_HEADER);
  return echo === undefined ? "missing" : echo === traceId ? "equal" : "changed";
}

/** Header names as the specification spells them (section 4.2). */
function headersFor(
  { action, body }: TransportRequest,
  { subscriptionKey, token }: CallCredentials,
): Record<string, string> {
  return {
    Authorization: `Bearer ${token}`,
    [failures.KEY_HEADER]: subscriptionKey,
    Accept: "application/json",
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    [failures.TRACE_HEADER]: action.traceId,
  };
}

function answerOf(answer: Exchange, { options, request }: SendContext): TransportAnswer {
  const action = options.recorder.current(request.action);
  if (answer.status < 200 || answer.status > 299) {
    throw failures.serviceFailure(answer, action, options.clock.now());
  }
  if (answer.failure !== undefined) {
    throw failures.bodyFailure(answer.failure, answer, action);
  }
  const { status, statusText, headers, body } = answer;
  return { status, statusText: showableHeader(statusText), headers, body, action };
}

function finalError(error: unknown, action: Action): AppError {
  if (!isAppError(error)) {
    return new AppError("internal", "internal/unexpected", { cause: error, action });
  }
  return error.action === undefined ? failures.withAction(error, action) : error;
}
