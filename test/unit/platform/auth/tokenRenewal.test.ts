import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import type { IdentityProvider } from "../../../../src/platform/auth/identityProvider";
import type { Renewable } from "../../../../src/platform/auth/refreshGrant";
import type { TokenGrant } from "../../../../src/platform/auth/tokenResponse";
import { TokenManager } from "../../../../src/platform/auth/tokenManager";
import { tokenKey, TokenStore } from "../../../../src/platform/auth/tokenStore";
import type { TokenRecord } from "../../../../src/platform/auth/tokenRecord";
import {
  lockName,
  renewToken,
  type Kept,
  type Need,
} from "../../../../src/platform/auth/tokenRenewal";
import { bindingOf } from "../../../../src/platform/auth/binding";
import type { ConnectionSecrets } from "../../../../src/platform/base/connection";
import { AppError } from "../../../../src/platform/base/errors";
import { createRedactor } from "../../../../src/platform/http/redaction";
import type { Locks } from "../../../../src/platform/files/locks/locks";
import type { Session } from "../../../../src/platform/base/session";
import { until } from "../../../faults/support/leftovers";
import { aConnection } from "../../../fakes/connection";
import { createLocks } from "../../../fakes/locks";
import { failureOf, MemoryLog, MemoryStore } from "../http/support/bench";
import { VirtualClock } from "../http/support/virtualClock";
import { recordOf } from "./userProvider";

const SECRETS: ConnectionSecrets = { subscriptionKey: "key-0001", clientSecret: "secret" };
const CONNECTION = aConnection({ accessModel: "delegation", consentEndClaim: "until" });
const KEY = tokenKey(CONNECTION.id);
const LIFE = 600_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
const GRANT: TokenGrant = { accessToken: "t-1", lifetimeSeconds: LIFE / 1000, scopes: [] };
/** What another window has after a renewal. */
const OTHER = { accessToken: "t-other", refreshToken: "r-other" };
const granted = (): Promise<TokenGrant> => Promise.resolve(GRANT);
const fails = (): Promise<never> => Promise.reject(new Error("no keyring"));
const NEVER_SENT = [
  ...["refused", "nameNotFound", "unreachable", "connectTimeout", "certificate", "tls"],
];

describe("what is known of a refresh token after a renewal that failed", () => {
  const unreachable = (failure: string, more: AppError["values"] = {}): AppError =>
    new AppError("network", "network/identityUnreachable", { values: { failure, ...more } });
  const service = (status: number): AppError =>
    new AppError("service", "service/identity", { status });
  const ROWS: readonly (readonly [name: string, error: Error, isSpent: boolean, code?: string])[] =
    [
      ...NEVER_SENT.map((word) => [word, unreachable(`network/${word}`), false] as const),
      ["no answer", unreachable("network/noAnswer"), true, "credentials/renewalUnknown"],
      ["a cut connection", unreachable("network/reset"), true, "credentials/renewalUnknown"],
      [
        "a failure of the way itself",
        new AppError("network", "network/actionTimeout"),
        true,
        "credentials/renewalUnknown",
      ],
      ["never sent, by its own code", new AppError("network", "network/refused"), false],
      ["a proxy", unreachable("network/noAnswer", { proxy: "p:1" }), false],
      ["an answer that means nothing", new AppError("answer", "answer/identity"), true],
      ["500", service(500), true],
      ["503", service(503), true],
      ["429", service(429), false],
      ["404", service(404), false],
      [
        "a refusal with a status of a failure",
        new AppError("credentials", "credentials/scopeRefused", { status: 500 }),
        false,
      ],
      ["a window that closes", new AppError("canceled", "canceled/disposed"), true],
      ["a mistake of ours", new Error("a mistake"), true],
    ];
  for (const [name, error, isSpent, code] of ROWS) {
    it(`${name}: ${isSpent ? "it may be spent" : "it is as good as before"}`, async () => {
      const stage = await signedIn();
      stage.refresh = (held) => {
        held.onSend?.();
        return Promise.reject(error);
      };
      stage.clock.advance(LIFE);
      const before = stage.stored;
      const thrown: unknown = await stage.token().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (code === undefined) {
        assert.equal(thrown, error);
      } else {
        assert.ok(thrown instanceof AppError && error instanceof AppError);
        const { kind, values } = thrown;
        assert.deepEqual([kind, thrown.code, values], ["credentials", code, error.values]);
      }
      const spent = isSpent ? { unansweredAt: stage.clock.now() } : {};
      assert.deepEqual(stage.stored, { ...before, ...spent });
    });
  }

  it("is as good as before where nothing was sent", async () => {
    const stage = await signedIn();
    const error = new AppError("answer", "answer/identity");
    stage.refresh = () => Promise.reject(error);
    stage.clock.advance(LIFE);
    const before = stage.stored;
    assert.equal(await failureOf(stage.token()), error);
    assert.deepEqual(stage.stored, before);
  });

  it("is not noted of a sign-in that was signed out of meanwhile", async () => {
    const stage = await signedIn();
    const [asked, go] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    stage.refresh = async (held) => {
      held.onSend?.();
      asked.resolve(undefined);
      await go.promise;
      throw new AppError("service", "service/identity", { status: 500 });
    };
    stage.clock.advance(LIFE);
    const call = failureOf(stage.token());
    await asked.promise;
    const leaving = stage.keeper.forget(() => Promise.resolve(SECRETS));
    go.resolve(undefined);
    await leaving;
    assert.equal((await call).code, "canceled/signedOut");
    assert.equal(stage.store.values.size, 0);
  });
});

