import assert from "node:assert/strict";
import {
  EVERY_ROW,
  FILTER_OPERATORS,
  FILTERS_LIMIT,
  TEXT_LIMIT,
} from "../../../../../../src/features/lists/messages/listQuestions";
import { COLUMN_KINDS } from "../../../../../../src/features/lists/messages/listTable";
import {
  filtersOf,
  operatorsFor,
  setFilters,
  setSort,
  sortOf,
  turnSort,
  withoutValues,
} from "../../../../../../src/features/lists/webview/list/grid/viewChanges";

describe("changes of a view", () => {
  it("sorts up, down, and not at all", () => {
    const up = turnSort(EVERY_ROW, "a", false);
    const down = turnSort(up, "a", false);
    assert.deepEqual(sortOf(up, "a"), { direction: "ascending", ordinal: 1, isOnly: true });
    assert.equal(sortOf(down, "a")?.direction, "descending");
    assert.deepEqual(turnSort(down, "a", false), EVERY_ROW);
  });

  it("adds keys in the order in which they were chosen, and turns each in its place", () => {
    const two = turnSort(turnSort(EVERY_ROW, "a", false), "b", true);
    assert.deepEqual(sortOf(two, "b"), { direction: "ascending", ordinal: 2, isOnly: false });
    const turned = turnSort(two, "a", true);
    assert.deepEqual(
      turned.sort.map(({ column, direction }) => [column, direction]),
      [
        ["a", "descending"],
        ["b", "ascending"],
      ],
    );
    assert.deepEqual(
      turnSort(turned, "a", true).sort.map(({ column }) => column),
      ["b"],
    );
    const alone = setSort(two, "c", { direction: "descending", isAdded: false });
    assert.deepEqual(alone.sort, [{ column: "c", direction: "descending" }]);
  });

  it("puts the filters of a column where its earlier ones were", () => {
    const filter = (column: string, value: string) => ({
      ...{ column, operator: "contains" as const, value },
    });
    const view = { ...EVERY_ROW, filters: [filter("a", "1"), filter("b", "2"), filter("a", "3")] };
    const changed = setFilters(view, "a", [filter("a", "9")]);
    assert.deepEqual(changed.filters, [filter("a", "9"), filter("b", "2")]);
    assert.deepEqual(filtersOf(setFilters(changed, "b", []), "b"), []);
    const long = setFilters(view, "c", [filter("c", "x".repeat(TEXT_LIMIT + 5))]);
    assert.equal(long.filters.at(-1)?.value.length, TEXT_LIMIT);
    const many = Array.from({ length: 80 }, () => filter("d", "x"));
    assert.equal(setFilters(view, "d", many).filters.length, FILTERS_LIMIT);
  });

  it("forgets what was looked for by a value, and nothing else", () => {
    const sorted = turnSort(EVERY_ROW, "a", false);
    const there = { column: "b", operator: "notEmpty" as const, value: "" };
    const named = { column: "a", operator: "contains" as const, value: "Okafor" };
    const kept = { ...sorted, filters: [there] };
    assert.deepEqual(withoutValues({ ...sorted, filters: [named, there], search: "Ng" }), kept);
    assert.equal(withoutValues(kept), kept);
    assert.deepEqual(withoutValues({ ...kept, search: "Ng" }), kept);
  });

  it("offers known operators for every kind, none twice", () => {
    for (const kind of COLUMN_KINDS) {
      const offered = operatorsFor(kind);
      assert.equal(new Set(offered).size, offered.length);
      assert.ok(offered.length > 0 && offered.every((one) => FILTER_OPERATORS.includes(one)));
    }
  });
});
