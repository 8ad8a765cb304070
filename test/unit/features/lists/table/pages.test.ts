import assert from "node:assert/strict";
import type { PageQuery } from "../../../../../src/features/lists/common/envelope";
import type { ReadPage, RowTable } from "../../../../../src/features/lists/common/table/rowTables";
import { load, openTables, rowsOf, toldRows } from "./support/tables";

describe("a page that is read", () => {
  const read = (text: string | Uint8Array, given?: Parameters<typeof load>[2]): Promise<ReadPage> =>
    load(openTables().open(), text, given);

  it("says where its rows are and what the envelope says", async () => {
    const page = await read('{"page":{"total":40},"data":{"items":[{"a":1},{"a":2}]}}');
    assert.deepEqual(page.listPath, ["data", "items"]);
    assert.deepEqual([page.rows, page.total?.value], [2, 40]);
  });

  it("follows the rules that the user gave, where the shapes mislead", async () => {
    const text = '{"items":[{"a":1}],"extra":{"rows":[1,2,3]},"total":1,"n":{"all":9}}';
    const page = await read(text, { rules: { rows: ["extra", "rows"], total: ["n", "all"] } });
    assert.deepEqual([page.rows, page.listPath], [3, ["extra", "rows"]]);
    assert.equal(page.total?.value, 9);
    const without = await read(text, { rules: { total: null } });
    assert.deepEqual([without.rows, without.total], [1, undefined]);
    await assert.rejects(read(text, { rules: { rows: ["n", "all"] } }), {
      code: "answer/notAList",
    });
    await assert.rejects(read(text, { rules: { rows: ["gone"] } }), { code: "answer/notAList" });
  });

  it("tells what else could be its list and its total when it is asked for that", async () => {
    const table = openTables().open();
    const text = '{"items":[{"a":1}],"extra":{"rows":[1,2,3]},"n":9}';
    const asked = { pageNumber: 4, pageSize: 25 };
    await load(table, text, { asked });
    assert.deepEqual(await table.ask("shapes", { pageNumber: 4 }), {
      lists: [
        { path: ["items"], rows: 1 },
        { path: ["extra", "rows"], rows: 3 },
      ],
      numbers: [{ path: ["n"], value: 9 }],
    });
    const gone = await table.ask("shapes", { pageNumber: 3 });
    assert.deepEqual(gone, { lists: [], numbers: [] });
  });

  it("is read in its encoding, and says when that was not exact", async () => {
    const latin = Buffer.from('[{"a":"\u00e9"}]', "latin1");
    const named = await read(latin, { contentType: "application/json; charset=iso-8859-1" });
    assert.deepEqual(named.encoding, { name: "windows-1252", exact: true });
    const unnamed = await read(latin);
    assert.deepEqual(unnamed.encoding, { name: "utf-8", exact: false, badByteOffset: 7 });
    const table = openTables().open();
    const { encoding } = await load(table, Buffer.from('\ufeff[{"a":"\u{1f600}"}]', "utf16le"));
    assert.equal(encoding.name, "utf-16le");
    assert.deepEqual(toldRows(await rowsOf(table)), [["\u{1f600}"]]);
  });

  it("holds as many rows as came, also far more than a tree shows", async () => {
    const page = await read(`[${Array.from({ length: 20_000 }, () => "{}").join()}]`);
    assert.equal(page.rows, 20_000);
  });

  it("gives its bytes back as they came", async () => {
    for (const body of [
      Buffer.from('[ {"a":1.0} ]\n'),
      Buffer.from('\ufeff[{"a":1}]'),
      Buffer.from('\ufeff[{"a":1}]', "utf16le"),
      Buffer.from('[{"a":"\u00e9"}]', "latin1"),
    ]) {
      const table = openTables().open();
      await load(table, body, { asked: { pageNumber: 7, pageSize: 10 } });
      for (let time = 0; time < 2; time++) {
        const { bytes } = await table.ask("page", { pageNumber: 7 });
        assert.ok(body.equals(bytes), body.toString("hex"));
      }
      await assert.rejects(table.ask("page", { pageNumber: 1 }), { code: "lists/rowsGone" });
    }
  });
});