describe("what a renewal keeps of the sign-in", () => {
  const who = { issuer: "i", subject: "alex" };
  const named = ({ keeper }: Stage): object | undefined => keeper.session?.identity;

  it("is who signed in with all claims, where the answer says less or nothing", async () => {
    const identity = { ...who, claims: { sub: "alex", name: "Alex", level: 1 } };
    const stage = await signedIn({ identity });
    await stage.renew({});
    assert.deepEqual(named(stage), identity);
    await stage.renew({ identity: { ...who, claims: { sub: "alex", level: 2 } } });
    const renewed = { ...who, claims: { sub: "alex", name: "Alex", level: 2 } };
    assert.deepEqual(named(stage), renewed);
  });

  it("is nobody, where nobody was named, until somebody is", async () => {
    const stage = await signedIn({ identity: undefined });
    await stage.renew({});
    assert.equal(named(stage), undefined);
    const identity = { ...who, claims: { sub: "alex" } };
    await stage.renew({ identity });
    assert.deepEqual(named(stage), identity);
  });

  it("is the end of the consent as it was taken over, by its name alone", async () => {
    const now = new VirtualClock().now();
    const first = { name: "consent_expires_at", at: now + 7 * DAY };
    const stage = await signedIn({ toldConsentEnd: first, enteredConsentEnd: first.at });
    const endsAt = (): number | undefined => stage.keeper.session?.consentEndsAt;
    await stage.renew({});
    assert.deepEqual([endsAt(), stage.keeper.session?.toldConsentEnd], [first.at, first]);
    const later = { ...first, at: now + 30 * DAY };
    await stage.renew({ toldConsentEnd: later });
    assert.equal(endsAt(), later.at);
    const other = { name: "refresh_expires_in", at: now + DAY };
    await stage.renew({ toldConsentEnd: other });
    assert.deepEqual([endsAt(), stage.keeper.session?.toldConsentEnd], [later.at, other]);
  });

  it("is no end of the consent, as long as nobody has entered one", async () => {
    const stage = await signedIn();
    const told = { name: "consent_expires_at", at: stage.clock.now() + 7 * DAY };
    for (let round = 0; round < 2; round++) {
      await stage.renew({ toldConsentEnd: told });
      const { session } = stage.keeper;
      assert.deepEqual([session?.consentEndsAt, session?.toldConsentEnd], [undefined, told]);
    }
  });
});

