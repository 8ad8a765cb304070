import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { maskLine } from "../../../../src/features/exports/common/formats/maskLines";
import { exportedText } from "../../../../src/features/exports/common/formats/exportedText";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import { createDataSets } from "../../../../src/features/sandbox/server/data/dataSets";
import { EVERY_ROW } from "../../../../src/features/lists/messages/listQuestions";
import { load, openTables } from "../lists/table/support/tables";
import { ConvertingBench, formOf } from "./support/converting";

const KEY = new Uint8Array(32).fill(7);
const ROWS = createDataSets("masked-exports", () => 0)
  .development.clients.slice(0, 300)
  .map(({ row }) => row);
const LINES = ROWS.map((row) => JSON.stringify(row));

describe("lines that are masked", () => {
  const bench = new ConvertingBench();

  before(() => bench.open());
  after(() => bench.close());

  it("hold nothing of the clients, in any form", async () => {
    const masking = createMasking(KEY);
    const lines = LINES.map((line) => maskLine(line, masking));
    for (const format of ["jsonl", "json", "csv", "markdown"] as const) {
      const { text } = await bench.convert(lines, formOf(format));
      for (const { clientId, name, dateOfBirth, adviser } of ROWS) {
        const canaries = [clientId, name.firstName, name.lastName, dateOfBirth, adviser];
        for (const canary of canaries) {
          assert.ok(!text.includes(canary), `${format} holds ${canary}`);
        }
      }
    }
  });

  it("are valid JSON of one line each, with the members and order that came", () => {
    const masking = createMasking(KEY);
    for (const [index, line] of LINES.entries()) {
      const masked = maskLine(line, masking);
      assert.ok(!/[\r\n]/.test(masked));
      const value = JSON.parse(masked) as object;
      assert.deepEqual(Object.keys(value), Object.keys(ROWS[index] ?? {}));
    }
  });

  it("have the pseudonyms that a panel shows, in every export under the same key", async () => {
    const [one, other] = [createMasking(KEY), createMasking(KEY)];
    const lines = LINES.map((line) => maskLine(line, one));
    const backward = LINES.toReversed().map((line) => maskLine(line, other));
    assert.deepEqual(backward.toReversed(), lines);
    assert.deepEqual(await copiedRows(), lines);
    const elsewhere = createMasking(new Uint8Array(32).fill(8));
    assert.notDeepEqual(
      LINES.map((line) => maskLine(line, elsewhere)),
      lines,
    );
  });

  it("hide a total, which is an amount of the row and no count of a list", () => {
    const masking = createMasking(KEY);
    for (const row of ['{"total":812345.67}', '{"total":812345.67,"tags":["a"]}']) {
      assert.ok(!maskLine(row, masking).includes("812345"), row);
    }
  });

  it("are refused where they are not JSON, of which nobody can say what is private", () => {
    const masking = createMasking(KEY);
    assert.throws(() => maskLine('{"name":"Ruth"', masking), { code: "payload/syntax" });
  });
});

describe("an exported file as a text", () => {
  const bench = new ConvertingBench();

  before(() => bench.open());
  after(() => bench.close());

  it("is what was written, without the mark of UTF-8", async () => {
    const form = formOf("csv", { byteOrderMark: true });
    await bench.convert(['{"a":"ä"}'], form);
    assert.equal(await exportedText(bench.path("made"), 100), "a\r\nä\r\n");
  });

  it("is refused beyond a limit of bytes", async () => {
    writeFileSync(bench.path("text"), "äbc");
    assert.equal(await exportedText(bench.path("text"), 4), "äbc");
    const values = { limitBytes: 3 };
    const refusal = { kind: "input", code: "exports/tooLargeForText", values };
    await assert.rejects(exportedText(bench.path("text"), 3), refusal);
  });
});

/** Each row as copying it from a panel in privacy mode gives it. */
async function copiedRows(): Promise<readonly string[]> {
  const tables = openTables((key) => {
    const masking = createMasking(key);
    return {
      value: (fact) => masking.maskValue(fact),
      json: (text, of) => masking.maskJson(text, of),
    };
  });
  const table = tables.open();
  await load(table, `[${LINES.join()}]`);
  tables.setMask(KEY);
  const columns = (await table.ask("facts", {})).columns.map(({ key }) => key);
  const selection = { view: EVERY_ROW, ranges: [[0, 999] as const], columns };
  const { text } = await table.ask("copy", { selection, format: "json", withHeader: false });
  return text
    .split("\n")
    .slice(1, -1)
    .map((line) => line.trim().replace(/,$/, ""));
}
