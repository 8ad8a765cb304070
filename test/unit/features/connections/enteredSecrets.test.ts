import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { EnteredSecrets } from "../../../../src/features/connections/common/enteredSecrets";
import { decodeSecretMark } from "../../../../src/features/connections/common/secretMarks";
import { StoredTokens } from "../../../../src/features/connections/common/storedTokens";
import { isAppError } from "../../../../src/platform/base/errors";
import type { SecretsUse } from "../../../../src/platform/base/connection";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import { HANG_TIMEOUT_MS } from "../../../../src/platform/http/hangTimeout";
import { aConnection } from "../../../fakes/connection";
import { MemoryMarks } from "../../../faults/support/faultyStore";
import { MemoryLog, MemoryStore, openBench } from "../../platform/http/support/bench";
import { VirtualClock } from "../../platform/http/support/virtualClock";

const CONNECTION = aConnection();
const KEY = { subscriptionKey: "0123456789abcdef" };
const OTHER = { subscriptionKey: "fedcba9876543210" };
const SECRET = { clientSecret: "s3cret" };
const STORED = "financialPlanning.secrets.connection-1";

describe("entered secrets", () => {
  let store: MemoryStore;
  let marks: MemoryMarks;
  let log: MemoryLog;
  let secrets: EnteredSecrets;

  beforeEach(() => {
    [store, marks, log] = [new MemoryStore(), new MemoryMarks(), new MemoryLog()];
    secrets = new EnteredSecrets({ store, marks, clock: SYSTEM_CLOCK, log });
  });

  it("are one record of a connection; the second joins the first", async () => {
    await Promise.all([secrets.write(CONNECTION, KEY), secrets.write(CONNECTION, SECRET)]);
    assert.deepEqual(await secrets.demand(CONNECTION), { ...KEY, ...SECRET });
    assert.deepEqual([...store.values.keys()], [STORED]);
  });

  for (const [what, change] of [
    ["service", { baseUrl: "https://other.example" }],
    ["service's port", { baseUrl: "https://service.example:8443" }],
    ["service's scheme", { baseUrl: "http://service.example" }],
    ["identity provider", { authUrl: "https://other.example" }],
  ] as const) {
    it(`are of no use once the ${what} is another, and missing, not lost`, async () => {
      await secrets.write(CONNECTION, { ...KEY, ...SECRET });
      const moved = { ...CONNECTION, ...change };
      await assert.rejects(secrets.demand(moved), { code: "credentials/missing" });
      assert.deepEqual(await secrets.read(moved), {});
      assert.equal(secrets.fingerprint(moved), undefined);
      const { subscriptionKey, clientSecret } = await secrets.states(moved);
      assert.deepEqual([subscriptionKey, clientSecret], ["missing", "missing"]);
      await secrets.write(moved, KEY);
      assert.deepEqual(await secrets.demand(moved), { ...KEY, clientSecret: "" });
    });
  }

  for (const [what, change] of [
    ["of the service, as of another tenant", { baseUrl: "https://service.example/other" }],
    ["of the service, to the host's root", { baseUrl: "https://service.example" }],
    ["of the identity provider", { authUrl: "https://identity.example/other" }],
  ] as const) {
    it(`are of no use once the path is another one ${what}`, async () => {
      const [baseUrl, authUrl] = ["https://service.example/acme", "https://identity.example/acme"];
      const connection = { ...CONNECTION, baseUrl, authUrl };
      await secrets.write(connection, { ...KEY, ...SECRET });
      secrets.keepForSession(connection, KEY);
      const moved = { ...connection, ...change };
      await assert.rejects(secrets.demand(moved), { code: "credentials/missing" });
      assert.equal(secrets.fingerprint(moved), undefined);
      assert.deepEqual(await secrets.demand(connection), { ...KEY, ...SECRET });
    });
  }

  it("of an older version are bound to the origins that they were entered for", async () => {
    await secrets.write(CONNECTION, { ...KEY, ...SECRET });
    for (const [name, text] of store.values) {
      const { baseUrl, authUrl, ...older } = JSON.parse(text) as Record<string, unknown>;
      assert.deepEqual([baseUrl, authUrl], [CONNECTION.baseUrl, CONNECTION.authUrl]);
      store.values.set(name, JSON.stringify(older));
    }
    const below = { ...CONNECTION, baseUrl: "https://service.example/acme" };
    assert.deepEqual(await secrets.demand(below), { ...KEY, ...SECRET });
    const moved = { ...CONNECTION, baseUrl: "https://other.example" };
    await assert.rejects(secrets.demand(moved), { code: "credentials/missing" });
  });

  it("stay in force when only a path, a label or a scope changed", async () => {
    await secrets.write(CONNECTION, KEY);
    const edited = { ...CONNECTION, label: "x", baseUrl: "https://service.example/v2", scopes: [] };
    assert.equal((await secrets.demand(edited)).subscriptionKey, KEY.subscriptionKey);
  });

  it("tell what is missing: the key, both, and never the secret alone", async () => {
    await assert.rejects(secrets.demand(CONNECTION), { code: "credentials/missing" });
    await secrets.write(CONNECTION, SECRET);
    await assert.rejects(secrets.demand(CONNECTION), {
      code: "credentials/keyMissing",
      values: { connectionId: "connection-1", connectionLabel: "Acme development" },
    });
    await secrets.write(CONNECTION, KEY);
    assert.deepEqual(await secrets.demand(CONNECTION), { ...KEY, ...SECRET });
  });

  it("show the key's fingerprint without asking the store", async () => {
    assert.equal(secrets.fingerprint(CONNECTION), undefined);
    await secrets.write(CONNECTION, KEY);
    store.get = () => Promise.reject(new Error("asked"));
    assert.equal(secrets.fingerprint(CONNECTION), "9f9f51");
    secrets.keepForSession(CONNECTION, { subscriptionKey: "another" });
    assert.equal(secrets.fingerprint(CONNECTION), "ae448a");
  });

  it("are not looked for where none was entered, when others were issued", async () => {
    store.get = () => Promise.reject(new Error("asked"));
    assert.deepEqual(await secrets.read(CONNECTION), {});
    assert.deepEqual(log.lines, []);
  });

  it("held for the session give way to what is stored afterwards, each by itself", async () => {
    secrets.keepForSession(CONNECTION, { subscriptionKey: "held-key", clientSecret: "held" });
    await secrets.write(CONNECTION, KEY);
    assert.deepEqual(await secrets.demand(CONNECTION), { ...KEY, clientSecret: "held" });
    const { subscriptionKey, clientSecret } = await secrets.states(CONNECTION);
    assert.deepEqual([subscriptionKey, clientSecret], ["set", "session"]);
  });

  it("held for the session win over what was stored before, each by itself", async () => {
    await secrets.write(CONNECTION, { ...KEY, ...SECRET });
    secrets.keepForSession(CONNECTION, { subscriptionKey: "held-key" });
    assert.deepEqual(await secrets.demand(CONNECTION), { subscriptionKey: "held-key", ...SECRET });
  });

  it("remember as lost the one that was not entered again", async () => {
    await secrets.write(CONNECTION, { ...KEY, ...SECRET });
    store.values.clear();
    await secrets.write(CONNECTION, KEY);
    const { subscriptionKey, clientSecret } = await secrets.states(CONNECTION);
    assert.deepEqual([subscriptionKey, clientSecret], ["set", "lost"]);
  });

  describe("for calls that only read", () => {
    const kept = { mayBeKept: true };
    let asked: number;

    beforeEach(async () => {
      await secrets.write(CONNECTION, { ...KEY, ...SECRET });
      // What the store tells of it has been heard.
      await setImmediate();
      asked = 0;
      const get = store.get.bind(store);
      store.get = (key) => {
        asked++;
        return get(key);
      };
    });

    const demanded = async (use?: SecretsUse): Promise<string> =>
      (await secrets.demand(CONNECTION, use)).subscriptionKey;

    it("are asked of the store once, for all else each time", async () => {
      for (let call = 0; call < 3; call++) {
        assert.equal(await demanded(kept), KEY.subscriptionKey);
      }
      assert.equal(asked, 1);
      assert.deepEqual(await secrets.read(CONNECTION, kept), { ...KEY, ...SECRET });
      assert.equal(asked, 1);
      await demanded();
      await demanded({ mayBeKept: false });
      await secrets.states(CONNECTION);
      assert.equal(asked, 4);
    });

    it("are bound to their origins all the same", async () => {
      await demanded(kept);
      const moved = { ...CONNECTION, baseUrl: "https://other.example" };
      await assert.rejects(secrets.demand(moved, kept), { code: "credentials/missing" });
      assert.equal(asked, 1);
    });

    it("are those of a change that was asked for or told of", async () => {
      await demanded(kept);
      await secrets.write(CONNECTION, OTHER);
      assert.equal(await demanded(kept), OTHER.subscriptionKey);
      const other = new EnteredSecrets({ store, marks, clock: SYSTEM_CLOCK, log });
      await other.write(CONNECTION, KEY);
      await setImmediate();
      assert.equal(await demanded(kept), KEY.subscriptionKey);
      await other.clear(CONNECTION);
      await setImmediate();
      await assert.rejects(demanded(kept), { code: "credentials/missing" });
    });

    it("are gone at once with their connection, here or elsewhere", async () => {
      await demanded(kept);
      secrets.forget(CONNECTION.id);
      await demanded(kept);
      assert.equal(asked, 2);
      await secrets.clear(CONNECTION);
      await assert.rejects(demanded(kept), { code: "credentials/missing" });
    });

    it("stay what they are while the store tells of something else", async () => {
      await demanded(kept);
      store.tell("financialPlanning.token.connection-1");
      await setImmediate();
      await demanded(kept);
      assert.equal(asked, 1);
    });

    it("are asked for anew where nobody tells of a change, once one was seen", async () => {
      await demanded(kept);
      const [text = ""] = store.values.values();
      store.values.set(STORED, text.replace(KEY.subscriptionKey, OTHER.subscriptionKey));
      assert.equal(await demanded(kept), KEY.subscriptionKey);
      assert.equal(await demanded(), OTHER.subscriptionKey);
      assert.equal(await demanded(kept), OTHER.subscriptionKey);
    });

    it("are not kept when they changed while the store was asked", async () => {
      const answer = Promise.withResolvers<string | undefined>();
      store.get = () => answer.promise;
      const first = demanded(kept);
      store.tell(STORED);
      await setImmediate();
      answer.resolve(store.values.get(STORED));
      assert.equal(await first, KEY.subscriptionKey);
      const text = store.values.get(STORED) ?? "";
      const changed = text.replace(KEY.subscriptionKey, OTHER.subscriptionKey);
      store.get = () => Promise.resolve(changed);
      assert.equal(await demanded(kept), OTHER.subscriptionKey);
    });

    it("are not kept where the store does not give them", async () => {
      await demanded(kept);
      store.get = () => Promise.reject(new Error("locked"));
      await assert.rejects(demanded(), { code: "credentials/storeSilent" });
      await assert.rejects(demanded(kept), { code: "credentials/storeSilent" });
    });

    it("are forgotten with their window", async () => {
      await demanded(kept);
      secrets.dispose();
      await demanded(kept);
      await demanded(kept);
      assert.equal(asked, 3);
    });
  });

  describe("that the store writes late, as where a key ring waits for its user", () => {
    let clock: VirtualClock;

    beforeEach(() => {
      clock = new VirtualClock();
      secrets = new EnteredSecrets({ store, marks, clock, log });
    });

    /** Enters the key in vain; gives what lets the store write it, or say that it is written. */
    async function enterInVain(isWritten = false): Promise<() => Promise<void>> {
      const set = store.set.bind(store);
      const asked = Promise.withResolvers<undefined>();
      const unlocked = Promise.withResolvers<undefined>();
      store.set = async (...entry) => {
        store.set = set;
        if (isWritten) {
          await set(...entry);
        }
        asked.resolve(undefined);
        await unlocked.promise;
        if (!isWritten) {
          await set(...entry);
        }
      };
      const entering = secrets.write(CONNECTION, KEY);
      await asked.promise;
      clock.advance(HANG_TIMEOUT_MS);
      await assert.rejects(entering, { code: "credentials/notStored" });
      return async () => {
        unlocked.resolve(undefined);
        await setImmediate();
      };
    }

    it("are taken out again: the user was told that they are not kept", async () => {
      const write = await enterInVain();
      secrets.keepForSession(CONNECTION, KEY);
      await write();
      assert.deepEqual([store.values.size, marks.texts.size], [0, 0]);
      const { subscriptionKey, clientSecret } = await secrets.states(CONNECTION);
      assert.deepEqual([subscriptionKey, clientSecret], ["session", "missing"]);
    });

    it("stay where a later entry was kept", async () => {
      const write = await enterInVain();
      await Promise.all([secrets.write(CONNECTION, SECRET), write()]);
      await setImmediate();
      assert.equal((await secrets.states(CONNECTION)).clientSecret, "set");
    });

    it("give way to what they replaced, also to what was not entered", async () => {
      await secrets.write(CONNECTION, { ...OTHER, ...SECRET });
      const before = store.values.get(STORED);
      const write = await enterInVain();
      await write();
      assert.equal(store.values.get(STORED), before);
      assert.deepEqual(await secrets.demand(CONNECTION), { ...OTHER, ...SECRET });
      const { subscriptionKey, clientSecret } = await secrets.states(CONNECTION);
      assert.deepEqual([subscriptionKey, clientSecret], ["set", "set"]);
    });

    it("leave alone what another window has stored since", async () => {
      await secrets.write(CONNECTION, SECRET);
      const write = await enterInVain(true);
      const other = new EnteredSecrets({ store, marks, clock, log });
      await other.write(CONNECTION, OTHER);
      const newer = store.values.get(STORED);
      await write();
      assert.equal(store.values.get(STORED), newer);
      assert.equal((await secrets.demand(CONNECTION)).subscriptionKey, OTHER.subscriptionKey);
    });

    for (const [where, remove] of [
      ["here", () => secrets.clear(CONNECTION)],
      ["elsewhere", () => Promise.resolve(secrets.forget(CONNECTION.id))],
    ] as const) {
      it(`bring nothing back of a connection that was removed ${where}`, async () => {
        await secrets.write(CONNECTION, SECRET);
        const write = await enterInVain();
        await remove();
        await write();
        assert.equal(store.values.size, 0);
      });
    }
  });

  it("are taken out where the store does not give them back", async () => {
    const get = store.get.bind(store);
    // Of before there is nothing; of what was written it says nothing.
    store.get = (key) => (store.values.has(key) ? Promise.reject(new Error("locked")) : get(key));
    await assert.rejects(secrets.write(CONNECTION, KEY), { code: "credentials/notStored" });
    assert.deepEqual([store.values.size, marks.texts.size], [0, 0]);
  });

  it("give way to what they replaced where the store does not give them back", async () => {
    await secrets.write(CONNECTION, { ...KEY, ...SECRET });
    const before = store.values.get(STORED);
    const opened = new EnteredSecrets({ store, marks, clock: SYSTEM_CLOCK, log });
    const [get, set] = [store.get.bind(store), store.set.bind(store)];
    store.set = async (...entry) => {
      await set(...entry);
      store.set = set;
      store.get = () => Promise.reject(new Error("locked"));
    };
    const entering = opened.write(CONNECTION, { clientSecret: "another" });
    await assert.rejects(entering, { code: "credentials/notStored" });
    store.get = get;
    assert.equal(store.values.get(STORED), before);
    assert.deepEqual(await opened.demand(CONNECTION), { ...KEY, ...SECRET });
  });

  it("are gone with their mark when they are cleared", async () => {
    await secrets.write(CONNECTION, KEY);
    assert.equal(secrets.wasEntered(CONNECTION.id), true);
    await secrets.clear(CONNECTION);
    assert.equal(secrets.wasEntered(CONNECTION.id), false);
    assert.deepEqual([store.values.size, marks.texts.size], [0, 0]);
  });
});