describe("a renewal whose outcome the store does not keep", () => {
  const STORES: readonly (readonly [name: string, fail: (store: MemoryStore) => void])[] = [
    ["takes nothing", (store) => (store.set = fails)],
    ["takes nothing and lets go of nothing", (store) => (store.delete = store.set = fails)],
    ["does nothing at all", (store) => (store.get = store.delete = store.set = fails)],
  ];
  for (const [name, fail] of STORES) {
    it(`goes on from memory where the store ${name}`, async () => {
      const stage = await signedIn();
      fail(stage.store);
      const before = stage.store.values.get(KEY)!;
      for (const refreshToken of ["r-1", "r-2"]) {
        await stage.renew({ refreshToken });
        // Another window that tells of what it has changed has nothing newer.
        const known = stage.keeper.session;
        stage.store.tell(KEY);
        await turn();
        assert.deepEqual(stage.keeper.session, known);
      }
      assert.deepEqual(stage.sent, ["r-0", "r-1"]);
      const left = stage.store.values.get(KEY);
      assert.equal(left, name === "takes nothing" ? undefined : before);
    });
  }

  for (const [name, fail] of STORES) {
    it(`is what the next call begins with, after the one before left, where it ${name}`, async () => {
      const stage = await signedIn();
      fail(stage.store);
      const [asked, go] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
      stage.refresh = async () => {
        asked.resolve(undefined);
        await go.promise;
        return { ...GRANT, refreshToken: "r-1" };
      };
      stage.clock.advance(LIFE);
      const stop = new AbortController();
      const left = failureOf(stage.keeper.token(SECRETS, stop.signal));
      await asked.promise;
      stop.abort();
      assert.equal((await left).kind, "canceled");
      const next = stage.token();
      await turn();
      go.resolve(undefined);
      assert.equal(await next, "t-1");
      // The refresh token that is spent is not sent again.
      assert.deepEqual(stage.sent, ["r-0"]);
    });
  }

  it("says that it is over, where the store is silent, too", async () => {
    const stage = await signedIn();
    stage.store.get = fails;
    stage.refresh = () => Promise.reject(new AppError("credentials", "credentials/sessionEnded"));
    stage.clock.advance(LIFE);
    assert.equal((await failureOf(stage.token())).code, "credentials/sessionEnded");
    assert.deepEqual([stage.store.values.size, stage.keeper.session], [0, undefined]);
  });

  it("is told as it failed where nobody knows what the store has", async () => {
    const stage = await signedIn();
    const error = new AppError("service", "service/identity", { status: 500 });
    stage.store.get = fails;
    stage.refresh = (held) => {
      held.onSend?.();
      return Promise.reject(error);
    };
    stage.clock.advance(LIFE);
    assert.equal(await failureOf(stage.token()), error);
    assert.equal(stage.stored.unansweredAt, stage.clock.now());
  });
});

describe("a sign-in while a renewal is on its way", () => {
  let stage: Stage;
  let go: PromiseWithResolvers<undefined>;
  let answer: () => Promise<TokenGrant>;
  let call: Promise<AppError>;

  beforeEach(async () => {
    stage = await signedIn();
    const asked = Promise.withResolvers<undefined>();
    go = Promise.withResolvers();
    answer = () => Promise.reject(new AppError("credentials", "credentials/sessionEnded"));
    stage.refresh = async (held) => {
      held.onSend?.();
      asked.resolve(undefined);
      await go.promise;
      return answer();
    };
    stage.clock.advance(LIFE);
    call = failureOf(stage.token());
    await asked.promise;
  });

  async function signInAgain(): Promise<void> {
    const adopting = stage.keeper.expectGrant()(GRANT, SECRETS);
    await turn();
    // The renewal has the lock, and is not waited for longer than that.
    stage.clock.advance(5_000);
    await adopting;
  }

  it("is not ended by what the renewal comes to, where memory alone has it", async () => {
    stage.store.set = fails;
    await signInAgain();
    go.resolve(undefined);
    assert.equal((await call).code, "credentials/sessionEnded");
    assert.equal(await stage.keeper.copyable(), GRANT.accessToken);
  });

  it("is not taken over by what the renewal brings, where the store is silent", async () => {
    stage.store.get = stage.store.set = stage.store.delete = fails;
    answer = () => Promise.resolve({ ...GRANT, accessToken: "t-late", refreshToken: "r-late" });
    await signInAgain();
    go.resolve(undefined);
    assert.equal((await call).code, "canceled/signedOut");
    assert.equal(await stage.keeper.copyable(), GRANT.accessToken);
    assert.deepEqual(stage.revoked, ["t-late"]);
  });

  for (const error of [
    new AppError("credentials", "credentials/sessionEnded"),
    new AppError("network", "network/reset"),
  ]) {
    it(`stays in the store that is silent once the renewal fails: ${error.code}`, async () => {
      answer = () => Promise.reject(error);
      await signInAgain();
      stage.store.get = fails;
      go.resolve(undefined);
      assert.equal((await call).code, error.code);
      const { accessToken, unansweredAt } = stage.stored;
      assert.deepEqual([accessToken, unansweredAt], [GRANT.accessToken, undefined]);
    });
  }

  it("is not ended by it either where the user had signed out between", async () => {
    stage.store.set = fails;
    const leaving = stage.keeper.forget(() => Promise.resolve(SECRETS));
    await turn();
    stage.clock.advance(5_000);
    await leaving;
    await signInAgain();
    go.resolve(undefined);
    assert.equal((await call).code, "canceled/signedOut");
    assert.equal(await stage.keeper.copyable(), GRANT.accessToken);
  });
});

