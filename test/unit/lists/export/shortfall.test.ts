import assert from "node:assert/strict";
import {
  rulesWith,
  type Shortfall,
  shortfallOf,
} from "../../../../src/core/lists/export/shortfall";
import { causeWords } from "../../../../src/core/lists/findingTexts";
import type { ListRules } from "../../../../src/core/lists/listRules";
import { readManifest } from "../../../../src/core/lists/snapshots/readManifest";
import { type Bench, openBench } from "../../http/support/bench";
import { type ExportBench, openExports, ran } from "./support/exportBench";
import { HoldingPages } from "./support/holdingPages";

type Odd = (pages: HoldingPages, all: readonly string[]) => void;

/** The service sends these rows for a page, and these members beside them. */
function send(
  pages: HoldingPages,
  rowsOf: (page: number) => readonly string[],
  beside: Readonly<Record<string, unknown>>,
): void {
  const members = JSON.stringify(beside).slice(1, -1);
  pages.body = (page) =>
    `{${members === "" ? "" : `${members},`}"items":[${rowsOf(page).join(",")}]}`;
}

const ALL = { total: 95 };

describe("an export that is not proven whole", () => {
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

  async function exported(odd: Odd, rules: ListRules = {}): Promise<Shortfall | undefined> {
    odd(pages, [...pages.rows]);
    const spec = bench.spec({}, { rules });
    const one = await ran(bench.exports.begin(spec, bench.source(service.client)));
    const { manifest } = one.result!;
    const text = JSON.stringify({
      ...manifest,
      file: { ...manifest.file, name: "holdings.jsonl" },
    });
    const snapshot = readManifest(text);
    assert.equal(typeof snapshot === "object" && snapshot.isPart, !manifest.audit.isWhole);
    return shortfallOf(manifest);
  }

  const told = (short: Shortfall | undefined): unknown =>
    short && [
      ...[short.came, short.total],
      causeWords(
        short.cause,
        (text, ...values) =>
          text.replace(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)])),
        String,
      ),
      short.remedies.map(({ id, pageSize }) => [id, ...(pageSize === undefined ? [] : [pageSize])]),
    ];

  const cut = (rows: readonly string[], from: number, to = from + 10): readonly string[] =>
    rows.slice(Math.max(0, from), Math.max(0, to));

  const shorts: readonly (readonly [name: string, odd: Odd, expected: unknown])[] = [
    [
      "pages are not turned",
      (to, all) => send(to, () => cut(all, 0), ALL),
      [10, 95, "page 2 repeats page 1", [["list.takeAsWhole"], ["list.takeGivenSize", 95]]],
    ],
    [
      "pages are not turned and nothing says how many rows there are",
      (to, all) => send(to, () => cut(all, 0), {}),
      [10, undefined, "page 2 repeats page 1", [["list.takeAsWhole"]]],
    ],
    [
      "pages are not turned and each says another time",
      (to, all) =>
        send(to, (page) => cut(all, 0).map((row) => row.replace(/\.10/, `.1${page}`)), ALL),
      [10, 95, "10 rows came more than once", []],
    ],
    [
      "pages are counted from 0",
      (to, all) => send(to, (page) => cut(all, page * 10), ALL),
      [85, 95, "the service may count its pages from 0", [["list.countFromZero"]]],
    ],
    [
      "pages come short",
      (to, all) => send(to, (page) => cut(all, (page - 1) * 10, page * 10 - 1), ALL),
      [86, 95, "the list ended there", [["list.takeGivenSize", 9]]],
    ],
    [
      "the list ends before its number of rows",
      (to, all) => send(to, (page) => cut(all.slice(0, 83), (page - 1) * 10), ALL),
      [83, 95, "the list ended there", [["list.ignoreTotal"]]],
    ],
    [
      "a page is refused and nothing says that the list ended",
      (to, all) => {
        send(to, (page) => cut(all, (page - 1) * 10), {});
        to.refuse = (page) => (page > 4 ? 400 : undefined);
      },
      [40, undefined, "page 5 was refused", []],
    ],
    [
      "the service says to the last that more follows",
      (to, all) => send(to, (page) => cut(all, (page - 1) * 10), { hasMore: true }),
      [95, undefined, "its end was not seen", []],
    ],
  ];
  for (const [name, odd, expected] of shorts) {
    it(`says so where ${name}`, async () => {
      assert.deepEqual(told(await exported(odd)), expected);
    });
  }

  const wholes: readonly (readonly [name: string, odd: Odd, rules?: ListRules])[] = [
    ["nothing is odd", () => undefined],
    [
      "nothing says how many rows there are",
      (to, all) => send(to, (page) => cut(all, (page - 1) * 10), {}),
    ],
    ["all rows come at once", (to, all) => send(to, () => all, ALL)],
    [
      "rows without an id are merely equal",
      (to, all) => {
        const equal = all.map((_, row) => `{"fund":"F","units":${row % 11}}`);
        send(to, (page) => cut(equal, (page - 1) * 10), {});
      },
    ],
    [
      "the user takes one page for all",
      (to, all) => send(to, () => cut(all, 0), {}),
      { isUnpaged: true },
    ],
    [
      "rows come twice and each came once",
      (to, all) => send(to, (page) => cut(all, (page - 1) * 8), ALL),
    ],
    [
      "a page amid the list is empty",
      (to, all) =>
        send(to, (page) => (page === 3 ? [] : cut(all, (page - (page < 3 ? 1 : 2)) * 10)), ALL),
    ],
    [
      "the page behind a short one is refused",
      (to, all) => {
        send(to, (page) => cut(all, (page - 1) * 10), {});
        to.refuse = (page) => (page > 10 ? 404 : undefined);
      },
    ],
    [
      "the service says fewer rows than there are",
      (to, all) => send(to, (page) => cut(all, (page - 1) * 10), { total: 90 }),
    ],
  ];
  for (const [name, odd, rules] of wholes) {
    it(`is whole where ${name}`, async () => {
      assert.equal(await exported(odd, rules), undefined);
    });
  }

  it("asks for no page where the list is taken as one", async () => {
    send(pages, () => pages.rows, ALL);
    await exported(() => undefined, { isUnpaged: true });
    assert.deepEqual(
      service.service.seen.map(({ path }) => path.includes("page")),
      [false],
    );
  });

  it("is resumed as it ended", async () => {
    const odd: Odd = (to, all) => {
      send(to, (page) => cut(all, (page - 1) * 10), {});
      to.refuse = (page) => (page > 4 ? 404 : undefined);
    };
    const before = told(await exported(odd));
    const one = await bench.exports.resume(bench.part, bench.source(service.client));
    await ran(one);
    assert.deepEqual(told(shortfallOf(one.result!.manifest)), before);
  });

  it("is exported again by the rules that a remedy makes", () => {
    assert.deepEqual(rulesWith({ id: "list.countFromZero" }, { rows: ["a"] }), {
      ...{ rows: ["a"], firstPage: 0 },
    });
    assert.deepEqual(rulesWith({ id: "list.takeGivenSize", pageSize: 9 }, { rows: ["a"] }), {
      rows: ["a"],
    });
  });

  it("was called whole by an earlier version, which a comparison does not believe", () => {
    const file = { rows: 25, bytes: 1, sha256: "0".repeat(64) };
    const list = {
      connectionLabel: "Ours",
      environment: "development",
      operationId: "listClients",
    };
    const text = JSON.stringify({
      ...{ manifestVersion: 1, form: { format: "jsonl" }, startedAt: "2026-01-05T09:00:00.000Z" },
      ...{ scope: "all", isMasked: false, file, query: { ...list, path: {}, parameters: {} } },
      audit: { isWhole: true, repeatedRows: 0, totals: [120] },
    });
    const snapshot = readManifest(text);
    assert.equal(typeof snapshot === "object" && snapshot.isPart, true);
  });
});
