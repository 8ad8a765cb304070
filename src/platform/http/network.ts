import type { WaitingSignIns } from "../auth/browserSignIn";
import { redactedSecrets } from "../auth/credentialSource";
import type { Locks } from "../files/locks/locks";
import { WaitingSignInStore } from "../auth/waitingSignIns";
import type { Connection, ConnectionSecrets } from "../base/connection";
import type { PermitCheck } from "../guard/permit";
import { SYSTEM_CLOCK, type Clock } from "./clock";
import type { ProxySettings } from "./proxySettings";
import type { NameLookup } from "./route";
import type { Redactor } from "./redaction";
import { createJsonIndexer } from "../json/indexer";
import type { Log } from "../base/log";
import type { Action } from "./record";
import type { KeptBodies } from "./recorder";
import { readDefinition } from "../service/definition/definition";
import { openClient } from "../service/openClient";
import type { ServiceClient, Session } from "../service/client";

/** Where tokens are kept between sessions: SecretStorage in the editor. */
export interface SecretStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** Tells of changes made by any window; whether the writing one hears its own is not said. */
  onDidChange(listener: (key: string) => void): { dispose(): void };
}

/** Limits of every call; read anew for each. Times in milliseconds, size in decoded bytes. */
export interface Limits {
  readonly attemptMilliseconds: number;
  readonly actionMilliseconds: number;
  readonly bodyBytes: number;
  /** Requests of one connection that may be on the wire at once. */
  readonly concurrentRequests: number;
}

/** Which trace id an action gets (specification, section 4.2: the header is optional). */
export interface TraceOptions {
  readonly send: boolean;
  /** Letters, digits and `. _ -`. */
  readonly prefix: string;
  /** In place of one of its own. */
  readonly pinned: string | undefined;
}

export interface NetworkOptions {
  readonly log: Log;
  readonly redactor: Redactor;
  readonly permits: PermitCheck;
  readonly tokens: SecretStore;
  /** What rotates or is used once is touched by one window at a time. */
  readonly locks: Locks;
  /** Text that a connection lives by (OpenAPI 3.1, JSON); asked at each call. */
  readonly definition: (connectionId: string) => string;
  readonly limits: () => Limits;
  readonly trace: () => TraceOptions;
  /** Read when a connection is opened: who changes them opens it anew. */
  readonly proxy: () => ProxySettings;
  /** Called with each state of an action: after every attempt and each change of progress. */
  readonly onAction: (action: Action) => void;
  /** Called with the bodies of every attempt, as they went and came. */
  readonly onBodies?: (kept: KeptBodies) => void;
  /** Of the extension, for the user agent. */
  readonly version: string;
  /** Path of `jsonIndexWorker.js`; without it long answers are read where they arrive. */
  readonly jsonWorker?: string;
  /** The machine's time where none is given. */
  readonly clock?: Clock;
  /** Where host names are looked up; the machine's own way where none is given. */
  readonly lookup?: NameLookup;
  /** From 0 to below 1; `Math.random` where none is given. */
  readonly random?: () => number;
}

export interface ClientOptions {
  readonly connection: Connection;
  /** The stored connection whose definition it follows; its own where absent. */
  readonly follows?: string | undefined;
  /** Asked at each use, so that nothing secret outlives its change. */
  readonly secrets: () => Promise<ConnectionSecrets>;
  readonly onSession: (session: Session | undefined) => void;
}

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
  const waiting = new WaitingSignInStore({ ...options, store: options.tokens, clock });
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
