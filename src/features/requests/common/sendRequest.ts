import type { Connection } from "../../../platform/base/connection";
import type { AskChallenge, WriteGuard } from "../../../platform/guard/guard";
import type { CallTarget, ServiceAnswer, ServiceClient } from "../../../platform/service/client";
import type { RetryWait } from "../../../platform/http/retry";
import type { AnyCall } from "../../../platform/base/call";
import { outcomeOf } from "./outcome";
import type { Action } from "../../../platform/base/action";

interface SendRequest {
  readonly connection: Connection;
  readonly client: ServiceClient;
  readonly guard: WriteGuard;
  /** Without a permit: one is asked for here where the method needs it. */
  readonly call: AnyCall;
  readonly title: string;
  /** Asks the user before a write, who is shown where it goes; false means that they declined. */
  readonly confirm: (goesTo: CallTarget) => Promise<boolean>;
  /** Asks to type what tells the first write of an unlock apart. */
  readonly challenge?: AskChallenge | undefined;
  /** Called with the action that the call is made under, before it leaves. */
  readonly onStart?: ((action: Action) => void) | undefined;
  /** Called before a wait for a retry. */
  readonly onWait?: ((wait: RetryWait) => void) | undefined;
  /** Wraps the sending itself: progress and cancel. */
  readonly whileSending: <Result>(
    task: (signal: AbortSignal) => Promise<Result>,
  ) => Promise<Result>;
}

/** Sends what the user put together: a read at once, anything else after its permit. */
export async function sendRequest(request: SendRequest): Promise<ServiceAnswer> {
  const { connection, client, guard, call } = request;
  const goesTo = client.describe(call);
  const isWrite = !isRead(goesTo.method);
  const right = isWrite
    ? {
        permit: await guard.permit({
          connection,
          method: goesTo.method,
          url: goesTo.url,
          body: call.body,
          confirm: () => request.confirm(goesTo),
          ...{ clientId: clientOfCall(call), challenge: request.challenge },
        }),
      }
    : {};
  const action = client.startAction(request.title);
  request.onStart?.(action);
  return request
    .whileSending((signal) =>
      client.send({ ...call, ...right }, { action, signal, onWait: request.onWait }),
    )
    .catch((error: unknown) => {
      throw isWrite ? outcomeOf(error, "requests/outcomeUnknown") : error;
    });
}

/** The client that a call names: as a path parameter, or by its id behind `/clients/`. */
export function clientOfCall(call: AnyCall): string | undefined {
  return "operationId" in call ? call.path?.["clientId"] : CLIENT_IN_PATH.exec(call.typedPath)?.[1];
}

const CLIENT_IN_PATH = /\/clients\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=$|\/)/i;

/** True for the methods that change nothing and need no permit. */
export function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}