describe("repeated rows", () => {
  let table: RowTable;

  beforeEach(() => {
    table = openTables().open();
  });

  const ID = (digit: number): string => `3f2504e0-4f89-41d3-9a0c-0305e82c330${digit}`;
  const rowsWith = (digits: readonly number[], more = ""): string =>
    JSON.stringify(digits.map((digit) => ({ id: ID(digit), v: more })));
  const at = (pageNumber: number, isAdded = true): { asked: PageQuery; isAdded: boolean } => ({
    asked: { pageNumber, pageSize: 3 },
    isAdded,
  });
  const told = ({ repeatsPage, repeatedRows }: ReadPage): readonly unknown[] => [
    repeatsPage,
    repeatedRows,
  ];

  it("are counted by their bytes and by their ids, and the whole page is known again", async () => {
    assert.deepEqual(told(await load(table, rowsWith([1, 2, 3]), at(1))), [false, 0]);
    assert.deepEqual(told(await load(table, rowsWith([3, 4, 5]), at(2))), [false, 1]);
    assert.deepEqual(told(await load(table, rowsWith([1, 4, 6], "changed"), at(3))), [false, 2]);
    const spaced = rowsWith([7, 8, 9]).replaceAll(":", ": ");
    assert.deepEqual(told(await load(table, rowsWith([7, 8, 9]), at(4))), [false, 0]);
    assert.deepEqual(told(await load(table, spaced, at(5))), [false, 3]);
    assert.deepEqual(told(await load(table, spaced, at(6))), [true, 3]);
  });

  it("are counted in long pages too, with an id of their own and without", async () => {
    for (const name of ["id", "clientId"]) {
      const rows = (from: number): string =>
        JSON.stringify(
          Array.from({ length: 500 }, (_, row) => ({
            [name]: `3f2504e0-4f89-41d3-9a0c-${String(from + row).padStart(12, "0")}`,
          })),
        );
      await load(table, rows(0), at(1));
      assert.deepEqual(told(await load(table, rows(350), at(2))), [false, 150], name);
      assert.deepEqual(told(await load(table, rows(350), at(3))), [true, 500], name);
    }
  });

  it("are none where rows without an id are merely equal, but for a page that comes again", async () => {
    for (const [one, other] of [
      ['["a","b"]', '["b","c"]'],
      ['[{"currency":"GBP"},{"currency":"USD"}]', '[{"currency":"USD"},{"currency":"EUR"}]'],
      [
        `[{"clientId":"${ID(1)}","value":1},{"clientId":"${ID(1)}","value":2}]`,
        `[{"clientId":"${ID(1)}","value":2},{"clientId":"${ID(1)}","value":3}]`,
      ],
    ] as const) {
      await load(table, one, at(1));
      assert.deepEqual(told(await load(table, other, at(2))), [false, 0], one);
      assert.deepEqual(told(await load(table, one, at(3))), [false, 2], "going round");
      assert.deepEqual(told(await load(table, '["b"]', at(4))), [false, 0], "one row");
    }
  });

  it("are known by their bytes where an id of any name is among these", async () => {
    const rows = (from: number): string =>
      JSON.stringify([0, 1, 2].map((row) => ({ clientId: ID(from + row), v: 1 })));
    await load(table, "[]", at(1));
    await load(table, rows(1), at(2));
    assert.deepEqual(told(await load(table, rows(3), at(3))), [false, 1]);
  });

  it("are the same records where an id says which row it is, in whatever spelling", async () => {
    const sameOf = async (body: string, pageNumber: number): Promise<number> =>
      (await load(table, body, at(pageNumber))).sameRecords;
    assert.equal(await sameOf(rowsWith([1, 2, 3]), 1), 0);
    assert.equal(await sameOf(rowsWith([3, 4, 5], "otherwise"), 2), 1);
    table.clear();
    await load(table, '[{"v":1},{"v":1}]', at(1));
    const again = await load(table, '[{"v":1},{"v":1}]', at(2));
    assert.deepEqual([again.repeatedRows, again.sameRecords], [2, 0]);
  });

  it("are known across pages that took the place of one another", async () => {
    await load(table, rowsWith([1, 2]), at(1, false));
    assert.deepEqual(told(await load(table, rowsWith([2, 3]), at(2, false))), [false, 1]);
    assert.deepEqual(told(await load(table, rowsWith([3, 4]), at(3, false))), [false, 1]);
  });

  it("are no news when the same page comes again", async () => {
    await load(table, rowsWith([1, 2]), at(1, false));
    await load(table, rowsWith([3, 4]), at(2, false));
    assert.deepEqual(told(await load(table, rowsWith([3, 4]), at(2, false))), [false, 0]);
    await load(table, rowsWith([5, 6]), at(3, false));
    assert.deepEqual(told(await load(table, rowsWith([3, 4]), at(2, false))), [false, 0]);
  });

  it("are forgotten with another size of pages, with the first page and by clear", async () => {
    await load(table, rowsWith([1, 2]), at(2, false));
    const other = { asked: { pageNumber: 3, pageSize: 50 }, isAdded: false };
    assert.deepEqual(told(await load(table, rowsWith([1, 2]), other)), [false, 0]);
    assert.deepEqual(told(await load(table, rowsWith([1, 2]), at(1, false))), [false, 0]);
    await load(table, rowsWith([3, 4]), at(2, false));
    table.clear();
    assert.deepEqual(told(await load(table, rowsWith([1, 2]), at(2, false))), [false, 0]);
  });

  it("of empty pages are none", async () => {
    await load(table, "[]", at(1));
    assert.deepEqual(told(await load(table, "[]", at(2))), [false, 0]);
  });

  it("of a service that counts from 0 are told on page 1", async () => {
    const rules = { firstPage: 0 as const };
    await load(table, rowsWith([1, 2]), { ...at(0), rules });
    assert.deepEqual(told(await load(table, rowsWith([1, 2]), { ...at(1), rules })), [true, 2]);
  });

  it("are not those that have something else in common", async () => {
    for (const name of ["questionnaireId", "fundCode", "reference"]) {
      const rows = (date: string): string =>
        JSON.stringify([1, 2, 3].map((digit) => ({ [name]: ID(digit), date })));
      await load(table, rows("2024-01-01"), at(1));
      assert.deepEqual(told(await load(table, rows("2024-02-01"), at(2))), [false, 0], name);
    }
  });

  it("are not taken for one by a number that is another in each row by chance", async () => {
    const rows = (numbers: readonly number[], from: number): string =>
      JSON.stringify(numbers.map((number, at) => ({ number, holdingId: `HLD-${from + at}` })));
    const nameless = (numbers: readonly number[], from: number): string =>
      JSON.stringify(numbers.map((number, at) => ({ number, value: from + at })));
    for (const make of [rows, nameless]) {
      await load(table, make([1, 2, 3], 1), at(1));
      assert.deepEqual(told(await load(table, make([3, 1, 2], 4), at(2))), [false, 0]);
    }
  });

  it("leave out of the count whose rows they are", async () => {
    const holdings = (ids: readonly string[]): string =>
      JSON.stringify(ids.map((holdingId) => ({ clientId: ID(1), holdingId })));
    await load(table, holdings(["a", "b"]), at(1));
    assert.deepEqual(told(await load(table, holdings(["c", "d"]), at(2))), [false, 0]);
  });
});
