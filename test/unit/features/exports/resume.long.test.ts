import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { isAppError } from "../../../../src/platform/base/errors";
import { JOURNAL_ENDING } from "../../../../src/features/exports/common/journal";
import type { RunningExport } from "../../../../src/features/exports/common/exports";
import { type Bench, failureOf, openBench } from "../../platform/http/support/bench";
import { createLocks } from "../../../fakes/locks";
import { until } from "../lists/support/sessions";
import { type ExportBench, openExports, ran } from "./support/exportBench";
import { HoldingPages } from "./support/holdingPages";

describe("an export that is interrupted", () => {
  let service: Bench;
  let bench: ExportBench;
  let pages: HoldingPages;

  beforeEach(async () => {
    pages = new HoldingPages(95);
    bench = openExports();
    service = await openBench({ answer: pages.answer });
  });

  afterEach(async () => {
    await bench.close();
    await service.close();
  });

  const begin = (): RunningExport =>
    bench.exports.begin(bench.spec(), bench.source(service.client));
  const resumed = async (): Promise<RunningExport> =>
    await ran(await bench.exports.resume(bench.part, bench.source(service.client)));

  /** Stopped when four pages had come, and the next three were on their way. */
  async function stopped(): Promise<void> {
    const one = begin();
    pages.hold();
    const running = one.run();
    await until(() => pages.waiting === 1);
    pages.letGo();
    await until(() => pages.waiting === 3);
    pages.letGo();
    await until(() => pages.waiting === 3 && one.progress.pages === 4);
    await one.stop();
    pages.flow();
    await running;
    assert.deepEqual([one.progress.state, one.failure], ["stopped", undefined]);
  }

  const assertWhole = ({ progress, result }: RunningExport): void => {
    assert.equal(bench.text(), pages.lines);
    const sha256 = createHash("sha256").update(pages.lines).digest("hex");
    assert.deepEqual([progress.state, progress.rows, progress.pages], ["finished", 95, 10]);
    const { file, audit, pages: told } = result!.manifest;
    assert.equal(file.sha256, sha256);
    assert.equal(file.bytes, Buffer.byteLength(pages.lines));
    assert.equal(audit.isWhole, true);
    assert.equal(audit.repeatedRows, 0);
    assert.deepEqual(
      told.map(({ page }) => page),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
  };

  it("stays after the pages on their way, and goes on from there", async () => {
    pages.hold();
    const states: string[] = [];
    const one = bench.exports.begin(bench.spec(), {
      ...bench.source(service.client),
      onChange: () => states.push(one.progress.state),
    });
    const running = one.run();
    await until(() => pages.waiting === 1);
    pages.letGo();
    await until(() => pages.waiting === 3);
    one.pause();
    assert.equal(one.progress.state, "paused");
    pages.flow();
    await running;
    assert.deepEqual([one.progress.state, one.progress.pages], ["paused", 5]);
    assert.equal(bench.text().split("\n").length, 51);
    await ran(one);
    assertWhole(one);
    assert.equal(pages.asked.length, 10);
    assert.deepEqual([...new Set(states)], ["running", "paused", "finishing", "finished"]);
  });

  it("takes a pause back before it has come", async () => {
    pages.hold();
    const one = begin();
    const running = one.run();
    await until(() => pages.waiting === 1);
    one.pause();
    const again = one.run();
    assert.equal(one.progress.state, "running");
    pages.flow();
    await Promise.all([running, again]);
    assertWhole(one);
  });

  it("stops at once, and is gone on with in another window", async () => {
    await stopped();
    const facts = await bench.exports.readPart(bench.part);
    assert.deepEqual([facts.pages, facts.rows, facts.claimed], [4, 40, 95]);
    assert.equal(facts.bytes, statSync(bench.part).size);
    assert.ok(facts.lastAt !== undefined && facts.spec.query.operationId === "listHoldings");
    const before = pages.asked.length;
    const one = await bench.exports.resume(bench.part, bench.source(service.client));
    assert.deepEqual([one.progress.state, one.progress.rows], ["paused", 40]);
    await ran(one);
    assertWhole(one);
    assert.equal(Math.min(...pages.asked.slice(before)), 5);
    assert.equal(one.result?.manifest.traceIds.length, 2);
  });

  const damages: readonly (readonly [string, () => void])[] = [
    ["more than all of its rows", () => appendFileSync(bench.part, "x".repeat(20_000))],
    ["half a row more", () => appendFileSync(bench.part, '{"id":"h-4')],
    [
      "half a line of the journal",
      () => appendFileSync(bench.part + JOURNAL_ENDING, '{"page":5,"ro'),
    ],
    [
      "a page that did not get to the disk",
      () => truncateSync(bench.part, statSync(bench.part).size - 7),
    ],
    [
      "bytes that the disk lost",
      () => {
        const bytes = readFileSync(bench.part);
        bytes.fill(0, bytes.length - 1500, bytes.length - 1400);
        writeFileSync(bench.part, bytes);
      },
    ],
    ["nothing of its rows", () => truncateSync(bench.part, 0)],
    [
      "nothing of its pages",
      () => {
        const [head] = bench.text(JOURNAL_ENDING).split("\n");
        writeFileSync(bench.part + JOURNAL_ENDING, `${head ?? ""}\n`);
      },
    ],
  ];
  for (const [what, damage] of damages) {
    it(`is whole in the end where a kill left ${what}`, async () => {
      await stopped();
      damage();
      assertWhole(await resumed());
    });
  }

  it("asks nobody where only the last step was missing", async () => {
    pages.body = (_page, rows) => `[${rows.join(",")}]`;
    await ran(begin());
    const asked = pages.asked.length;
    const one = await resumed();
    assert.equal(bench.text(), pages.lines);
    assert.equal(one.result?.manifest.audit.isWhole, true);
    assert.equal(pages.asked.length, asked);
  });

  it("knows rows again that came before it was interrupted", async () => {
    await stopped();
    const { rows } = pages;
    pages.body = (page, own) =>
      `{"total":95,"items":[${(page === 6 ? [...rows.slice(0, 3), ...own.slice(3)] : own).join(",")}]}`;
    const one = await resumed();
    assert.equal(one.result?.manifest.audit.repeatedRows, 3);
  });

  it("goes on masked as it began", async () => {
    const source = { ...bench.source(service.client), maskingKey: new Uint8Array(32).fill(3) };
    const whole = await ran(bench.exports.begin(bench.spec({ isMasked: true }), source));
    const [text, hash] = [bench.text(), whole.result?.manifest.file.sha256];
    await bench.discard();
    const one = bench.exports.begin(bench.spec({ isMasked: true }), {
      ...source,
      onChange: () => (one.progress.pages === 3 ? void one.stop() : undefined),
    });
    await one.run();
    const again = await ran(await bench.exports.resume(bench.part, source));
    assert.equal(bench.text(), text);
    assert.equal(again.result?.manifest.file.sha256, hash);
    assert.equal(again.result?.manifest.audit.repeatedRows, 0);
    await bench.discard();
    const other = bench.exports.begin(bench.spec({ isMasked: true }), {
      ...source,
      onChange: () => (other.progress.pages === 3 ? void other.stop() : undefined),
    });
    await other.run();
    const foreign = { ...source, maskingKey: new Uint8Array(32).fill(4) };
    const wrong = await bench.exports.resume(bench.part, foreign);
    await wrong.run();
    assert.equal(codeOf(wrong.failure), "exports/otherMaskingKey");
    assert.ok(!bench.text(JOURNAL_ENDING).includes("AwMDAw"));
  });

  it("is left to the window that is at it", async () => {
    const locks = createLocks();
    await bench.close();
    bench = openExports({ locks });
    pages.hold();
    const one = begin();
    const running = one.run();
    await until(() => pages.waiting === 1);
    const other = openExports({ locks });
    const second = other.exports.resume(bench.part, bench.source(service.client));
    await assert.rejects(second, { code: "exports/partInUse" });
    await assert.rejects(other.exports.discard(bench.part, one.spec.id), {
      code: "exports/partInUse",
    });
    await other.close();
    pages.flow();
    await running;
    assertWhole(one);
  });

  it("says so where another export to the same file was left", async () => {
    await stopped();
    const one = begin();
    await one.run();
    assert.equal(codeOf(one.failure), "exports/partThere");
    // What failed to get the name has nothing there to delete.
    await bench.exports.discard(bench.part, one.spec.id);
    assert.ok(existsSync(bench.part) && existsSync(bench.part + JOURNAL_ENDING));
    await bench.discard();
    assert.ok(!existsSync(bench.part) && !existsSync(bench.part + JOURNAL_ENDING));
    assertWhole(await ran(begin()));
  });

  it("fails in words where its folder is moved away, and goes on when it is back", async () => {
    pages.hold();
    const one = begin();
    const running = one.run();
    await until(() => pages.waiting === 1);
    pages.letGo();
    await until(() => pages.waiting === 3);
    renameSync(bench.folder, `${bench.folder}-away`);
    pages.flow();
    await running;
    assert.deepEqual([one.progress.state, codeOf(one.failure)], ["failed", "exports/folderGone"]);
    renameSync(`${bench.folder}-away`, bench.folder);
    assertWhole(await resumed());
    rmSync(bench.part);
    assert.equal((await failureOf(bench.exports.readPart(bench.part))).code, "exports/partGone");
    const gone = bench.exports.resume(bench.part, bench.source(service.client));
    assert.equal((await failureOf(gone)).code, "exports/partGone");
    writeFileSync(bench.part, "");
    writeFileSync(bench.part + JOURNAL_ENDING, "none of ours\n");
    assert.equal((await failureOf(bench.exports.readPart(bench.part))).code, "exports/partDamaged");
  });

  it("fails where its part is deleted while it runs", async () => {
    pages.hold();
    const one = begin();
    const running = one.run();
    await until(() => pages.waiting === 1);
    rmSync(bench.part);
    pages.flow();
    await running;
    assert.equal(codeOf(one.failure), "exports/partGone");
  });

  it("outlives its thread", async () => {
    const started = once(process, "worker") as Promise<[Worker]>;
    pages.hold();
    const one = begin();
    const running = one.run();
    const [worker] = await started;
    await until(() => pages.waiting === 1);
    pages.letGo();
    await until(() => pages.waiting === 3 && one.progress.pages === 1);
    await worker.terminate();
    pages.flow();
    await running;
    assert.deepEqual([one.progress.state, codeOf(one.failure)], ["failed", "exports/threadBroken"]);
    assertWhole(await ran(one));
  });

  it("tells nothing any more when it is disposed", async () => {
    pages.hold();
    let told = 0;
    const source = { ...bench.source(service.client), onChange: () => (told += 1) };
    const one = bench.exports.begin(bench.spec(), source);
    const running = one.run();
    await until(() => pages.waiting === 1);
    const before = told;
    await one.dispose();
    pages.flow();
    await running;
    assert.equal(told, before);
    assert.equal(bench.journal().length, 2);
  });
});

function codeOf(error: unknown): string | undefined {
  return isAppError(error) ? error.code : undefined;
}
