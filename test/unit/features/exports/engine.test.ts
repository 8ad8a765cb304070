import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { JOURNAL_ENDING } from "../../../../src/features/exports/common/journal";
import type { ExportSource } from "../../../../src/features/exports/common/exports";
import type { CallContext, ServiceClient } from "../../../../src/platform/service/client";
import { type Bench, openBench } from "../../platform/http/support/bench";
import { VirtualClock } from "../../platform/http/support/virtualClock";
import { endpointOf, until } from "../lists/support/sessions";
import { type ExportBench, openExports, ran } from "./support/exportBench";
import { HoldingPages } from "./support/holdingPages";

describe("an export of all pages", () => {
  let service: Bench;
  let bench: ExportBench;
  let pages: HoldingPages;

  async function open(count: number): Promise<void> {
    pages = new HoldingPages(count);
    bench = openExports();
    service = await openBench({ answer: pages.answer });
  }

  beforeEach(() => open(95));

  afterEach(async () => {
    await bench.close();
    await service.close();
  });

  const begin = (
    ...[change, query]: Parameters<ExportBench["spec"]>
  ): ReturnType<ExportBench["exports"]["begin"]> =>
    bench.exports.begin(bench.spec(change, query), bench.source(service.client));

  it("writes every row as it came, and says what it wrote", async () => {
    const one = await ran(begin());
    const text = bench.text();
    assert.equal(text, pages.lines);
    const bytes = Buffer.byteLength(text);
    assert.deepEqual(one.progress, {
      ...{ state: "finished", pages: 10, rows: 95, bytes, claimed: 95 },
    });
    const { manifest, path } = one.result!;
    assert.equal(path, bench.part);
    const sha256 = createHash("sha256").update(text).digest("hex");
    assert.deepEqual(manifest.file, { name: "", rows: 95, bytes, sha256 });
    assert.deepEqual(manifest.audit, {
      ...{ isWhole: true, repeatedRows: 0, totals: [95], inexactPages: [], findings: [] },
    });
    assert.deepEqual(
      manifest.pages.map(({ page, rows, requestId, total }) => [page, rows, requestId, total]),
      Array.from({ length: 10 }, (_, index) => [
        ...[index + 1, index === 9 ? 5 : 10, `r-${String(index + 1)}`, 95],
      ]),
    );
    assert.equal(manifest.traceIds.length, 1);
    for (const ending of ["", JOURNAL_ENDING]) {
      assert.equal(statSync(bench.part + ending).mode & 0o777, 0o600);
    }
  });

  it("asks for several pages at once where they are said to be there, and keeps their order", async () => {
    pages.hold();
    const one = begin();
    const running = one.run();
    // Nothing is known before the first page.
    await until(() => pages.waiting === 1);
    for (const others of [3, 3, 3]) {
      pages.letGo();
      await until(() => pages.waiting === others);
    }
    pages.flow();
    await running;
    assert.equal(bench.text(), pages.lines);
    assert.equal(pages.most, 3);
    assert.deepEqual(
      [...pages.asked].sort((a, b) => a - b),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
  });

  it("asks for one page after the other where nothing is said, up to an empty one", async () => {
    pages.body = (_page, rows) => `[${rows.join(",")}]`;
    const one = await ran(begin());
    assert.equal(bench.text(), pages.lines);
    assert.equal(pages.most, 1);
    assert.deepEqual(
      pages.asked,
      Array.from({ length: 11 }, (_, index) => index + 1),
    );
    assert.deepEqual(
      one.result?.manifest.pages.map(({ rows }) => rows),
      [...Array.from({ length: 9 }, () => 10), 5, 0],
    );
  });

  it("takes a refused page behind the total for the end, and one before it for a failure", async () => {
    pages.rows.length = 90;
    pages.refuse = (page) => (page > 9 ? 404 : undefined);
    const one = await ran(begin());
    assert.equal(bench.text(), pages.lines);
    assert.equal(one.result?.manifest.audit.isWhole, true);
    assert.ok(bench.journal().some(({ end }) => end === true));
    pages.refuse = (page) => (page === 4 ? 404 : undefined);
    await bench.discard();
    const other = begin();
    await other.run();
    assert.equal(other.progress.state, "failed");
    assert.equal((other.failure as { code: string }).code, "service/404");
    assert.deepEqual([other.progress.pages, other.progress.rows], [3, 30]);
    assert.equal(
      bench.text(),
      pages.rows
        .slice(0, 30)
        .map((row) => `${row}\n`)
        .join(""),
    );
  });

  it("ends where a page repeats the one before it, and where rows go round", async () => {
    pages.body = () => `[${pages.rows.slice(0, 10).join(",")}]`;
    const unpaged = await ran(begin());
    assert.equal(unpaged.progress.rows, 10);
    assert.equal(bench.text().split("\n").length, 11);
    const findings = unpaged.result?.manifest.audit.findings ?? [];
    assert.ok(findings.some(({ kind }) => kind === "repeatedPage"));
    await bench.discard();
    pages.body = (page) => {
      const from = ((page - 1) % 3) * 10;
      return `[${pages.rows.slice(from, from + 10).join(",")}]`;
    };
    const round = await ran(begin());
    assert.deepEqual([round.progress.pages, round.progress.rows], [4, 40]);
    assert.equal(round.result?.manifest.audit.repeatedRows, 10);
  });

  it("writes nothing of the pages on their way behind the end", async () => {
    const around = (page: number): readonly string[] => {
      const from = ((page - 1) % 3) * 10;
      return pages.rows.slice(from, from + 10);
    };
    pages.body = (page) => `{"total":95,"items":[${around(page).join(",")}]}`;
    // By then two pages behind it have come and wait for it.
    pages.late = { page: 4, until: 8 };
    const one = await ran(begin());
    const written = [1, 2, 3, 4].flatMap(around).map((row) => `${row}\n`);
    assert.equal(bench.text(), written.join(""));
    assert.deepEqual(
      [one.progress.pages, one.progress.bytes],
      [4, Buffer.byteLength(bench.text())],
    );
    assert.equal(one.result?.manifest.file.rows, 40);
  });

  it("knows a row again by its own id alone", async () => {
    pages.body = (page, rows) =>
      `{"total":95,"items":[${rows
        .map((row, index) =>
          page === 3 && index < 2 ? row.replace(/"h-\d+"/, `"h-${String(index)}"`) : row,
        )
        .join(",")}]}`;
    const one = await ran(begin());
    assert.equal(one.result?.manifest.audit.repeatedRows, 2);
  });

  it("reads pages in any encoding, and counts those with bytes that mean nothing", async () => {
    const text = (rows: readonly string[]): string =>
      `{"total":95, "items":[\n${rows.join(",\r\n")}]}`;
    pages.body = (page, rows) =>
      page === 2
        ? Buffer.from(`\ufeff${text(rows)}`, "utf16le")
        : page === 3
          ? Buffer.from(text(rows), "latin1")
          : `\ufeff${text(rows)}`;
    const one = await ran(begin());
    const expected = pages.rows.map((row, index) =>
      index >= 20 && index < 30 ? row.replace(/ü/g, "\ufffd") : row,
    );
    assert.equal(bench.text(), expected.map((row) => `${row}\n`).join(""));
    assert.deepEqual(one.result?.manifest.audit.inexactPages, [3]);
  });

  it("finds the list where the rules say, or anew where a page is built otherwise", async () => {
    pages.body = (page, rows) =>
      page === 5
        ? `{"total":95,"other":{"results":[${rows.join(",")}]}}`
        : `{"total":95,"a":[{"b":1}],"items":[${rows.join(",")}]}`;
    const asTold = ran(begin({}, { rules: { rows: ["items"] } }));
    await assert.rejects(asTold, { code: "answer/notAList" });
    await bench.discard();
    const one = await ran(begin());
    assert.equal(bench.text(), pages.lines);
    assert.equal(one.progress.rows, 95);
  });

  it("says with its ids which answer was no list", async () => {
    pages.body = (page, rows) =>
      page === 3 ? '{"items":[1,}' : `{"total":95,"items":[${rows.join()}]}`;
    const one = begin();
    await one.run();
    const failure = one.failure as { code: string; requestId: string; body: Uint8Array };
    assert.deepEqual([failure.code, failure.requestId], ["answer/notJson", "r-3"]);
    assert.equal(Buffer.from(failure.body).toString(), '{"items":[1,}');
    assert.deepEqual([one.progress.state, one.progress.rows], ["failed", 20]);
  });

  it("walks in the background, under one trace id for each client", async () => {
    const contexts: CallContext[] = [];
    const spied = (client: ServiceClient): ServiceClient =>
      new Proxy(client, {
        get: (target, name) =>
          name === "send"
            ? (...given: Parameters<ServiceClient["send"]>) => {
                contexts.push(given[1]);
                return target.send(...given);
              }
            : (Reflect.get(target, name) as unknown),
      });
    const [first, second] = [spied(service.client), spied(service.reopen())];
    const source: ExportSource = {
      ...bench.source(first),
      client: () => Promise.resolve(contexts.length < 4 ? first : second),
    };
    const one = await ran(bench.exports.begin(bench.spec(), source));
    assert.ok(
      contexts.every(({ priority, isStepOfWalk }) => priority === "background" && isStepOfWalk),
    );
    const traces = [...new Set(service.service.seen.map(({ headers }) => headers["x-dt-traceid"]))];
    assert.equal(traces.length, 2);
    assert.deepEqual(one.result?.manifest.traceIds, traces);
  });

  it("asks the client that took the place of one that was closed", async () => {
    let client = service.client;
    pages.hold();
    const one = bench.exports.begin(bench.spec(), {
      ...bench.source(client),
      client: () => Promise.resolve(client),
    });
    const running = one.run();
    await until(() => pages.waiting === 1);
    pages.letGo();
    await until(() => pages.waiting === 3);
    client = service.reopen();
    await service.client.dispose();
    pages.flow();
    await running;
    assert.deepEqual([one.progress.state, one.progress.rows], ["finished", 95]);
    assert.equal(bench.text(), pages.lines);
    assert.equal(one.result?.manifest.traceIds.length, 2);
  });

  it("takes rows that a panel has, and makes every form of them", async () => {
    async function* lines(): AsyncGenerator<string> {
      yield '{"id":1,"a":"x"}\n{"id":2}\n';
      yield await Promise.resolve('{"id":3,"a":1.10}\n');
    }
    for (const [format, expected] of [
      ["jsonl", '{"id":1,"a":"x"}\n{"id":2}\n{"id":3,"a":1.10}\n'],
      ["json", '[\n{"id":1,"a":"x"},\n{"id":2},\n{"id":3,"a":1.10}\n]\n'],
      ["csv", "id,a\r\n1,x\r\n2,\r\n3,1.10\r\n"],
    ] as const) {
      const form = { format, byteOrderMark: false, guardFormulas: true };
      const source = { ...bench.source(service.client), lines: lines() };
      const one = await ran(bench.exports.begin(bench.spec({ scope: "loaded", form }), source));
      const { path, manifest } = one.result!;
      assert.equal(readFileSync(path, "utf8"), expected);
      const { rows, sha256 } = manifest.file;
      assert.deepEqual([rows, one.progress.rows, manifest.audit.isWhole], [3, 3, false]);
      assert.equal(sha256, createHash("sha256").update(expected).digest("hex"));
    }
    assert.deepEqual(pages.asked, []);
  });

  it("masks before anything is written, also what the manifest says", async () => {
    const maskingKey = new Uint8Array(32).fill(7);
    const source = { ...bench.source(service.client), maskingKey };
    const spec = bench.spec({ isMasked: true });
    const one = await ran(bench.exports.begin(spec, source));
    const text = bench.text();
    assert.equal(text.split("\n").length, 96);
    assert.ok(!/h-\d/.test(text), text.slice(0, 200));
    assert.deepEqual(Object.keys(JSON.parse(text.split("\n")[0] ?? "") as object), [
      ...["id", "value", "fund"],
    ]);
    const manifest = JSON.stringify(one.result?.manifest);
    for (const secret of [spec.query.path["clientId"] ?? "", "connection-1"]) {
      assert.ok(!manifest.includes(secret), manifest);
    }
  });

  for (const share of [0.5, 1]) {
    it(`says how far its file is, and is stopped at ${share} and converted again from its part`, async () => {
      await service.close();
      await open(6_000);
      const shares: number[] = [];
      let isStopping = false;
      const form = { format: "csv", byteOrderMark: false, guardFormulas: true } as const;
      const one = bench.exports.begin(bench.spec({ form }, { pageSize: 1_000 }), {
        ...bench.source(service.client),
        onChange: () => {
          const { written = 0 } = one.progress;
          if (written > 0) {
            shares.push(written);
          }
          if (written >= share && !isStopping) {
            isStopping = true;
            void one.stop();
          }
        },
      });
      await one.run();
      assert.equal(one.progress.state, "stopped");
      assert.equal(one.failure, undefined);
      assert.equal(one.progress.written, undefined);
      const asked = pages.asked.length;
      assert.ok(!existsSync(`${bench.part}.whole`));
      await ran(one);
      assert.equal(one.progress.state, "finished");
      assert.equal(pages.asked.length, asked, "nobody was asked again");
      assert.equal(one.result?.manifest.file.rows, 6_000);
      assert.equal(shares.at(-1), 1);
      const csv = readFileSync(one.result.path);
      assert.equal(one.result.manifest.file.sha256, createHash("sha256").update(csv).digest("hex"));
    });
  }

  it("waits longer each time while the service is in trouble, and fails after a while", async () => {
    const clock = new VirtualClock();
    await bench.close();
    bench = openExports({ clock });
    pages.refuse = (page) => (page > 4 ? 500 : undefined);
    // Each call is repeated on its own first: not after a wait here.
    pages.headers = { "retry-after": "0" };
    pages.hold();
    const waits: number[] = [];
    const one = bench.exports.begin(bench.spec(), {
      ...bench.source(service.client),
      onChange: () => {
        const { waiting, waitingAfter } = one.progress;
        assert.equal(waitingAfter, waiting === undefined ? undefined : 500);
        if (waiting !== undefined && waiting > 0 && waits.at(-1) !== waiting) {
          waits.push(waiting);
          queueMicrotask(() => clock.advance(waiting));
        }
      },
    });
    const running = one.run();
    for (const asked of [1, 3]) {
      await until(() => pages.waiting === asked);
      pages.letGo();
    }
    // All that are not refused have come by then: none begins the waits anew.
    await until(() => pages.waiting === 3);
    pages.flow();
    await running;
    assert.equal(one.progress.state, "failed");
    assert.equal((one.failure as { status: number }).status, 500);
    assert.deepEqual(waits, [2_000, 5_000, 15_000, 30_000, 60_000]);
    assert.equal(one.progress.pages, 4);
    pages.refuse = () => undefined;
    await ran(one);
    assert.equal(bench.text(), pages.lines);
  });

  for (const status of [502, 504]) {
    it(`asks nothing again after ${status} on its own, and goes on when it is resumed`, async () => {
      const clock = new VirtualClock();
      await bench.close();
      bench = openExports({ clock });
      pages.refuse = (page) => (page === 4 ? status : undefined);
      const one = bench.exports.begin(bench.spec(), {
        ...bench.source(service.client),
        onChange: () => {
          const { waiting } = one.progress;
          if (waiting !== undefined) {
            queueMicrotask(() => clock.advance(waiting));
          }
        },
      });
      await one.run();
      assert.equal((one.failure as { status: number }).status, status);
      assert.deepEqual(
        [one.progress.state, one.progress.pages, pages.asked.filter((page) => page === 4)],
        ["failed", 3, [4]],
      );
      pages.refuse = () => undefined;
      await ran(one);
      assert.equal(bench.text(), pages.lines);
    });
  }

  it("asks again for a page that was cut on its way", async () => {
    const clock = new VirtualClock();
    await bench.close();
    bench = openExports({ clock });
    let isCut = true;
    pages.isCut = (page) => page === 4 && isCut;
    const waits = new Set<string>();
    const one = bench.exports.begin(bench.spec(), {
      ...bench.source(service.client),
      onChange: () => {
        const { waiting, waitingAfter } = one.progress;
        if (waiting !== undefined) {
          isCut = false;
          waits.add(`${waiting} ${waitingAfter ?? "no status"}`);
          queueMicrotask(() => clock.advance(waiting));
        }
      },
    });
    await ran(one);
    assert.deepEqual([...waits], ["2000 no status"]);
    assert.equal(bench.text(), pages.lines);
  });

  it("stops where the definition asks for the list otherwise", async () => {
    const endpoint = endpointOf("listHoldings");
    const source: ExportSource = {
      ...bench.source(service.client),
      endpoint: () =>
        Promise.resolve(
          pages.asked.length < 3
            ? endpoint
            : { ...endpoint, path: "/clients/{clientId}/positions" },
        ),
    };
    const one = bench.exports.begin(bench.spec(), source);
    await one.run();
    assert.equal((one.failure as { code: string }).code, "exports/definitionChanged");
    const resumed = await bench.exports.resume(bench.part, bench.source(service.client));
    await ran(resumed);
    assert.equal(bench.text(), pages.lines);
  });
});
