import assert from "node:assert/strict";
import fc from "fast-check";
import { parseJsonText, sourceOf } from "../../../../../src/platform/json/jsonText";
import type { RowTable } from "../../../../../src/features/lists/common/table/rowTables";
import {
  type CopyQuestion,
  EVERY_ROW,
} from "../../../../../src/features/lists/messages/listQuestions";
import { runs } from "../../../../fakes/runs";
import { LEXEMES } from "./support/numbers";
import { load, rowsOf, sorted, tableOf, told } from "./support/tables";

const HOSTILE = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom("\t", '"', "\n", "\r", "=", "a", "|", "\\", "'", "<") }),
);

describe("copying rows", () => {
  it("as TSV gives spreadsheets back what was shown, and nothing that they would run", async () => {
    const row = fc.record({ a: HOSTILE, b: HOSTILE, n: fc.integer() });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
        const table = await tableOf(rows);
        const { text, rows: count } = await copy(table, "tsv", { columns: ["/b", "/n", "/a"] });
        const cells = parseTsv(text);
        assert.equal(count, rows.length);
        assert.equal(cells.length, rows.length + 1);
        assert.deepEqual(cells[0], ["b", "n", "a"]);
        for (const [index, { a, b, n }] of rows.entries()) {
          const expected = [b, String(n), a];
          for (const [place, cell] of (cells[index + 1] ?? []).entries()) {
            assert.ok(cell === expected[place] || cell === `'${expected[place] ?? ""}`);
            assert.ok(place === 1 || !/^[=+\-@\t\r\n]/.test(cell) || /^-?\d/.test(cell), cell);
          }
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it("is of the rows that were told of last, whatever has come between them since", async () => {
    const table = await tableOf(["c", "b"]);
    const view = sorted("", "ascending");
    const { revision, rows } = await rowsOf(table, { view });
    assert.deepEqual(
      rows.map(([cell]) => told(cell)),
      ["b", "c"],
    );
    await load(table, '["a"]', { isAdded: true });
    const selection = { view, ranges: [[0, 0]], columns: [""] } as const;
    const options = { format: "text", withHeader: false } as const;
    const { text } = await table.ask("copy", { selection: { ...selection, revision }, ...options });
    assert.equal(text, "b");
    const { text: json } = await table.ask("value", { view, revision, row: 0 });
    assert.equal(json, '"b"');
    // Told of others, the panel may still show the ones before; a count shows nothing.
    await rowsOf(table, { view });
    await rowsOf(table, { view, count: 0 });
    const before = { selection: { ...selection, revision }, ...options };
    assert.equal((await table.ask("copy", before)).text, "b");
    // Nobody was told of another one.
    assert.equal((await table.ask("copy", { selection, ...options })).text, "a");
    assert.equal((await table.ask("value", { view, revision: 99, row: 0 })).text, '"a"');
  });

  it("as TSV marks formulas in wide characters too", async () => {
    const table = await tableOf(["＝cmd", "＋cmd", "－cmd", "＠cmd"]);
    const { text } = await copy(table, "tsv", { withHeader: false });
    assert.equal(text, "'＝cmd\n'＋cmd\n'－cmd\n'＠cmd");
  });

  it("as TSV marks formulas and leaves numbers", async () => {
    const texts = ["=1+1", "+44 20", "-5.00", "@sum", "-", "'x", "\tx", "5"];
    const table = await tableOf([...texts.map((v) => ({ v })), { v: -3 }]);
    const { text } = await copy(table, "tsv", { withHeader: false });
    assert.deepEqual(parseTsv(text).flat(), [
      "'=1+1",
      "'+44 20",
      "-5.00",
      "'@sum",
      "'-",
      "'x",
      "'\tx",
      "5",
      "-3",
    ]);
    const named = await tableOf([{ "=cmd": 1 }]);
    assert.equal((await copy(named, "tsv")).text, "'=cmd\n1");
  });

  it("as TSV leaves cells without a value empty, and gives arrays as they came", async () => {
    const table = await tableOf('[{"a":null,"b":[1.0, "x"]},{"c":true}]');
    const { text } = await copy(table, "tsv", { columns: ["/a", "/b", "/c"], withHeader: false });
    assert.equal(text, '\t"[1.0, ""x""]"\t\n\t\ttrue');
  });

  it("as JSON gives every value as it was written", async () => {
    const row = fc.record({ a: LEXEMES, b: HOSTILE.map((text) => JSON.stringify(text)) });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 2, maxLength: 8 }), async (rows) => {
        const sources = rows.map(({ a, b }) => `{"x": ${a},"n":{"y":${b}}}`);
        const table = await tableOf(`[${sources.join()}]`);
        const whole = (await copy(table, "json", { columns: ["/x", "/n/y"] })).text;
        const root = parseJsonText(whole);
        assert.deepEqual(
          root.items?.map((node) => sourceOf(whole, node)),
          sources,
        );
        const some = (await copy(table, "json", { columns: ["/n/y"] })).text;
        const values = parseJsonText(some).items?.map(({ members = [] }) =>
          members.map(({ name, value }) => [name, sourceOf(some, value)]),
        );
        assert.deepEqual(
          values,
          rows.map(({ b }) => [["n.y", b]]),
        );
      }),
      { numRuns: runs(300) },
    );
  });

  it("as JSON leaves out what a row does not have, and keeps null", async () => {
    const table = await tableOf('[{"a":1.10,"b":null,"c":0},{"b":2}]');
    const { text } = await copy(table, "json", { columns: ["/a", "/b"] });
    assert.equal(text, '[\n  {"a": 1.10, "b": null},\n  {"b": 2}\n]');
  });

  it("as JSON keeps columns apart that have the same name", async () => {
    const table = await tableOf('[{"a.b":1,"a":{"b":2},"c":3},{}]');
    const { text } = await copy(table, "json", { columns: ["/a.b", "/a/b"] });
    assert.equal(text, '[\n  {"/a.b": 1, "/a/b": 2},\n  {}\n]');
  });

  it("of one cell as JSON gives its value alone", async () => {
    const table = await tableOf('[{"a":1.10,"b":[ 1 ]}]');
    assert.equal((await copy(table, "json", { columns: ["/a"] })).text, "1.10");
    assert.equal((await copy(table, "json", { columns: ["/b"] })).text, "[ 1 ]");
  });

  it("as Markdown is a table in which nothing is markup", async () => {
    const table = await tableOf([{ "a|b": "x | *y*\n<b>", n: 1 }, { "a|b": null }]);
    const { text } = await copy(table, "markdown", { withHeader: false });
    assert.deepEqual(text.split("\n"), [
      "| a\\|b | n |",
      "| --- | ---: |",
      "| x \\| \\*y\\*<br>\\<b\\> | 1 |",
      "|  |  |",
    ]);
  });

  it("as text gives the values alone, one a line", async () => {
    const table = await tableOf([{ a: "=1", b: 2 }, { b: 3.5 }]);
    const { text } = await copy(table, "text", { columns: ["/a", "/b"] });
    assert.equal(text, "=1\n2\n\n3.5");
  });

  it("takes the ranges of a view, as far as there are rows", async () => {
    const table = await tableOf(Array.from({ length: 10 }, (_, v) => ({ v })));
    const selection = {
      view: sorted("/v", "descending"),
      columns: ["/v"],
      ranges: [
        [0, 1],
        [8, 99],
      ] as const,
    };
    const question = { selection, format: "text" as const, withHeader: false };
    assert.deepEqual(await table.ask("copy", question), { text: "9\n8\n1\n0", rows: 4 });
  });

  it("is refused where it would be more than a clipboard takes", async () => {
    const table = await tableOf([{ v: "x".repeat(1_000_000) }]);
    const ranges = Array.from({ length: 100 }, () => [0, 0] as const);
    const selection = { view: EVERY_ROW, columns: ["/v"], ranges };
    const question = { selection, format: "text" as const, withHeader: false };
    await assert.rejects(table.ask("copy", question), {
      ...{ kind: "input", code: "lists/copyTooLarge", values: { limitBytes: 100_000_000 } },
    });
    const most = { ...selection, ranges: ranges.slice(1) };
    assert.equal((await table.ask("copy", { ...question, selection: most })).rows, 99);
  });

  it("of everything that is selected in an empty view is nothing", async () => {
    const table = await tableOf([]);
    assert.deepEqual(await copy(table, "tsv"), { text: "", rows: 0 });
    assert.deepEqual(await copy(table, "json"), { text: "[\n]", rows: 0 });
  });
});

async function copy(
  table: RowTable,
  format: CopyQuestion["format"],
  given: { readonly columns?: readonly string[]; readonly withHeader?: boolean } = {},
): Promise<{ readonly text: string; readonly rows: number }> {
  const { columns: all } = await table.ask("facts", {});
  const columns = given.columns ?? all.map(({ key }) => key);
  const selection = { view: EVERY_ROW, ranges: [[0, 499] as const], columns };
  return table.ask("copy", { selection, format, withHeader: given.withHeader ?? true });
}

/** As a spreadsheet reads what is pasted. */
function parseTsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\n\r"]*))(\t|\n|$)/y;
  let isLast = false;
  while (!isLast) {
    const [, quoted, plain, end] = cell.exec(text) ?? assert.fail(`at ${cell.lastIndex}: ${text}`);
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    isLast = end === "";
    if (end === "\n") {
      rows.push([]);
    }
  }
  return rows;
}
