import assert from "node:assert/strict";
import { type Domain, SANDBOX_CONNECTION_ID } from "../../../../src/platform/base/connection";
import {
  type ActiveText,
  createActiveText,
} from "../../../../src/features/definitions/common/activeText";
import { readDefinition } from "../../../../src/platform/service/definition/definition";
import type { StoredDefinition } from "../../../../src/features/definitions/common/imports/stored";
import { AppError } from "../../../../src/platform/base/errors";
import { MemoryLog } from "../../platform/http/support/bench";
import { BASE, foreign } from "./support/foreign";

const FUNDS = JSON.stringify(foreign({ "/funds": { get: {} } }));
const NOTES = JSON.stringify(foreign({ "/notes": { get: {} } }));

/** A store whose every answer a test decides. */
class Store {
  documents = new Map<string, string>();
  actives: Partial<Record<Domain, StoredDefinition>> = {};
  /** What connections chose for themselves. */
  chosen = new Map<string, Partial<Record<Domain, StoredDefinition>>>();
  isBroken = false;
  reads = 0;
  /** Where it is there, documents are waited for. */
  gate: Promise<void> | undefined;
  private readonly listeners = new Set<() => void>();

  put(domain: Domain, id: string, document: string | undefined): void {
    if (document !== undefined) {
      this.documents.set(id, document);
    }
    this.actives = { ...this.actives, [domain]: stored(domain, id) };
  }

  change(): void {
    this.listeners.forEach((listener) => listener());
  }

  active(connectionId = ""): Promise<Partial<Record<Domain, StoredDefinition>>> {
    this.reads++;
    const actives = this.chosen.get(connectionId) ?? this.actives;
    return this.isBroken ? Promise.reject(new Error("disk")) : Promise.resolve(actives);
  }

  async document(id: string): Promise<string> {
    await this.gate;
    const found = this.documents.get(id);
    if (found === undefined) {
      throw new AppError("input", "definition/gone");
    }
    return found;
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }
}

function stored(domain: Domain, id: string): StoredDefinition {
  return {
    ...{ id, domain, title: id, version: "1", openapi: "3.1.0", importedAt: 0, hash: id },
    ...{ bytes: 1, operations: 1, notes: [], source: { kind: "clipboard", name: "" } },
  };
}

interface Opened {
  readonly store: Store;
  readonly text: ActiveText;
  readonly unreadable: string[];
  readonly changes: (string | undefined)[];
}

function open(description = (): Promise<string> => Promise.resolve(BASE)): Opened {
  const [store, unreadable]: [Store, string[]] = [new Store(), []];
  const text = createActiveText({
    ...{ description, store, log: new MemoryLog() },
    onUnreadable: ({ id }) => unreadable.push(id),
  });
  const changes: (string | undefined)[] = [];
  text.onDidChange(() => changes.push(text.current(SANDBOX_CONNECTION_ID)));
  return { store, text, unreadable, changes };
}

const imported = (text: string): readonly string[] =>
  readDefinition(text)
    .operations.filter((one) => one.imported)
    .map(({ id }) => id);

const sorted = (ids: readonly (string | undefined)[]): (string | undefined)[] => ids.toSorted();

/** Whatever was begun has had its turn. */
const settled = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