describe("what is done under the lock of a token", () => {
  it("is done once, also where it fails", async () => {
    const stage = await signedIn();
    const reads = countReads(stage);
    const failure = await failureOf(stage.keeper.setConsentEnd(DAY, 1));
    assert.deepEqual([failure.code, reads.count], ["input/otherSignIn", 1]);
  });
});

describe("a change in another window that nobody told of", () => {
  it("that signed out: the sign-in is gone here, too, and nothing is sent", async () => {
    const stage = await signedIn();
    stage.store.values.clear();
    stage.clock.advance(LIFE);
    assert.equal((await failureOf(stage.token())).code, "credentials/signInNeeded");
    assert.deepEqual([stage.sent, stage.keeper.session], [[], undefined]);
  });

  it("that signed out while a renewal was on its way: it is gone here, too", async () => {
    const stage = await signedIn();
    stage.clock.advance(LIFE);
    stage.refresh = () => {
      stage.store.values.clear();
      return Promise.resolve({ accessToken: "t-1", lifetimeSeconds: 60, scopes: [] });
    };
    assert.equal((await failureOf(stage.token())).code, "canceled/signedOut");
    assert.deepEqual([stage.store.values.size, stage.keeper.session], [0, undefined]);
    assert.deepEqual(stage.revoked, ["t-1"]);
  });

  it("that entered the end of the consent: nothing is sent after it", async () => {
    const stage = await signedIn();
    stage.put({ enteredConsentEnd: stage.clock.now() + LIFE });
    stage.clock.advance(LIFE);
    assert.equal((await failureOf(stage.token())).code, "credentials/consentEnded");
    assert.deepEqual(stage.sent, []);
  });

  it("that renewed it: its token is taken, and nothing is sent", async () => {
    const stage = await signedIn();
    stage.clock.advance(LIFE);
    const now = stage.clock.now();
    stage.put({ accessToken: "t-other", obtainedAt: now, expiresAt: now + LIFE });
    assert.equal(await stage.token(), "t-other");
    assert.deepEqual(stage.sent, []);
    // What was taken is the store's: gone there, it is gone here.
    await stage.store.delete(KEY);
    await turn();
    assert.equal(stage.keeper.session, undefined);
  });

  it("that renewed it after the clock was set back: its token is taken, and nothing is sent", async () => {
    const stage = await signedIn();
    stage.clock.pass(-DAY);
    const now = stage.clock.now();
    stage.put({ ...OTHER, obtainedAt: now, expiresAt: now + LIFE });
    assert.equal(await stage.keeper.renew(SECRETS, "t-0"), "t-other");
    assert.deepEqual(stage.sent, []);
  });

  const OVER = new AppError("credentials", "credentials/sessionEnded");
  const LOST = new AppError("service", "service/identity", { status: 500 });
  for (const error of [OVER, LOST]) {
    it(`that renewed it while one here failed, the clock set back: it is taken (${error.code})`, async () => {
      const stage = await signedIn();
      stage.clock.pass(-DAY);
      const now = stage.clock.now();
      stage.refresh = (held) => {
        held.onSend?.();
        stage.put({ ...OTHER, obtainedAt: now, expiresAt: now + LIFE });
        return Promise.reject(error);
      };
      assert.equal(await stage.keeper.renew(SECRETS, "t-0"), "t-other");
      assert.equal(stage.stored.refreshToken, "r-other");
    });

    it(`that renewed it, to its end already: its refresh token stays (${error.code})`, async () => {
      const stage = await signedIn();
      stage.clock.advance(LIFE);
      const now = stage.clock.now();
      stage.refresh = (held) => {
        held.onSend?.();
        stage.put({ ...OTHER, obtainedAt: now, expiresAt: now });
        return Promise.reject(error);
      };
      assert.equal(await failureOf(stage.token()), error);
      const { refreshToken, unansweredAt } = stage.stored;
      assert.deepEqual([refreshToken, unansweredAt], ["r-other", undefined]);
    });
  }

  it("that had no answer before the clock was set back: the next call tries again", async () => {
    const stage = await signedIn();
    stage.put({ unansweredAt: stage.clock.now() + DAY });
    stage.clock.advance(LIFE);
    stage.refresh = granted;
    assert.equal(await stage.token(), "t-1");
    assert.equal(stage.stored.unansweredAt, undefined);
  });

  const OUTCOMES: readonly (readonly [name: string, outcome: () => Promise<TokenGrant>])[] = [
    ["was granted", () => Promise.resolve({ accessToken: "t-1", lifetimeSeconds: 60, scopes: [] })],
    ["failed", () => Promise.reject(new AppError("service", "service/identity", { status: 500 }))],
  ];
  for (const [name, outcome] of OUTCOMES) {
    it(`that renewed it while a renewal here ${name}: its token is taken`, async () => {
      const stage = await signedIn();
      stage.clock.advance(LIFE);
      const now = stage.clock.now();
      stage.refresh = (held) => {
        held.onSend?.();
        stage.put({ accessToken: "t-other", obtainedAt: now, expiresAt: now + LIFE });
        return outcome();
      };
      assert.equal(await stage.token(), "t-other");
      assert.equal(stage.stored.unansweredAt, undefined);
      await stage.store.delete(KEY);
      await turn();
      assert.equal(stage.keeper.session, undefined);
    });
  }

  it("is looked for no longer than somebody waits, and then nothing is sent", async () => {
    const stage = await signedIn();
    stage.clock.advance(LIFE);
    const [asked, go] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const read = stage.store.get.bind(stage.store);
    stage.store.get = async (key) => {
      asked.resolve(undefined);
      await go.promise;
      return await read(key);
    };
    const stop = new AbortController();
    const call = failureOf(stage.keeper.token(SECRETS, stop.signal));
    await asked.promise;
    stop.abort();
    assert.equal((await call).kind, "canceled");
    go.resolve(undefined);
    await turn();
    assert.deepEqual(stage.sent, []);
  });
});

