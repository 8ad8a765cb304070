import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { FIRST_BLOCK } from "../../../../../src/features/lists/common/table/byteBlocks";
import type { TableFacts } from "../../../../../src/features/lists/messages/listQuestions";
import { failureOf } from "../../../platform/http/support/bench";
import { load, openTables, pageOptions, rowsOf, tableOf, toldRows } from "./support/tables";

describe("the rows of a table", () => {
  it("come with their columns in the order in which they appear", async () => {
    const table = await tableOf([
      { a: 1, n: { x: "one" } },
      { b: null, n: { y: true }, a: 2 },
    ]);
    const { columns, rows } = await table.ask("facts", {});
    assert.deepEqual(
      columns.map(({ key, label }) => [key, label]),
      [
        ["/a", "a"],
        ["/n/x", "n.x"],
        ["/b", "b"],
        ["/n/y", "n.y"],
      ],
    );
    assert.equal(rows, 2);
    assert.deepEqual(toldRows(await rowsOf(table)), [
      ["1", "one", "missing", "missing"],
      ["2", "missing", "null", "true"],
    ]);
  });

  it("give the part that is asked for, and no more than there is", async () => {
    const table = await tableOf(Array.from({ length: 10 }, (_, id) => ({ id })));
    const answer = await rowsOf(table, { from: 8, count: 5, columns: ["/id", "/gone"] });
    assert.deepEqual(toldRows(answer), [
      ["8", "missing"],
      ["9", "missing"],
    ]);
    assert.deepEqual([answer.total, answer.all, answer.from], [10, 10, 8]);
    assert.deepEqual(answer.numbers, [8, 9]);
    assert.deepEqual((await rowsOf(table, { from: 50 })).rows, []);
  });

  it("are cut where a cell is too long to be sent, never within a character", async () => {
    const table = await tableOf([{ a: "x".repeat(2000), b: `${"x".repeat(1999)}😀` }]);
    const [[a, b] = []] = (await rowsOf(table)).rows;
    assert.deepEqual(a, { kind: "text", text: "x".repeat(2000) });
    assert.deepEqual(b, { kind: "text", text: "x".repeat(1999), isCut: true });
  });

  it("of pages that are added follow one another, with the columns of all", async () => {
    const table = openTables().open();
    await load(table, '[{"a":1}]');
    const asked = { pageNumber: 2, pageSize: 100 };
    const page = await load(table, '[{"b":2},{"a":3}]', { asked, isAdded: true });
    assert.deepEqual([page.rows, page.facts.rows, page.facts.columns.length], [2, 3, 2]);
    assert.deepEqual(toldRows(await rowsOf(table)), [
      ["1", "missing"],
      ["missing", "2"],
      ["3", "missing"],
    ]);
  });

  it("are replaced by those of another page once it has come whole, not before", async () => {
    const table = openTables().open();
    await load(table, '[{"a":1}]');
    const reader = table.receive(pageOptions());
    reader.add(Buffer.from('[{"b":'));
    assert.deepEqual(toldRows(await rowsOf(table)), [["1"]]);
    reader.add(Buffer.from("2}]"));
    const { facts } = await reader.finish(undefined);
    assert.deepEqual(toldRows(await rowsOf(table)), [["2"]]);
    assert.equal((await rowsOf(table)).revision, facts.revision);
  });

  for (const [body, code, values] of [
    ['{"a":1}', "answer/notAList", { type: "object" }],
    ["[1,", "answer/notJson", { reason: "unexpectedEnd", isCut: 1, line: 1, column: 4, offset: 3 }],
    [" ", "answer/notJson", { reason: "empty", line: 1, column: 1, offset: 0 }],
    ["[".repeat(600), "answer/tooDeep", { limit: 512, line: 1, column: 513, offset: 512 }],
  ] as const) {
    it(`stay when the next page fails (${code}, ${body.slice(0, 8)})`, async () => {
      const table = openTables().open();
      await load(table, '[{"a":1}]');
      const error = await failureOf(load(table, body));
      assert.deepEqual([error.kind, error.code, error.values], ["answer", code, values]);
      assert.deepEqual(toldRows(await rowsOf(table)), [["1"]]);
    });
  }

  it("stay when the next page is abandoned, also while it is read", async () => {
    const table = openTables().open();
    await load(table, '[{"a":1}]');
    const reader = table.receive(pageOptions());
    reader.add(Buffer.from(`[${Array.from({ length: 200_000 }, () => "1").join()}]`));
    const end = failureOf(reader.finish(undefined));
    await setImmediate();
    reader.abandon();
    assert.equal((await end).kind, "canceled");
    assert.deepEqual(toldRows(await rowsOf(table)), [["1"]]);
  });

  it("are gone after clear, and the table takes others", async () => {
    const table = await tableOf([{ a: 1 }]);
    table.clear();
    assert.deepEqual((await rowsOf(table)).rows, []);
    await load(table, '[{"b":1}]');
    assert.deepEqual(toldRows(await rowsOf(table)), [["1"]]);
  });

  it("can be asked for while the rest is on its way, as far as they are complete", async () => {
    const table = openTables().open();
    const told: TableFacts[] = [];
    const reader = table.receive(pageOptions({ onFirstRows: (facts) => told.push(facts) }));
    const row = `{"id":1,"text":"${"x".repeat(980)}"}`;
    const text = `{"items":[${Array.from({ length: 1000 }, () => row).join()}],"total":1000}`;
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 50_000) {
      reader.add(bytes.subarray(at, at + 50_000));
      await setImmediate();
    }
    const [first] = told;
    assert.equal(told.length, 1);
    assert.ok(first !== undefined && first.rows > 100 && first.rows < 1000);
    assert.equal(first.isGrowing, true);
    const last = await rowsOf(table, { from: first.rows - 1 });
    assert.deepEqual([last.all, toldRows(last)], [first.rows, [["1", "x".repeat(980)]]]);
    const page = await reader.finish(undefined);
    assert.deepEqual([page.facts.rows, page.facts.isGrowing], [1000, false]);
    assert.ok(page.facts.revision > first.revision);
    assert.equal((await rowsOf(table)).all, 1000);
  });

  it("that were first are taken back when the rest turns out not to be JSON", async () => {
    const table = openTables().open();
    await load(table, '[{"a":"before"}]');
    const reader = table.receive(pageOptions({ onFirstRows: () => undefined }));
    reader.add(Buffer.from(`[${'{"a":"new"},'.repeat(30_000)}`));
    const first = Math.floor((FIRST_BLOCK - 1) / '{"a":"new"},'.length);
    assert.equal((await rowsOf(table, { count: 1 })).all, first);
    assert.equal((await failureOf(reader.finish(undefined))).code, "answer/notJson");
    assert.deepEqual(toldRows(await rowsOf(table)), [["before"]]);
  });
});
