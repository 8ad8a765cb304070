import type { WaitingSignIns } from "../auth/browserSignIn";
import { redactedSecrets } from "../auth/credentialSource";
import { SignInStore } from "../auth/signInStore";
import { SYSTEM_CLOCK } from "../base/clock";
import { createJsonIndexer } from "../json/indexer";
import { readDefinition } from "./definition/definition";
import { openClient } from "./openClient";
import type { ServiceClient } from "./client";
import type { NetworkOptions, ClientOptions } from "./networkOptions";

/** Everything that needs undici or openid-client: loaded at first use. */
export interface Network {
  open(options: ClientOptions): ServiceClient;
  /** What any window may know of the sign-ins that wait for their browser. */
  readonly waitingSignIns: WaitingSignIns;
  dispose(): Promise<void>;
}

/** The one door to the network: no other module opens a connection. */
export function createNetwork(options: NetworkOptions): Network {
  const clock = options.clock ?? SYSTEM_CLOCK;
  const { jsonWorker: worker, log } = options;
  const indexer = createJsonIndexer({ worker, clock, log });
  const waiting = new SignInStore({ ...options, store: options.tokens, clock });
  const clients = new Set<ServiceClient>();
  return {
    waitingSignIns: waiting,
    open: (clientOptions) => {
      const client = openClient({
        ...options,
        ...clientOptions,
        secrets: redactedSecrets(clientOptions.secrets, options.redactor),
        clock,
        definition: () =>
          readDefinition(options.definition(clientOptions.follows ?? clientOptions.connection.id)),
        indexer,
        waiting,
        onClosed: () => clients.delete(client),
      });
      clients.add(client);
      return client;
    },
    dispose: async () => {
      await Promise.all([indexer, ...clients].map((part) => part.dispose()));
    },
  };
}
