import assert from "node:assert/strict";
import fc from "fast-check";
import {
  EVERY_ROW,
  type FindAnswer,
  type FindQuestion,
} from "../../../../../src/features/lists/messages/listQuestions";
import type { RowTable } from "../../../../../src/features/lists/common/table/rowTables";
import { runs } from "../../../../fakes/runs";
import { sorted, tableOf } from "./support/tables";

const COLUMNS = ["/b", "/a", "/gone"];

describe("finding a text in cells", () => {
  it("goes through all cells that show it, around the ends, and counts them", async () => {
    const cell = fc.constantFrom("ax", "xb", "c", 'x"', undefined);
    const row = fc.record({ a: cell, b: cell });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 8 }),
        fc.nat({ max: 7 }),
        fc.nat({ max: 2 }),
        fc.record({
          direction: fc.constantFrom("forward" as const, "backward" as const),
          isInclusive: fc.boolean(),
        }),
        async (rows, place, column, wish) => {
          const table = await tableOf(rows);
          const start = { row: place % rows.length, column };
          const answer = await find(table, { ...start, ...wish });
          const cells = rows.flatMap(({ a, b }, at) =>
            [b, a, undefined].map((text, index) => ({ row: at, column: index, text })),
          );
          const found = cells.filter(({ text }) => text?.includes("x") === true);
          const isAfter = (cellAt: { row: number; column: number }): boolean => {
            const order = cellAt.row - start.row || cellAt.column - start.column;
            const steps = wish.direction === "forward" ? order : -order;
            return steps > 0 || (steps === 0 && wish.isInclusive);
          };
          const inOrder = wish.direction === "forward" ? found : found.toReversed();
          const next = inOrder.find(isAfter) ?? inOrder[0];
          assert.deepEqual(answer, {
            matches: found.length,
            ordinal: next === undefined ? 0 : found.indexOf(next) + 1,
            row: next?.row ?? start.row,
            column: next?.column ?? start.column,
          } satisfies FindAnswer);
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it("follows the order of the view, upper and lower case alike", async () => {
    const table = await tableOf([{ a: "Ruth 2" }, { a: "ruth 1" }, { a: "Anna" }]);
    const view = sorted("/a", "ascending");
    const answer = await find(table, { view, text: "RUTH", row: 0, column: 0 });
    assert.deepEqual(answer, { matches: 2, ordinal: 1, row: 1, column: 1 });
  });

  it("finds nothing where nothing is looked for", async () => {
    const table = await tableOf([{ a: "x" }]);
    assert.equal((await find(table, { text: "" })).matches, 0);
  });

  it("looks for another text when asked for one", async () => {
    const table = await tableOf([{ a: "x" }, { a: "y" }]);
    assert.equal((await find(table, { text: "x" })).row, 0);
    assert.equal((await find(table, { text: "y" })).row, 1);
  });
});

function find(table: RowTable, question: Partial<FindQuestion>): Promise<FindAnswer> {
  const start = { row: 0, column: 0, direction: "forward" as const, isInclusive: true };
  return table.ask("find", {
    ...{ view: EVERY_ROW, columns: COLUMNS, text: "x", ...start },
    ...question,
  });
}
