import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { bindingOf } from "../../../../src/platform/auth/binding";
import {
  decodeIndex,
  decodeSignIn,
  type SignInRecord,
} from "../../../../src/platform/auth/signInRecord";
import { SignInStore } from "../../../../src/platform/auth/signInStore";
import { aConnection } from "../../../fakes/connection";
import { createLocks } from "../../../fakes/locks";
import { failureOf, MemoryLog, MemoryStore } from "../http/support/bench";
import { VirtualClock } from "../http/support/virtualClock";

const VERIFIER = "canary-verifier-3b1c8e02";

/** As slow as another process: whoever does not hold the lock gets in between. */
class SlowStore extends MemoryStore {
  override async get(key: string): Promise<string | undefined> {
    const value = await super.get(key);
    await setImmediate();
    return value;
  }

  override async delete(key: string): Promise<void> {
    await setImmediate();
    await super.delete(key);
  }
}

function open(store: MemoryStore = new SlowStore(), clock = new VirtualClock()) {
  const log = new MemoryLog();
  const locks = createLocks();
  const openWindow = (): SignInStore => new SignInStore({ store, locks, clock, log });
  return { store, clock, log, openWindow, window: openWindow() };
}

function aRecord(state: string, clock: VirtualClock, change: Partial<SignInRecord> = {}) {
  const record: SignInRecord = {
    ...{ version: 2, connectionId: "connection-1", redirectUri: "http://127.0.0.1:1/callback" },
    binding: bindingOf(aConnection(), { subscriptionKey: "k".repeat(32), clientSecret: "" }),
    ...{ state, nonce: "nonce", codeVerifier: VERIFIER, responseType: "code" },
    ...{ responseMode: "query", createdAt: clock.now(), expiresAt: clock.now() + 300_000 },
  };
  return { ...record, ...change };
}

const STATE = "s".repeat(43);

/** Under which key the store has the sign-in with this state. */
function keyOf({ values }: MemoryStore, state: string): string | undefined {
  return [...values.keys()].find((key) => decodeSignIn(values.get(key) ?? "")?.state === state);
}

