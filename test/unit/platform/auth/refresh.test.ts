import assert from "node:assert/strict";
import type { OutgoingHttpHeaders } from "node:http";
import type { TokenRecord } from "../../../../src/platform/auth/tokenRecord";
import type { Connection } from "../../../../src/platform/base/connection";
import type { Session } from "../../../../src/platform/base/session";
import { failureOf, listClients, openBench, type Bench } from "../http/support/bench";
import type { TestServer } from "../http/support/servers";
import { VirtualClock } from "../http/support/virtualClock";
import { until } from "../../../faults/support/leftovers";
import {
  recordOf,
  startUserProvider,
  USER_CONNECTION,
  type Signed,
  type UserProvider,
  type UserProviderOptions,
} from "./userProvider";
import { openSignInBench } from "../../../faults/support/signInBench";
import { CODE_TOKEN, REFRESH_TOKEN } from "../../../faults/support/signingProvider";

const STORE_KEY = "financialPlanning.token.connection-1";
const DAY = 86_400_000;
const KEY_CHALLENGE = 'AzureApiManagementKey realm="a",name="Ocp-Apim-Subscription-Key"';

describe("the sign-in of a user", () => {
  for (const discovery of [true, false]) {
    for (const rotate of [true, false]) {
      const way = `${rotate ? "with" : "without"} rotation, ${discovery ? "" : "no "}discovery`;
      it(`is renewed by its refresh token, again and again (${way})`, async () => {
        const { bench, provider, clock, signed } = await signedIn({ discovery, rotate });
        const tokens = new Set([signed.accessToken]);
        for (let round = 0; round < 3; round++) {
          clock.advance(580_000);
          await listClients(bench.client);
          tokens.add(stored(bench).accessToken);
        }
        assert.equal(tokens.size, 4);
        assert.equal(stored(bench).refreshToken === signed.refreshToken, !rotate);
        assert.deepEqual(provider.refreshes, 3);
        const session = bench.client.session!;
        assert.deepEqual([session.identity?.subject, session.isRenewable], ["alex", true]);
        await bench.close();
      });
    }
  }

  it("is known without a call after a restart, its end too", async () => {
    const { bench, clock } = await signedIn();
    clock.advance(10 * DAY);
    const again = bench.reopen();
    assert.equal(again.session, undefined);
    const known = await again.knownSession();
    assert.equal(known?.identity?.subject, "alex");
    assert.deepEqual(again.session, known);
    await bench.close();
  });

  it("is not renewed without a client secret, and nothing is sent", async () => {
    const { bench, provider, clock } = await signedIn();
    clock.advance(580_000);
    bench.secrets.current = { ...bench.secrets.current, clientSecret: "" };
    assert.equal((await failureOf(listClients(bench.client))).code, "credentials/secretMissing");
    assert.equal(provider.refreshes, 0);
    await bench.close();
  });

  it("that was never made is asked for, and nothing is sent", async () => {
    const provider = await startUserProvider();
    const bench = await open(provider, new VirtualClock());
    const error = await failureOf(listClients(bench.client));
    assert.deepEqual([error.kind, error.code], ["credentials", "credentials/signInNeeded"]);
    assert.deepEqual([provider.paths, bench.service.seen], [[], []]);
    await bench.close();
  });

  it("without a refresh token ends with its token, and stays in sight", async () => {
    const { bench, provider, clock } = await signedIn({}, { refreshToken: undefined });
    await listClients(bench.client);
    clock.advance(600_000);
    const error = await failureOf(listClients(bench.client));
    assert.equal(error.code, "credentials/sessionEnded");
    const { session } = bench.client;
    assert.deepEqual([session?.isRenewable, session?.identity?.subject], [false, "alex"]);
    assert.equal(provider.refreshes, 0);
    await bench.close();
  });

  for (const [status, challenge, code, isKept] of [
    [401, KEY_CHALLENGE, "credentials/keyRefused", true],
    [403, 'Bearer error="insufficient_scope"', "credentials/insufficientScope", true],
    [401, 'Bearer error="invalid_token"', "credentials/tokenRefused", false],
    [401, 'Digest realm="a"', "credentials/refused", true],
  ] as const) {
    it(`without a refresh token is told why the service refused it: ${code}`, async () => {
      const headers = { "www-authenticate": challenge, "x-dt-requestid": "r-9" };
      const opened = { answer: status, headers };
      const { bench, provider } = await signedIn({}, { refreshToken: undefined }, opened);
      const error = await failureOf(listClients(bench.client));
      assert.deepEqual([error.code, error.status, error.requestId], [code, status, "r-9"]);
      assert.deepEqual([provider.refreshes, bench.service.seen.length], [0, 1]);
      assert.equal(bench.client.session !== undefined, isKept);
      assert.equal(bench.store.values.size, isKept ? 1 : 0);
      await bench.close();
    });
  }

  it("without a refresh token is over for who asks for another token", async () => {
    const { bench } = await signedIn({}, { refreshToken: undefined });
    const error = await failureOf(bench.client.signIn({ renew: true }));
    assert.equal(error.code, "credentials/sessionEnded");
    assert.notEqual(bench.client.session, undefined);
    await bench.close();
  });

  it("is over when its refresh token is refused, everywhere", async () => {
    const { bench, provider, clock } = await signedIn({}, { refreshToken: "no-such-token" });
    const other = bench.reopen();
    await until(() => other.session !== undefined);
    clock.advance(600_000);
    const error = await failureOf(listClients(bench.client));
    assert.deepEqual([error.code, provider.refreshes], ["credentials/sessionEnded", 1]);
    assert.equal(bench.store.values.size, 0);
    await until(() => other.session === undefined);
    assert.equal((await failureOf(listClients(other))).code, "credentials/signInNeeded");
    assert.equal(provider.refreshes, 1);
    await bench.close();
  });

  it("is over, too, where the refusal comes with a challenge", async () => {
    const { bench, provider, clock } = await signedIn();
    provider.gate = (_pass, response) => {
      const headers = { "content-type": "application/json", "www-authenticate": "Basic" };
      response.writeHead(401, headers).end('{"error":"invalid_grant"}');
      return Promise.resolve();
    };
    clock.advance(600_000);
    const error = await failureOf(listClients(bench.client));
    assert.equal(error.code, "credentials/sessionEnded");
    assert.deepEqual([bench.store.values.size, bench.client.session], [0, undefined]);
    await bench.close();
  });

  it("is not taken over by another user's renewal", async () => {
    const identity = { issuer: "x", subject: "sam", claims: {} };
    const { bench, clock } = await signedIn({}, { identity });
    clock.advance(600_000);
    const error = await failureOf(listClients(bench.client));
    assert.equal(error.code, "credentials/otherUser");
    assert.deepEqual([bench.store.values.size, bench.client.session], [0, undefined]);
    await bench.close();
  });

  it("outlives a service that refuses its tokens", async () => {
    const { bench, provider } = await signedIn({}, {}, { answer: 401 });
    for (const expected of [1, 3]) {
      assert.equal((await failureOf(listClients(bench.client))).code, "credentials/refused");
      assert.equal(provider.refreshes, expected);
    }
    assert.ok(stored(bench).refreshToken);
    await bench.close();
  });

  it("is renewed to its end although the one who waited left", async () => {
    const { bench, provider, clock } = await signedIn();
    const [arrived, go] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    provider.gate = async (pass) => {
      arrived.resolve(undefined);
      await go.promise;
      await pass();
    };
    clock.advance(600_000);
    const before = stored(bench).refreshToken;
    const stop = new AbortController();
    const call = failureOf(listClients(bench.client, stop.signal));
    await arrived.promise;
    stop.abort();
    assert.equal((await call).kind, "canceled");
    go.resolve(undefined);
    await until(() => stored(bench).refreshToken !== before);
    await listClients(bench.client);
    assert.equal(provider.refreshes, 1);
    await bench.close();
  });
});