describe("a renewal for one binding", () => {
  const now = new VirtualClock().now();
  const binding = bindingOf(CONNECTION, SECRETS);
  const other = bindingOf(CONNECTION, { ...SECRETS, subscriptionKey: "key-0002" });

  function aRecord(change: Partial<TokenRecord>): TokenRecord {
    const signed = { accessToken: "t-0", refreshToken: "r-0", issuer: "i", subject: "alex" };
    const times = { obtainedAt: now - LIFE, expiresAt: now };
    return recordOf(signed, CONNECTION, SECRETS, { ...times, ...change });
  }

  async function renewWith(
    held: TokenRecord | undefined,
    stored: TokenRecord | undefined,
    meanwhile?: TokenRecord,
  ): Promise<Kept> {
    const [clock, log, store] = [new VirtualClock(), new MemoryLog(), new MemoryStore()];
    const put = (record: TokenRecord): void => void store.values.set(KEY, JSON.stringify(record));
    [stored].filter((record) => record !== undefined).forEach(put);
    const tokens = new TokenStore({
      ...{ store, connectionId: CONNECTION.id, clock, log, redactor: createRedactor() },
    });
    const identity: Pick<IdentityProvider, "requestToken" | "refresh" | "revoke"> = {
      requestToken: () => Promise.reject(new Error("nobody asks")),
      refresh: (_secrets, { refreshToken }) => {
        [meanwhile].filter((record) => record !== undefined).forEach(put);
        return Promise.resolve({ ...GRANT, accessToken: `of ${refreshToken}` });
      },
      revoke: () => Promise.resolve(true),
    };
    const need: Need = {
      ...{ secrets: SECRETS, binding, refused: undefined, since: now },
      held: () => held && { record: held, isStored: false },
      ...{ isWanted: () => true, isReplaced: () => false },
      ...{ onKept: () => undefined, onOver: () => undefined },
    };
    const options = { connection: CONNECTION, clock, log, store: tokens, locks: createLocks() };
    const { signal } = new AbortController();
    const kept = await renewToken({ ...options, identity }, need, signal);
    assert.ok(kept !== undefined);
    return kept;
  }

  it("begins with nothing that is for another, from memory or from the store", async () => {
    const foreign = aRecord({ binding: other, refreshToken: "r-other", obtainedAt: now + 1 });
    for (const [held, stored] of [
      [foreign, undefined],
      [undefined, foreign],
    ]) {
      const error = await failureOf(renewWith(held, stored));
      assert.equal(error.code, "credentials/signInNeeded");
    }
    const own = aRecord({});
    assert.equal((await renewWith(own, foreign)).record.accessToken, "of r-0");
    assert.equal((await renewWith(foreign, own)).record.accessToken, "of r-0");
  });

  it("takes nothing that is for another, though it is newer and came meanwhile", async () => {
    const change = { binding: other, accessToken: "t-other", obtainedAt: now + 1 };
    const { record } = await renewWith(aRecord({}), undefined, aRecord(change));
    assert.deepEqual([record.accessToken, record.binding], ["of r-0", binding]);
  });
});