describe("sign-ins that wait for their browser", () => {
  it("are found by their state, in any window, and tell no more than they must", async () => {
    const { window, openWindow, clock } = open();
    await window.begin(aRecord(STATE, clock));
    const found = await openWindow().find(STATE);
    assert.deepEqual(found, {
      ...{ connectionId: "connection-1", redirectUri: "http://127.0.0.1:1/callback" },
      expiresAt: clock.now() + 300_000,
    });
    assert.deepEqual(await openWindow().read(STATE), aRecord(STATE, clock));
  });

  it("are kept under keys that tell no state", async () => {
    const { window, store, clock } = open();
    await window.begin(aRecord(STATE, clock));
    const keys = [...store.values.keys()];
    assert.deepEqual(keys.length, 2);
    assert.equal(keys.join().includes(STATE), false);
    assert.equal(store.values.get("financialPlanning.signIns")?.includes(STATE), false);
  });

  it("can be taken once, however many try at a time", async () => {
    const { window, openWindow, store, clock } = open();
    await window.begin(aRecord(STATE, clock));
    const tries = [window, openWindow(), openWindow(), window].map((one) => one.claim(STATE));
    assert.deepEqual((await Promise.all(tries)).sort(), [false, false, false, true]);
    assert.equal(store.values.size, 0);
  });

  it("wait for five minutes, not a millisecond longer", async () => {
    const { window, clock } = open();
    await window.begin(aRecord(STATE, clock));
    clock.advance(299_999);
    assert.notEqual(await window.find(STATE), undefined);
    clock.advance(1);
    assert.equal(await window.find(STATE), undefined);
    assert.equal(await window.claim(STATE), false);
  });

  it("do not last when the clock is set back by an hour", async () => {
    const { window, clock } = open();
    await window.begin(aRecord(STATE, clock));
    clock.advance(-1_000);
    assert.notEqual(await window.find(STATE), undefined);
    clock.advance(-3_600_000);
    assert.equal(await window.find(STATE), undefined);
  });

  it("of windows that ended are taken away by the next one that begins", async () => {
    const { window, store, clock } = open();
    for (const letter of "abc") {
      await window.begin(aRecord(letter.repeat(43), clock));
      clock.advance(100_000);
    }
    assert.equal(store.values.size, 4);
    clock.advance(100_000);
    await window.begin(aRecord(STATE, clock));
    assert.equal(store.values.size, 3);
    assert.equal(await window.find("b".repeat(43)), undefined);
    assert.notEqual(await window.find("c".repeat(43)), undefined);
    // Nor is it known any more that they were there.
    assert.deepEqual(decodeIndex(store.values.get("financialPlanning.signIns") ?? ""), [
      { key: keyOf(store, "c".repeat(43)), expiresAt: clock.now() + 100_000 },
      { key: keyOf(store, STATE), expiresAt: clock.now() + 300_000 },
    ]);
  });

  it("two that begin at a time are both known to the index", async () => {
    const { window, openWindow, store, clock } = open();
    const states = ["a", "b", "c"].map((letter) => letter.repeat(43));
    await Promise.all(states.map((state) => openWindow().begin(aRecord(state, clock))));
    clock.advance(300_000);
    await window.begin(aRecord(STATE, clock));
    assert.equal(store.values.size, 2);
  });

  for (const broken of ["", "no JSON", "[]", "5", '{"version":2}', '{"version":1}', "null"]) {
    it(`that read ${JSON.stringify(broken)} are none`, async () => {
      const { window, store, clock } = open();
      await window.begin(aRecord(STATE, clock));
      for (const key of [...store.values.keys()]) {
        store.values.set(key, broken);
      }
      assert.equal(await window.find(STATE), undefined);
      await window.begin(aRecord(STATE, clock));
      assert.notEqual(await window.find(STATE), undefined);
    });
  }

  it("an index that was meddled with makes nobody delete what is not a sign-in", async () => {
    const { window, store, clock } = open();
    const token = "financialPlanning.token.connection-1";
    store.values.set(token, "kept");
    const index = [{ key: token, expiresAt: 0 }, { key: 5, expiresAt: 0 }, null];
    store.values.set("financialPlanning.signIns", JSON.stringify(index));
    await window.begin(aRecord(STATE, clock));
    assert.equal(store.values.get(token), "kept");
  });

  it("a record under another state's key is none", async () => {
    const { window, store, clock } = open();
    await window.begin(aRecord(STATE, clock));
    const [key = ""] = [...store.values.keys()].filter((name) => name.includes("signIn."));
    store.values.set(key, JSON.stringify(aRecord("x".repeat(43), clock)));
    assert.equal(await window.find(STATE), undefined);
  });

  const UNREADABLE: readonly (readonly [name: string, value: unknown])[] = [
    ["version", 1],
    ["binding", undefined],
    ["connectionId", 5],
    ["redirectUri", undefined],
    ["nonce", 5],
    ["codeVerifier", null],
    ["responseType", "token"],
    ["responseMode", "form"],
    ["createdAt", "now"],
    ["expiresAt", null],
  ];
  for (const [name, value] of UNREADABLE) {
    it(`a record whose ${name} is ${JSON.stringify(value)} is none`, async () => {
      const { window, store, clock } = open();
      await window.begin(aRecord(STATE, clock));
      const key = [...store.values.keys()].find((one) => one.includes("signIn.")) ?? "";
      const record = JSON.parse(store.values.get(key) ?? "{}") as object;
      store.values.set(key, JSON.stringify({ ...record, [name]: value }));
      assert.equal(await window.find(STATE), undefined);
    });
  }

  it("are not looked for by what is no state of ours", async () => {
    const { window, store } = open();
    let asked = 0;
    store.get = () => {
      asked++;
      return Promise.resolve(undefined);
    };
    for (const state of ["", "s".repeat(42), "s".repeat(44), `${"s".repeat(42)}%`]) {
      assert.equal(await window.find(state), undefined);
    }
    assert.equal(asked, 0);
  });

  it("last as long as their time, and no longer where a clock was set back", async () => {
    const { window, clock } = open();
    await window.begin(aRecord(STATE, clock));
    const { expiresAt = 0 } = (await window.find(STATE)) ?? {};
    clock.pass(expiresAt - 1 - clock.now());
    assert.notEqual(await window.find(STATE), undefined);
    clock.pass(1);
    assert.equal(await window.find(STATE), undefined);
    clock.pass(-600_000);
    assert.notEqual(await window.find(STATE), undefined);
    clock.pass(-1);
    assert.equal(await window.find(STATE), undefined);
  });

  for (const [name, method] of [
    ["cannot be read", "get"],
    ["cannot be written", "set"],
  ] as const) {
    it(`say so when the secret store ${name}, without its words`, async () => {
      const { window, store, clock, log } = open();
      Object.assign(store, { [method]: () => Promise.reject(new Error(VERIFIER)) });
      const error = await failureOf(window.begin(aRecord(STATE, clock)));
      assert.deepEqual([error.kind, error.code], ["credentials", "credentials/storeSilent"]);
      assert.equal(error.cause, undefined);
      assert.equal(log.lines.join().includes(VERIFIER), false);
    });
  }

  it("of a removed connection go, and those of others stay", async () => {
    const { window, openWindow, store, clock } = open();
    const other = "o".repeat(43);
    await window.begin(aRecord(STATE, clock));
    await window.begin(aRecord(other, clock, { connectionId: "connection-2" }));
    await openWindow().forget("connection-1");
    assert.equal(await window.find(STATE), undefined);
    assert.equal((await window.find(other))?.connectionId, "connection-2");
    assert.equal([...store.values.keys()].filter((key) => key.includes("signIn.")).length, 1);
    await openWindow().forget("connection-2");
    assert.equal(store.values.size, 0);
  });

  it("do not wait for ever for a key ring", async () => {
    const { window, store, clock } = open(new MemoryStore());
    store.get = () => new Promise(() => undefined);
    const failure = failureOf(window.claim(STATE));
    await setImmediate();
    clock.advance(5_000);
    assert.equal((await failure).code, "credentials/storeSilent");
    assert.equal(clock.pending, 0);
  });
});
