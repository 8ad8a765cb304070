import { lockName } from "../../../src/platform/auth/tokenRenewal";
import { recordOf } from "../../unit/platform/auth/userProvider";
import type { Connection, ConnectionSecrets } from "../../../src/platform/base/connection";
import { PermitIssuer } from "../../../src/platform/guard/permit";
import { SYSTEM_CLOCK, type Clock } from "../../../src/platform/base/clock";
import { createRedactor } from "../../../src/platform/http/redaction";
import { createNetwork, type Network } from "../../../src/platform/service/network";
import type { ServiceClient } from "../../../src/platform/service/client";
import { aConnection } from "../../fakes/connection";
import { createLocks } from "../../fakes/locks";
import { DEFINITION, MemoryLog, MemoryStore } from "../../unit/platform/http/support/bench";
import {
  sendJson,
  serve,
  type Answer,
  type TestServer,
} from "../../unit/platform/http/support/servers";
import { until } from "./leftovers";

export const ENVIRONMENTS = ["development", "production"] as const;
export const USERS = ["alex", "sam"] as const;
type Place = (typeof ENVIRONMENTS)[number];

/** Who a request may be made as; grows while a switch is under way. */
export interface Way {
  readonly clients: readonly ServiceClient[];
  /** `environment.user` that calls may carry from now on. */
  allowed: Set<string>;
  /** Makes another one of both signed in, or enters the other environment's key. */
  switchOver(to: string): Promise<void>;
}

export interface IsolationStage {
  readonly ways: readonly Way[];
  /** What each request may carry, by the number that it sends as its page. */
  readonly expected: Map<number, { readonly way: Way; readonly allowed: Set<string> }>;
  /** What was wrong with any request of the service or of the identity provider. */
  readonly mixed: string[];
  readonly counts: { requests: number; renewals: number };
  /** Time passes: tokens come to their end, deadlines do not. */
  pass(milliseconds: number): void;
  close(): Promise<void>;
}

/** Both environments on one service and one identity provider, two windows for each user. */
export async function openIsolation(): Promise<IsolationStage> {
  let shift = 0;
  const clock: Clock = { ...SYSTEM_CLOCK, now: () => Date.now() + shift };
  const [store, locks] = [new MemoryStore(), createLocks()];
  const stage = {
    ...{ expected: new Map() as IsolationStage["expected"], mixed: [] as string[] },
    counts: { requests: 0, renewals: 0 },
  };
  const service = await serve(serviceOf(stage));
  const identity = await serve(identityOf(stage));
  const network = openNetwork({ store, locks, clock });
  const parts: Parts = { ...{ service, identity, network, store, locks, clock } };
  const ways = [
    ...(await Promise.all(ENVIRONMENTS.map((place) => openUsers(parts, place, stage.expected)))),
    openService(parts, stage.expected),
  ];
  return {
    ...{ ...stage, ways },
    pass: (milliseconds) => (shift += milliseconds),
    close: async () => {
      await network.dispose();
      await Promise.all([service.close(), identity.close()]);
    },
  };
}

/** Key and secret of an environment; each tells where it belongs. */
export function secretsOf(place: Place): ConnectionSecrets {
  return { subscriptionKey: `key-of-${place}`, clientSecret: `secret-of-${place}` };
}

type Shared = Pick<IsolationStage, "expected" | "mixed" | "counts">;

interface Parts {
  readonly service: TestServer;
  readonly identity: TestServer;
  readonly network: Network;
  readonly store: MemoryStore;
  readonly locks: ReturnType<typeof createLocks>;
  readonly clock: Clock;
}

/** Tokens read `t.environment.user.number`; every eighth one is refused after a while. */
function serviceOf({ expected, mixed, counts }: Shared): Answer {
  const uses = new Map<string, number>();
  return ({ path, headers }, response) => {
    counts.requests++;
    const number = Number(new URL(path, "http://x").searchParams.get("pageNumber"));
    const token = headers.authorization?.replace("Bearer ", "") ?? "";
    const [, place = "", user = "", count = ""] = token.split(".");
    const key = headers["ocp-apim-subscription-key"];
    const allowed = expected.get(number)?.allowed;
    if (key !== `key-of-${place}` || allowed?.has(`${place}.${user}`) !== true) {
      mixed.push(`${path}: ${String(key)} with ${token}`);
    }
    uses.set(token, (uses.get(token) ?? 0) + 1);
    const isRefused = Number(count) % 8 === 0 && (uses.get(token) ?? 0) > 3;
    setTimeout(() => sendJson(response, isRefused ? 401 : 200, []), number % 4);
  };
}