describe("a renewal that was turned away", () => {
  for (const end of ["cancel", "sign out"] as const) {
    it(`is not sent again after a ${end} during the wait, and spends nothing`, async () => {
      const { bench, provider, clock } = await signedIn();
      clock.advance(600_000);
      provider.gate = (_pass, response) =>
        Promise.resolve(void response.writeHead(429, { "retry-after": "9" }).end());
      const stop = new AbortController();
      const work = failureOf(listClients(bench.client, stop.signal));
      await until(() => clock.dueIn.includes(9_000));
      if (end === "cancel") {
        stop.abort();
      } else {
        await bench.client.signOut();
      }
      assert.equal((await work).kind, "canceled");
      await until(() => clock.pending === 0);
      clock.advance(60_000);
      assert.equal(provider.refreshes, 1);
      provider.gate = undefined;
      if (end === "cancel") {
        assert.equal(stored(bench).unansweredAt, undefined);
        await listClients(bench.client);
      } else {
        assert.equal(bench.store.values.size, 0);
      }
      await bench.close();
    });
  }
});

describe("a renewal without an answer", () => {
  it("is not sent again by itself after 503, whatever wait that names", async () => {
    const { bench, provider, clock } = await signedIn();
    clock.advance(600_000);
    provider.gate = (_pass, response) =>
      Promise.resolve(void response.writeHead(503, { "retry-after": "0" }).end());
    let code: string | undefined;
    void failureOf(listClients(bench.client)).then((error) => (code = error.code));
    await until(() => {
      clock.advance(0);
      return code !== undefined;
    });
    assert.equal(code, "service/identity");
    assert.equal(provider.refreshes, 1);
    assert.equal(stored(bench).unansweredAt, clock.now());
    await bench.close();
  });

  it("is not repeated by itself, nor for those who waited; the next call tries again", async () => {
    const { bench, provider, clock } = await signedIn({ rotate: false });
    const other = bench.reopen();
    await until(() => other.session !== undefined);
    clock.advance(600_000);
    provider.gate = (_pass, response) => Promise.resolve(void response.socket?.destroy());
    const calls = [bench.client, other].map((client) => failureOf(listClients(client)));
    for (const { kind, code } of await Promise.all(calls)) {
      assert.deepEqual([kind, code], ["credentials", "credentials/renewalUnknown"]);
    }
    assert.equal(provider.refreshes, 1);
    provider.gate = undefined;
    clock.advance(1);
    await listClients(other);
    assert.equal(provider.refreshes, 2);
    await bench.close();
  });

  it("after a rotation ends with the plain word that it is over", async () => {
    const { bench, provider, clock } = await signedIn();
    clock.advance(600_000);
    provider.gate = async (pass, response) => {
      // The provider rotates, and nothing of its answer gets through.
      response.socket?.cork();
      Object.assign(response, { end: () => response.socket?.destroy() });
      await pass();
    };
    const codes = [(await failureOf(listClients(bench.client))).code];
    provider.gate = undefined;
    clock.advance(1);
    codes.push((await failureOf(listClients(bench.client))).code);
    assert.deepEqual(codes, ["credentials/renewalUnknown", "credentials/sessionEnded"]);
    await bench.close();
  });

  it("takes what another window has got meanwhile", async () => {
    const { bench, provider, clock, signed } = await signedIn();
    clock.advance(600_000);
    provider.gate = (_pass, response) => {
      const change = { obtainedAt: clock.now(), expiresAt: clock.now() + 600_000 };
      const newer = { ...recordOf(signed, bench.connection, bench.secrets.current, change) };
      const record: TokenRecord = { ...newer, accessToken: "of-another-window" };
      bench.store.values.set(STORE_KEY, JSON.stringify(record));
      return Promise.resolve(void response.socket?.destroy());
    };
    await listClients(bench.client);
    assert.equal(bench.service.seen[0]?.headers.authorization, "Bearer of-another-window");
    await bench.close();
  });

  it("that was never sent says what stood in the way, and keeps the sign-in", async () => {
    const { bench, provider, clock } = await signedIn();
    await provider.close();
    clock.advance(600_000);
    const error = await failureOf(listClients(bench.client));
    assert.deepEqual([error.kind, error.code], ["network", "network/identityUnreachable"]);
    assert.equal(stored(bench).unansweredAt, undefined);
    assert.ok(bench.client.session);
    await bench.client.dispose();
    await bench.service.close();
  });
});

