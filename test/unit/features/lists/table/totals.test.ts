import assert from "node:assert/strict";
import { createMasking } from "../../../../../src/features/privacy/common/masking";
import type { TableTotals } from "../../../../../src/features/lists/common/table/rowTables";
import { load, openTables, tableOf } from "./support/tables";

async function totalsOf(rows: readonly unknown[] | string): Promise<TableTotals> {
  return (await tableOf(rows)).ask("totals", {});
}

describe("what the rows of a table add up to", () => {
  it("is exact, for numbers that no double holds", async () => {
    const rows = `[{"value":0.1},{"value":0.2},{"value":90071992547409930.01},{"value":-0.3}]`;
    const { columns } = await totalsOf(rows);
    assert.deepEqual(columns[0]?.units, [{ unit: "", sum: "90071992547409930.01" }]);
  });

  it("is told for each currency of its own, and for values without one", async () => {
    const rows = [
      { value: { amount: 10.5, currency: "GBP" } },
      { value: { amount: 1, currency: "EUR" } },
      { value: { amount: 2, currency: "GBP" } },
      { value: { amount: 7 } },
      { value: { amount: null, currency: "USD" } },
    ];
    const { columns, rows: count } = await totalsOf(rows);
    assert.equal(count, 5);
    assert.deepEqual(columns[0], {
      key: "/value/amount",
      label: "value.amount",
      units: [
        { unit: "GBP", sum: "12.5" },
        { unit: "EUR", sum: "1" },
        { unit: "", sum: "7" },
      ],
    });
  });

  it("begins with the column that says most, and leaves ids and texts out", async () => {
    const rows = [
      { accountId: 12, price: 1.5, currentValue: 20.25, name: "x", units: 4 },
      { accountId: 13, price: 2.5, currentValue: 30.25, name: "y", units: 5 },
    ];
    const { columns } = await totalsOf(rows);
    const keys = columns.map(({ key }) => key);
    assert.deepEqual(
      [keys[0], keys.includes("/accountId"), keys.includes("/name")],
      ["/currentValue", false, false],
    );
  });

  it("is no sum where one value is too large to be added", async () => {
    const rows = `[{"value":1,"currency":"GBP"},{"value":1e2000,"currency":"GBP"},
      {"value":2,"currency":"GBP"},{"value":3,"currency":"EUR"}]`;
    const { columns } = await totalsOf(rows);
    assert.deepEqual(columns[0]?.units, [
      { unit: "GBP", sum: null },
      { unit: "EUR", sum: "3" },
    ]);
  });

  it("is nothing where values are masked, unless they came masked", async () => {
    const tables = openTables((key) => {
      const masking = createMasking(key);
      return {
        value: (fact) => masking.maskValue(fact),
        json: (text, of) => masking.maskJson(text, of),
      };
    });
    tables.setMask(new Uint8Array(32));
    const rows = JSON.stringify([{ value: 5 }, { value: 6 }]);
    const [plain, masked] = [tables.open(), tables.open({ isMasked: true })];
    await load(plain, rows);
    await load(masked, rows);
    const hidden = await plain.ask("totals", {});
    assert.deepEqual([hidden.isMasked, hidden.columns[0]?.units], [true, []]);
    const own = await masked.ask("totals", {});
    assert.deepEqual(own.columns[0]?.units, [{ unit: "", sum: "11" }]);
    const text = async (isMasked: boolean): Promise<boolean> =>
      (await (isMasked ? masked : plain).ask("laidOut", { isSorted: false })).isMasked;
    assert.deepEqual([await text(true), await text(false)], [false, true]);
  });
});
