import assert from "node:assert/strict";
import {
  pathsInView,
  pathsOf,
  tableLines,
} from "../../../../../src/features/lists/common/table/tableLines";
import {
  type ColumnLayout,
  FIRST_LAYOUT,
} from "../../../../../src/features/lists/messages/listLayout";
import { EVERY_ROW, type RowView } from "../../../../../src/features/lists/messages/listQuestions";
import type { RowTable } from "../../../../../src/features/lists/common/table/rowTables";
import { load, openTables, pageOptions, sorted, tableOf } from "./support/tables";

const rowsFrom = (count: number, text = ""): readonly object[] =>
  Array.from({ length: count }, (_, n) => ({ n, text }));

describe("rows of a table as JSON lines", () => {
  it("are whole rows as they came, with spaces for line breaks between tokens", async () => {
    const table = await tableOf('[ {"a" :1.0,\r\n "a":"\\n"}\n, [1,\n2] ,"x\\u2028", null ]');
    assert.equal(await linesOf(table), '{"a" :1.0,   "a":"\\n"}\n[1, 2]\n"x\\u2028"\nnull\n');
  });

  it("are those of a view in its order, or every one", async () => {
    const table = await tableOf(rowsFrom(4));
    const view = { ...sorted("/n", "descending"), search: "" };
    const filters = [{ column: "/n", operator: "atLeast" as const, value: "2" }];
    assert.deepEqual(numbersIn(await linesOf(table, { ...view, filters })), [3, 2]);
    assert.deepEqual(numbersIn(await linesOf(table)), [0, 1, 2, 3]);
    assert.equal(await linesOf(table, { ...EVERY_ROW, search: "nowhere" }), "");
    assert.equal(await linesOf(await tableOf([])), "");
  });

  it("come some at a time, and are all there in the end", async () => {
    const table = await tableOf(rowsFrom(2000, "x".repeat(1000)));
    const texts: string[] = [];
    for await (const text of tableLines(table, EVERY_ROW)) {
      assert.ok(text.endsWith("\n") && text.length < 270_000);
      texts.push(text);
    }
    assert.ok(texts.length > 5);
    assert.deepEqual(numbersIn(texts.join("")), [...Array(2000).keys()]);
  });

  it("are those of the moment, whatever the table loads or whether it is closed", async () => {
    const tables = openTables();
    const table = tables.open();
    await load(table, JSON.stringify(rowsFrom(2000, "x".repeat(1000))));
    const lines = tableLines(table, EVERY_ROW);
    const texts = [(await lines.next()).value];
    await load(table, '[{"n":"other"}]');
    texts.push((await lines.next()).value);
    table.dispose();
    for await (const text of lines) {
      texts.push(text);
    }
    assert.deepEqual(numbersIn(texts.join("")), [...Array(2000).keys()]);
  });

  it("leave no other table behind, also when nobody wants the rest", async () => {
    const table = await tableOf(rowsFrom(2000, "x".repeat(1000)));
    const copies: RowTable[] = [];
    const make = table.copy.bind(table);
    table.copy = () => {
      const copy = make();
      copies.push(copy);
      return copy;
    };
    for await (const text of tableLines(table, EVERY_ROW)) {
      assert.ok(text);
      break;
    }
    const [copy] = copies;
    assert.equal(copies.length, 1);
    await assert.rejects(copy?.ask("facts", {}) ?? Promise.resolve(), { kind: "canceled" });
  });

  it("are refused in words while rows are still coming", async () => {
    const table = openTables().open();
    await load(table, JSON.stringify(rowsFrom(3)));
    const reader = table.receive(pageOptions({ onFirstRows: () => undefined }));
    reader.add(Buffer.from(JSON.stringify(rowsFrom(3000, "x".repeat(100))).slice(0, -50)));
    assert.equal((await table.ask("facts", {})).isGrowing, true);
    await assert.rejects(linesOf(table), { kind: "input", code: "exports/rowsChanged" });
    reader.abandon();
    assert.deepEqual(numbersIn(await linesOf(table)), [0, 1, 2]);
  });

  it("are unmasked for who masks what it writes, in the order of what is shown", async () => {
    const tables = openTables(() => ({
      value: ({ text }) => Array.from(text).reverse().join(""),
      json: () => '"masked"',
    }));
    const table = tables.open();
    await load(table, '[{"who":"Ruth"},{"who":"Anna"}]');
    tables.setMask(new Uint8Array(32));
    assert.equal(await linesOf(table), '{"who":"Ruth"}\n{"who":"Anna"}\n');
    assert.equal(await linesOf(table, { ...EVERY_ROW, search: "htu" }), '{"who":"Ruth"}\n');
  });
});

describe("paths of columns", () => {
  it("are those on screen, in their order", async () => {
    const table = await tableOf('[{"a":{"x/y":1,"":2},"b~":3,"c":4}]');
    const columns: ColumnLayout = {
      ...{ order: ["/c", "/b~0"], hidden: ["/a/"], pinned: ["/a/x~1y"], widths: {} },
    };
    assert.deepEqual(await pathsInView(table, columns), [["a", "x/y"], ["c"], ["b~"]]);
    const all = await pathsInView(table, FIRST_LAYOUT.columns);
    assert.deepEqual(all, [["a", "x/y"], ["a", ""], ["b~"], ["c"]]);
  });

  it("lead from the row itself where it is no object", async () => {
    const table = await tableOf([1, 2]);
    assert.deepEqual(await pathsInView(table, FIRST_LAYOUT.columns), [[]]);
    assert.deepEqual(pathsOf(["", "/~01"]), [[], ["~1"]]);
  });
});

async function linesOf(table: RowTable, view: RowView = EVERY_ROW): Promise<string> {
  let lines = "";
  for await (const text of tableLines(table, view)) {
    lines += text;
  }
  return lines;
}

function numbersIn(lines: string): readonly unknown[] {
  return lines
    .split("\n")
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { readonly n: unknown }).n);
}
