import type { Connection } from "../connection";
import { AppError, type ErrorKind, isAppError } from "../errors";
import type { WriteGuard } from "../guard/guard";
import type { Action } from "../requests/record";
import type { CallTarget, ServiceCall, ServiceClient } from "../service/client";
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
    .whileSending((signal) => client.send({ ...call, permit }, { action, signal }))
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
 * also when the user cancelled. Everything else tells for itself what happened.
 */
function outcomeOf(error: unknown): unknown {
  if (!isAppError(error) || !UNKNOWN_OUTCOMES.has(error.kind) || wasNotSent(error)) {
    return error;
  }
  const { requestId, traceId, action } = error;
  const values = { reason: error.code };
  const details = { cause: error, requestId, traceId, action, values };
  return new AppError("network", "pensions/outcomeUnknown", details);
}

const UNKNOWN_OUTCOMES: ReadonlySet<ErrorKind> = new Set(["network", "answer", "canceled"]);

/** True when no attempt of the write was begun, or the connection itself was refused. */
function wasNotSent({ action, code }: AppError): boolean {
  return (action?.attempts ?? []).length === 0 || NEVER_CONNECTED.has(code);
}

const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  "network/refused",
  "network/nameNotFound",
  "network/unreachable",
  "network/connectTimeout",
  "network/certificate",
  "network/tls",
]);
