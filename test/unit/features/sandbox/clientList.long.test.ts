import assert from "node:assert/strict";
import { drawnList, joinLists } from "../../../../src/features/sandbox/server/data/clientList";
import { createDataSets } from "../../../../src/features/sandbox/server/data/dataSets";
import { restrictTo, SEES_ALL } from "../../../../src/features/sandbox/server/data/visibility";

describe("clients that are made when they are asked for", () => {
  const LENGTH = 100_000;
  const list = drawnList("seed", LENGTH);
  const at = (index: number) => list.slice(index, index + 1)[0]!;

  it("are found by their ids, and nobody else is", () => {
    for (const index of [0, 1, 4_711, LENGTH - 1]) {
      const entry = at(index);
      assert.deepEqual(list.find(entry.row.clientId), entry);
      const other = `${entry.row.clientId.startsWith("0") ? "1" : "0"}${entry.row.clientId.slice(1)}`;
      assert.equal(list.find(other), undefined);
    }
    assert.equal(list.find("not-an-id"), undefined);
    assert.equal(drawnList("seed", 10).find(at(99).row.clientId), undefined);
    assert.equal(drawnList("other", LENGTH).find(at(0).row.clientId), undefined);
  });

  it("have UUIDs of their own and stand in order", () => {
    const rows = list.slice(0, LENGTH).map(({ row }) => row);
    assert.equal(new Set(rows.map(({ clientId }) => clientId)).size, LENGTH);
    const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    assert.ok(rows.every(({ clientId }) => shape.test(clientId)));
    const order = new Intl.Collator("en-GB");
    const names = rows.map(({ name }) => name);
    names.slice(1).forEach(({ firstName, lastName }, index) => {
      const before = names[index]!;
      const last = order.compare(before.lastName, lastName);
      assert.ok(last < 0 || (last === 0 && order.compare(before.firstName, firstName) <= 0));
    });
  });

  it("stand behind others, page by page without a gap", () => {
    const joined = joinLists(drawnList("a", 7), drawnList("b", 6));
    const all = joined.slice(0, 13);
    const pages = [0, 5, 10].flatMap((from) => joined.slice(from, from + 5));
    assert.equal(all.length, 13);
    assert.deepEqual(pages, all);
    assert.deepEqual(joined.find(all[9]!.row.clientId), all[9]);
  });

  it("are seen by people like all others", () => {
    const { development } = createDataSets("seen", Date.now, { clients: 4_000 });
    const sees = ({ name }: { name: { lastName: string } }): boolean => /^[AB]/.test(name.lastName);
    const seen = restrictTo(development, sees).clients;
    const expected = development.clients.slice(0, 4_000).filter(({ row }) => sees(row));
    assert.equal(development.clients.length, 4_000);
    assert.deepEqual(seen.slice(0, seen.length), expected);
    assert.equal(restrictTo(development, SEES_ALL), development);
  });
});
