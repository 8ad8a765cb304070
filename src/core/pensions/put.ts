import type { Connection } from "../connection";
import type { WriteGuard } from "../guard/guard";
import { outcomeOf } from "../requests/outcome";
import type { Action } from "../requests/record";
import type { CallTarget, RetryWait, ServiceCall, ServiceClient } from "../service/client";
import { exactText } from "./exactText";
import { checkLanding, type Landing } from "./compare/landing";
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
      throw outcomeOf(error, "pensions/outcomeUnknown");
    });
  const { status, statusText, body, text } = answer;
  const landing = checkLanding(payload.text, text);
  return { status, statusText, body, action: answer.action, landing };
}
