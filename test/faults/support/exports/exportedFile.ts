import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { type ManyRows, rowLine } from "../../../fakes/manyRows";
import {
  type ExportManifest,
  MANIFEST_ENDING,
} from "../../../../src/features/exports/common/exportManifest";

type Lossless = "jsonl" | "json";

/** Every row in its place, byte for byte, and nothing else; the manifest says the same. */
export async function expectExported(
  file: string,
  format: Lossless,
  { kind, count }: ManyRows,
): Promise<ExportManifest> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of chunksOf(file)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  const expected = createHash("sha256");
  for (const line of expectedLines(format, kind, count)) {
    expected.update(line);
  }
  const sha256 = hash.digest("hex");
  if (sha256 !== expected.digest("hex")) {
    await tellFirstDifference(file, expectedLines(format, kind, count));
  }
  const manifest = JSON.parse(readFileSync(file + MANIFEST_ENDING, "utf8")) as ExportManifest;
  assert.deepEqual({ ...manifest.file, name: "" }, { name: "", bytes, sha256, rows: count });
  return manifest;
}

function* expectedLines(
  format: Lossless,
  kind: ManyRows["kind"],
  count: number,
): Generator<string> {
  yield format === "json" ? "[\n" : "";
  for (let index = 0; index < count; index++) {
    const isLast = index === count - 1;
    yield `${rowLine(kind, index)}${format === "json" && !isLast ? "," : ""}\n`;
  }
  yield format === "json" ? "]\n" : "";
}

async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 20 })) {
    yield chunk as Buffer;
  }
}

async function tellFirstDifference(file: string, expected: Iterable<string>): Promise<never> {
  let found = "";
  const wanted = expected[Symbol.iterator]();
  let at = 0;
  for await (const chunk of chunksOf(file)) {
    found += chunk.toString();
    const lines = found.split("\n");
    found = lines.pop() ?? "";
    for (const line of lines) {
      let next = wanted.next();
      next = next.value === "" ? wanted.next() : next;
      assert.equal(`${line}\n`, next.value, `line ${at}`);
      at++;
    }
  }
  assert.fail(`the file ends after ${at} lines, with ${JSON.stringify(found.slice(0, 80))}`);
}