describe("signing out", () => {
  it("revokes both tokens where the provider can", async () => {
    const { bench, provider, signed } = await signedIn();
    assert.equal(await provider.knows(signed), true);
    assert.deepEqual(await bench.client.signOut(), { revoked: true });
    assert.equal(await provider.knows(signed), false);
    assert.equal(provider.paths.filter((path) => path.endsWith("/revocation")).length, 2);
    assert.deepEqual([bench.store.values.size, bench.client.session], [0, undefined]);
    assert.deepEqual(await bench.client.signOut(), { revoked: false });
    await bench.close();
  });

  it("revokes the refresh token first, and says which is which", async () => {
    const bench = await openSignInBench();
    bench.provider.tricks = {
      document: (of) => ({ ...of, revocation_endpoint: `${String(of["issuer"])}/revocation` }),
      tokenBody: (body) => ({ ...body, refresh_token: REFRESH_TOKEN }),
    };
    await bench.finish((await bench.begin()).parameters);
    assert.deepEqual(await bench.client.signOut(), { revoked: true });
    const revoked = bench.identity.seen
      .filter(({ path }) => path.endsWith("/revocation"))
      .map(({ body }) => new URLSearchParams(body))
      .map((form) => [form.get("token"), form.get("token_type_hint")]);
    assert.deepEqual(revoked, [
      [REFRESH_TOKEN, "refresh_token"],
      [CODE_TOKEN, "access_token"],
    ]);
    assert.ok(bench.log.lines.some((line) => line.endsWith('no longer wanted {"revoked":true}')));
    await bench.close();
  });

  it("forgets and says so where the provider has no way to revoke", async () => {
    const { bench } = await signedIn({ discovery: false });
    assert.deepEqual(await bench.client.signOut(), { revoked: false });
    assert.equal(bench.store.values.size, 0);
    await bench.close();
  });

  it("waits a few seconds for a provider that hangs, with nothing kept meanwhile", async () => {
    const { bench, provider, clock } = await signedIn();
    await provider.close();
    const hanging = await signedInAt(provider);
    const leaving = hanging.bench.client.signOut();
    await until(() => hanging.clock.dueIn.some((due) => due === 5_000));
    assert.equal(hanging.bench.store.values.size, 0);
    hanging.clock.advance(5_000);
    assert.deepEqual(await leaving, { revoked: false });
    assert.equal(clock.pending, 0);
    await hanging.bench.close();
    await bench.client.dispose();
    await bench.service.close();
  });

  it("arrives in the other windows, and so does signing in", async () => {
    const { bench, signed } = await signedIn();
    const other = bench.reopen();
    await until(() => other.session !== undefined);
    await bench.client.signOut();
    await until(() => other.session === undefined);
    assert.equal((await failureOf(listClients(other))).code, "credentials/signInNeeded");
    const record = recordOf(signed, bench.connection, bench.secrets.current);
    await bench.store.set(STORE_KEY, JSON.stringify(record));
    await until(() => other.session !== undefined && bench.client.session !== undefined);
    await bench.close();
  });

  it("is not undone by a renewal that is on its way, here or in another window", async () => {
    for (const here of [true, false]) {
      const { bench, provider, clock } = await signedIn();
      const other = bench.reopen();
      await until(() => other.session !== undefined);
      const arrived = Promise.withResolvers<undefined>();
      const go = Promise.withResolvers<undefined>();
      provider.gate = async (pass) => {
        arrived.resolve(undefined);
        await go.promise;
        await pass();
      };
      clock.advance(600_000);
      const call = failureOf(listClients(other));
      await arrived.promise;
      const leaving = (here ? other : bench.client).signOut();
      await until(() => bench.store.values.size === 0);
      go.resolve(undefined);
      assert.equal((await call).code, "canceled/signedOut");
      await leaving;
      assert.deepEqual([bench.store.values.size, other.session], [0, undefined]);
      await bench.close();
    }
  });
});