describe("the text that the explorer lives by", () => {
  it("is the description until something is active, and is read when it is asked for", async () => {
    const { store, text } = open();
    assert.deepEqual([store.reads, text.current(SANDBOX_CONNECTION_ID)], [0, undefined]);
    assert.equal(await text.text(SANDBOX_CONNECTION_ID), BASE);
    assert.equal(await text.text(SANDBOX_CONNECTION_ID), BASE);
    assert.deepEqual([store.reads, text.current(SANDBOX_CONNECTION_ID)], [1, BASE]);
  });

  it("is another one as soon as the store changes, and tells once it is there", async () => {
    const { store, text, changes } = open();
    await text.text(SANDBOX_CONNECTION_ID);
    store.put("finances", "f", FUNDS);
    store.change();
    assert.equal(
      text.current(SANDBOX_CONNECTION_ID),
      BASE,
      "the one before is in force until the new one is read",
    );
    assert.deepEqual(imported(await text.text(SANDBOX_CONNECTION_ID)), ["finances:GET /funds"]);
    await settled();
    assert.deepEqual(changes, [text.current(SANDBOX_CONNECTION_ID)]);
    assert.deepEqual(imported(text.current(SANDBOX_CONNECTION_ID) ?? ""), ["finances:GET /funds"]);
    store.change();
    await settled();
    assert.equal(changes.length, 1, "nothing is told where the text stays as it was");
    text.dispose();
    store.put("finances", "n", NOTES);
    store.change();
    await settled();
    assert.equal(changes.length, 1);
  });

  it("is for each connection what that follows, and tells of those whose text is another", async () => {
    const { store, text } = open();
    const told: (string | undefined)[][] = [];
    text.onDidChange((changed) => told.push(sorted([...changed])));
    store.put("crm", "n", NOTES);
    store.put("finances", "f", FUNDS);
    store.chosen.set("a", { crm: stored("crm", "n") });
    const idsOf = async (id: string | undefined) => imported(await text.text(id));
    assert.deepEqual(await idsOf("a"), ["crm:GET /notes"]);
    const both = ["crm:GET /notes", "finances:GET /funds"];
    assert.deepEqual([await idsOf("b"), await idsOf(undefined)], [both, both]);
    store.chosen.set("b", { finances: stored("finances", "f") });
    store.change();
    await settled();
    assert.deepEqual(imported(text.current("b") ?? ""), ["finances:GET /funds"]);
    assert.deepEqual(imported(text.current("a") ?? ""), ["crm:GET /notes"]);
    store.chosen.clear();
    store.change();
    await settled();
    assert.deepEqual([await idsOf("a"), await idsOf("b")], [both, both]);
    store.actives = {};
    store.chosen.set("a", { crm: stored("crm", "n"), finances: stored("finances", "f") });
    store.change();
    await settled();
    assert.deepEqual(told, [["b"], ["a", "b"], [undefined, "b"]].map(sorted));
  });

  it("ends with the last change, however slow the one before is read", async () => {
    const { store, text, changes } = open();
    await text.text(SANDBOX_CONNECTION_ID);
    const gate = Promise.withResolvers<undefined>();
    store.gate = gate.promise;
    store.put("finances", "f", FUNDS);
    store.change();
    await settled();
    store.gate = undefined;
    store.put("finances", "n", NOTES);
    store.change();
    gate.resolve(undefined);
    assert.deepEqual(imported(await text.text(SANDBOX_CONNECTION_ID)), ["finances:GET /notes"]);
    await settled();
    assert.deepEqual(imported(text.current(SANDBOX_CONNECTION_ID) ?? ""), ["finances:GET /notes"]);
    assert.equal(changes.length, 1);
  });

  it("goes back to the description where a document is gone or damaged, and says so once", async () => {
    const { store, text, unreadable } = open();
    store.put("crm", "good", NOTES);
    store.put("finances", "gone", undefined);
    store.put("profiling", "damaged", FUNDS.slice(0, 20));
    assert.deepEqual(imported(await text.text(SANDBOX_CONNECTION_ID)), ["crm:GET /notes"]);
    assert.deepEqual(unreadable.sort(), ["damaged", "gone"]);
    store.change();
    await text.text(SANDBOX_CONNECTION_ID);
    await settled();
    assert.equal(unreadable.length, 2);
    store.put("finances", "gone", FUNDS);
    store.change();
    assert.deepEqual(imported(await text.text(SANDBOX_CONNECTION_ID)), [
      "crm:GET /notes",
      "finances:GET /funds",
    ]);
  });

  it("is the description where the list cannot be read", async () => {
    const { store, text, unreadable } = open();
    store.isBroken = true;
    assert.equal(await text.text(SANDBOX_CONNECTION_ID), BASE);
    assert.deepEqual(unreadable, []);
  });

  it("is asked for anew where the description could not be read", async () => {
    let isThere = false;
    const { store, text } = open(() =>
      isThere ? Promise.resolve(BASE) : Promise.reject(new Error("no")),
    );
    await assert.rejects(text.text(SANDBOX_CONNECTION_ID), { message: "no" });
    store.change();
    await settled();
    isThere = true;
    assert.equal(await text.text(SANDBOX_CONNECTION_ID), BASE);
  });
});
