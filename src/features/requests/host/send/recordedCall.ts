import { readDefinition } from "../../../../platform/service/definition/definition";
import { callOf } from "../../../../platform/service/callOf";
import type { AnyCall } from "../../../../platform/base/call";
import type { MeantCall } from "../../common/meantCall";
import type { SendServices } from "./services";

/** The call as it was made, without its body. Opens its connection. */
export async function readCall(
  services: SendServices,
  { action, attempt }: MeantCall,
): Promise<AnyCall> {
  const definition = readDefinition(await services.definition(action.connectionId));
  const { connection } = await services.open(action.connectionId);
  return callOf(attempt, definition, connection);
}
