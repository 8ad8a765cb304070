import { AppError } from "../../../platform/base/errors";
import type { ServiceClient } from "../../../platform/service/client";

/**
 * The client of a connection as tools have it: it reads, and every action says which tool asked.
 * Whatever is no GET is refused here, before the refusal that waits in `platform/http`.
 */
export function assistantClient(client: ServiceClient, tool: string): ServiceClient {
  const refuse = (): Promise<never> => Promise.reject(new AppError("refused", "refused/method"));
  return {
    ...client,
    get session() {
      return client.session;
    },
    startAction: (title, options) => client.startAction(title, { ...options, assistantTool: tool }),
    send: async (call, context) =>
      client.describe(call).method === "GET" && call.permit === undefined
        ? client.send(call, context)
        : refuse(),
    download: refuse,
    getDocument: refuse,
    signIn: refuse,
    beginSignIn: refuse,
    completeSignIn: refuse,
    signOut: refuse,
    setConsentEnd: refuse,
    copyableToken: refuse,
    copyableCredentials: refuse,
  };
}
