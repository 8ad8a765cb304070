import assert from "node:assert/strict";
import type { RowTable, RowTables } from "../../../../../src/features/lists/common/table/rowTables";
import type { CreateMask } from "../../../../../src/features/lists/common/table/shownValues";
import { EVERY_ROW } from "../../../../../src/features/lists/messages/listQuestions";
import { createMasking } from "../../../../../src/features/privacy/common/masking";
import { load, openTables, rowsOf, sorted, toldRows } from "./support/tables";

const KEY = new Uint8Array([7]);
const TEXT = '[{"n":{"who":"Ruth"},"v":2.50,"b":true},{"n":{"who":"Anna"},"v":1,"b":null}]';

/** Turns texts around and hides numbers, and says under which names it found them. */
const MASK: CreateMask = (key) => ({
  value: ({ path, kind, text }) =>
    kind === "boolean" ? text : `${key[0] ?? 0}~${path.slice(1).join(".")}~${reversed(text)}`,
  json: (text) =>
    text.replace(
      /"(who)": ?"(\w+)"/g,
      (_, name: string, who: string) => `"${name}":"${reversed(who)}"`,
    ),
});

describe("values that are masked", () => {
  let tables: RowTables;
  let table: RowTable;

  beforeEach(async () => {
    tables = openTables(MASK);
    table = tables.open();
    await load(table, TEXT);
    tables.setMask(KEY);
  });

  it("are masked in rows, by the names that lead to them", async () => {
    assert.deepEqual(toldRows(await rowsOf(table)), [
      ["7~n.who~htuR", "7~v~05.2", "true"],
      ["7~n.who~annA", "7~v~1", "null"],
    ]);
  });

  it("are masked by the columns beside them: a name beside an ISIN is a security's", async () => {
    const rows = '[{"name":"A","isin":"I","in":{"name":"B","isin":"J"},"by":{"name":"C"}}]';
    const other = tables.open();
    await load(other, rows);
    const columns = ["/name", "/in/name", "/by/name"];
    assert.deepEqual(toldRows(await rowsOf(other, { columns })), [
      ["7~product.name~A", "7~in.product.name~B", "7~by.name~C"],
    ]);
  });

  it("are masked by the columns around their envelope: one with an id may be a person", async () => {
    const other = tables.open();
    await load(
      other,
      '[{"id":1,"attributes":{"schemeId":"S","name":"A"},"of":{"schemeId":"S","name":"B"}}]',
    );
    const columns = ["/attributes/name", "/of/name"];
    assert.deepEqual(toldRows(await rowsOf(other, { columns })), [
      ["7~attributes.name~A", "7~of.product.name~B"],
    ]);
  });

  it("are masked where they are called total: only that of an answer is a count", async () => {
    const real = openTables((key) => {
      const masking = createMasking(key);
      return {
        value: (fact) => masking.maskValue(fact),
        json: (text, of) => masking.maskJson(text, of),
      };
    });
    const rows = real.open();
    await load(rows, '{"total":40,"items":[{"total":812345.67,"tags":["a"]}]}');
    real.setMask(new Uint8Array(32).fill(7));
    assert.match(toldRows(await rowsOf(rows, { columns: ["/total"] }))[0]![0]!, /^•/);
    const row = { view: EVERY_ROW, row: 0 };
    const selection = { view: EVERY_ROW, ranges: [[0, 0] as const], columns: ["/total"] };
    const copied = await rows.ask("copy", { selection, format: "json", withHeader: false });
    const texts = [
      (await rows.ask("value", row)).text,
      (await rows.ask("value", { ...row, column: "/total" })).text,
      copied.text,
    ];
    assert.ok(!texts.some((text) => text.includes("812345")), texts.join("\n"));
    const { bytes } = await rows.ask("page", { pageNumber: 1 });
    assert.match(Buffer.from(bytes).toString(), /^\{"total":40,"items":\[\{"total":9999/);
  });

  it("are shown again without a key, and masked anew with another", async () => {
    const search = { ...EVERY_ROW, search: "7~" };
    assert.equal((await rowsOf(table, { view: search })).total, 2);
    tables.setMask(undefined);
    assert.deepEqual(toldRows(await rowsOf(table, { columns: ["/v"] })), [["2.50"], ["1"]]);
    tables.setMask(new Uint8Array([9]));
    assert.deepEqual(toldRows(await rowsOf(table, { columns: ["/v"] }))[0], ["9~v~05.2"]);
    const { total } = await rowsOf(table, { view: search });
    assert.equal(total, 0, "what was found under the key before is not found any more");
  });

  it("are found, searched and filtered as they are shown, and sorted as they are", async () => {
    const search = async (text: string): Promise<number> =>
      (await rowsOf(table, { view: { ...EVERY_ROW, search: text } })).total;
    assert.deepEqual([await search("Ruth"), await search("htur")], [0, 1]);
    const filters = [{ column: "/n/who", operator: "contains" as const, value: "ruth" }];
    assert.equal((await rowsOf(table, { view: { ...EVERY_ROW, filters } })).total, 0);
    const place = { row: 0, column: 0, direction: "forward" as const, isInclusive: true };
    const find = { view: EVERY_ROW, columns: ["/n/who"], ...place };
    assert.equal((await table.ask("find", { ...find, text: "ruth" })).matches, 0);
    assert.equal((await table.ask("find", { ...find, text: "HTUR" })).matches, 1);
    assert.deepEqual((await rowsOf(table, { view: sorted("/v", "ascending") })).numbers, [1, 0]);
  });

  it("are masked in summaries", async () => {
    const view = EVERY_ROW;
    const summary = await table.ask("summary", { view, column: "/v" });
    assert.deepEqual([summary.minimum, summary.maximum], ["7~v~1", "7~v~05.2"]);
    assert.equal(summary.sum, "7~v~05.3");
    assert.equal(summary.mean, "7~v~57.1");
    assert.deepEqual(
      summary.quantiles?.map(({ text }) => text),
      ["7~v~1", "7~v~1", "7~v~1", "7~v~05.2", "7~v~05.2"],
    );
    assert.ok(summary.histogram?.every((bar) => bar.from === undefined && bar.to === undefined));
    assert.equal(summary.histogram?.length, 8);
    assert.deepEqual(
      summary.frequent.map(({ text }) => text),
      ["7~v~05.2", "7~v~1"],
    );
  });

  it("are masked in everything that is copied", async () => {
    const selection = { view: EVERY_ROW, ranges: [[0, 1] as const], columns: ["/n/who"] };
    for (const format of ["tsv", "json", "markdown", "text"] as const) {
      const { text } = await table.ask("copy", { selection, format, withHeader: false });
      assert.ok(!text.includes("Ruth") && text.includes("htuR"), text);
    }
    const whole = { ...selection, columns: ["/n/who", "/v", "/b"] };
    const { text } = await table.ask("copy", {
      ...{ selection: whole, format: "json" as const, withHeader: false },
    });
    assert.ok(!text.includes("Ruth") && text.includes("htuR"), text);
  });

  it("are masked in what is opened as JSON", async () => {
    const question = { view: EVERY_ROW, row: 0 };
    const value = await table.ask("value", { ...question, column: "/n/who" });
    assert.equal(value.text, '"htuR"');
    assert.match((await table.ask("value", question)).text, /htuR/);
    const { bytes } = await table.ask("page", { pageNumber: 1 });
    assert.equal(
      Buffer.from(bytes).toString(),
      TEXT.replace("Ruth", "htuR").replace("Anna", "annA"),
    );
  });

  it("are not shown at all where there is no mask to be had", async () => {
    const bare = openTables();
    const hidden = bare.open();
    bare.setMask(KEY);
    await load(hidden, TEXT);
    const shown = JSON.stringify([
      await rowsOf(hidden),
      await hidden.ask("value", { view: EVERY_ROW, row: 0 }),
      Buffer.from((await hidden.ask("page", { pageNumber: 1 })).bytes).toString(),
    ]);
    assert.ok(!/Ruth|Anna|2\.50/.test(shown), shown);
    assert.match(shown, /•••/);
  });
});

describe("a value that is opened as JSON", () => {
  it("is what came, of a row or one value of it", async () => {
    const table = openTables().open();
    await load(table, '[{"b":1},{"a":{"x":[1.0,  2],"x.y":null}}]');
    const question = { view: sorted("/a/x", "ascending"), row: 0 };
    assert.deepEqual(await table.ask("value", question), {
      text: '{"a":{"x":[1.0,  2],"x.y":null}}',
      name: "row.2",
    });
    const value = await table.ask("value", { ...question, column: "/a/x" });
    assert.deepEqual(value, { text: "[1.0,  2]", name: "row.2.a.x" });
  });

  it("that is not there is said to be gone", async () => {
    const table = openTables().open();
    await load(table, '[{"a":1},{}]');
    const question = { view: EVERY_ROW, row: 1 };
    await assert.rejects(table.ask("value", { ...question, column: "/a" }), {
      code: "lists/rowsGone",
    });
    await assert.rejects(table.ask("value", { ...question, row: 2 }), { code: "lists/rowsGone" });
  });
});

function reversed(text: string): string {
  return Array.from(text).reverse().join("");
}
