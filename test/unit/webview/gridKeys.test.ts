import assert from "node:assert/strict";
import fc from "fast-check";
import { clampCell, nextCell, type KeyPress } from "../../../src/webview/list/gridKeys";

const SIZE = { rows: 26, columns: 8, visibleRows: 10 };

describe("nextCell", () => {
  const keys: readonly (readonly [key: string, row: number, column: number])[] = [
    ["ArrowUp", 4, 3],
    ["ArrowDown", 6, 3],
    ["ArrowLeft", 5, 2],
    ["ArrowRight", 5, 4],
    ["Home", 5, 0],
    ["End", 5, 7],
    ["PageUp", 0, 3],
    ["PageDown", 15, 3],
    ["Control+Home", 0, 0],
    ["Control+End", 25, 7],
  ];
  for (const [key, row, column] of keys) {
    it(`${key} leads to row ${row}, column ${column}`, () => {
      assert.deepEqual(nextCell({ row: 5, column: 3 }, press(key), SIZE), { row, column });
    });
  }

  const others = ["Enter", "a", "Tab", "Control+ArrowRight", "Control+c", "Alt+ArrowRight"];
  for (const key of [...others, "Control+Alt+ArrowRight", "Shift+ArrowDown", "Meta+ArrowUp"]) {
    it(`${key} is not ours`, () => {
      assert.equal(nextCell({ row: 5, column: 3 }, press(key), SIZE), undefined);
    });
  }

  it("never leaves the grid, however small", () => {
    const count = fc.integer({ min: 1, max: 50 });
    const key = fc.constantFrom(...keys.map(([name]) => name));
    fc.assert(
      fc.property(count, count, fc.array(key), (rows, columns, presses) => {
        const size = { rows, columns, visibleRows: -2 };
        let at = { row: 0, column: 0 };
        for (const name of presses) {
          at = nextCell(at, press(name), size) ?? at;
          assert.deepEqual(clampCell(at, size), at);
        }
      }),
    );
  });
});

function press(name: string): KeyPress {
  const parts = name.split("+");
  return {
    key: parts.at(-1) ?? "",
    ctrlKey: parts.includes("Control"),
    altKey: parts.includes("Alt"),
    metaKey: parts.includes("Meta"),
    shiftKey: parts.includes("Shift"),
  };
}
