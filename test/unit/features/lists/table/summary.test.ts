import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type ColumnSummary,
  EVERY_ROW,
  type RowView,
} from "../../../../../src/features/lists/messages/listQuestions";
import { runs } from "../../../../fakes/runs";
import { exactValue, LEXEMES, NEAR_LEXEMES } from "./support/numbers";
import { tableOf } from "./support/tables";

describe("the summary of a column", () => {
  it("counts, compares and adds numbers by value", async () => {
    const lexemes = fc.array(fc.oneof(LEXEMES, NEAR_LEXEMES), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(lexemes, async (numbers) => {
        const summary = await summaryOf(numbers);
        const values = numbers.map(exactValue);
        const rising = values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
        assert.equal(summary.distinct, new Set(values).size);
        assert.equal(exactValue(summary.minimum ?? ""), rising[0]);
        assert.equal(exactValue(summary.maximum ?? ""), rising.at(-1));
        assert.equal(
          exactValue(summary.sum ?? ""),
          values.reduce((sum, value) => sum + value, 0n),
        );
        assert.ok(numbers.includes(summary.minimum ?? ""), "as it came");
        const counted = summary.frequent.map(({ text, count }) => [exactValue(text), count]);
        const [most] = counted;
        const counts = values.map((value) => values.filter((other) => other === value).length);
        assert.equal(most?.[1], Math.max(...counts));
        for (const [value, count] of counted) {
          assert.equal(values.filter((other) => other === value).length, count);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it("tells nothing, null and blank apart", async () => {
    const summary = await summaryOf([undefined, "null", '""', '" "', '"b"', '"a"', '"b"', "[]"]);
    assert.deepEqual(summary, {
      ...{ rows: 8, missing: 1, nulls: 1, blank: 2, distinct: 2, isDistinctExact: true },
      ...{ minimum: "a", maximum: "b" },
      frequent: [
        { text: "b", count: 2 },
        { text: "a", count: 1 },
      ],
    });
  });

  it("adds nothing up where not all are numbers, and tells the texts apart from numbers", async () => {
    const summary = await summaryOf(["1", '"1"', "2"]);
    assert.deepEqual([summary.sum, summary.distinct], [undefined, 3]);
    assert.deepEqual([summary.minimum, summary.maximum], ["1", "1"]);
  });

  it("names the currencies that a sum mixes, as they are shown", async () => {
    const rows = [
      { value: 1.5, currency: "GBP" },
      { value: 2, currency: "EUR" },
      { value: 3 },
      { value: null, currency: "USD" },
    ];
    const table = await tableOf(rows);
    const unitsIn = async (view: RowView): Promise<unknown> =>
      (await table.ask("summary", { view, column: "/value" })).units;
    assert.deepEqual(await unitsIn(EVERY_ROW), ["GBP", "EUR", ""]);
    const filters = [{ column: "/currency", operator: "equals" as const, value: "GBP" }];
    assert.equal(await unitsIn({ ...EVERY_ROW, filters }), undefined, "one alone");
  });

  it("is of the rows of a view alone", async () => {
    const table = await tableOf([{ v: 1 }, { v: 2 }, { v: 4 }]);
    const filters = [{ column: "/v", operator: "greater" as const, value: "1" }];
    const view = { ...EVERY_ROW, filters };
    const { rows, sum } = await table.ask("summary", { view, column: "/v" });
    assert.deepEqual([rows, sum], [2, "6"]);
  });

  it("gives quantiles that are there, the exact sum by the count, and the deviation", async () => {
    const summary = await summaryOf(["10", "0.1", "0.2", "4.00", "null"]);
    assert.deepEqual(
      summary.quantiles?.map(({ share, text }) => [share, text]),
      [
        ...[[0.05, "0.1"] as const, [0.25, "0.1"] as const, [0.5, "0.2"] as const],
        ...[[0.75, "4.00"] as const, [0.95, "10"] as const],
      ],
    );
    assert.deepEqual([summary.sum, summary.mean], ["14.30", "3.575"]);
    assert.equal(summary.deviation, "4.65215");
    const long = await summaryOf(["12345678901234567890.10", "12345678901234567890.30", "0"]);
    assert.equal(long.mean, "8230452600823045260.13333");
    assert.equal((await summaryOf(["-1", "-1", "-1"])).mean, "-1");
    assert.equal((await summaryOf(["1"])).deviation, undefined);
  });

  it("orders numbers by value for quantiles, also where doubles cannot tell them apart", async () => {
    const lexemes = fc.array(fc.oneof(LEXEMES, NEAR_LEXEMES), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(lexemes, async (numbers) => {
        const { quantiles } = await summaryOf(numbers);
        const rising = numbers
          .map(exactValue)
          .sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
        for (const { share, text } of quantiles ?? []) {
          const rank = Math.max(0, Math.ceil(share * rising.length) - 1);
          assert.equal(exactValue(text), rising[rank]);
          assert.ok(numbers.includes(text), "as it came");
        }
        assert.equal(quantiles?.length, 5);
      }),
      { numRuns: runs(200) },
    );
  });

  it("counts in each bar the rows that a filter by its borders leaves", async () => {
    const day = fc
      .date({ min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
      .map((date) => JSON.stringify(date.toISOString().slice(0, 10)));
    const near = fc.integer({ min: 0, max: 400 }).map((days) => {
      const date = new Date(Date.UTC(2024, 1, 20) + days * 86_400_000).toISOString();
      return JSON.stringify(days % 2 === 0 ? date : date.slice(0, 10));
    });
    const values = fc.oneof(
      fc.array(LEXEMES, { minLength: 2, maxLength: 20 }),
      fc.array(NEAR_LEXEMES, { minLength: 2, maxLength: 20 }),
      fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }).map(String), { minLength: 2 }),
      fc.array(day, { minLength: 2, maxLength: 20 }),
      fc.array(near, { minLength: 2, maxLength: 20 }),
    );
    let drawn = 0;
    await fc.assert(
      fc.asyncProperty(values, async (column) => {
        const table = await tableOf(`[${column.map((value) => `{"v":${value}}`).join()}]`);
        const { histogram } = await table.ask("summary", { view: EVERY_ROW, column: "/v" });
        for (const { from = "", to = "", count } of histogram ?? []) {
          drawn++;
          const filters = [
            { column: "/v", operator: "atLeast" as const, value: from },
            { column: "/v", operator: "less" as const, value: to },
          ];
          const left = { view: { ...EVERY_ROW, filters }, from: 0, count: 1, columns: ["/v"] };
          assert.equal((await table.ask("rows", left)).total, count, `${from} to ${to}`);
        }
        const all = (histogram ?? []).reduce((sum, { count }) => sum + count, 0);
        assert.ok(histogram === undefined || all === column.length);
      }),
      { numRuns: runs(150) },
    );
    assert.ok(drawn > 100, "some were drawn");
  });

  it("draws round borders, and none where all values are the same", async () => {
    const bordersOf = async (values: readonly string[]): Promise<readonly (string | undefined)[]> =>
      (await summaryOf(values)).histogram?.map(({ from }) => from) ?? [];
    assert.deepEqual(await bordersOf(["0.05", "0.11"]), [
      ...["0.050", "0.055", "0.060", "0.065", "0.070", "0.075", "0.080", "0.085", "0.090"],
      ...["0.095", "0.100", "0.105", "0.110"],
    ]);
    assert.equal((await bordersOf(["-3", "9"]))[0], "-3");
    assert.deepEqual(await bordersOf(["5", "5.0"]), []);
    const dates = ["2024-11-03", "2025-02-27"].map((date) => JSON.stringify(date));
    assert.deepEqual(await bordersOf(dates), [
      ...["2024-11-01", "2024-12-01", "2025-01-01", "2025-02-01"],
    ]);
    const end = ["2019-05-01", "9999-12-31"].map((date) => JSON.stringify(date));
    assert.equal((await bordersOf(end)).at(-1), "9000-01-01");
  });

  it("says how many values are not among the most frequent", async () => {
    const summary = await summaryOf(Array.from({ length: 14 }, (_, row) => `"t${row % 13}"`));
    assert.equal(summary.others, 3);
  });

  it("says that there are more different values than were counted", async () => {
    const rows = Array.from({ length: 100_003 }, (_, row) => ({ v: `t${row % 100_002}` }));
    const table = await tableOf(rows);
    const summary = await table.ask("summary", { view: EVERY_ROW, column: "/v" });
    assert.deepEqual([summary.distinct, summary.isDistinctExact], [100_000, false]);
    assert.equal(summary.maximum, "t100001", "also of those that were not counted");
    assert.deepEqual(summary.frequent[0], { text: "t0", count: 2 });
    assert.equal(summary.frequent.length, 10);
  });
});

async function summaryOf(values: readonly (string | undefined)[]): Promise<ColumnSummary> {
  const rows = values.map((value) => (value === undefined ? "{}" : `{"v":${value}}`));
  const table = await tableOf(`[${rows.join()}]`);
  return table.ask("summary", { view: EVERY_ROW, column: "/v" });
}
