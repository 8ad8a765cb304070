import { readDefinition } from "../../../../platform/service/definition/definition";
import { AppError } from "../../../../platform/base/errors";
import type { Action, Attempt } from "../../../../platform/base/action";
import { callOf } from "../../../../platform/service/callOf";
import type { AnyCall } from "../../../../platform/base/call";
import type { RequestArgument } from "../../../../manifest";
import type { SendServices } from "./services";

/** A recorded attempt and the action it belongs to. */
export interface Recorded {
  readonly action: Action;
  readonly attempt: Attempt;
}

/** The call that is meant: the one named, else of the panel in front, else the last one. */
export function requireRecorded(
  { history, activeAction }: Pick<SendServices, "history" | "activeAction">,
  request: RequestArgument | undefined,
): Recorded {
  const action =
    request === undefined ? (activeAction() ?? history.last) : history.get(request.actionId);
  const attempt =
    request?.attempt === undefined
      ? action?.attempts.at(-1)
      : action?.attempts.find(({ number }) => number === request.attempt);
  if (action === undefined || attempt === undefined) {
    throw new AppError("input", "input/noCall");
  }
  return { action, attempt };
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
