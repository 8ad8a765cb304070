import { readFileSync } from "node:fs";
import type { LookupFunction } from "node:net";
import { join } from "node:path";
import type { WaitingSignIns } from "../../../../../src/platform/auth/browserSignIn";
import type { Locks } from "../../../../../src/platform/files/locks/locks";
import type {
  Connection,
  ConnectionSecrets,
  Networking,
  SecretsUse,
} from "../../../../../src/platform/base/connection";
import { isAppError, type AppError } from "../../../../../src/platform/base/errors";
import { fingerprintOf } from "../../../../../src/platform/base/keyFingerprint";
import { WriteGuard } from "../../../../../src/platform/guard/guard";
import { PermitIssuer } from "../../../../../src/platform/guard/permit";
import { SYSTEM_CLOCK, type Clock } from "../../../../../src/platform/base/clock";
import { createRedactor } from "../../../../../src/platform/http/redaction";
import type { Redactor } from "../../../../../src/platform/base/redactor";
import type { Log, LogFields } from "../../../../../src/platform/base/log";
import type { ProxySettings } from "../../../../../src/platform/http/proxySettings";
import { createNetwork, type Network } from "../../../../../src/platform/service/network";
import type { Limits } from "../../../../../src/platform/service/networkOptions";
import type { TraceOptions, KeptBodies } from "../../../../../src/platform/http/recorder";
import type { SecretStore } from "../../../../../src/platform/base/secretStore";
import type { Action } from "../../../../../src/platform/base/action";
import type { RunningActions } from "../../../../../src/platform/base/runningActions";
import type { ServiceClient } from "../../../../../src/platform/service/client";
import type { Session } from "../../../../../src/platform/base/session";
import { aConnection } from "../../../../fakes/connection";
import { createLocks } from "../../../../fakes/locks";
import { sendJson, serve, type Answer, type Seen, type TestServer } from "./servers";

export const CLIENT_ID = "8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11";
export const SUBSCRIPTION_KEY = "0f5c2a9e7b134d68a1c3e5f708192a3b";
export const CLIENT_SECRET = "s3cret+/=&with signs";

export const DEFINITION = readFileSync(
  join(process.cwd(), "media", "service", "financial-planning-open-api.json"),
  "utf8",
);

/** A secret store in memory, with the contract of the real one. */
export class MemoryStore implements SecretStore {
  readonly values = new Map<string, string>();
  private readonly listeners = new Set<(key: string) => void>();

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.values.get(key));
  }

  set(key: string, value: string): Promise<void> {
    this.values.set(key, value);
    this.tell(key);
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    if (this.values.delete(key)) {
      this.tell(key);
    }
    return Promise.resolve();
  }

  onDidChange(listener: (key: string) => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  /** After the fact, as between processes. */
  tell(key: string): void {
    setImmediate(() => this.listeners.forEach((listener) => listener(key)));
  }
}

/** Keeps every line as it was given, not redacted: nothing secret may even come this far. */
export class MemoryLog implements Log {
  readonly lines: string[] = [];
  readonly trace = (message: string, fields?: LogFields): void => this.add(message, fields);
  readonly info = (message: string, fields?: LogFields): void => this.add(message, fields);
  readonly warn = (message: string, fields?: LogFields): void => this.add(message, fields);
  readonly error = (message: string, fields?: LogFields): void => this.add(message, fields);

  protected add(message: string, fields?: LogFields): void {
    this.lines.push(`${message} ${JSON.stringify(fields ?? {})}`);
  }
}

export interface Bench {
  readonly client: ServiceClient;
  readonly connection: Connection;
  readonly service: TestServer;
  readonly identity: TestServer;
  readonly permits: PermitIssuer;
  readonly store: MemoryStore;
  readonly log: MemoryLog;
  readonly actions: Action[];
  readonly sessions: (Session | undefined)[];
  readonly waitingSignIns: WaitingSignIns;
  /** For clients of other makes. */
  readonly network: Network;
  readonly secrets: {
    current: ConnectionSecrets;
    /** Of each question: whether those of before would do. */
    readonly asked: (boolean | undefined)[];
  };
  /** Another client of the same connection, as after a restart. */
  reopen(connection?: Partial<Connection>): ServiceClient;
  close(): Promise<void>;
}

export interface BenchOptions {
  /** Text of the active definition, where it is not the one that ships; it may change. */
  readonly definition?: string | (() => string);
  readonly answer?: Answer;
  readonly service?: TestServer;
  readonly identity?: Answer;
  readonly identityServer?: TestServer;
  readonly connection?: Partial<Connection>;
  /** In place of those that the test may change. */
  readonly secrets?: (connection: Connection, use?: SecretsUse) => Promise<ConnectionSecrets>;
  readonly clock?: Clock;
  readonly limits?: Partial<Limits>;
  readonly trace?: Partial<TraceOptions>;
  readonly proxy?: Partial<ProxySettings>;
  readonly lookup?: LookupFunction;
  readonly random?: () => number;
  readonly networking?: Networking;
  readonly redactor?: Redactor;
  readonly log?: MemoryLog;
  /** With what was kept before, as after a restart. */
  readonly store?: MemoryStore;
  /** Shared with the test, so that it can hold one. */
  readonly locks?: Locks;
  readonly onBodies?: (kept: KeptBodies) => void;
  /** Takes the states of actions in place of `actions`. */
  readonly onAction?: (action: Action) => void;
  /** Where calls can be ended by their action. */
  readonly running?: RunningActions;
  /** Program of the thread that reads long answers. */
  readonly jsonWorker?: string;
}

