import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { isAppError } from "../../../../../src/platform/base/errors";
import { LinesAsArray } from "../../../../../src/features/exports/common/snapshots/linesAsArray";
import { readSnapshotRows } from "../../../../../src/features/exports/common/snapshots/snapshotRows";
import { EVERY_ROW } from "../../../../../src/features/lists/messages/listQuestions";
import { openTables } from "../../lists/table/support/tables";
import { inFolder } from "./support";

const NEVER = new AbortController().signal;

async function read(file: string, text: string | Uint8Array, format: "jsonl" | "json" = "jsonl") {
  await writeFile(file, text);
  const table = openTables().open();
  return { table, read: await readSnapshotRows({ path: file, format }, table, NEVER) };
}

describe("the rows of a snapshot", () => {
  it("are those of the file, lexemes and all, and its print is told", () =>
    inFolder(async (folder) => {
      const text = '{"a":1.00,"b":"\\u2028"}\n\n{"a":1e2,"a":2}\r\n{"a":null}';
      const { table, read: found } = await read(path.join(folder, "x.jsonl"), text);
      const sha256 = createHash("sha256").update(text).digest("hex");
      assert.deepEqual([found.rows, found.bytes, found.sha256], [3, text.length, sha256]);
      const source = await table.ask("value", { view: EVERY_ROW, row: 1 });
      assert.equal(source.text, '{"a":1e2,"a":2}');
    }));

  it("are read from an array, with or without what is around it", () =>
    inFolder(async (folder) => {
      const file = path.join(folder, "x.json");
      assert.equal((await read(file, "[\n{},\n{}\n]", "json")).read.rows, 2);
      const page = '{"total":3,"items":[{"id":1},{"id":2},{"id":3}]}';
      assert.equal((await read(file, page, "json")).read.rows, 3);
      assert.equal((await read(file, "")).read.rows, 0);
      assert.equal((await read(file, "\ufeff{}\n")).read.rows, 1);
    }));

  it("fail by the line of the file that is not JSON, and where there is no list or no file", () =>
    inFolder(async (folder) => {
      const file = path.join(folder, "x.jsonl");
      const codeOf = async (text: string, format?: "json"): Promise<unknown> =>
        read(file, text, format).then(
          () => "none",
          (error: unknown) => (isAppError(error) ? [error.code, error.values["line"]] : error),
        );
      assert.deepEqual(await codeOf('{"a":1}\n{"a":\n{"a":3}\n'), ["snapshots/damaged", 3]);
      assert.deepEqual(await codeOf('{"a":1}\n{"a" 2}\n'), ["snapshots/damaged", 2]);
      assert.deepEqual(await codeOf("1", "json"), ["snapshots/noList", undefined]);
      const table = openTables().open();
      const gone = { path: path.join(folder, "gone"), format: "jsonl" } as const;
      await assert.rejects(
        readSnapshotRows(gone, table, NEVER),
        (error) => isAppError(error) && error.code === "snapshots/gone",
      );
    }));

  it("stop when nobody wants them any more", () =>
    inFolder(async (folder) => {
      const file = path.join(folder, "x.jsonl");
      await writeFile(file, "{}\n");
      const reading = readSnapshotRows(
        { path: file, format: "jsonl" },
        openTables().open(),
        AbortSignal.abort(),
      );
      await assert.rejects(reading, (error) => isAppError(error) && error.kind === "canceled");
    }));
});

describe("JSON Lines as one array", () => {
  it("hold the same rows, however the bytes are cut", () => {
    const lines = fc.array(fc.oneof(fc.json(), fc.constantFrom("", "  ", "\t\r")), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 9 }), fc.boolean(), (rows, step, ends) => {
        const bytes = Buffer.from(rows.join("\n") + (ends ? "\n" : ""));
        const array = new LinesAsArray();
        const parts: Uint8Array[] = [];
        for (let at = 0; at < bytes.length; at += step) {
          parts.push(array.add(bytes.subarray(at, at + step)));
        }
        const text = Buffer.concat([...parts, array.end()]).toString();
        const wanted = rows
          .filter((row) => row.trim() !== "")
          .map((row) => JSON.parse(row) as unknown);
        assert.deepEqual(JSON.parse(text), wanted);
      }),
    );
  });
});
