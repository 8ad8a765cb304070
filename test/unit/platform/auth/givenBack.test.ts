import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { readRawCallback } from "../../../../src/platform/auth/callbackParameters";
import type { TokenRecord } from "../../../../src/platform/auth/tokenRecord";
import { lockName } from "../../../../src/platform/auth/tokenRenewal";
import type { Connection } from "../../../../src/platform/base/connection";
import type { Session } from "../../../../src/platform/base/session";
import { createLocks } from "../../../fakes/locks";
import { until } from "../../../faults/support/leftovers";
import {
  failureOf,
  listClients,
  openBench,
  type Bench,
  type BenchOptions,
} from "../http/support/bench";
import type { TestServer } from "../http/support/servers";
import { VirtualClock } from "../http/support/virtualClock";
import { walk } from "./signInProvider";
import {
  recordOf,
  startUserProvider,
  USER_CONNECTION,
  type UserProvider,
  type UserProviderOptions,
} from "./userProvider";

const STORE_KEY = "financialPlanning.token.connection-1";

describe("what a sign-in was granted that nobody wants any more", () => {
  const WAYS: readonly (readonly [string, string, (stage: Stage) => Promise<unknown>])[] = [
    ["was signed out of", "canceled/signedOut", ({ bench }) => bench.client.signOut()],
    ["was cancelled", "canceled/byUser", ({ stop }) => Promise.resolve(stop.abort())],
    ["ended with its client", "canceled/disposed", ({ bench }) => bench.client.dispose()],
  ];
  for (const [name, code, leave] of WAYS) {
    it(`is revoked when it ${name} while others held the lock`, async () => {
      const stage = await setStage();
      const { bench, provider, locks, stop } = stage;
      const free = Promise.withResolvers<undefined>();
      const holding = locks.withLock(lockName(bench.connection), () => free.promise);
      const completing = failureOf((await walkBack(stage))(stop.signal));
      await until(() => stage.granted !== undefined && locks.asked >= 2);
      const leaving = leave(stage);
      await setImmediate();
      free.resolve(undefined);
      await Promise.all([holding, leaving]);
      assert.equal((await completing).code, code);
      await requireRevoked(stage);
      assert.deepEqual([bench.store.values.size, bench.client.session], [0, undefined]);
      assert.equal(provider.paths.filter((path) => path.endsWith("/revocation")).length, 2);
      await bench.close();
    });
  }

  it("is revoked when it was signed out of while the provider answered", async () => {
    const stage = await setStage();
    stage.meanwhile = () => stage.bench.client.signOut();
    const error = await failureOf((await walkBack(stage))());
    assert.equal(error.code, "canceled/signedOut");
    await requireRevoked(stage);
    assert.equal(stage.bench.store.values.size, 0);
    await stage.bench.close();
  });

  it("is revoked before a client that closes has closed its way out", async () => {
    const stage = await setStage();
    const { bench, locks } = stage;
    const free = Promise.withResolvers<undefined>();
    const holding = locks.withLock(lockName(bench.connection), () => free.promise);
    const completing = failureOf((await walkBack(stage))());
    await until(() => stage.granted !== undefined && locks.asked >= 2);
    const leaving = bench.client.dispose();
    free.resolve(undefined);
    await leaving;
    assert.equal(await stage.provider.knows(stage.granted!), false);
    await Promise.all([holding, completing]);
    await bench.close();
  });

  it("is only forgotten where the provider has no way to revoke", async () => {
    const stage = await setStage({ discovery: false });
    stage.meanwhile = () => stage.bench.client.signOut();
    assert.equal((await failureOf((await walkBack(stage))())).code, "canceled/signedOut");
    const { bench, provider } = stage;
    await until(() => bench.log.lines.some((line) => line.includes('{"revoked":false}')));
    assert.equal(provider.paths.filter((path) => path.endsWith("/revocation")).length, 0);
    assert.deepEqual([bench.store.values.size, bench.client.session], [0, undefined]);
    await bench.close();
  });

  it("is kept, and nothing is revoked, when somebody wants it", async () => {
    const stage = await setStage();
    const { bench, provider } = stage;
    const complete = await walkBack(stage);
    const session = await complete();
    assert.deepEqual(session, bench.client.session);
    assert.equal(await provider.knows(stage.granted!), true);
    await bench.close();
  });
});

