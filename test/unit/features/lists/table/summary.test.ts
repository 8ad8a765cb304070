import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type ColumnSummary,
  EVERY_ROW,
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

  it("is of the rows of a view alone", async () => {
    const table = await tableOf([{ v: 1 }, { v: 2 }, { v: 4 }]);
    const filters = [{ column: "/v", operator: "greater" as const, value: "1" }];
    const view = { ...EVERY_ROW, filters };
    const { rows, sum } = await table.ask("summary", { view, column: "/v" });
    assert.deepEqual([rows, sum], [2, "6"]);
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