describe("the consent of a delegation", () => {
  const model = { accessModel: "delegation", consentEndClaim: "consent_until" } as const;

  it("ends when its claim says so, and then nothing is sent", async () => {
    const end = Math.floor(new VirtualClock().now() / 1000) + 86_400;
    const claims = (): Record<string, unknown> => ({ consent_until: end });
    const { bench, provider, clock } = await signedIn({ claims }, {}, { connection: model });
    clock.advance(600_000);
    await listClients(bench.client);
    assert.equal(bench.client.session?.consentEndsAt, end * 1000);
    const sent = [bench.service.seen.length, provider.paths.length];
    clock.advance(DAY);
    for (const call of [listClients(bench.client), bench.client.signIn({ renew: true })]) {
      const error = await failureOf(call);
      assert.deepEqual([error.kind, error.code], ["credentials", "credentials/consentEnded"]);
    }
    assert.equal(await bench.client.copyableToken(), undefined);
    assert.deepEqual([bench.service.seen.length, provider.paths.length], sent);
    await bench.close();
  });

  it("ends when the user says so, over renewals, restarts and in other windows", async () => {
    const { bench, clock } = await signedIn({}, {}, { connection: model });
    assert.equal(bench.client.session?.consentEndsAt, undefined);
    const other = bench.reopen();
    await until(() => other.session !== undefined);
    const end = clock.now() + DAY;
    await bench.client.setConsentEnd(end);
    await until(() => other.session?.consentEndsAt === end);
    clock.advance(600_000);
    await listClients(other);
    assert.equal(other.session?.consentEndsAt, end);
    clock.advance(DAY);
    for (const client of [bench.client, other, bench.reopen()]) {
      assert.equal((await failureOf(listClients(client))).code, "credentials/consentEnded");
    }
    await bench.client.setConsentEnd(undefined);
    await listClients(bench.client);
    assert.equal(bench.client.session?.consentEndsAt, undefined);
    await bench.close();
  });

  it("is told by the token answer, used once the user agrees, and followed from then on", async () => {
    const clock = new VirtualClock();
    const bench = await openSignInBench(model, clock);
    let seconds = 7 * 86_400;
    bench.provider.tricks = {
      tokenBody: (body) => ({
        ...body,
        ...{ refresh_token: REFRESH_TOKEN, refresh_expires_in: seconds },
      }),
    };
    const renewed = async (): Promise<void> => {
      clock.advance(600_000);
      await listClients(bench.client);
    };
    const { parameters } = await bench.begin();
    const session = await bench.finish(parameters);
    const told = { name: "refresh_expires_in", at: clock.now() + 7 * DAY };
    assert.deepEqual([session.toldConsentEnd, session.consentEndsAt], [told, undefined]);
    await renewed();
    const offered: Session | undefined = bench.client.session;
    assert.equal(offered?.consentEndsAt, undefined);
    await bench.client.setConsentEnd(offered?.toldConsentEnd?.at);
    seconds = 30 * 86_400;
    await renewed();
    assert.equal(bench.client.session?.consentEndsAt, clock.now() + 30 * DAY);
    // What was typed is the user's own, and stays.
    const typed = clock.now() + 2 * DAY;
    await bench.client.setConsentEnd(typed);
    await renewed();
    assert.equal(bench.client.session.consentEndsAt, typed);
    await bench.close();
  });

  it("is set for the sign-in that it was seen in, and for no later one", async () => {
    const clock = new VirtualClock();
    const bench = await openSignInBench(model, clock);
    bench.provider.tricks = { tokenBody: (body) => ({ ...body, refresh_token: REFRESH_TOKEN }) };
    const { signedInAt } = await bench.finish((await bench.begin()).parameters);
    clock.advance(600_000);
    await listClients(bench.client);
    const renewed: Session | undefined = bench.client.session;
    assert.equal(renewed?.signedInAt, signedInAt);
    assert.ok(renewed.obtainedAt > signedInAt);
    const end = clock.now() + DAY;
    await bench.client.setConsentEnd(end, signedInAt);
    assert.equal(bench.client.session?.consentEndsAt, end);
    const later = await bench.finish((await bench.begin()).parameters);
    assert.equal(later.consentEndsAt, undefined);
    const error = await failureOf(bench.client.setConsentEnd(end, signedInAt));
    assert.deepEqual([error.kind, error.code], ["input", "input/otherSignIn"]);
    assert.equal(bench.client.session.consentEndsAt, undefined);
    await bench.close();
  });

  it("cannot be set for other models, nor when nobody is signed in", async () => {
    const { bench } = await signedIn();
    assert.equal((await failureOf(bench.client.setConsentEnd(1))).code, "input/accessModel");
    await bench.close();
    const provider = await startUserProvider();
    const empty = await open(provider, new VirtualClock(), { connection: model });
    const error = await failureOf(empty.client.setConsentEnd(1));
    assert.equal(error.code, "credentials/signInNeeded");
    await empty.close();
  });
});

