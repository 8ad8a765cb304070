import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { JOURNAL_ENDING } from "../../../../src/core/lists/export/journal";
import type { Bench } from "../../http/support/bench";
import { openBench } from "../../http/support/bench";
import { askedPage } from "../support/sessions";
import { type ExportBench, openExports, ran } from "./support/exportBench";

const ROWS = Array.from(
  { length: 95 },
  (_, index) => `{"id":"h-${String(index)}","value":${String(index)}.10,"name":"Zürich 1e400"}`,
);

describe("an export of all pages", () => {
  let service: Bench;
  let bench: ExportBench;

  beforeEach(async () => {
    bench = openExports();
    service = await openBench({
      answer: (request, response) => {
        const [page, size] = askedPage(request.path);
        const rows = ROWS.slice((page - 1) * size, page * size);
        response.setHeader("content-type", "application/json");
        response.setHeader("x-dt-requestid", `r-${String(page)}`);
        response.end(`{"total":95,"items":[${rows.join(",")}]}`);
      },
    });
  });

  afterEach(async () => {
    await bench.close();
    await service.close();
  });

  it("writes every row as it came, and says what it wrote", async () => {
    const one = await ran(bench.exports.begin(bench.spec(), bench.source(service.client)));
    const text = bench.text();
    assert.equal(text, ROWS.map((row) => `${row}\n`).join(""));
    assert.deepEqual(one.progress, {
      ...{ state: "finished", pages: 10, rows: 95, bytes: Buffer.byteLength(text), claimed: 95 },
    });
    const { manifest, path } = one.result!;
    assert.equal(path, bench.part);
    assert.deepEqual(manifest.file, {
      ...{ name: "", rows: 95, bytes: Buffer.byteLength(text) },
      sha256: createHash("sha256").update(text).digest("hex"),
    });
    assert.equal(manifest.audit.isWhole, true);
    assert.deepEqual(manifest.audit.totals, [95]);
    assert.deepEqual(
      manifest.pages.map(({ page, rows, requestId }) => [page, rows, requestId]),
      Array.from({ length: 10 }, (_, index) => [
        index + 1,
        index === 9 ? 5 : 10,
        `r-${String(index + 1)}`,
      ]),
    );
    assert.equal(manifest.traceIds.length, 1);
    for (const ending of ["", JOURNAL_ENDING]) {
      assert.equal(statSync(bench.part + ending).mode & 0o777, 0o600);
    }
  });
});
