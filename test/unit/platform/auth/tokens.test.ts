import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { setImmediate } from "node:timers/promises";
import type { Connection } from "../../../../src/platform/base/connection";
import type { SecretStore } from "../../../../src/platform/base/secretStore";
import type { TokenGrant } from "../../../../src/platform/auth/tokenResponse";
import { TokenManager } from "../../../../src/platform/auth/tokenManager";
import { lockName } from "../../../../src/platform/auth/tokenRenewal";
import { TokenStore } from "../../../../src/platform/auth/tokenStore";
import {
  failureOf,
  grantTokens,
  listClients,
  MemoryLog,
  MemoryStore,
  openBench,
  tokenRequests,
} from "../http/support/bench";
import { createLocks } from "../../../fakes/locks";
import { createRedactor } from "../../../../src/platform/http/redaction";
import { sendJson } from "../http/support/servers";
import { VirtualClock } from "../http/support/virtualClock";

const STORE_KEY = "financialPlanning.token.connection-1";
const redactor = createRedactor();

describe("the token of a connection", () => {
  it("is asked for once, by the first of many calls", async () => {
    const bench = await openBench();
    await Promise.all([1, 2, 3, 4].map(() => listClients(bench.client)));
    assert.equal(tokenRequests(bench.identity).length, 1);
    assert.equal(bench.sessions.length, 1);
    await bench.close();
  });

  const LIVES: readonly (readonly [life: number, margin: number])[] = [
    [3600, 30],
    [300, 30],
    [100, 10],
    [10, 1],
  ];
  for (const [life, margin] of LIVES) {
    it(`of ${life} s is renewed ${margin} s before its end, on the next use`, async () => {
      const clock = new VirtualClock();
      const bench = await openBench({ clock, identity: grantTokens({ expires_in: life }) });
      await listClients(bench.client);
      clock.advance((life - margin) * 1000 - 1);
      await listClients(bench.client);
      assert.equal(tokenRequests(bench.identity).length, 1);
      clock.advance(1);
      assert.equal(tokenRequests(bench.identity).length, 1);
      await listClients(bench.client);
      assert.equal(tokenRequests(bench.identity).length, 2);
      await bench.close();
    });
  }

  it("without a stated life is used until it is refused", async () => {
    const clock = new VirtualClock();
    const bench = await openBench({ clock, identity: grantTokens({}) });
    await listClients(bench.client);
    clock.advance(400 * 86_400_000);
    await listClients(bench.client);
    assert.equal(tokenRequests(bench.identity).length, 1);
    assert.equal(bench.client.session?.expiresAt, undefined);
    await bench.close();
  });

  it("survives a restart in the secret store", async () => {
    const bench = await openBench();
    await bench.client.signIn();
    const again = bench.reopen();
    await listClients(again);
    assert.equal(tokenRequests(bench.identity).length, 1);
    assert.deepEqual(again.session, bench.client.session);
    await bench.close();
  });

  const FOREIGN: readonly (readonly [string, Partial<Connection>])[] = [
    ["client id", { clientId: "other" }],
    ["scopes", { scopes: ["crm.read"] }],
    ["token parameters", { tokenParameters: [["audience", "other"]] }],
  ];
  for (const [name, change] of FOREIGN) {
    it(`is not used after its ${name} changed`, async () => {
      const bench = await openBench();
      await bench.client.signIn();
      await listClients(bench.reopen(change));
      assert.equal(bench.service.seen[0]?.headers.authorization, "Bearer token-2");
      await bench.close();
    });
  }

  it("is not used after the path of its provider changed: another tenant's is another", async () => {
    const grant = grantTokens();
    const bench = await openBench({
      identity: (request, response) =>
        grant({ ...request, path: request.path.replace("/other-tenant", "") }, response),
    });
    await bench.client.signIn();
    await listClients(bench.reopen({ authUrl: `${bench.connection.authUrl}/other-tenant` }));
    assert.equal(bench.service.seen[0]?.headers.authorization, "Bearer token-2");
    await bench.close();
  });

  it("is used on after its client authenticates in another way", async () => {
    const bench = await openBench();
    await bench.client.signIn();
    await listClients(bench.reopen({ clientAuthentication: "basic" }));
    assert.equal(bench.service.seen[0]?.headers.authorization, "Bearer token-1");
    await bench.close();
  });

  it("is not used with another subscription key", async () => {
    const bench = await openBench();
    await listClients(bench.client);
    bench.secrets.current = { ...bench.secrets.current, subscriptionKey: "another-key-0001" };
    await listClients(bench.client);
    assert.deepEqual(
      bench.service.seen.map(({ headers }) => headers.authorization),
      ["Bearer token-1", "Bearer token-2"],
    );
    await bench.close();
  });

  it("is asked for by each of two keys, also at the same time", async () => {
    const bench = await openBench();
    const { log, connection, secrets } = bench;
    const clock = new VirtualClock();
    const store = new TokenStore({ store: bench.store, connectionId: "x", clock, log, redactor });
    const keeper = new TokenManager({
      ...{ connection, clock, log, store, locks: createLocks() },
      identity: {
        requestToken: ({ subscriptionKey }) =>
          Promise.resolve({
            ...{ accessToken: `token-for-${subscriptionKey}`, lifetimeSeconds: 60, scopes: [] },
          }),
        refresh: () => Promise.reject(new Error("nobody asks")),
        revoke: () => Promise.resolve(false),
      },
      onSession: () => undefined,
    });
    const keys = ["key-0001", "key-0002", "key-0002"];
    const tokens = keys.map((subscriptionKey) =>
      keeper.token({ ...secrets.current, subscriptionKey }),
    );
    assert.deepEqual(
      await Promise.all(tokens),
      keys.map((key) => `token-for-${key}`),
    );
    await bench.close();
  });

  it("never goes to another service than it was issued for", async () => {
    const bench = await openBench();
    await bench.client.signIn();
    const other = await openBench();
    await listClients(bench.reopen({ baseUrl: other.service.origin }));
    assert.equal(other.service.seen[0]?.headers.authorization, "Bearer token-2");
    await other.close();
    await bench.close();
  });

  for (const broken of ["", "no JSON", "[]", '{"version":3}', '{"version":1,"accessToken":"x"}']) {
    it(`is asked for anew when the store holds ${JSON.stringify(broken)}`, async () => {
      const bench = await openBench();
      bench.store.values.set(STORE_KEY, broken);
      await listClients(bench.client);
      assert.equal(tokenRequests(bench.identity).length, 1);
      assert.match(bench.log.lines.join("\n"), /could not be read and was dropped/);
      assert.match(bench.store.values.get(STORE_KEY) ?? "", /"accessToken":"token-1"/);
      await bench.close();
    });
  }

  it("is gone everywhere after signing out", async () => {
    const bench = await openBench();
    await bench.client.signIn();
    await bench.client.signOut();
    assert.equal(bench.client.session, undefined);
    assert.equal(bench.store.values.size, 0);
    assert.equal(bench.sessions.at(-1), undefined);
    await listClients(bench.client);
    assert.equal(bench.service.seen[0]?.headers.authorization, "Bearer token-2");
    await bench.close();
  });

  it("is not kept when it arrives after signing out", async () => {
    let release = (): void => undefined;
    const progress = new EventEmitter();
    const arrived = once(progress, "arrived");
    const bench = await openBench({
      identity: ({ path }, response) => {
        if (path !== "/identity/connect/token") {
          sendJson(response, 404, {});
          return;
        }
        const token = { access_token: "late-token", token_type: "Bearer" };
        release = () => sendJson(response, 200, token);
        progress.emit("arrived");
      },
    });
    const call = failureOf(listClients(bench.client));
    await arrived;
    await bench.client.signOut();
    release();
    assert.equal((await call).code, "canceled/signedOut");
    assert.equal(bench.store.values.size, 0);
    assert.equal(bench.client.session, undefined);
    await bench.close();
  });

  it("is not kept either when the request for it did not heed the signal", async () => {
    const bench = await openBench();
    const { log, connection, secrets, sessions } = bench;
    const clock = new VirtualClock();
    const store = new TokenStore({ store: bench.store, connectionId: "x", clock, log, redactor });
    let grant: ((grant: TokenGrant) => void) | undefined;
    const keeper = new TokenManager({
      ...{ connection, clock, log, store, locks: createLocks() },
      identity: {
        requestToken: () => new Promise((resolve) => (grant = resolve)),
        refresh: () => Promise.reject(new Error("not for service accounts")),
        revoke: () => Promise.resolve(false),
      },
      onSession: (session) => sessions.push(session),
    });
    const call = failureOf(keeper.token(secrets.current));
    await setImmediate();
    await keeper.forget(() => Promise.resolve(secrets.current));
    grant?.({ accessToken: "late-token", lifetimeSeconds: 60, scopes: [] });
    assert.equal((await call).code, "canceled/signedOut");
    await setImmediate();
    assert.deepEqual([keeper.session, bench.store.values.size], [undefined, 0]);
    await bench.close();
  });

  it("of a browser sign-in is not kept by who signed out while others held the lock", async () => {
    const bench = await openBench();
    const { log, connection, secrets, sessions } = bench;
    const clock = new VirtualClock();
    const store = new TokenStore({ store: bench.store, connectionId: "x", clock, log, redactor });
    const locks = createLocks();
    const keeper = new TokenManager({
      ...{ connection, clock, log, store, locks },
      identity: {
        requestToken: () => Promise.reject(new Error("nobody asks")),
        refresh: () => Promise.reject(new Error("nobody asks")),
        revoke: () => Promise.resolve(false),
      },
      onSession: (session) => sessions.push(session),
    });
    const gate = Promise.withResolvers<undefined>();
    const holding = locks.withLock(lockName(connection), () => gate.promise);
    const grant = { accessToken: "late-token", lifetimeSeconds: 60, scopes: [] };
    const adopting = failureOf(keeper.expectGrant()(grant, secrets.current));
    await setImmediate();
    const leaving = keeper.forget(() => Promise.resolve(secrets.current));
    gate.resolve(undefined);
    await Promise.all([holding, leaving]);
    assert.equal((await adopting).code, "canceled/signedOut");
    assert.deepEqual([keeper.session, bench.store.values.size], [undefined, 0]);
    await bench.close();
  });

  it("of a browser sign-in is not kept by who signed out while it was written", async () => {
    const bench = await openBench();
    const { log, connection, secrets, sessions } = bench;
    const clock = new VirtualClock();
    const store = new TokenStore({ store: bench.store, connectionId: "x", clock, log, redactor });
    const keeper = new TokenManager({
      ...{ connection, clock, log, store, locks: createLocks() },
      identity: {
        requestToken: () => Promise.reject(new Error("nobody asks")),
        refresh: () => Promise.reject(new Error("nobody asks")),
        revoke: () => Promise.resolve(false),
      },
      onSession: (session) => sessions.push(session),
    });
    await keeper.ready();
    const [begun, gate] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const write = bench.store.set.bind(bench.store);
    bench.store.set = async (key, text) => {
      begun.resolve(undefined);
      await gate.promise;
      await write(key, text);
    };
    const grant = { accessToken: "late-token", lifetimeSeconds: 60, scopes: [] };
    const adopting = failureOf(keeper.expectGrant()(grant, secrets.current));
    await begun.promise;
    const leaving = keeper.forget(() => Promise.resolve(secrets.current));
    gate.resolve(undefined);
    await leaving;
    assert.equal((await adopting).code, "canceled/signedOut");
    assert.deepEqual([keeper.session, sessions, bench.store.values.size], [undefined, [], 0]);
    await bench.close();
  });

  it("does not come back from the store when the user signed out while it was read", async () => {
    const bench = await openBench();
    await bench.client.signIn();
    const gate = Promise.withResolvers<undefined>();
    const { store } = bench;
    const read = store.get.bind(store);
    store.get = async (key) => {
      // Read before the sign-out, handed over after it.
      const text = await read(key);
      await gate.promise;
      return text;
    };
    const again = bench.reopen();
    const call = failureOf(listClients(again));
    await setImmediate();
    const known = bench.sessions.length;
    const leaving = again.signOut();
    await setImmediate();
    gate.resolve(undefined);
    await leaving;
    assert.equal((await call).code, "canceled/signedOut");
    await setImmediate();
    // Not for a moment either.
    const shown = bench.sessions.slice(known).filter((session) => session !== undefined);
    assert.deepEqual(shown, []);
    assert.deepEqual([again.session, bench.store.values.size], [undefined, 0]);
    assert.deepEqual([tokenRequests(bench.identity).length, bench.service.seen.length], [1, 0]);
    await listClients(again);
    assert.equal(bench.service.seen[0]?.headers.authorization, "Bearer token-2");
    await bench.close();
  });

  it("is renewed on request", async () => {
    const bench = await openBench();
    await bench.client.signIn();
    await bench.client.signIn();
    assert.equal(tokenRequests(bench.identity).length, 1);
    await bench.client.signIn({ renew: true });
    assert.equal(tokenRequests(bench.identity).length, 2);
    assert.match(bench.store.values.get(STORE_KEY) ?? "", /"token-2"/);
    await bench.close();
  });

  it("needs a client secret, and no secret while a token lives", async () => {
    const bench = await openBench();
    const whole = bench.secrets.current;
    bench.secrets.current = { ...whole, clientSecret: "" };
    assert.equal((await failureOf(bench.client.signIn())).code, "credentials/secretMissing");
    assert.equal(bench.identity.connections(), 0);
    bench.secrets.current = whole;
    await bench.client.signIn();
    bench.secrets.current = { ...whole, clientSecret: "" };
    await listClients(bench.client);
    await bench.close();
  });
});

