import assert from "node:assert/strict";
import {
  KeptClients,
  PINNED_LIMIT,
  RECENT_LIMIT,
} from "../../../../src/features/explorer/common/keptClients";
import type { SecretStore } from "../../../../src/platform/base/secretStore";
import { MemoryLog } from "../../platform/http/support/bench";
import { VirtualClock } from "../../platform/http/support/virtualClock";

const KEY = "financialPlanning.clients.one";
const ada = { clientId: "A", label: "Ada", description: "1815-12-10" };
const bob = { clientId: "b", label: "Bob" };

/** As the editor's: whoever writes hears of it too. */
class Store implements SecretStore {
  readonly values = new Map<string, string>();
  private readonly listeners: ((key: string) => void)[] = [];
  isBroken = false;
  isReadBroken = false;

  async get(key: string): Promise<string | undefined> {
    this.check();
    if (this.isReadBroken) {
      throw new Error("locked");
    }
    return Promise.resolve(this.values.get(key));
  }

  async set(key: string, value: string): Promise<void> {
    this.check();
    this.values.set(key, value);
    this.listeners.forEach((tell) => tell(key));
    return Promise.resolve();
  }

  async delete(key: string): Promise<void> {
    this.values.delete(key);
    return Promise.resolve();
  }

  onDidChange(listener: (key: string) => void): { dispose(): void } {
    this.listeners.push(listener);
    return { dispose: () => undefined };
  }

  private check(): void {
    if (this.isBroken) {
      throw new Error("locked");
    }
  }
}

function open(store: Store, changed: string[] = []): KeptClients {
  return new KeptClients({
    ...{ store, clock: new VirtualClock(), log: new MemoryLog() },
    onChange: (id) => changed.push(id),
  });
}

describe("clients that are kept at hand", () => {
  it("are there again in another window, by connection", async () => {
    const store = new Store();
    const changed: string[] = [];
    const one = open(store);
    const other = open(store, changed);
    assert.deepEqual((await other.of("one")).pinned, []);
    await one.pin("one", ada);
    await one.noteOpened("one", bob);
    assert.deepEqual(await other.of("one"), { pinned: [ada], recent: [bob] });
    assert.deepEqual((await other.of("two")).pinned, []);
    assert.ok(changed.includes("one"));
    await other.unpin("one", "a");
    assert.deepEqual((await one.of("one")).pinned, []);
    assert.ok(store.values.has(KEY));
    await one.forget("one");
    assert.equal(store.values.has(KEY), false);
    assert.deepEqual((await one.of("one")).recent, []);
  });

  it("are each there once, the last opened first, and no more than fit", async () => {
    const kept = open(new Store());
    for (let at = 0; at < PINNED_LIMIT + 5; at++) {
      const client = { clientId: `id-${at}`, label: `Client ${at}` };
      await kept.pin("one", client);
      await kept.noteOpened("one", client);
    }
    await kept.noteOpened("one", { clientId: "id-50", label: "Client 50" });
    await kept.pin("one", { clientId: "id-54", label: "New name" });
    const { pinned, recent } = await kept.of("one");
    assert.equal(pinned.length, PINNED_LIMIT);
    assert.equal(pinned.at(-1)?.label, "New name");
    assert.equal(recent.length, RECENT_LIMIT);
    assert.equal(recent[0]?.clientId, "id-50");
    assert.equal(new Set(recent.map(({ clientId }) => clientId)).size, RECENT_LIMIT);
    await kept.clearRecent("one");
    assert.deepEqual((await kept.of("one")).recent, []);
    assert.equal((await kept.of("one")).pinned.length, PINNED_LIMIT);
  });

  it("are not written over where the store could not be read for a while", async () => {
    const store = new Store();
    await open(store).pin("one", ada);
    const kept = open(store);
    store.isReadBroken = true;
    assert.deepEqual((await kept.of("one")).pinned, []);
    await kept.noteOpened("one", bob);
    assert.deepEqual((await kept.of("one")).recent, [bob], "in this window");
    store.isReadBroken = false;
    assert.deepEqual((await open(store).of("one")).pinned, [ada]);
    await kept.noteOpened("one", bob);
    assert.deepEqual(await open(store).of("one"), { pinned: [ada], recent: [bob] });
  });

  it("are there once a store that took too long has answered", async () => {
    const store = new Store();
    await open(store).pin("one", ada);
    const clock = new VirtualClock();
    const changed: string[] = [];
    const { promise: unlocked, resolve: unlock } = Promise.withResolvers<undefined>();
    const { promise: told, resolve: tell } = Promise.withResolvers<undefined>();
    const slow: SecretStore = {
      get: async (key) => (await unlocked, store.get(key)),
      set: (key, value) => store.set(key, value),
      delete: (key) => store.delete(key),
      onDidChange: (listener) => store.onDidChange(listener),
    };
    const onChange = (id: string): void => {
      changed.push(id);
      tell(undefined);
    };
    const kept = new KeptClients({ store: slow, clock, log: new MemoryLog(), onChange });
    const asked = kept.of("one");
    clock.advance(5_000);
    assert.deepEqual((await asked).pinned, []);
    assert.deepEqual((await kept.of("one")).pinned, [], "nobody waits once more");
    unlock(undefined);
    await told;
    assert.deepEqual(changed, ["one"]);
    assert.deepEqual((await kept.of("one")).pinned, [ada]);
  });

  it("cost nothing but themselves where the store fails or holds something else", async () => {
    const store = new Store();
    store.isBroken = true;
    const kept = open(store);
    await kept.pin("one", ada);
    assert.deepEqual((await kept.of("one")).pinned, [ada]);
    const foreign = ["", "{", "[]", '{"version":2,"pinned":[{"clientId":"a","label":"A"}]}'];
    for (const text of [...foreign, '{"version":1,"pinned":[{"clientId":1}],"recent":{}}']) {
      const other = new Store();
      other.values.set(KEY, text);
      assert.deepEqual(await open(other).of("one"), { pinned: [], recent: [] }, text);
    }
  });
});