/** Each refresh token is good for once, and only with the secret of its environment. */
function identityOf({ mixed, counts }: Shared): Answer {
  const spent = new Set<string>();
  let issued = 0;
  return ({ path, body }, response) => {
    if (path !== "/identity/connect/token") {
      sendJson(response, 404, {});
      return;
    }
    const form = new URLSearchParams(body);
    const [own, refresh] = [form.get("client_secret") ?? "", form.get("refresh_token")];
    const place = own.replace("secret-of-", "");
    const [, from = place, user = "service"] = refresh?.split(".") ?? [];
    if (from !== place || (refresh !== null && spent.has(refresh))) {
      mixed.push(`refresh token ${String(refresh)} with ${own}`);
    }
    spent.add(refresh ?? "");
    counts.renewals++;
    const rest = `${from}.${user}.${++issued}`;
    const more = refresh === null ? {} : { refresh_token: `r.${rest}` };
    const token = { access_token: `t.${rest}`, token_type: "Bearer", expires_in: 3600, ...more };
    setTimeout(() => sendJson(response, 200, token), 2);
  };
}

function openNetwork({ store, locks, clock }: Pick<Parts, "store" | "locks" | "clock">): Network {
  return createNetwork({
    ...{ clock, locks, tokens: store, log: new MemoryLog(), redactor: createRedactor() },
    ...{ permits: new PermitIssuer(), definition: () => DEFINITION, version: "0.0.0" },
    limits: () => ({
      ...{ attemptMilliseconds: 20_000, actionMilliseconds: 60_000 },
      ...{ bodyBytes: 1_000_000, concurrentRequests: 6 },
    }),
    trace: () => ({ send: false, prefix: "", pinned: undefined }),
    proxy: () => ({
      ...{ enabled: true, proxy: "", noProxy: [], strictSsl: true, authorization: undefined },
      ...{ systemCertificates: false, environment: {} },
    }),
    onAction: () => undefined,
  });
}

function connectionOf({ service, identity }: Parts, change: Partial<Connection>): Connection {
  return aConnection({ baseUrl: service.origin, authUrl: identity.origin, ...change });
}

/** A user's connection in two windows; another window signs in as somebody else. */
async function openUsers(
  parts: Parts,
  place: Place,
  expected: IsolationStage["expected"],
): Promise<Way> {
  const { network, store, locks, clock } = parts;
  const connection = connectionOf(parts, { id: place, accessModel: "userPresent" });
  const secrets = secretsOf(place);
  const clients = [0, 1].map(() =>
    network.open({
      ...{ connection, onSession: () => undefined },
      secrets: () => Promise.resolve(secrets),
    }),
  );
  let signIns = 0;
  const switchOver = async (user: string): Promise<void> => {
    allowAlso(way, `${place}.${user}`, expected);
    const rest = `${place}.${user}.${++signIns}s`;
    const tokens = { accessToken: `t.${rest}`, refreshToken: `r.${rest}` };
    const signed = { ...tokens, issuer: connection.authUrl, subject: user };
    await locks.withLock(lockName(connection), () => {
      const times = { obtainedAt: clock.now(), expiresAt: clock.now() + 3_600_000 };
      const record = recordOf(signed, connection, secrets, times);
      return store.set(`financialPlanning.token.${place}`, JSON.stringify(record));
    });
    await until(() => clients.every(({ session }) => session?.identity?.subject === user));
    way.allowed = new Set([`${place}.${user}`]);
  };
  const way: Way = { clients, allowed: new Set(), switchOver };
  await switchOver(USERS[0]);
  return way;
}

/** A service account whose key and secret become those of the other environment. */
function openService(parts: Parts, expected: IsolationStage["expected"]): Way {
  let secrets = secretsOf(ENVIRONMENTS[0]);
  const client = parts.network.open({
    connection: connectionOf(parts, { id: "service" }),
    secrets: () => Promise.resolve(secrets),
    onSession: () => undefined,
  });
  const way: Way = {
    clients: [client],
    allowed: new Set([`${ENVIRONMENTS[0]}.service`]),
    switchOver: (place) => {
      allowAlso(way, `${place}.service`, expected);
      secrets = secretsOf(place as Place);
      way.allowed = new Set([`${place}.service`]);
      return Promise.resolve();
    },
  };
  return way;
}

/** Calls that are under way may be made as the old one or as the new one. */
function allowAlso(way: Way, who: string, expected: IsolationStage["expected"]): void {
  way.allowed = new Set([...way.allowed, who]);
  for (const call of expected.values()) {
    if (call.way === way) {
      call.allowed.add(who);
    }
  }
}