describe("the token for copying", () => {
  it("is the one in force, or none; nobody is asked", async () => {
    const { bench, provider, clock, signed } = await signedIn();
    assert.equal(await bench.client.copyableToken(), signed.accessToken);
    clock.advance(600_000);
    assert.equal(await bench.client.copyableToken(), undefined);
    assert.equal(provider.refreshes, 0);
    await bench.close();
  });
});

interface Opened {
  readonly connection?: Partial<Connection>;
  /** Status of every answer of the service. */
  readonly answer?: number;
  readonly headers?: OutgoingHttpHeaders;
}

interface SignedIn {
  readonly bench: Bench;
  readonly provider: UserProvider;
  readonly clock: VirtualClock;
  readonly signed: Signed;
}

type Change = { readonly [Name in keyof TokenRecord]?: TokenRecord[Name] | undefined };

/** A bench on a real provider where Alex has signed in. */
async function signedIn(
  options: UserProviderOptions = {},
  change: Change = {},
  opened: Opened = {},
): Promise<SignedIn> {
  const provider = await startUserProvider(options);
  const signed = await provider.signIn("alex");
  provider.paths.length = 0;
  const clock = new VirtualClock();
  const bench = await open(provider, clock, opened);
  await put(bench, signed, clock, change);
  return { bench, provider, clock, signed };
}

