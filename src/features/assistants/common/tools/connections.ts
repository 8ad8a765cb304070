import type { ToolAnswer } from "../toolAnswer";
import { connectionFacts, type ToolCall } from "../toolCall";

/** Connections as a model may know them: no address, no id of an application, no secret. */
export function listConnections({ services }: ToolCall): ToolAnswer {
  const current = services.currentConnection();
  const now = services.clock.now();
  const connections = services.connections().map((summary) => {
    const { id, state, session, connection } = summary;
    return {
      ...connectionFacts(summary),
      isInUse: id === current,
      state,
      isSignedIn: session !== undefined && (session.expiresAt ?? Infinity) > now,
      accessModel: connection?.accessModel,
    };
  });
  return { isMasked: false, data: JSON.stringify({ connections }) };
}
