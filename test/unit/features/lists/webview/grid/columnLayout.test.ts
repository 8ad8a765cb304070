import assert from "node:assert/strict";
import fc from "fast-check";
import {
  orderedColumns,
  shownColumns,
} from "../../../../../../src/features/lists/messages/columnOrder";
import type { ColumnLayout } from "../../../../../../src/features/lists/messages/listLayout";
import type { ListColumn } from "../../../../../../src/features/lists/messages/listTable";
import {
  LEAST_WIDTH,
  moveColumn,
  MOST_WIDTH,
  setHidden,
  setPinned,
  setWidth,
} from "../../../../../../src/features/lists/webview/list/grid/columnLayout";

const PLAIN: ColumnLayout = { order: [], hidden: [], pinned: [], widths: {} };
const NAMES = ["a", "b", "c", "d", "e", "f"];
const COLUMNS = columnsOf(NAMES);

describe("layout of columns", () => {
  it("has pinned columns first, and new ones behind those that are known", () => {
    const layout = { ...PLAIN, order: ["d", "b", "a"], pinned: ["e", "b"] };
    assert.equal(keys(orderedColumns(COLUMNS, layout)), "bedacf");
    assert.equal(keys(shownColumns(COLUMNS, { ...layout, hidden: ["a", "b"] })), "edcf");
  });

  it("moves a column over the ones on screen, hidden ones between them left where they are", () => {
    const layout = { ...PLAIN, hidden: ["c"] };
    const moved = moveColumn(COLUMNS, layout, "b", 1);
    assert.equal(keys(shownColumns(COLUMNS, moved)), "adbef");
    assert.equal(keys(shownColumns(COLUMNS, moveColumn(COLUMNS, moved, "b", -9))), "badef");
  });

  it("moves pinned columns among themselves only", () => {
    const layout = { ...PLAIN, pinned: ["a", "b"] };
    assert.equal(moveColumn(COLUMNS, layout, "b", 3), layout);
    assert.equal(keys(shownColumns(COLUMNS, moveColumn(COLUMNS, layout, "a", 1))), "bacdef");
  });

  it("keeps the place of columns that these rows do not have", () => {
    const moved = moveColumn(COLUMNS, { ...PLAIN, order: ["x", "b", "a"] }, "a", -1);
    assert.deepEqual(moved.order.at(-1), "x");
    assert.equal(keys(shownColumns(COLUMNS, moved)), "abcdef");
  });

  it("holds every column exactly once, whatever was done", () => {
    const key = fc.constantFrom(...NAMES);
    const change = fc.oneof(
      fc.record({ kind: fc.constant("move"), key, by: fc.integer({ min: -7, max: 7 }) }),
      fc.record({ kind: fc.constantFrom("hide", "show", "pin", "unpin"), key, by: fc.constant(0) }),
    );
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        let layout = PLAIN;
        for (const { kind, key: of, by } of changes) {
          layout =
            kind === "move"
              ? moveColumn(COLUMNS, layout, of, by)
              : kind === "hide" || kind === "show"
                ? setHidden(layout, of, kind === "hide")
                : setPinned(layout, of, kind === "pin");
        }
        const all = keys(orderedColumns(COLUMNS, layout));
        assert.equal(NAMES.filter((name) => all.split(name).length === 2).join(""), "abcdef");
        const shown = keys(shownColumns(COLUMNS, layout));
        assert.equal(
          shown,
          NAMES.toSorted((one, other) => all.indexOf(one) - all.indexOf(other))
            .filter((one) => !layout.hidden.includes(one))
            .join(""),
        );
      }),
    );
  });

  it("takes widths within their limits, and forgets them", () => {
    const wide = setWidth(setWidth(PLAIN, "a", 5000), "__proto__", 1);
    assert.equal(wide.widths["a"], MOST_WIDTH);
    assert.equal(Object.entries(wide.widths)[1]?.[1], LEAST_WIDTH);
    assert.deepEqual(Object.keys(setWidth(wide, "a").widths), ["__proto__"]);
  });
});

function columnsOf(names: readonly string[]): readonly ListColumn[] {
  return names.map((key) => ({ key, label: key, kind: "text", isNumeric: false }));
}

function keys(columns: readonly ListColumn[]): string {
  return columns.map(({ key }) => key).join("");
}