describe("a secret store that fails", () => {
  const fails = (): Promise<never> => Promise.reject(new Error("keyring says: token-1"));
  const hangs = (): Promise<never> => new Promise(() => undefined);
  for (const [name, work] of [
    ["rejects", fails],
    ["hangs", hangs],
  ] as const) {
    it(`${name}: costs nothing but the memory between sessions`, async () => {
      const clock = new VirtualClock();
      const log = new MemoryLog();
      const onDidChange = (): { dispose(): void } => ({ dispose: () => undefined });
      const broken: SecretStore = { get: work, set: work, delete: work, onDidChange };
      const store = new TokenStore({ store: broken, connectionId: "x", clock, log, redactor });
      const reading = store.read();
      const deleting = store.delete();
      await setImmediate();
      clock.advance(5_000);
      assert.equal(await reading, "unknown");
      await deleting;
      assert.equal(log.lines.length, 2);
      assert.equal(log.lines.join().includes("token-1"), false);
      assert.equal(clock.pending, 0);
    });
  }

  it("is read again once the answer came that was waited for in vain", async () => {
    const [clock, log, unlocked] = [
      new VirtualClock(),
      new MemoryLog(),
      Promise.withResolvers<undefined>(),
    ];
    const locked = new MemoryStore();
    locked.get = () => unlocked.promise;
    const store = new TokenStore({ store: locked, connectionId: "x", clock, log, redactor });
    const reading = store.read();
    clock.advance(5_000);
    assert.equal(await reading, "unknown");
    assert.equal(await store.read(), "unknown");
    unlocked.resolve(undefined);
    await setImmediate();
    assert.equal(await store.read(), "absent");
  });
});
