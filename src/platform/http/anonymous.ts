import type { Action } from "../base/action";
import { isCanceled } from "../base/errors";
import { AttemptRecord } from "./attemptRecord";
import type { Exchange } from "./door";
import * as failures from "./failures";
import { showableHeader } from "./headers";
import { openScope, throwIfAborted } from "../base/scope";
import { sealIdentityRequest } from "./seal";
import { finalError, type TransportAnswer, type TransportOptions } from "./transport";
import type { TransportRequest } from "./transportRequest";

/** What a request without credentials needs; `door` is that of the identity provider. */
export type AnonymousOptions = Pick<
  TransportOptions,
  "door" | "clock" | "recorder" | "limits" | "running" | "life"
>;

/** A GET of the identity provider's origin. */
export type AnonymousRequest = Pick<
  TransportRequest,
  "url" | "pathTemplate" | "accept" | "action" | "signal"
>;

/**
 * A GET of the identity provider's origin: one attempt, recorded, that has no credentials to lose.
 * Redirects are answers like others. Throws as `send` does.
 */
export async function sendAnonymously(
  options: AnonymousOptions,
  request: AnonymousRequest,
): Promise<TransportAnswer> {
  const { recorder, clock, limits } = options;
  const action = recorder.current(request.action);
  const start = clock.monotonic();
  const byUser = new AbortController();
  const ended = options.running?.begin(action.id, byUser);
  const scope = openScope(clock, request.signal, options.life, byUser.signal);
  const { actionMilliseconds } = limits();
  const left = actionMilliseconds - recorder.spentMilliseconds(action);
  scope.limit(left, "network/actionTimeout", actionMilliseconds);
  const flight = recorder.trackCall(action);
  try {
    throwIfAborted(scope.signal);
    const answer = await exchange(options, request, { scope, flight });
    return answerOf(answer, options, request);
  } catch (error) {
    if (isCanceled(error)) {
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

type Running = Pick<ConstructorParameters<typeof AttemptRecord>[0], "flight"> & {
  readonly scope: ReturnType<typeof openScope>;
};

async function exchange(
  { door, clock, recorder, limits }: AnonymousOptions,
  { accept = "*/*", ...request }: AnonymousRequest,
  { scope, flight }: Running,
): Promise<Exchange> {
  const sealed = sealIdentityRequest({ method: "GET", url: request.url });
  const headers = { Accept: accept };
  const record = new AttemptRecord({
    ...{ clock, recorder, sealed, flight },
    request: { ...request, method: sealed.method, action: untraced(request.action) },
    reason: "first",
    queue: 0,
    requestHeaders: door.sentHeaders(sealed, headers),
  });
  try {
    const answer = await door.exchange(sealed, { headers, limits: limits(), scope });
    record.answered(answer, { retry: false, why: isSuccess(answer) ? "answered" : "status" });
    if (answer.failure?.kind === "canceled") {
      throw answer.failure;
    }
    return answer;
  } catch (error) {
    record.failed(finalError(error, request.action).code);
    throw error;
  }
}

/** The service's trace id is not the identity provider's. */
function untraced(action: Action): Action {
  const copy: { -readonly [Key in keyof Action]: Action[Key] } = { ...action };
  delete copy.traceId;
  return copy;
}

function answerOf(
  answer: Exchange,
  { recorder, clock }: AnonymousOptions,
  request: AnonymousRequest,
): TransportAnswer {
  const action = recorder.current(request.action);
  if (!isSuccess(answer)) {
    const decision = { retry: false, why: "status" } as const;
    throw failures.serviceFailure(answer, { action, decision, now: clock.now() });
  }
  if (answer.failure !== undefined) {
    throw failures.bodyFailure(answer.failure, answer, { action });
  }
  const { status, statusText, headers, body } = answer;
  return { status, statusText: showableHeader(statusText), headers, body, action };
}

function isSuccess({ status }: Exchange): boolean {
  return status >= 200 && status <= 299;
}
