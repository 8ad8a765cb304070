import assert from "node:assert/strict";
import fc from "fast-check";
import {
  clampPlace,
  gridStep,
  type KeyPress,
} from "../../../../../../src/features/lists/webview/list/grid/keys";

const CONTEXT = { rows: 100, columns: 8, visibleRows: 11 };
const BODY = { row: 50, column: 3 };
const HEAD = { row: 0, column: 3 };

describe("gridStep", () => {
  const moves: readonly (readonly [key: string, row: number, column: number])[] = [
    ["ArrowUp", 49, 3],
    ["ArrowDown", 51, 3],
    ["ArrowLeft", 50, 2],
    ["ArrowRight", 50, 4],
    ["Home", 50, 1],
    ["End", 50, 8],
    ["PageUp", 40, 3],
    ["PageDown", 60, 3],
    ["Control+Home", 1, 1],
    ["Control+End", 100, 8],
    ["Control+ArrowUp", 1, 3],
    ["Control+ArrowDown", 100, 3],
  ];
  for (const [key, row, column] of moves) {
    it(`${key} leads to row ${row}, column ${column}, and with Shift selects up to there`, () => {
      const to = { row, column };
      assert.deepEqual(gridStep(BODY, press(key), CONTEXT), { kind: "move", to, extends: false });
      const extending = gridStep(BODY, press(`Shift+${key}`), CONTEXT);
      assert.deepEqual(extending, { kind: "move", to, extends: true });
    });
  }

  it("walks from the rows into the header, but a selection stays out of it", () => {
    const first = { row: 1, column: 3 };
    const up = gridStep(first, press("ArrowUp"), CONTEXT);
    assert.deepEqual(up, { kind: "move", to: HEAD, extends: false });
    const selecting = gridStep(first, press("Shift+ArrowUp"), CONTEXT);
    assert.deepEqual(selecting, { kind: "move", to: first, extends: true });
  });

  const others: readonly (readonly [key: string, place: typeof BODY, step: unknown])[] = [
    ["Enter", BODY, { kind: "open" }],
    ["Enter", HEAD, { kind: "sort", isAdded: false }],
    ["Shift+Enter", HEAD, { kind: "sort", isAdded: true }],
    ["Enter", { row: 0, column: 0 }, { kind: "all" }],
    ["Shift+F10", BODY, { kind: "menu" }],
    ["ContextMenu", HEAD, { kind: "menu" }],
    ["Alt+ArrowDown", HEAD, { kind: "menu" }],
    ["Shift+Alt+ArrowLeft", HEAD, { kind: "resize", by: -16 }],
    ["Control+Shift+ArrowRight", HEAD, { kind: "reorder", by: 1 }],
    ["Control+a", BODY, { kind: "all" }],
    ["Meta+a", BODY, { kind: "all" }],
    ["Shift+ ", BODY, { kind: "row" }],
    ["Control+ ", BODY, { kind: "column" }],
    ["Escape", BODY, { kind: "none" }],
    ["F3", BODY, { kind: "find", direction: "forward" }],
    ["Shift+F3", BODY, { kind: "find", direction: "backward" }],
  ];
  for (const [key, place, step] of others) {
    it(`${key} in ${place.row === 0 ? "the header" : "the rows"} is ${JSON.stringify(step)}`, () => {
      assert.deepEqual(gridStep(place, press(key), CONTEXT), step);
    });
  }

  const foreign = ["Tab", "x", "Control+c", "Control+f", "Alt+ArrowLeft", "Meta+ArrowUp"];
  for (const key of [...foreign, "Alt+PageDown", "Alt+PageUp", "Alt+Enter"]) {
    it(`${key} is not ours`, () => {
      assert.equal(gridStep(BODY, press(key), CONTEXT), undefined);
      assert.equal(gridStep(HEAD, press(key), CONTEXT), undefined);
    });
  }

  it("never leaves the grid, however small", () => {
    const count = fc.integer({ min: 0, max: 40 });
    const keys = moves.flatMap(([name]) => [name, `Shift+${name}`]);
    fc.assert(
      fc.property(count, count, fc.array(fc.constantFrom(...keys)), (rows, columns, presses) => {
        const context = { rows, columns, visibleRows: 0 };
        let at = clampPlace({ row: 1, column: 1 }, context);
        for (const name of presses) {
          const step = gridStep(at, press(name), context);
          assert.ok(step?.kind === "move");
          at = step.to;
          assert.ok(at.row >= 0 && at.row <= rows && at.column >= 0 && at.column <= columns);
        }
      }),
    );
  });
});

function press(combination: string): KeyPress {
  const parts = combination.split("+");
  const has = (name: string): boolean => parts.slice(0, -1).includes(name);
  return {
    key: parts.at(-1) ?? "",
    ...{ ctrlKey: has("Control"), altKey: has("Alt"), metaKey: has("Meta") },
    shiftKey: has("Shift"),
  };
}