describe("signing out in a window that has just opened", () => {
  it("revokes what is stored, although nobody has read it yet", async () => {
    const { bench, provider } = await setStage();
    const signed = await signedIn(bench, provider);
    const fresh = bench.reopen();
    assert.deepEqual(await fresh.signOut(), { revoked: true });
    assert.equal(await provider.knows(signed), false);
    assert.deepEqual([bench.store.values.size, fresh.session], [0, undefined]);
    await bench.close();
  });

  it("lets nobody who comes meanwhile begin with what is being taken away", async () => {
    const { bench, provider } = await setStage();
    await signedIn(bench, provider);
    const gate = Promise.withResolvers<undefined>();
    const read = bench.store.get.bind(bench.store);
    bench.store.get = async (key) => {
      const text = await read(key);
      await gate.promise;
      return text;
    };
    const fresh = bench.reopen();
    const leaving = fresh.signOut();
    const call = failureOf(listClients(fresh));
    await setImmediate();
    gate.resolve(undefined);
    assert.deepEqual(await leaving, { revoked: true });
    assert.equal((await call).code, "credentials/signInNeeded");
    assert.equal(bench.service.seen.length, 0);
    await bench.close();
  });

  it("revokes nothing that was issued for another connection", async () => {
    const { bench, provider } = await setStage();
    const signed = await signedIn(bench, provider);
    const edited = bench.reopen({ tokenParameters: [["audience", "other"]] });
    assert.deepEqual(await edited.signOut(), { revoked: false });
    assert.equal(await provider.knows(signed), true);
    await bench.close();
  });

  it("takes away what cannot be read, too", async () => {
    const { bench } = await setStage();
    bench.store.values.set(STORE_KEY, "no JSON");
    assert.deepEqual(await bench.reopen().signOut(), { revoked: false });
    assert.equal(bench.store.values.size, 0);
    await bench.close();
  });

  it("waits a few seconds for a store that is silent, and deletes all the same", async () => {
    const clock = new VirtualClock();
    const { bench, provider } = await setStage({}, { clock });
    await signedIn(bench, provider);
    bench.store.get = () => new Promise(() => undefined);
    const leaving = bench.reopen().signOut();
    // Before the record is taken out, and when it is looked whether another one was left.
    for (const size of [1, 0]) {
      await until(() => clock.dueIn.includes(5_000) && bench.store.values.size === size);
      clock.advance(5_000);
    }
    assert.deepEqual(await leaving, { revoked: false });
    assert.equal(bench.store.values.size, 0);
    await bench.close();
  });
});

describe("a connection that was edited and signed in to in another window", () => {
  it("is signed out of here, and what is stored stays", async () => {
    const { bench, text } = await editedElsewhere();
    await bench.store.set(STORE_KEY, text);
    await until(() => bench.client.session === undefined);
    const error = await failureOf(listClients(bench.client));
    assert.equal(error.code, "credentials/signInNeeded");
    assert.equal(bench.store.values.get(STORE_KEY), text);
    await bench.close();
  });

  it("is not overwritten by a renewal that is on its way; what comes of it is revoked", async () => {
    const stage = await editedElsewhere();
    const { bench, clock, text } = stage;
    stage.meanwhile = () => bench.store.set(STORE_KEY, text);
    clock.advance(600_000);
    assert.equal((await failureOf(listClients(bench.client))).code, "canceled/signedOut");
    await requireRevoked(stage);
    assert.equal(bench.store.values.get(STORE_KEY), text);
    await bench.close();
  });

  it("is not deleted by a renewal that is refused", async () => {
    const stage = await editedElsewhere({ refreshToken: "no-such-token" });
    const { bench, clock, text } = stage;
    stage.meanwhile = () => bench.store.set(STORE_KEY, text);
    clock.advance(600_000);
    const error = await failureOf(listClients(bench.client));
    assert.equal(error.code, "credentials/sessionEnded");
    assert.equal(bench.store.values.get(STORE_KEY), text);
    await bench.close();
  });

  it("is not overwritten by a renewal without an answer", async () => {
    const { bench, clock, provider, text } = await editedElsewhere();
    provider.gate = async (_pass, response) => {
      await bench.store.set(STORE_KEY, text);
      response.socket?.destroy();
    };
    clock.advance(600_000);
    assert.equal((await failureOf(listClients(bench.client))).kind, "network");
    assert.equal(bench.store.values.get(STORE_KEY), text);
    await bench.close();
  });
});

