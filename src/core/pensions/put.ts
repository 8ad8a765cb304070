import type { Connection } from "../connection";
import { AppError, isAppError } from "../errors";
import type { WriteGuard } from "../guard/guard";
import type { Action, Attempt } from "../requests/record";
import type { CallTarget, RetryWait, ServiceCall, ServiceClient } from "../service/client";
import { exactText } from "./exactText";
import { checkLanding, type Landing } from "./landing";
import type { Payload } from "./payload";
import type { PensionIdentity } from "./target";

export interface PutRequest {
  readonly connection: Connection;
  readonly client: ServiceClient;
  readonly guard: WriteGuard;
  readonly target: PensionIdentity;
  readonly payload: Payload;
  readonly title: string;
  /** Asks the user, who is shown where it goes; false means that they declined. */
  readonly confirm: (goesTo: CallTarget) => Promise<boolean>;
  /** Called before a wait for a retry. */
  readonly onWait?: ((wait: RetryWait) => void) | undefined;
  /** Wraps the sending itself: progress and cancel. */
  readonly whileSending: <Result>(
    task: (signal: AbortSignal) => Promise<Result>,
  ) => Promise<Result>;
}

export interface PutResult {
  readonly status: number;
  readonly statusText: string;
  /** The pension as the service answered it. */
  readonly body: Uint8Array;
  readonly action: Action;
  /** Undefined when the answer shows nothing of what landed. */
  readonly landing: Landing | undefined;
}

/** Writes a pension: confirm, permit, PUT, landing check against the PUT's own answer. */
export async function putPension(request: PutRequest): Promise<PutResult> {
  const { connection, client, guard, payload } = request;
  const call: ServiceCall = {
    operationId: "putPension",
    path: { ...request.target },
    body: payload.bytes,
  };
  const goesTo = client.describe(call);
  const permit = await guard.permit({
    connection,
    method: goesTo.method,
    url: goesTo.url,
    body: payload.bytes,
    confirm: () => request.confirm(goesTo),
  });
  const action = client.startAction(request.title);
  const answer = await request
    .whileSending((signal) =>
      client.send({ ...call, permit }, { action, signal, onWait: request.onWait }),
    )
    .then((sent) => ({ ...sent, text: exactText(sent) }))
    .catch((error: unknown) => {
      throw outcomeOf(error);
    });
  const { status, statusText, body, text } = answer;
  const landing = checkLanding(payload.text, text);
  return { status, statusText, body, action: answer.action, landing };
}

/**
 * A write whose answer did not come, or not whole, may have landed all the same: that is said,
 * also when the user cancelled. The last attempt tells; an error that came after it, such as a
 * renewal that failed after a 401, changes nothing about what is known.
 */
function outcomeOf(error: unknown): unknown {
  const last = isAppError(error) ? error.action?.attempts.at(-1) : undefined;
  if (!isAppError(error) || last === undefined || isOutcomeKnown(last)) {
    return error;
  }
  const status = error.status ?? last.status;
  return new AppError("network", "pensions/outcomeUnknown", {
    cause: error,
    requestId: error.requestId ?? last.requestId,
    action: error.action,
    body: error.body,
    values: { reason: error.code },
    ...(status === undefined ? {} : { status }),
  });
}

/** A status that is no success says that nothing landed; without one the PUT may have left. */
function isOutcomeKnown({ status, failure = "" }: Attempt): boolean {
  return status === undefined
    ? NEVER_CONNECTED.has(failure) || failure.startsWith("refused/")
    : status < 200 || status > 299;
}

const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  "network/refused",
  "network/nameNotFound",
  "network/unreachable",
  "network/connectTimeout",
  "network/certificate",
  "network/tls",
  "network/proxyUnusable",
  "network/proxyRefused",
  "network/proxySignIn",
  "network/proxyAnswer",
]);