const TRACE: TraceOptions = { send: true, prefix: "fpx-", pinned: undefined };

const NO_PROXY: ProxySettings = {
  enabled: true,
  proxy: "",
  noProxy: [],
  strictSsl: true,
  authorization: undefined,
  systemCertificates: false,
  environment: {},
};

/** A whole network on two real servers. */
export async function openBench(options: BenchOptions = {}): Promise<Bench> {
  const answer = options.answer ?? ((_request, response) => sendJson(response, 200, []));
  const service = options.service ?? (await serve(answer));
  const identity = options.identityServer ?? (await serve(options.identity ?? grantTokens()));
  const { networking = "own" } = options;
  const connection = connectionTo(service, identity, { networking, ...options.connection });
  const permits = new PermitIssuer();
  const { log = new MemoryLog(), redactor = createRedactor() } = options;
  const { store = new MemoryStore() } = options;
  const [actions, sessions]: [Action[], (Session | undefined)[]] = [[], []];
  const secrets = {
    current: { subscriptionKey: SUBSCRIPTION_KEY, clientSecret: CLIENT_SECRET },
    asked: [] as (boolean | undefined)[],
  };
  const limits = {
    attemptMilliseconds: 20_000,
    actionMilliseconds: 60_000,
    bodyBytes: 20_000_000,
    concurrentRequests: 4,
  };
  const network = createNetwork({
    ...{ log, permits, version: "0.0.0", tokens: store },
    locks: options.locks ?? createLocks(),
    redactor,
    limits: () => ({ ...limits, ...options.limits }),
    trace: () => ({ ...TRACE, ...options.trace }),
    proxy: () => ({ ...NO_PROXY, ...options.proxy }),
    ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
    random: options.random ?? (() => 0.5),
    onAction: options.onAction ?? ((action) => actions.push(action)),
    ...(options.running === undefined ? {} : { running: options.running }),
    ...(options.onBodies === undefined ? {} : { onBodies: options.onBodies }),
    clock: options.clock ?? SYSTEM_CLOCK,
    ...(options.jsonWorker === undefined ? {} : { jsonWorker: options.jsonWorker }),
    definition: () => textOf(options.definition ?? DEFINITION),
  });
  const reopen = (change: Partial<Connection> = {}): ServiceClient =>
    network.open({
      connection: { ...connection, ...change },
      secrets: (use) => {
        secrets.asked.push(use?.mayBeKept);
        return options.secrets?.(connection, use) ?? Promise.resolve(secrets.current);
      },
      onSession: (session) => sessions.push(session),
    });
  return {
    ...{ client: reopen(), connection, service, identity, permits, store, log },
    ...{ actions, sessions, secrets, reopen, network, waitingSignIns: network.waitingSignIns },
    close: async () => {
      await network.dispose();
      await Promise.all([service.close(), identity.close()]);
    },
  };
}

/** Answers discovery with 404 and each token request with another token. */
export function grantTokens(
  extra: Readonly<Record<string, unknown>> = { expires_in: 3600 },
): Answer {
  let count = 0;
  return (request, response) =>
    request.path === "/identity/connect/token"
      ? sendJson(response, 200, {
          access_token: `token-${++count}`,
          token_type: "Bearer",
          ...extra,
        })
      : sendJson(response, 404, {});
}

/** Requests to the token endpoint. */
export function tokenRequests(server: TestServer): readonly Seen[] {
  return server.seen.filter(({ path }) => path === "/identity/connect/token");
}

/** A guard of writes that knows which key the bench sends now. */
export function guardOf(
  { permits, secrets }: Pick<Bench, "permits" | "secrets">,
  isTrusted = (): boolean => true,
): WriteGuard {
  const keyOf = (): string => fingerprintOf(secrets.current.subscriptionKey);
  return new WriteGuard(permits, isTrusted, undefined, keyOf);
}

/** Waits for a failure and hands it over; anything but an AppError is a failed test. */
export async function failureOf(work: Promise<unknown>): Promise<AppError> {
  try {
    await work;
  } catch (error) {
    if (isAppError(error)) {
      return error;
    }
    throw error;
  }
  throw new Error("a failure was expected");
}

/** Lists clients in an action of its own. */
export function listClients(
  client: ServiceClient,
  signal?: AbortSignal,
): ReturnType<ServiceClient["send"]> {
  const action = client.startAction("Clients");
  return client.send({ operationId: "listClients" }, { action, signal });
}

function connectionTo(
  service: TestServer,
  identity: TestServer,
  change: Partial<Connection> = {},
): Connection {
  return aConnection({ baseUrl: service.origin, authUrl: identity.origin, ...change });
}

function textOf(definition: string | (() => string)): string {
  return typeof definition === "string" ? definition : definition();
}
