import assert from "node:assert/strict";
import fc from "fast-check";
import { EVERY_ROW } from "../../../../../../src/features/lists/messages/listQuestions";
import { groupDigits } from "../../../../../../src/features/lists/webview/list/grid/digits";
import {
  columnAt,
  columnsInSight,
  type Geometry,
  layOut,
} from "../../../../../../src/features/lists/webview/list/grid/geometry";
import {
  addRow,
  blockOf,
  contains,
  selectionFor,
  selectOne,
} from "../../../../../../src/features/lists/webview/list/grid/selection";
import { HEIGHT_LIMIT, RowScale } from "../../../../../../src/platform/webview/rowScale";

const ROW_HEIGHT = 26;

describe("groupDigits", () => {
  const cases = [
    ["1204.3300", "1,204.3300"],
    ["-1234567", "-1,234,567"],
    ["999", "999"],
    ["0.12345", "0.12345"],
    ["12345678901234567890.00", "12,345,678,901,234,567,890.00"],
    ["1e10", "1e10"],
    ["-12345E+2", "-12345E+2"],
    ["2026-10-31", "2026-10-31"],
  ] as const;
  for (const [lexeme, shown] of cases) {
    it(`writes ${lexeme} as ${shown}`, () => {
      assert.equal(groupDigits(lexeme), shown);
    });
  }

  it("changes nothing but commas", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.double().map(String), fc.bigInt().map(String)),
        (text) => {
          assert.equal(groupDigits(text).replaceAll(",", ""), text.replaceAll(",", ""));
        },
      ),
    );
  });
});

describe("RowScale", () => {
  it("is exact where all rows fit on the canvas", () => {
    const scale = scaleOf(1000);
    assert.equal(scale.height, 1000 * ROW_HEIGHT);
    scale.scrolled(5000);
    assert.equal(scale.top(5000), 5000);
    assert.equal(scale.place(10), 10 * ROW_HEIGHT);
    assert.equal(scale.scrollTopFor(123), 123);
  });

  it("reaches every row of a million, and moves by exact pixels where the user is", () => {
    const scale = scaleOf(1_000_000);
    assert.equal(scale.height, HEIGHT_LIMIT);
    const row = fc.integer({ min: 0, max: 999_980 });
    fc.assert(
      fc.property(row, fc.integer({ min: -700, max: 700 }), (wanted, by) => {
        const scrollTop = scale.scrollTopFor(wanted * ROW_HEIGHT);
        assert.equal(scale.top(scrollTop), wanted * ROW_HEIGHT);
        // It is drawn at the upper edge of what is in sight.
        assert.equal(scale.place(wanted), scrollTop);
        if (scrollTop + by > 0 && scrollTop + by < HEIGHT_LIMIT - 401) {
          scale.scrolled(scrollTop + by);
          const moved = scale.top(scrollTop + by) - wanted * ROW_HEIGHT;
          assert.ok(moved === by || scale.top(scrollTop + by) === 1_000_000 * ROW_HEIGHT - 400);
        }
      }),
    );
  });

  it("goes by the share of the rows when the bar is dragged, to both ends", () => {
    const scale = scaleOf(1_000_000);
    scale.scrolled(HEIGHT_LIMIT - 400);
    assert.equal(scale.top(HEIGHT_LIMIT - 400), 1_000_000 * ROW_HEIGHT - 400);
    scale.scrolled(0);
    assert.equal(scale.top(0), 0);
    scale.scrolled((HEIGHT_LIMIT - 400) / 2);
    const middle = scale.top((HEIGHT_LIMIT - 400) / 2) / ROW_HEIGHT;
    assert.ok(Math.abs(middle - 500_000) < 20);
  });

  function scaleOf(rows: number): RowScale {
    const scale = new RowScale(ROW_HEIGHT);
    scale.resize(rows, 400);
    return scale;
  }
});

