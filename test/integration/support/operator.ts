import {
  sendJson,
  serve,
  type Answer,
  type TestServer,
} from "../../unit/platform/http/support/servers";
import { grantTokens } from "../../unit/platform/http/support/bench";
import type { Connection } from "../../../src/platform/base/connection";
import { newConnectionId } from "../../../src/features/connections/common/connectionRecord";
import { aConnection } from "../../fakes/connection";

/** An operator's service and identity provider: two real servers on this machine. */
export interface Operator {
  readonly service: TestServer;
  readonly identity: TestServer;
  /** As the next calls of the service are answered. */
  answer: Answer;
  /** A connection to them, with an id of its own. */
  connection(change?: Partial<Connection>): Connection;
  close(): Promise<void>;
}

const CLIENTS = [{ clientId: "8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11", name: "Okafor, Ngozi" }];

/** Starts both; the service knows one client. */
export async function startOperator(): Promise<Operator> {
  const identity = await serve(grantTokens());
  const answering: { answer: Answer } = {
    answer: (_request, response) => sendJson(response, 200, CLIENTS),
  };
  const service = await serve((request, response) => answering.answer(request, response));
  return Object.assign(answering, {
    ...{ service, identity },
    connection: (change: Partial<Connection> = {}): Connection => {
      const addresses = { baseUrl: service.origin, authUrl: identity.origin };
      return aConnection({ id: newConnectionId(), ...addresses, ...change });
    },
    close: async () => {
      await Promise.all([service.close(), identity.close()]);
    },
  });
}
