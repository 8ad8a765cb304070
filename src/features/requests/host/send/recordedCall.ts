import { readDefinition } from "../../../../platform/service/definition/definition";
import type { Action, Attempt } from "../../../../platform/base/action";
import { callOf } from "../../../../platform/service/callOf";
import type { AnyCall } from "../../../../platform/base/call";
import type { RequestArgument } from "../../../../manifest";
import { meantCall } from "../../common/meantCall";
import type { SendServices } from "./services";

/** A recorded attempt and the action it belongs to. */
export interface Recorded {
  readonly action: Action;
  readonly attempt: Attempt;
}

/** The call that is meant, and the attempt. Throws as `meantAction` and `meantAttempt` do. */
export function requireRecorded(
  services: Pick<SendServices, "history" | "activeAction" | "answerInFront">,
  request: RequestArgument | undefined,
): Recorded {
  return meantCall(services, request);
}

/** The call as it was made, without its body. Opens its connection. */
export async function readCall(
  services: SendServices,
  { action, attempt }: Recorded,
): Promise<AnyCall> {
  const definition = readDefinition(await services.definition(action.connectionId));
  const { connection } = await services.open(action.connectionId);
  return callOf(attempt, definition, connection);
}
