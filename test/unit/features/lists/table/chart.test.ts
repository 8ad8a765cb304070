import assert from "node:assert/strict";
import { EVERY_ROW } from "../../../../../src/features/lists/messages/listQuestions";
import type { ChartChoice } from "../../../../../src/features/lists/messages/listLayout";
import { load, openTables, sorted, tableOf } from "./support/tables";

const BY_PROVIDER: ChartChoice = { kind: "bar", x: "/provider", y: ["/value"], aggregate: "sum" };
const ROWS = `[
  {"provider":"Aviva","value":0.10,"currency":"GBP"},
  {"provider":"Zurich","value":9007199254740993.05,"currency":"GBP"},
  {"provider":"Aviva","value":0.20,"currency":"GBP"},
  {"provider":"Zurich","value":null,"currency":"USD"}
]`;

describe("the chart of a table", () => {
  it("adds the lexemes of the answer, of the rows that the view leaves", async () => {
    const table = await tableOf(ROWS);
    const data = await table.ask("chart", { view: EVERY_ROW, choice: BY_PROVIDER });
    assert.deepEqual(
      data.places.map(({ text }, at) => [text, data.series[0]?.values[at]?.text]),
      [
        ["Zurich", "9007199254740993.05"],
        ["Aviva", "0.30"],
      ],
    );
    assert.deepEqual([data.remarks.units, data.remarks.noNumber], [["GBP"], 1]);
    const filtered = await table.ask("chart", {
      view: { ...EVERY_ROW, filters: [{ column: "/value", operator: "less", value: "0.15" }] },
      choice: BY_PROVIDER,
    });
    assert.deepEqual([filtered.remarks.rows, filtered.series[0]?.values[0]?.text], [1, "0.10"]);
    const view = sorted("/provider", "ascending");
    const { places } = await table.ask("chart", { view, choice: BY_PROVIDER });
    assert.deepEqual(
      places.map(({ text }) => text),
      ["Aviva", "Zurich"],
    );
  });

  it("draws what is shown: of masked amounts nothing, of masked names their pseudonyms", async () => {
    const tables = openTables(() => ({
      value: ({ path, text }) => (path[0] === "value" ? "•4F2A9K.••" : `Person ${text.length}`),
      json: (text) => text,
    }));
    tables.setMask(new Uint8Array(32));
    const table = tables.open();
    await load(table, ROWS);
    const masked = await table.ask("chart", { view: EVERY_ROW, choice: BY_PROVIDER });
    assert.deepEqual([masked.problem, masked.places], ["masked", []]);
    assert.doesNotMatch(JSON.stringify(masked), /Aviva|0\.3|9007/);
    const counted = await table.ask("chart", { view: EVERY_ROW });
    assert.equal(counted.choice?.aggregate, "count");
    assert.deepEqual(
      counted.places.map(({ text }) => text),
      ["Person 5", "Person 6"],
    );
  });
});
