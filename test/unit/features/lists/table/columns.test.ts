import assert from "node:assert/strict";
import fc from "fast-check";
import { COLUMN_LIMIT } from "../../../../../src/features/lists/common/table/columns";
import type { TableFacts } from "../../../../../src/features/lists/messages/listQuestions";
import type { ColumnKind } from "../../../../../src/features/lists/messages/listTable";
import { load, openTables, rowsOf, tableOf, toldRows } from "./support/tables";

describe("the columns of a table", () => {
  it("keep lexemes, and tell null, missing and empty apart", async () => {
    const table = await tableOf(
      '[{"a": 1204.3300, "b": null, "c": ""}, {"a": 1e400, "c": "\\u00e9"}]',
    );
    assert.deepEqual((await rowsOf(table)).rows, [
      [{ kind: "number", text: "1204.3300" }, { kind: "null" }, { kind: "text", text: "" }],
      [{ kind: "number", text: "1e400" }, { kind: "missing" }, { kind: "text", text: "é" }],
    ]);
  });

  it("count what is in arrays, and objects without members", async () => {
    const rows = toldRows(await rowsOf(await tableOf('[{"a":[1,[2],{}],"b":[],"c":{},"d":true}]')));
    assert.deepEqual(rows, [["items 3", "items 0", "members 0", "true"]]);
  });

  it("show a null object in the columns of its members", async () => {
    const table = await tableOf('[{"n": null}, {"n": {"f": "x"}}, {}]');
    assert.deepEqual(await labelsOf(table.ask("facts", {})), ["n.f"]);
    assert.deepEqual(toldRows(await rowsOf(table)), [["null"], ["x"], ["missing"]]);
  });

  it("show that there are rows when none has a member", async () => {
    const rows = toldRows(await rowsOf(await tableOf("[{}, {}]")));
    assert.deepEqual(rows, [["members 0"], ["members 0"]]);
  });

  it("keep a value and an object under one name apart", async () => {
    const table = await tableOf('[{"n": 1}, {"n": {"f": 2}}]');
    assert.deepEqual(await labelsOf(table.ask("facts", {})), ["n", "n.f"]);
    assert.deepEqual(toldRows(await rowsOf(table)), [
      ["1", "missing"],
      ["missing", "2"],
    ]);
  });

  it("keep a dotted name and a nested one apart by key", async () => {
    const table = await tableOf('[{"a.b": 1, "a": {"b": 2}, "a/b": 3, "a~1b": 4}]');
    const { columns } = await table.ask("facts", {});
    assert.deepEqual(
      columns.map(({ key }) => key),
      ["/a.b", "/a/b", "/a~1b", "/a~01b"],
    );
    assert.deepEqual(toldRows(await rowsOf(table)), [["1", "2", "3", "4"]]);
  });

  it("of rows that are values are one without a name", async () => {
    const table = await tableOf('["a", 2, null]');
    const { columns } = await table.ask("facts", {});
    assert.deepEqual(columns, [{ key: "", label: "", isNumeric: false, kind: "mixed" }]);
    assert.deepEqual(toldRows(await rowsOf(table)), [["a"], ["2"], ["null"]]);
  });

  it("are numeric when all their values are numbers and there is one", async () => {
    const { columns } = await factsOf('[{"a":1,"b":1,"c":null}, {"a":null,"b":"1"}, {"a":2.5}]');
    assert.deepEqual(
      columns.map(({ isNumeric }) => isNumeric),
      [true, false, false],
    );
  });

  it("show all of duplicate members, and names that objects have of their own", async () => {
    const table = await tableOf('[{"__proto__":{"x":1},"a":1,"constructor":2,"a":3}]');
    assert.deepEqual(await labelsOf(table.ask("facts", {})), ["__proto__.x", "a", "constructor"]);
    assert.deepEqual(toldRows(await rowsOf(table)), [["1", "2: 1 | 3", "2"]]);
  });

  it("are limited, and so is their depth", async () => {
    const wide = Array.from({ length: COLUMN_LIMIT + 5 }, (_, index) => `"m${index}": 1`);
    const facts = await factsOf(`[{${wide.join()}}]`);
    assert.deepEqual([facts.columns.length, facts.omittedColumns], [COLUMN_LIMIT, 5]);
    const deep = await tableOf(`[${'{"a":'.repeat(100)}1${"}".repeat(100)}]`);
    assert.deepEqual(await labelsOf(deep.ask("facts", {})), ["a.a.a.a.a.a"]);
    assert.deepEqual(toldRows(await rowsOf(deep)), [["members 1"]]);
  });

  it("stay bounded where every row has names of its own", async () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => ({ [`name${row}`]: row }));
    const facts = await factsOf(JSON.stringify(rows));
    assert.deepEqual([facts.rows, facts.columns.length], [20_000, COLUMN_LIMIT]);
  });

  it("say what their values look like", async () => {
    const kinds: readonly (readonly [ColumnKind, string, ...string[]])[] = [
      ["money", "currentValue", "12", "12.5"],
      ["money", "x", "12.00", "-1.50", "null"],
      ["number", "units", "12.00"],
      ["number", "age", "41"],
      ["number", "x", "1.5e10"],
      ["date", "valuedOn", '"2026-10-31"', '"2026-10-31T10:00:00Z"', '""', "null"],
      ["text", "on", '"2026-10-31"', '"yesterday"'],
      ["text", "on", '"2026-10-31x"'],
      ["text", "blank", '""', '" "'],
      ["id", "x", '"3F2504E0-4F89-41D3-9A0C-0305E82C3301"'],
      ["id", "holdingId", '"H-1"'],
      ["id", "planReference", "12345"],
      ["boolean", "isActive", "true", "false"],
      ["items", "tags", "[]", "[1]"],
      ["members", "x", "{}"],
      ["mixed", "x", "1", '"1"'],
      ["empty", "x", "null"],
    ];
    for (const [kind, name, ...values] of kinds) {
      const facts = await factsOf(`[${values.map((value) => `{"${name}":${value}}`).join()}]`);
      assert.deepEqual(
        facts.columns.map((column) => column.kind),
        [kind],
        `${name} ${values.join(" ")}`,
      );
    }
  });

  it("of pages that follow one another say what all their values look like", async () => {
    const table = openTables().open();
    await load(table, '[{"a":"2026-10-31","b":1}]');
    const { facts } = await load(table, '[{"a":"then","b":1.25,"c":{"d":1}}]', {
      isAdded: true,
      asked: { pageNumber: 2, pageSize: 1 },
    });
    assert.deepEqual(
      facts.columns.map(({ key, kind }) => [key, kind]),
      [
        ["/a", "text"],
        ["/b", "money"],
        ["/c/d", "number"],
      ],
    );
  });

  it("give every row a cell for every column, whatever the rows", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue(), { maxLength: 20 }), async (rows) => {
        const table = await tableOf(rows);
        const { columns } = await table.ask("facts", {});
        assert.equal(new Set(columns.map(({ key }) => key)).size, columns.length);
        const answer = await rowsOf(table);
        assert.deepEqual(
          answer.rows.map((row) => row.length),
          rows.map(() => columns.length),
        );
        for (const { key } of columns) {
          // What a column is of is told of its rows too.
          const cells = (await rowsOf(table, { columns: [key] })).rows.flat();
          assert.ok(cells.some(({ kind }) => kind !== "missing"));
        }
      }),
    );
  });
});

async function factsOf(text: string): Promise<TableFacts> {
  return (await tableOf(text)).ask("facts", {});
}

async function labelsOf(facts: Promise<TableFacts>): Promise<readonly string[]> {
  return (await facts).columns.map(({ label }) => label);
}