describe("a token that the service refused", () => {
  it("is gone, here and in the store, where nothing renews it", async () => {
    const stage = await signedIn({ refreshToken: undefined });
    await stage.keeper.drop("t-0");
    assert.deepEqual([stage.keeper.session, stage.store.values.size], [undefined, 0]);
  });

  it("is used no more where it can be renewed, and the sign-in stays", async () => {
    const stage = await signedIn();
    const { obtainedAt } = stage.stored;
    await stage.keeper.drop("t-0");
    const { session } = stage.keeper;
    assert.deepEqual([session?.expiresAt, session?.isRenewable], [obtainedAt, true]);
    assert.equal(stage.stored.expiresAt, obtainedAt);
    assert.equal(await stage.keeper.copyable(), undefined);
    stage.refresh = granted;
    assert.equal(await stage.token(), "t-1");
  });

  it("says nothing of one that has taken its place, here or in another window", async () => {
    const stage = await signedIn();
    await stage.keeper.drop("t-before");
    assert.equal(await stage.keeper.copyable(), "t-0");
    stage.put({ accessToken: "t-other" });
    await stage.keeper.drop("t-0");
    assert.equal(await stage.keeper.copyable(), "t-other");
  });

  it("is renewed once; who was refused later gets what came of it", async () => {
    const stage = await signedIn();
    stage.refresh = granted;
    const { keeper } = stage;
    assert.equal(await keeper.renew(SECRETS, "t-0"), "t-1");
    assert.equal(await keeper.renew(SECRETS, "t-0"), "t-1");
    assert.equal(stage.sent.length, 1);
    stage.refresh = () => Promise.resolve({ ...GRANT, accessToken: "t-2" });
    // Who names none wants another one than the one in force.
    assert.equal(await keeper.renew(SECRETS, undefined), "t-2");
    assert.equal(stage.sent.length, 2);
  });
});

describe("a sign-out while a renewal is kept", () => {
  /** Signs out at this point of a renewal, which goes on then: nothing of it is left. */
  async function signOutAt(
    stage: Awaited<ReturnType<typeof signedIn>>,
    point: Promise<unknown>,
    goOn: () => void,
  ): Promise<void> {
    const call = failureOf(stage.token());
    await point;
    const leaving = stage.keeper.forget(() => Promise.resolve(SECRETS));
    goOn();
    await leaving;
    assert.equal((await call).code, "canceled/signedOut");
    await turn();
    assert.deepEqual([stage.store.values.size, stage.keeper.session], [0, undefined]);
  }

  it("is not undone by it", async () => {
    const stage = await signedIn();
    const [begun, go] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const write = stage.store.set.bind(stage.store);
    stage.store.set = async (key, text) => {
      begun.resolve(undefined);
      await go.promise;
      await write(key, text);
    };
    stage.refresh = granted;
    stage.clock.advance(LIFE);
    await signOutAt(stage, begun.promise, () => go.resolve(undefined));
    assert.equal(stage.sessions.at(-1), undefined);
    assert.equal(stage.sessions.length, 2);
  });

  it("takes what came of it away, where memory alone had what it began with", async () => {
    const stage = await signedIn();
    const write = stage.store.set.bind(stage.store);
    stage.store.set = () => Promise.reject(new Error("no keyring"));
    await stage.renew({ refreshToken: "r-1" });
    stage.store.set = write;
    const [asked, go] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    stage.refresh = async () => {
      asked.resolve(undefined);
      await go.promise;
      return { ...GRANT, accessToken: "t-2", refreshToken: "r-2" };
    };
    stage.clock.advance(LIFE);
    await signOutAt(stage, asked.promise, () => go.resolve(undefined));
    assert.deepEqual(stage.revoked.toSorted(), ["t-1", "t-2"]);
  });
});

