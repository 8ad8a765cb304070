import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { convertLines } from "../../../../src/features/exports/common/formats/convert";
import { MARKDOWN_ROW_LIMIT } from "../../../../src/features/exports/common/formats/markdown";
import { parseJsonText, sourceOf } from "../../../../src/platform/json/jsonText";
import { LEXEMES } from "../lists/table/support/numbers";
import { IS_LONG, runs } from "../../../fakes/runs";
import { ConvertingBench, formOf } from "./support/converting";

/** Rows as services write them: white space between tokens, and every way to write a text. */
const ROWS = fc.oneof(
  fc.json().map((text) => text.replace(/[\r\n]/g, " ")),
  fc.tuple(LEXEMES, fc.string({ unit: "binary" })).map(([number, text]) => {
    const value = JSON.stringify(text);
    return `{ "a" :${number},"a":${value} , "\\u0062":[ 1.0,{}] }`;
  }),
);

describe("lines of rows in other forms", () => {
  const bench = new ConvertingBench();

  before(() => bench.open());
  after(() => bench.close());

  it("are, as JSON, the same rows byte for byte", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ROWS, { maxLength: 20 }), async (lines) => {
        const { text, rows } = await bench.convert(lines, formOf("json"));
        const items = parseJsonText(text).items ?? [];
        assert.equal(rows, lines.length);
        assert.deepEqual(
          items.map((item) => sourceOf(text, item)),
          lines.map((line) => line.trim()),
        );
      }),
      { numRuns: runs(100) },
    );
  });

  it("are, as JSON, one array with a row on each line", async () => {
    const text = async (lines: readonly string[]): Promise<string> =>
      (await bench.convert(lines, formOf("json"))).text;
    assert.equal(await text(['{"a":1.0}', "2"]), '[\n{"a":1.0},\n2\n]\n');
    assert.equal(await text(["1"]), "[\n1\n]\n");
    assert.equal(await text([]), "[]\n");
  });

  it("are told with their size and the print of just what lies on the disk", async () => {
    const lines = Array.from({ length: 3000 }, (_, n) => `{"n":${n},"t":"${"ä".repeat(n % 700)}"}`);
    for (const format of ["jsonl", "json", "csv", "markdown"] as const) {
      const made = await bench.convert(lines, formOf(format, { byteOrderMark: true }));
      const sha256 = createHash("sha256").update(made.file).digest("hex");
      assert.deepEqual(
        [made.rows, made.bytes, made.sha256, made.mode],
        [3000, made.file.length, sha256, 0o600],
        format,
      );
    }
  });

  it("may be longer than what is read at once, in every form", async () => {
    const long = "x".repeat(3_000_000);
    const lines = ["1", `"${long}"`, "2", `"${long}${long}"`, "3"];
    assert.equal((await bench.convert(lines, formOf("json"))).text, `[\n${lines.join(",\n")}\n]\n`);
    assert.equal((await bench.convert(lines, formOf("jsonl"))).text, `${lines.join("\n")}\n`);
    const { text } = await bench.convert(lines, formOf("csv"));
    assert.equal(text, `value\r\n1\r\n${long}\r\n2\r\n${long}${long}\r\n3\r\n`);
  });

  it("tell of the share that is done, both readings of CSV counted", async () => {
    const lines = Array.from({ length: IS_LONG ? 60_000 : 20_000 }, (_, n) => `{"n":${n}}`);
    for (const [form, readings] of [
      [formOf("jsonl"), 1],
      [formOf("json"), 1],
      [formOf("csv"), 2],
      [formOf("csv", { columns: [["n"]] }), 1],
    ] as const) {
      const shares: number[] = [];
      await bench.convert(lines, form, { onProgress: (share) => shares.push(share) });
      assert.equal(shares.at(-1), 1);
      assert.deepEqual(
        shares,
        shares.toSorted((a, b) => a - b),
      );
      const halves = shares.filter((share) => share <= 0.5).length;
      assert.ok(readings === 1 || halves === shares.length / 2, String(halves));
      assert.equal(new Set(shares).size, shares.length);
    }
    const shares: number[] = [];
    await bench.convert(["{}"], formOf("csv"), { onProgress: (share) => shares.push(share) });
    assert.deepEqual(shares, [0.5, 1]);
  });

  it("are read alone where JSON Lines stay where they are", async () => {
    const from = await bench.writeLines(["1", "2"]);
    const { rows, bytes } = await convertLines({ from, to: from, form: formOf("jsonl") });
    assert.deepEqual([rows, bytes, readFileSync(from, "utf8")], [2, 4, "1\n2\n"]);
  });

  it("take the place of what was there, and leave nothing where they are aborted", async () => {
    const lines = Array.from({ length: IS_LONG ? 200_000 : 50_000 }, (_, n) => `{"n":${n}}`);
    writeFileSync(bench.path("made"), "what was there before");
    const [from, to] = [await bench.writeLines(lines), bench.path("made")];
    for (const format of ["jsonl", "json", "csv"] as const) {
      const abort = new AbortController();
      const reports: number[] = [];
      const onProgress = (bytes: number): void => {
        reports.push(bytes);
        abort.abort();
      };
      const { signal } = abort;
      const made = convertLines({ from, to, form: formOf(format), onProgress, signal });
      await assert.rejects(made, { kind: "canceled", code: "canceled/byUser" });
      assert.equal(reports.length, 1, "it stopped after the first report");
      assert.ok(!existsSync(to));
    }
  });

  it("say where they are not what was written", async () => {
    for (const [bad, line] of [
      ["{", 1],
      ["1,2", 1],
      ["", 1],
      ["1] , [2", 1],
    ] as const) {
      for (const format of ["csv", "markdown"] as const) {
        const made = bench.convert(["{}", bad], formOf(format));
        const expected = { kind: "input", code: "exports/linesDamaged", values: { line } };
        await assert.rejects(made, expected, bad);
        assert.ok(!existsSync(bench.path("made")));
      }
    }
  });

  it("are too many for Markdown beyond some rows or some bytes", async () => {
    const most = Array.from({ length: MARKDOWN_ROW_LIMIT }, () => '{"a":1}');
    assert.equal((await bench.convert(most, formOf("markdown"))).rows, MARKDOWN_ROW_LIMIT);
    const values = { limitRows: 5000, limitBytes: 5 * 1_048_576 };
    const refusal = { kind: "input", code: "exports/tooLargeForMarkdown", values };
    await assert.rejects(bench.convert([...most, "{}"], formOf("markdown")), refusal);
    const long = `"${"x".repeat(2_700_000)}"`;
    assert.equal((await bench.convert([long], formOf("markdown"))).rows, 1);
    await assert.rejects(bench.convert([long, long], formOf("markdown")), refusal);
  });
});
