import assert from "node:assert/strict";
import {
  type LineSelection,
  NO_SELECTION,
  rangeIn,
  selectionIn,
  toggled,
} from "../../../../src/features/requests/webview/requests/lineSelection";
import type { RequestLine } from "../../../../src/features/requests/messages/requestsView";

const ids = ({ ids: all, meant }: LineSelection): readonly unknown[] => [[...all].join(""), meant];
/** Lines of actions by their letters; a letter again is an attempt of it. */
const lines = (letters: string): readonly RequestLine[] =>
  Array.from(letters, (actionId) => ({ actionId }) as RequestLine);

describe("what is selected in the requests view", () => {
  const loaded = { from: 10, rows: lines("abbcd") };

  it("is each action from the anchor on to a line, below it or above", () => {
    const { selection, isWhole } = rangeIn(loaded, "a", 13);
    assert.deepEqual([...ids(selection), isWhole], ["abc", 3, true]);
    assert.deepEqual(ids(rangeIn(loaded, "d", 11).selection), ["dcb", 3]);
    assert.deepEqual(ids(rangeIn(loaded, "c", 13).selection), ["c", 1]);
  });

  it("is asked for where one end is not among the lines that are here", () => {
    const ends = [
      ["c", 15, "cd"],
      ["c", 4_000, "cd"],
      ["c", 9, "cba"],
      ["elsewhere", 12, ""],
    ] as const;
    for (const [anchor, line, here] of ends) {
      const { selection, isWhole } = rangeIn(loaded, anchor, line);
      assert.deepEqual([ids(selection)[0], isWhole], [here, false]);
    }
    assert.equal(rangeIn({ from: 0, rows: [] }, "a", 0).isWhole, false);
    assert.deepEqual(ids(selectionIn({ actionIds: ["x", "y"], total: 4_000 })), ["xy", 4_000]);
  });

  it("is all of more than a hundred, and says how many were meant beyond a thousand", () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => ({
      ...({} as RequestLine),
      actionId: `${index} `,
    }));
    const many = rangeIn({ from: 0, rows }, "0 ", 499).selection;
    assert.deepEqual([many.ids.size, many.meant], [500, 500]);
    const most = rangeIn({ from: 0, rows }, "1199 ", 0).selection;
    assert.deepEqual([most.ids.size, most.meant, most.ids.has("1199 ")], [1_000, 1_200, true]);
  });

  it("takes in what is clicked where it is full, in place of the farthest", () => {
    const found = Array.from({ length: 1_000 }, (_, index) => `${index} `);
    const counts = ({ ids: { size }, meant }: LineSelection): readonly number[] => [size, meant];
    const most = selectionIn({ actionIds: found, total: 4_000 });
    const more = toggled(most, "0 ", "far");
    assert.deepEqual(counts(more), [1_000, 4_001]);
    assert.deepEqual(
      [more.ids.has("far"), more.ids.has("0 "), more.ids.has("999 ")],
      [...[true, true, false]],
    );
    const andMore = toggled(more, "far", "farther");
    assert.deepEqual([andMore.ids.has("far"), andMore.ids.has("farther")], [true, true]);
    assert.deepEqual(counts(andMore), [1_000, 4_002]);
    // What found no room is meant as before: clicked, it is in.
    const back = toggled(more, "far", "999 ");
    assert.deepEqual([...counts(back), back.ids.has("999 ")], [1_000, 4_001, true]);
  });

  it("gives the room of what is taken out to one that had none", () => {
    const found = Array.from({ length: 1_000 }, (_, index) => `${index} `);
    const full = selectionIn({ actionIds: found, total: 1_000 });
    const same = toggled(toggled(full, "0 ", "far"), "far", "far");
    assert.deepEqual([...same.ids], found);
    assert.equal(same.meant, 1_000);
    const fewer = toggled(selectionIn({ actionIds: found, total: 4_000 }), "0 ", "5 ");
    assert.deepEqual([fewer.ids.size, fewer.meant, fewer.ids.has("5 ")], [999, 3_999, false]);
  });

  it("takes single actions in and out, the first with the one before it", () => {
    const two = toggled(NO_SELECTION, "a", "c");
    assert.deepEqual(ids(two), ["ca", 2]);
    assert.deepEqual(ids(toggled(two, "c", "a")), ["c", 1]);
    assert.deepEqual(ids(toggled(NO_SELECTION, undefined, "c")), ["c", 1]);
  });
});