describe("a sign-out while another window wrote", () => {
  // Each time from then on, the clock set back before. A spent token, or one with another end of its
  // consent, is kept with the time that it was obtained at.
  for (const [name, { setBack, obtained, signedIn: signed }, left] of [
    ["what it renewed before is deleted", { setBack: 0, obtained: 0, signedIn: 0 }, 0],
    ["what it renewed in that moment is deleted", { setBack: 0, obtained: 1, signedIn: 0 }, 0],
    ["what it signed in with after it stays", { setBack: 0, obtained: 1, signedIn: 1 }, 1],
    ["what is yet to come is deleted", { setBack: HOUR, obtained: HOUR, signedIn: HOUR }, 0],
    ["what it signed in with then stays", { setBack: HOUR, obtained: 1, signedIn: 1 }, 1],
  ] as const) {
    it(name, async () => {
      const stage = await signedIn();
      stage.clock.pass(-setBack);
      const now = stage.clock.now();
      const free = Promise.withResolvers<undefined>();
      const holding = stage.locks.withLock(lockName(CONNECTION), () => free.promise);
      const leaving = stage.keeper.forget(() => Promise.resolve(SECRETS));
      await turn();
      assert.equal(stage.store.values.size, 0);
      const times = { obtainedAt: now + obtained, signedInAt: now + signed };
      stage.put({ ...stage.record, ...times });
      free.resolve(undefined);
      await Promise.all([holding, leaving]);
      assert.equal(stage.store.values.size, left);
    });
  }

  it("does not wait for it longer than five seconds", async () => {
    const stage = await signedIn();
    const holding = stage.locks.withLock(lockName(CONNECTION), () => new Promise(() => undefined));
    const leaving = stage.keeper.forget(() => Promise.resolve(SECRETS));
    await turn();
    stage.put(stage.record);
    stage.clock.advance(5_000);
    assert.deepEqual(await leaving, { revoked: true });
    assert.deepEqual([stage.store.values.size, stage.clock.pending], [0, 0]);
    void holding;
  });
});

describe("a window that closes", () => {
  const closing = new AppError("canceled", "canceled/disposed");

  it("waits until what is being granted is stored", async () => {
    const stage = await signedIn();
    const [asked, go] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    stage.refresh = async () => {
      asked.resolve(undefined);
      await go.promise;
      return await granted();
    };
    stage.clock.advance(LIFE);
    const call = stage.token();
    await asked.promise;
    let isClosed = false;
    const disposing = stage.keeper.dispose(closing).then(() => (isClosed = true));
    await turn();
    assert.equal(isClosed, false);
    go.resolve(undefined);
    await Promise.all([call, disposing]);
    assert.equal(stage.stored.accessToken, "t-1");
    assert.equal(stage.clock.pending, 0);
  });

  it("waits five seconds at most", async () => {
    const stage = await signedIn();
    stage.refresh = () => new Promise(() => undefined);
    stage.clock.advance(LIFE);
    void stage.token();
    await until(() => stage.sent.length === 1);
    const disposing = stage.keeper.dispose(closing);
    stage.clock.advance(5_000);
    await disposing;
  });

  it("takes no grant any more, and has it revoked", async () => {
    const stage = await signedIn();
    const adopt = stage.keeper.expectGrant();
    await stage.keeper.dispose(closing);
    assert.equal((await failureOf(adopt(GRANT, SECRETS))).code, "canceled/signedOut");
    await turn();
    assert.deepEqual([stage.revoked, stage.stored], [["t-1"], stage.record]);
  });

  it("shows no session any more, whatever others do", async () => {
    const stage = await signedIn();
    await stage.keeper.dispose(closing);
    const told = stage.sessions.length;
    await stage.store.delete(KEY);
    await turn();
    await turn();
    assert.equal(stage.sessions.length, told);
  });
});

describe("the end of a consent", () => {
  it("stops a token that is still in force", async () => {
    const stage = await signedIn();
    await stage.keeper.setConsentEnd(stage.clock.now() + 1_000);
    assert.equal(await stage.token(), "t-0");
    stage.clock.advance(1_000);
    assert.equal((await failureOf(stage.token())).code, "credentials/consentEnded");
    const renewing = stage.keeper.renew(SECRETS, "t-0");
    assert.equal((await failureOf(renewing)).code, "credentials/consentEnded");
    assert.equal(await stage.keeper.copyable(), undefined);
    assert.deepEqual(stage.sent, []);
  });
});

