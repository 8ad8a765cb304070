import assert from "node:assert/strict";
import { createDataSets } from "../../../../src/features/sandbox/server/data/dataSets";
import {
  createPensionStore,
  type PensionStore,
} from "../../../../src/features/sandbox/server/data/pensionStore";
import { stringifyJson } from "../../../../src/features/sandbox/server/data/losslessJson";
import { usedMemory } from "../../support/memory";

/** Has PEN-0042 and PEN-0077 whatever the seed is. */
const CLIENT = createDataSets("store", Date.now).development.clients.slice(0, 1)[0]!;
const { clientId } = CLIENT.row;

function storeOf(options: Partial<Parameters<typeof createPensionStore>[0]> = {}): PensionStore {
  return createPensionStore({ seed: "store", now: Date.now, written: [], ...options });
}

function notesOf(characters: number): { readonly notes: string } {
  return { notes: "x".repeat(characters) };
}

describe("the sandbox's store of pensions", () => {
  it("keeps what is written in about the room that it was sent in", () => {
    const store = storeOf();
    const before = usedMemory();
    for (let count = 0; count < 10; count++) {
      const funds = Array.from({ length: 100_000 }, () => ({}));
      store.putPension(CLIENT, `PEN-${count}`, { funds });
    }
    const megabytes = (usedMemory() - before) / 1_048_576;
    assert.ok(megabytes < 15, `${megabytes} MB for 3 MB`);
    const funds = store.pension(CLIENT, "PEN-9")?.content["funds"];
    assert.deepEqual(funds, Array<unknown>(100_000).fill({}));
  });

  it("refuses what it has no room for, and all stays as it was", () => {
    const store = storeOf({ mostBytes: 2_000 });
    assert.equal(store.putPension(CLIENT, "A", notesOf(1_000))?.created, true);
    assert.equal(store.putPension(CLIENT, "B", notesOf(1_000)), undefined);
    assert.equal(store.putPension(CLIENT, "A", notesOf(3_000)), undefined);
    assert.equal(store.pension(CLIENT, "B"), undefined);
    assert.deepEqual(store.pension(CLIENT, "A")?.content, notesOf(1_000));
  });

  it("takes no more than a saved scenario has room for", () => {
    const mostBytes = 100_000;
    const store = storeOf({ mostBytes });
    const funds = Array.from({ length: 500 }, () => ({}));
    let count = 0;
    while (store.putPension(CLIENT, `PEN-\u0001${count}`, { funds }) !== undefined) {
      count++;
    }
    const environments = { development: { pensions: store.writtenPensions() } };
    const { length } = stringifyJson({ version: 1, environments }, 2);
    assert.ok(length > mostBytes / 2 && length < mostBytes, `${count} take ${length}`);
  });

  it("has room again for what was made smaller or removed", () => {
    const store = storeOf({ mostBytes: 2_200 });
    store.putPension(CLIENT, "A", notesOf(1_000));
    assert.equal(store.putPension(CLIENT, "A", notesOf(500))?.created, false);
    assert.equal(store.putPension(CLIENT, "B", notesOf(1_000))?.created, true);
    store.deletePension(CLIENT, "A");
    store.deletePension(CLIENT, "B");
    assert.equal(store.putPension(CLIENT, "PEN-0042", notesOf(1_500))?.created, false);
    store.deletePension(CLIENT, "PEN-0042");
    assert.equal(store.putPension(CLIENT, "C", notesOf(1_500))?.created, true);
  });

  it("takes all of a scenario, and then what takes no more room", () => {
    const written = ["A", "B"].map((pensionId) => ({
      ...{ clientId: clientId.toUpperCase(), pensionId, content: notesOf(1_000) },
    }));
    const store = storeOf({ mostBytes: 1_000, written });
    assert.equal(store.putPension(CLIENT, "A", notesOf(1_000))?.created, false);
    assert.equal(store.putPension(CLIENT, "B", notesOf(900))?.created, false);
    assert.equal(store.putPension(CLIENT, "B", notesOf(1_001)), undefined);
    assert.deepEqual(
      store.writtenPensions().map(({ content }) => content),
      [notesOf(1_000), notesOf(900)],
    );
  });

  it("marks as removed only what would come back", () => {
    const store = storeOf();
    store.putPension(CLIENT, "PEN-NEW", {});
    for (const pensionId of ["PEN-NEW", "PEN-NONE", "PEN-0042"]) {
      store.deletePension(CLIENT, pensionId);
      assert.equal(store.pension(CLIENT, pensionId), undefined);
    }
    assert.deepEqual(store.writtenPensions(), [{ clientId, pensionId: "PEN-0042", content: null }]);
    assert.deepEqual(
      store.pensions(CLIENT).map(({ pensionId }) => pensionId),
      ["PEN-0077"],
    );
  });
});
