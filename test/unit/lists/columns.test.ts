import assert from "node:assert/strict";
import fc from "fast-check";
import { parseJsonText } from "../../../src/core/jsonText";
import { CELL_LIMIT, COLUMN_LIMIT, readTable } from "../../../src/core/lists/columns";
import { readPage } from "../../../src/core/lists/page";
import type { ListTable } from "../../../src/shared/listTable";

describe("readTable", () => {
  it("takes columns from the rows in order of first appearance, objects dotted", () => {
    const table = tableOf('[{"b": 1, "n": {"f": "x"}}, {"a": 2, "n": {"f": "y", "l": "z"}}]');
    assert.deepEqual(labels(table), ["b", "n.f", "a", "n.l"]);
    assert.deepEqual(
      table.columns.map(({ key }) => key),
      ["/b", "/n/f", "/a", "/n/l"],
    );
  });

  it("keeps lexemes, and tells null, missing and empty apart", () => {
    const table = tableOf('[{"a": 1204.3300, "b": null, "c": ""}, {"a": 1e400, "c": "\\u00e9"}]');
    assert.deepEqual(table.rows, [
      [{ kind: "number", text: "1204.3300" }, { kind: "null" }, { kind: "text", text: "" }],
      [{ kind: "number", text: "1e400" }, { kind: "missing" }, { kind: "text", text: "é" }],
    ]);
  });

  it("counts arrays and shows objects without members as counts too", () => {
    const table = tableOf('[{"a": [1, 2, 3], "b": [], "c": {}, "d": true}]');
    assert.deepEqual(table.rows[0], [
      { kind: "items", count: 3 },
      { kind: "items", count: 0 },
      { kind: "members", count: 0 },
      { kind: "boolean", text: "true" },
    ]);
  });

  it("shows a null object in the columns of its members", () => {
    const table = tableOf('[{"n": null}, {"n": {"f": "x"}}, {}]');
    assert.deepEqual(labels(table), ["n.f"]);
    assert.deepEqual(
      table.rows.map(([cell]) => cell?.kind),
      ["null", "text", "missing"],
    );
  });

  it("still shows that there are rows when none has a member", () => {
    assert.deepEqual(tableOf("[{}, {}]").rows, [
      [{ kind: "members", count: 0 }],
      [{ kind: "members", count: 0 }],
    ]);
  });

  it("keeps a value and an object under one name apart", () => {
    const table = tableOf('[{"n": 1}, {"n": {"f": 2}}]');
    assert.deepEqual(labels(table), ["n", "n.f"]);
    assert.deepEqual(
      table.rows.map((row) => row.map(({ kind }) => kind)),
      [
        ["number", "missing"],
        ["missing", "number"],
      ],
    );
  });

  it("keeps a dotted name and a nested one apart by key", () => {
    const table = tableOf('[{"a.b": 1, "a": {"b": 2}, "a/b": 3, "a~1b": 4}]');
    assert.deepEqual(
      table.columns.map(({ key }) => key),
      ["/a.b", "/a/b", "/a~1b", "/a~01b"],
    );
    assert.deepEqual(
      table.rows[0]?.map((cell) => "text" in cell && cell.text),
      ["1", "2", "3", "4"],
    );
  });

  it("gives scalar rows one column without a name", () => {
    const table = tableOf('["a", 2, null]');
    assert.deepEqual(table.columns, [{ key: "", label: "", isNumeric: false }]);
    assert.deepEqual(
      table.rows.map(([cell]) => cell?.kind),
      ["text", "number", "null"],
    );
  });

  it("calls a column numeric when all its values are numbers and there is one", () => {
    const table = tableOf('[{"a": 1, "b": 1, "c": null}, {"a": null, "b": "1"}, {"a": 2.5}]');
    assert.deepEqual(
      table.columns.map(({ isNumeric }) => isNumeric),
      [true, false, false],
    );
  });

  it("shows the last of duplicate members", () => {
    assert.deepEqual(tableOf('[{"a": 1, "a": 2}]').rows, [[{ kind: "number", text: "2" }]]);
  });

  it("bounds columns, depth and the text of a cell", () => {
    const wide = Array.from({ length: COLUMN_LIMIT + 5 }, (_, index) => `"m${index}": 1`);
    const table = tableOf(`[{${wide.join()}}]`);
    assert.deepEqual([table.columns.length, table.omittedColumns], [COLUMN_LIMIT, 5]);
    const deep = tableOf(`[${'{"a":'.repeat(100)}1${"}".repeat(100)}]`);
    assert.deepEqual(labels(deep), ["a.a.a.a.a.a"]);
    assert.deepEqual(deep.rows, [[{ kind: "members", count: 1 }]]);
    const long = JSON.stringify([{ a: "😀".repeat(CELL_LIMIT), b: `x${"😀".repeat(CELL_LIMIT)}` }]);
    const cells = tableOf(long).rows[0]?.map((cell) => ("text" in cell ? cell : undefined));
    assert.deepEqual(
      cells?.map((cell) => [cell?.text.length, cell?.isCut, cell?.text.isWellFormed()]),
      [
        [CELL_LIMIT, true, true],
        [CELL_LIMIT - 1, true, true],
      ],
    );
  });

  it("gives every row a cell for every column, whatever the rows", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (rows) => {
        const table = tableOf(JSON.stringify(rows));
        const widths = table.rows.map((row) => row.length);
        assert.deepEqual(
          widths,
          rows.map(() => table.columns.length),
        );
        const keys = new Set(table.columns.map(({ key }) => key));
        assert.equal(keys.size, table.columns.length);
      }),
    );
  });
});

function tableOf(text: string): ListTable {
  return readTable(readPage(text, parseJsonText(text)));
}

function labels(table: ListTable): readonly string[] {
  return table.columns.map(({ label }) => label);
}