describe("a mark", () => {
  it("is read with checks, and holds no secret", async () => {
    const marks = new MemoryMarks();
    const options = { store: new MemoryStore(), clock: SYSTEM_CLOCK, log: new MemoryLog() };
    await new EnteredSecrets({ ...options, marks }).write(CONNECTION, { ...KEY, ...SECRET });
    const mark = marks.read(CONNECTION.id);
    assert.deepEqual(decodeSecretMark(mark), mark);
    assert.doesNotMatch(JSON.stringify(mark), /0123456789|s3cret/);
    for (const odd of [undefined, null, 1, {}, { ...mark, storedAt: { subscriptionKey: "x" } }]) {
      assert.equal(decodeSecretMark(odd), undefined);
    }
  });
});

describe("stored tokens", () => {
  it("are those that the client of the connection stored", async () => {
    const bench = await openBench();
    const tokens = new StoredTokens(bench.store, SYSTEM_CLOCK);
    try {
      assert.equal(await tokens.has(bench.connection), false);
      await bench.client.signIn();
      assert.equal(await tokens.has(bench.connection), true);
      await tokens.remove(bench.connection);
      assert.equal(bench.store.values.size, 0);
    } finally {
      await bench.close();
    }
  });

  it("that cannot be deleted are told of, with no word of the store's own", async () => {
    const store = new MemoryStore();
    store.delete = () => Promise.reject(new Error("token-1"));
    const work = new StoredTokens(store, SYSTEM_CLOCK).remove(CONNECTION);
    await assert.rejects(work, (error) => {
      assert.ok(isAppError(error));
      assert.deepEqual([error.code, error.cause], ["credentials/notDeleted", undefined]);
      return true;
    });
  });
});