describe("geometry of columns", () => {
  it("finds the columns in sight as a walk over all of them does", () => {
    const widths = fc.array(fc.integer({ min: 48, max: 400 }), { minLength: 1, maxLength: 60 });
    const pixels = fc.integer({ min: 0, max: 9000 });
    fc.assert(
      fc.property(widths, fc.nat(3), pixels, (all, pinned, left) => {
        const geometry = geometryOf(all, pinned, 1000);
        const { first, last } = columnsInSight(geometry, left, 1000);
        const edge = left + (geometry.starts[geometry.pinned] ?? geometry.total);
        const inSight = all.flatMap((width, index) => {
          const start = geometry.starts[index] ?? 0;
          const isSeen = start + width > edge && start < left + 1000 && index >= geometry.pinned;
          return isSeen ? [index] : [];
        });
        for (const index of inSight) {
          assert.ok(index >= first && index <= last, `${index} of ${first} to ${last}`);
        }
        assert.ok(last - first + 1 <= inSight.length + 1);
      }),
    );
  });

  it("lets pinned columns scroll where they would leave no room", () => {
    assert.equal(geometryOf([200, 200, 200], 2, 1000).pinned, 2);
    assert.equal(geometryOf([200, 200, 200], 2, 320).pinned, 0);
  });

  it("names the column of a pixel", () => {
    const geometry = geometryOf([100, 50, 200], 0, 1000);
    assert.deepEqual(
      [0, 44, 143, 144, 193, 194, 9999].map((x) => columnAt(geometry, x)),
      [...[0, 0, 0, 1, 1, 2, 2]],
    );
  });

  function geometryOf(widths: readonly number[], pinned: number, viewport: number): Geometry {
    const columns = widths.map((_, index) => ({
      ...{ key: `${index}`, label: "", kind: "text" as const, isNumeric: false },
    }));
    return layOut({
      ...{ columns, gutter: 44, viewport },
      pinned: new Set(columns.slice(0, pinned).map(({ key }) => key)),
      widthOf: ({ key }) => widths[Number(key)] ?? 0,
    });
  }
});

describe("selection", () => {
  const EXTENT = { rows: 20, columns: 5 };
  const shown = { view: EVERY_ROW, keys: ["a", "b", "c", "d", "e"] };

  it("is the cells between its ends, whichever way it was drawn", () => {
    const selected = {
      ...{ anchor: { row: 7, column: 4 }, head: { row: 3, column: 2 }, more: [] },
    };
    assert.deepEqual(selectionFor(selected, EXTENT, shown), {
      ...{ view: EVERY_ROW, ranges: [[2, 6]], columns: ["b", "c", "d"] },
    });
    const block = blockOf(selected, EXTENT);
    assert.ok(contains(block, [], { row: 5, column: 3 }));
    assert.ok(
      !contains(block, [], { row: 5, column: 5 }) && !contains(block, [], { row: 8, column: 3 }),
    );
  });

  it("is whole rows from a row number, whole columns from a name, all from the corner", () => {
    const of = (row: number, column: number) =>
      selectionFor(selectOne({ row, column }), EXTENT, shown);
    assert.deepEqual(of(4, 0), { view: EVERY_ROW, ranges: [[3, 3]], columns: shown.keys });
    assert.deepEqual(of(0, 2), { view: EVERY_ROW, ranges: [[0, 19]], columns: ["b"] });
    assert.deepEqual(of(0, 0), { view: EVERY_ROW, ranges: [[0, 19]], columns: shown.keys });
  });

  it("joins rows that were picked one by one, in order and without overlap", () => {
    let selected = selectOne({ row: 9, column: 0 });
    for (const row of [3, 10, 9, 4]) {
      selected = addRow(selected, row, EXTENT);
    }
    assert.deepEqual(selectionFor(selected, EXTENT, shown).ranges, [
      [2, 3],
      [8, 9],
    ]);
  });

  it("asks for nothing where there are no rows", () => {
    const none = selectionFor(selectOne({ row: 0, column: 0 }), { rows: 0, columns: 5 }, shown);
    assert.deepEqual(none.ranges, []);
  });
});