describe("the session that is shown", () => {
  it("is not an older one whose reading took longer than a renewal", async () => {
    const stage = await signedIn();
    const go = Promise.withResolvers<undefined>();
    const read = stage.store.get.bind(stage.store);
    stage.store.get = async (key) => {
      stage.store.get = read;
      const text = await read(key);
      await go.promise;
      return text;
    };
    stage.clock.advance(LIFE);
    stage.store.tell(KEY);
    await turn();
    stage.refresh = () => Promise.resolve({ ...GRANT, refreshToken: "r-1" });
    await stage.token();
    await turn();
    go.resolve(undefined);
    await turn();
    assert.equal(await stage.keeper.copyable(), "t-1");
  });

  it("is told once for each change, and not for a record that was read anew", async () => {
    const stage = await signedIn();
    stage.store.tell(KEY);
    await turn();
    assert.equal(stage.sessions.length, 1);
    stage.put({ enteredConsentEnd: stage.clock.now() + DAY });
    stage.store.tell(KEY);
    await turn();
    assert.deepEqual(
      stage.sessions.map((session) => session?.consentEndsAt),
      [undefined, stage.clock.now() + DAY],
    );
  });

  it("is read again for a change of its own record, and for no other", async () => {
    const stage = await signedIn();
    const reads = countReads(stage);
    stage.store.tell(tokenKey("another"));
    await turn();
    assert.equal(reads.count, 0);
    stage.store.tell(KEY);
    await turn();
    assert.equal(reads.count, 1);
  });

  it("costs nobody a request who has left already", async () => {
    const stage = await signedIn();
    stage.clock.advance(LIFE);
    const stop = new AbortController();
    const call = failureOf(stage.keeper.token(SECRETS, stop.signal));
    stop.abort();
    assert.equal((await call).kind, "canceled");
    await turn();
    assert.deepEqual(stage.sent, []);
  });
});

interface Stage {
  readonly locks: Locks;
  /** As it was signed in with. */
  readonly record: TokenRecord;
  readonly sessions: (Session | undefined)[];
  readonly keeper: TokenManager;
  readonly clock: VirtualClock;
  readonly store: MemoryStore;
  readonly stored: TokenRecord;
  /** Refresh tokens that the provider got, and access tokens that it was to revoke. */
  readonly sent: string[];
  readonly revoked: string[];
  /** Changes what is stored, as another window does; nobody is told of it. */
  put(change: Partial<TokenRecord>): void;
  /** What the provider does. */
  refresh: (held: Renewable) => Promise<TokenGrant>;
  token(): Promise<string>;
  /** A renewal that brings this beside a token. */
  renew(grant: Partial<TokenGrant>): Promise<void>;
}

type Change = { readonly [Name in keyof TokenRecord]?: TokenRecord[Name] | undefined };

/** How often its store is read from now on. */
function countReads({ store }: Stage): { count: number } {
  const reads = { count: 0 };
  const read = store.get.bind(store);
  store.get = (key) => {
    reads.count++;
    return read(key);
  };
  return reads;
}

/** Alex has signed in at a provider that says what the test says; all else is real. */
async function signedIn(change: Change = {}): Promise<Stage> {
  const [clock, log, store] = [new VirtualClock(), new MemoryLog(), new MemoryStore()];
  const locks = createLocks();
  const sessions: (Session | undefined)[] = [];
  const signed = { accessToken: "t-0", refreshToken: "r-0", issuer: "i", subject: "alex" };
  const times = { obtainedAt: clock.now(), expiresAt: clock.now() + LIFE };
  const record = { ...recordOf(signed, CONNECTION, SECRETS, times), ...change } as TokenRecord;
  store.values.set(KEY, JSON.stringify(record));
  const identity: Pick<IdentityProvider, "requestToken" | "refresh" | "revoke"> = {
    requestToken: () => Promise.reject(new Error("nobody asks")),
    refresh: (_secrets, held) => {
      stage.sent.push(held.refreshToken);
      return stage.refresh(held);
    },
    revoke: (_secrets, { accessToken }) => {
      stage.revoked.push(accessToken);
      return Promise.resolve(true);
    },
  };
  const tokens = new TokenStore({
    ...{ store, connectionId: CONNECTION.id, clock, log, redactor: createRedactor() },
  });
  const keeper = new TokenManager({
    ...{ connection: CONNECTION, clock, log, store: tokens, locks, identity },
    onSession: (session) => sessions.push(session),
  });
  await keeper.ready();
  let count = 0;
  const stage: Stage = {
    ...{ keeper, clock, store, locks, record, sessions, sent: [], revoked: [] },
    refresh: () => Promise.reject(new Error("nobody asks")),
    put: (change) => {
      store.values.set(KEY, JSON.stringify({ ...stage.stored, ...change }));
    },
    get stored() {
      return JSON.parse(store.values.get(KEY) ?? "{}") as TokenRecord;
    },
    token: () => keeper.token(SECRETS),
    renew: async (grant) => {
      const accessToken = `t-${++count}`;
      stage.refresh = () =>
        Promise.resolve({ accessToken, lifetimeSeconds: LIFE / 1000, scopes: [], ...grant });
      clock.advance(LIFE);
      assert.equal(await keeper.token(SECRETS), accessToken);
    },
  };
  return stage;
}