/** A sign-in at a provider that takes connections at most. */
async function signedInAt(gone: UserProvider): Promise<Omit<SignedIn, "provider" | "signed">> {
  const { createServer } = await import("node:net");
  const server = createServer().unref();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const close = (): Promise<void> => Promise.resolve(void server.close());
  const clock = new VirtualClock();
  const bench = await open({ ...gone, origin: `http://127.0.0.1:${port}`, close }, clock);
  const signed = { accessToken: "a-token", refreshToken: "r", issuer: "i", subject: "alex" };
  await put(bench, signed, clock, {});
  return { bench, clock };
}

async function open(
  provider: UserProvider,
  clock: VirtualClock,
  { connection, answer = 200, headers }: Opened = {},
): Promise<Bench> {
  const identityServer: TestServer = {
    ...{ origin: provider.origin, seen: [], open: new Set(), connections: () => 0 },
    close: () => provider.close(),
  };
  return await openBench({
    ...{ identityServer, clock },
    connection: { ...USER_CONNECTION, ...connection },
    answer: (_request, response) => void response.writeHead(answer, headers).end("[]"),
  });
}

async function put(
  bench: Bench,
  signed: Signed,
  clock: VirtualClock,
  change: Change,
): Promise<void> {
  const times = { obtainedAt: clock.now(), expiresAt: clock.now() + 600_000 };
  const record = recordOf(signed, bench.connection, bench.secrets.current, times);
  await bench.store.set(STORE_KEY, JSON.stringify({ ...record, ...change }));
  await until(() => bench.client.session !== undefined);
}

function stored({ store }: Bench): TokenRecord {
  return JSON.parse(store.values.get(STORE_KEY) ?? "{}") as TokenRecord;
}