/** Alex is signed in; `text` is what another window stores of Sam, once it edited the connection. */
async function editedElsewhere(
  change: Partial<TokenRecord> = {},
): Promise<Stage & { readonly clock: VirtualClock; readonly text: string }> {
  const clock = new VirtualClock();
  const stage = await setStage({}, { clock });
  const { bench, provider } = stage;
  const times = { obtainedAt: clock.now(), expiresAt: clock.now() + 600_000 };
  const put = async (connection: Connection, person: string, more: object): Promise<string> => {
    const signed = await provider.signIn(person);
    const record = recordOf(signed, connection, bench.secrets.current, { ...times, ...more });
    return JSON.stringify(record);
  };
  await bench.store.set(STORE_KEY, await put(bench.connection, "alex", change));
  await until(() => bench.client.session !== undefined);
  const edited = { ...bench.connection, scopes: ["openid", "crm.read"] };
  const text = await put(edited, "sam", { obtainedAt: clock.now() + 1 });
  return Object.assign(stage, { clock, text });
}

type CountedLocks = ReturnType<typeof createLocks> & {
  /** How often the lock of the token was asked for. */
  asked: number;
};

interface Stage {
  readonly bench: Bench;
  readonly provider: UserProvider;
  readonly locks: CountedLocks;
  readonly stop: AbortController;
  /** What the provider granted last. */
  granted: { readonly accessToken: string; readonly refreshToken: string } | undefined;
  /** Happens while the provider answers. */
  meanwhile: () => Promise<unknown>;
}

async function setStage(
  options: UserProviderOptions = {},
  change: Pick<BenchOptions, "clock"> = {},
): Promise<Stage> {
  const provider = await startUserProvider(options);
  const locks = countedLocks();
  const identityServer: TestServer = {
    ...{ origin: provider.origin, seen: [], open: new Set(), connections: () => 0 },
    close: () => provider.close(),
  };
  const connection: Partial<Connection> = USER_CONNECTION;
  const bench = await openBench({ ...change, identityServer, locks, connection });
  const stage: Stage = {
    ...{ bench, provider, locks, stop: new AbortController(), granted: undefined },
    meanwhile: () => Promise.resolve(),
  };
  provider.gate = async (pass, response) => {
    const end = response.end.bind(response) as (text: unknown) => void;
    const meanwhile = stage.meanwhile();
    const noted = (text: unknown): void => {
      const body = JSON.parse(String(text)) as Record<string, string>;
      const { access_token: accessToken = "", refresh_token: refreshToken = "" } = body;
      stage.granted = { accessToken, refreshToken };
      void meanwhile.then(() => end(text));
    };
    Object.assign(response, { end: noted });
    await pass();
  };
  return stage;
}

function countedLocks(): CountedLocks {
  const locks = createLocks();
  const counted: CountedLocks = {
    asked: 0,
    withLock: async (name, work, signal) => {
      counted.asked += name.startsWith("token ") ? 1 : 0;
      return await locks.withLock(name, work, signal);
    },
  };
  return counted;
}

/** Alex goes all the way, and is sent back with a code; gives what completes the sign-in. */
async function walkBack({
  bench: { client, connection },
}: Stage): Promise<(signal?: AbortSignal) => Promise<Session>> {
  const redirectUri = connection.callbackUrl;
  const { url } = await client.beginSignIn({ redirectUri });
  const arrival = await walk(`${url}&login_hint=alex`, redirectUri);
  const text = new URL(arrival.url).search.slice(1);
  const callback = readRawCallback({ from: "query", text });
  return (signal) => client.completeSignIn(callback, signal);
}

async function signedIn(bench: Bench, provider: UserProvider): Promise<{ accessToken: string }> {
  const signed = await provider.signIn("alex");
  const record = recordOf(signed, bench.connection, bench.secrets.current);
  bench.store.values.set(STORE_KEY, JSON.stringify(record));
  return signed;
}

async function requireRevoked({ bench, provider, granted }: Stage): Promise<void> {
  await until(() => bench.log.lines.some((line) => line.includes('{"revoked":true}')));
  assert.ok(granted);
  assert.equal(await provider.knows(granted), false);
  const lines = bench.log.lines.join("\n");
  assert.equal(lines.includes(granted.accessToken) || lines.includes(granted.refreshToken), false);
}
