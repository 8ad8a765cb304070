import assert from "node:assert/strict";
import {
  type CopyFormat,
  EVERY_ROW,
  type RowView,
} from "../../../../../src/features/lists/messages/listQuestions";
import * as v from "valibot";
import { rowsAnswer } from "../../../../../src/features/lists/messages/listQuestions";
import { load, openTables, rowsOf, sorted, tableOf, toldRows } from "./support/tables";

const ROWS = `[{"v":12,"v":null},{"v":3},{"v":null,"v":7},{"v":5,"v":5}]`;

async function shownOf(rows: string): Promise<readonly (readonly string[])[]> {
  const table = await tableOf(rows);
  const { columns } = await table.ask("facts", {});
  return [columns.map(({ label }) => label), ...toldRows(await rowsOf(table))];
}

async function numbersOf(view: Partial<RowView>): Promise<readonly number[]> {
  const { numbers } = await rowsOf(await tableOf(ROWS), { view: { ...EVERY_ROW, ...view } });
  return numbers;
}

describe("members that an object has more than once", () => {
  const cases: readonly (readonly [what: string, rows: string, ...shown: string[][]])[] = [
    [
      "null after a value, and before one",
      ROWS,
      ["v"],
      ["2: 12 | null"],
      ["3"],
      ["2: null | 7"],
      ["2: 5 | 5"],
    ],
    [
      "a value and an object",
      '[{"v":5,"v":{"a":1}}]',
      ["v", "v.a"],
      ["2: 5 | members 1", "2: missing | 1"],
    ],
    ["an object and null", '[{"v":{"a":1},"v":null}]', ["v.a"], ["2: 1 | null"]],
    [
      "objects of other members",
      '[{"v":{"a":1},"v":{"b":2}}]',
      ["v.a", "v.b"],
      ["2: 1 | missing", "2: missing | 2"],
    ],
    [
      "inside one that is there twice",
      '[{"v":{"a":1,"a":2},"v":{"a":3}}]',
      ["v.a"],
      ["3: 1 | 2 | 3"],
    ],
    ["with another escape", '[{"v":1,"\\u0076":2}]', ["v"], ["2: 1 | 2"]],
    [
      "nothing there in any of them",
      '[{"v":{"a":1},"v":{}},{"v":{"b":2}}]',
      ["v", "v.a", "v.b"],
      ["2: members 1 | members 0", "2: 1 | missing", "missing"],
      ["missing", "missing", "2"],
    ],
  ];
  for (const [what, rows, ...shown] of cases) {
    it(`are all shown: ${what}`, async () => {
      assert.deepEqual(await shownOf(rows), shown);
    });
  }

  it("are found by each of them, are not empty, and come last in any order", async () => {
    assert.deepEqual(await numbersOf({ search: "12" }), [0]);
    const contains = { column: "/v", operator: "contains", value: "12" } as const;
    assert.deepEqual(await numbersOf({ filters: [contains] }), [0]);
    assert.deepEqual(await numbersOf({ filters: [{ ...contains, operator: "empty" }] }), []);
    assert.deepEqual(await numbersOf({ filters: [{ ...contains, operator: "less" }] }), [1]);
    for (const direction of ["ascending", "descending"] as const) {
      assert.deepEqual(await numbersOf(sorted("/v", direction)), [1, 0, 2, 3]);
    }
  });

  it("are copied and opened as they came", async () => {
    const table = await tableOf('[{"v":"=1","v":null,"w":1},{"v":[1],"v":{}},{"w":2}]');
    const copied = async (format: CopyFormat, columns: readonly string[], to = 2) => {
      const selection = { view: EVERY_ROW, ranges: [[0, to]] as const, columns };
      return (await table.ask("copy", { selection, format, withHeader: false })).text;
    };
    assert.equal(await copied("tsv", ["/v"]), "'=1 | null\n[1] | {}\n");
    assert.equal(
      await copied("json", ["/v"]),
      '[\n  {"v": "=1", "v": null},\n  {"v": [1], "v": {}},\n  {}\n]',
    );
    assert.equal(await copied("json", ["/v"], 0), '["=1",null]');
    const opened = await table.ask("value", {
      view: EVERY_ROW,
      row: 0,
      column: "/v",
    });
    assert.deepEqual(opened, { text: '{"v":"=1","v":null,"w":1}', name: "row.1" });
  });

  it("add to no sum, and are counted apart", async () => {
    const table = await tableOf(ROWS);
    const summary = await table.ask("summary", { view: EVERY_ROW, column: "/v" });
    assert.deepEqual([summary.several, summary.sum, summary.nulls], [3, "3", 0]);
    const { columns } = await table.ask("totals", {});
    assert.deepEqual(columns[0]?.units, [{ unit: "", sum: null }]);
  });

  it("are drawn by no chart as one of them, nor as none", async () => {
    const rows = ROWS.replaceAll("}", ',"p":"A","p":"B"}');
    const table = await tableOf(rows);
    const choice = { kind: "bar", x: "/p", y: ["/v"], aggregate: "sum" } as const;
    const data = await table.ask("chart", { view: EVERY_ROW, choice });
    assert.deepEqual(
      data.places.map(({ kind, text }) => [kind, text]),
      [["value", "A | B"]],
    );
    assert.deepEqual([data.series[0]?.values[0]?.text, data.remarks.noNumber], ["3", 3]);
  });

  it("are masked each, and reach a panel cut to what can be seen", async () => {
    const tables = openTables(() => ({ value: ({ text }) => `~${text.length}`, json: () => "{}" }));
    tables.setMask(new Uint8Array(32));
    const table = tables.open();
    const many = Array.from({ length: 30 }, (_, index) => `"v":"${"x".repeat(index)}"`).join();
    await load(table, `[{"v":"Ruth","v":"Anna Maria"},{${many}}]`);
    const answer = await rowsOf(table);
    assert.deepEqual(toldRows(answer)[0], ["2: ~4 | ~10"]);
    const [cell] = answer.rows[1] ?? [];
    assert.deepEqual(cell?.kind === "several" && [cell.times, cell.values.length], [30, 20]);
    assert.ok(v.is(rowsAnswer, answer));
    const inside = { ...answer, rows: [[{ kind: "several", times: 1, values: [cell] }]] };
    assert.ok(!v.is(rowsAnswer, inside));
  });
});
