import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { JOURNAL_ENDING } from "../../../../src/features/exports/common/journal";
import {
  rulesWith,
  type Shortfall,
  shortfallIn,
  shortfallOf,
} from "../../../../src/features/exports/common/shortfall";
import { GrowingList } from "../../../../src/features/lists/common/growingList";
import { causeWords } from "../../../../src/features/lists/texts/findingTexts";
import type { ListRules } from "../../../../src/features/lists/common/listRules";
import { readManifest } from "../../../../src/features/exports/common/snapshots/readManifest";
import { type Bench, CLIENT_ID, openBench } from "../../platform/http/support/bench";
import { openSession, until } from "../lists/support/sessions";
import { type ExportBench, openExports, ran } from "./support/exportBench";
import { HoldingPages } from "./support/holdingPages";
import { examplesOf } from "../../../fakes/runs";

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

/** The same, with other members beside each page. */
function sendBeside(
  pages: HoldingPages,
  rowsOf: (page: number) => readonly string[],
  besideOf: (page: number) => Readonly<Record<string, unknown>>,
): void {
  pages.body = (page) =>
    JSON.stringify({ ...besideOf(page), items: [] }).replace("[]", `[${rowsOf(page).join(",")}]`);
}

const ALL = { total: 95 };
/** Rows of a page of 95 in all. */
const sizeOf = (page: number): number => Math.max(0, Math.min(10, 95 - (page - 1) * 10));

describe("an export that is not proven whole", () => {
  let service: Bench;
  let bench: ExportBench;
  let pages: HoldingPages;
  let concurrency: number;

  beforeEach(async () => {
    pages = new HoldingPages(95);
    concurrency = 4;
    bench = openExports({ concurrency: () => concurrency });
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
      [10, 95, "10 rows came more than once", [["list.takeGivenSize", 95]]],
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
      "pages overlap and as many rows came as the service says",
      (to, all) => send(to, (page) => cut(all, (page - 1) * 8, (page - 1) * 8 + sizeOf(page)), ALL),
      [77, 95, "18 rows came more than once", [["list.takeGivenSize", 95]]],
    ],
    [
      "pages overlap and nothing says how many rows there are",
      (to, all) => send(to, (page) => cut(all, (page - 1) * 8), {}),
      [95, undefined, "22 rows came more than once", []],
    ],
    [
      "a row went while they came, and others moved up past them",
      (to, all) => {
        const later = (page: number): readonly string[] => (page > 3 ? all.slice(1) : all);
        sendBeside(
          to,
          (page) => cut(later(page), (page - 1) * 10),
          (page) => ({ total: later(page).length }),
        );
      },
      [
        ...[94, undefined, "the service's number of all rows changes from page to page"],
        [["list.takeGivenSize", 94]],
      ],
    ],
    [
      "a row came before them, and the last of a page came again",
      (to, all) => {
        const later = (page: number): readonly string[] =>
          page > 3 ? [`{"id":"new"}`, ...all] : all;
        sendBeside(
          to,
          (page) => cut(later(page), (page - 1) * 10),
          (page) => ({ total: later(page).length }),
        );
      },
      [95, 96, "1 row came more than once", [["list.takeGivenSize", 96]]],
    ],
    [
      "fewer pages come than the service says",
      (to, all) => send(to, (page) => cut(all.slice(0, 40), (page - 1) * 10), { totalPages: 10 }),
      [40, undefined, "the service's number of pages is 10, and 4 came", []],
    ],
    [
      "a short page is the last, though the service says that there are more",
      (to, all) => {
        send(to, (page) => cut(all.slice(0, 37), (page - 1) * 10), { totalPages: 10 });
        to.refuse = (page) => (page > 4 ? 404 : undefined);
      },
      [37, undefined, "the service's number of pages is 10, and 4 came", []],
    ],
    [
      "pages begin where those of the size that was asked for would",
      (to, all) => send(to, (page) => cut(all, (page - 1) * 10, (page - 1) * 10 + 5), {}),
      [
        ...[50, undefined],
        "a page size of 10 was asked for and 5 came, so some rows may lie between pages",
        [["list.takeGivenSize", 5]],
      ],
    ],
    [
      "a page begins behind more rows than came",
      (to, all) =>
        sendBeside(
          to,
          (page) => cut(all, (page - 1) * 12),
          (page) => ({ offset: (page - 1) * 12 }),
        ),
      [80, undefined, "rows before page 2 were skipped", []],
    ],
    ...[{ total: "95" }, { total: 95.0 }, { hits: { total: { value: 95, relation: "eq" } } }].map(
      (beside): (typeof shorts)[number] => [
        `the list ends before ${JSON.stringify(beside)}`,
        (to, all) => send(to, (page) => cut(all.slice(0, 83), (page - 1) * 10), beside),
        [83, 95, "the list ended there", [["list.ignoreTotal"]]],
      ],
    ),
    ...[
      { "x-total-count": "95" },
      { "content-range": "items 0-9/95" },
      { "x-pagination": '{"totalCount":95}' },
    ].map((headers): (typeof shorts)[number] => [
      `the list ends before ${JSON.stringify(headers)}`,
      (to, all) => {
        send(to, (page) => cut(all.slice(0, 83), (page - 1) * 10), {});
        to.headers = headers;
      },
      [83, 95, "the list ended there", [["list.ignoreTotal"]]],
    ]),
    [
      "a link of the header leads on to the last",
      (to, all) => {
        send(to, (page) => cut(all, (page - 1) * 10), {});
        to.headers = { link: '</holdings?pageNumber=9>; rel="next"' };
      },
      [95, undefined, "its end was not seen", []],
    ],
    [
      "the service says to the last that more follows",
      (to, all) => send(to, (page) => cut(all, (page - 1) * 10), { hasMore: true }),
      [95, undefined, "its end was not seen", []],
    ],
  ];
  for (const [name, odd, expected] of examplesOf(shorts)) {
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
      "equal rows have no id, and as many came as the service says",
      (to, all) => {
        const rows = all.map((_, index) => `{"amount":${String(index % 93)}}`);
        send(to, (page) => cut(rows, (page - 1) * 10), ALL);
      },
    ],
    [
      "a row was added behind them while they came",
      (to, all) => {
        const later = (page: number): readonly string[] =>
          page > 3 ? [...all, `{"id":"new"}`] : all;
        sendBeside(
          to,
          (page) => cut(later(page), (page - 1) * 10),
          (page) => ({ total: later(page).length }),
        );
      },
    ],
    [
      "pages are shorter than asked for, and the service says so",
      (to, all) => send(to, (page) => cut(all, (page - 1) * 5, page * 5), { pageSize: 5 }),
    ],
    [
      "pages are shorter than asked for, and the service says where they begin",
      (to, all) =>
        sendBeside(
          to,
          (page) => cut(all, (page - 1) * 5, page * 5),
          (page) => ({ offset: (page - 1) * 5 }),
        ),
    ],
    [
      "an empty page amid the list says that more follows",
      (to, all) =>
        sendBeside(
          to,
          (page) => (page === 3 ? [] : cut(all, (page - (page < 3 ? 1 : 2)) * 10)),
          (page) => ({ hasMore: page < 11 }),
        ),
    ],
    [
      "the user believes no number, also of a header",
      (to, all) => {
        send(to, (page) => cut(all.slice(0, 83), (page - 1) * 10), {});
        to.headers = { "x-total-count": "95" };
      },
      { total: null },
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
  for (const [name, odd, rules] of examplesOf(wholes)) {
    it(`is whole where ${name}`, async () => {
      assert.equal(await exported(odd, rules), undefined);
    });
  }

  const judged: readonly (readonly [
    name: string,
    odd: Odd,
    isWhole: boolean,
    rules?: ListRules,
  ])[] = [
    ...shorts.map(([name, odd]) => [name, odd, false] as const),
    ...wholes.map(([name, odd, rules = {}]) => [name, odd, true, rules] as const),
  ];
  for (const [name, odd, isWhole, rules = {}] of examplesOf(judged)) {
    it(`is judged alike by panel and tree where ${name}`, async () => {
      odd(pages, [...pages.rows]);
      const { session } = openSession(service.client, { rules });
      await session.loadAll();
      const losses = session.state.findings.filter(({ isLoss }) => isLoss === true);
      assert.deepEqual([session.state.isWhole, losses.length === 0], [isWhole, isWhole]);
      session.dispose();
      const list = new GrowingList({
        ...{ kind: "holding", pageSize: () => 10, rules: () => rules, title: () => "Holdings" },
        call: { operationId: "listHoldings", path: { clientId: CLIENT_ID } },
        client: () => Promise.resolve(service.client),
      });
      await list.load();
      for (let page = 0; page < 12 && list.rest !== "none"; page++) {
        await list.loadMore();
      }
      assert.equal(list.failure, undefined);
      assert.equal(list.loss === undefined, isWhole, list.loss?.kind);
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

  it("is asked for again where an earlier version took a short page for its end", async () => {
    send(pages, (page) => cut(pages.rows.slice(0, 47), (page - 1) * 10), {});
    await exported(() => undefined);
    const lines = bench.text(JOURNAL_ENDING).split("\n");
    const last = lines.findIndex((line) => line.startsWith('{"page":5'));
    const left = [...lines.slice(0, last + 1), '{"end":true}', ""].join("\n");
    writeFileSync(bench.part + JOURNAL_ENDING, left);
    send(pages, (page) => cut(pages.rows, (page - 1) * 10, page === 5 ? 47 : page * 10), {});
    pages.asked.length = 0;
    const one = await ran(await bench.exports.resume(bench.part, bench.source(service.client)));
    assert.deepEqual([pages.asked[0], one.result?.manifest.file.rows], [6, 92]);
  });

  it("takes no page behind the end, also of a part that is gone on with", async () => {
    const next = (page: number): object => ({ totalPages: 10, ...(page < 6 && { next: "/next" }) });
    sendBeside(pages, (page) => cut(pages.rows, (page - 1) * 10), next as never);
    pages.refuse = (page) => (page > 5 ? 403 : undefined);
    // One at a time: a page asked for ahead of the refused one could arrive after the end of this run.
    concurrency = 1;
    await bench.exports.begin(bench.spec(), bench.source(service.client)).run();
    pages.refuse = () => undefined;
    pages.hold();
    pages.asked.length = 0;
    concurrency = 4;
    const one = await bench.exports.resume(bench.part, bench.source(service.client));
    const running = ran(one);
    await until(() => pages.asked.includes(6) && pages.asked.includes(7));
    pages.flow();
    await running;
    const { file, audit } = one.result!.manifest;
    assert.deepEqual([file.rows, audit.isWhole], [60, false]);
    assert.equal(bench.text().split("\n").length - 1, file.rows);
  });

  it("names page 0 where a service counts from 1 and takes 0 for it", async () => {
    const odd: Odd = (to, all) => send(to, (page) => cut(all, (Math.max(page, 1) - 1) * 10), ALL);
    const [, , cause] = told(await exported(odd, { firstPage: 0 })) as readonly unknown[];
    assert.equal(cause, "pages 0 and 1 have the same rows");
  });

  it("offers one page of all rows, however many there are", () => {
    const repeated = { kind: "repeatedRows", values: { rows: 18 }, isLoss: true } as const;
    const walked = { rows: 5_000, repeatedRows: 18, totals: [5_000], pageSize: 100 };
    const { remedies } = shortfallIn({ ...walked, findings: [repeated] });
    assert.deepEqual(remedies, [{ id: "list.takeGivenSize", pageSize: 5_000 }]);
  });

  it("is exported again by the rules that a remedy makes", () => {
    assert.deepEqual(rulesWith({ id: "list.countFromZero" }, { rows: ["a"] }), {
      ...{ rows: ["a"], firstPage: 0 },
    });
    assert.deepEqual(rulesWith({ id: "list.takeGivenSize", pageSize: 9 }, { rows: ["a"] }), {
      rows: ["a"],
    });
  });

  const earlier: readonly (readonly [name: string, audit: object, isPart: boolean])[] = [
    ["fewer rows than were said", { totals: [120] }, true],
    ["as many as were said", { totals: [25] }, false],
    ["a list that shrank", { totals: [26, 25] }, true],
    ["a list that grew", { totals: [24, 25] }, false],
    ["numbers of the rows of each page", { totals: [10, 5] }, false],
    ["pages that were not turned", { findings: [{ kind: "repeatedPage" }] }, true],
    ["a list that comes at once", { totals: [25], findings: [{ kind: "repeatedPage" }] }, false],
    ["a page that was refused", { findings: [{ kind: "refusedPage" }] }, true],
    ["pages from 0", { findings: [{ kind: "countsFromZero" }] }, true],
    ["pages of another size", { findings: [{ kind: "sizeLowered" }] }, false],
  ];
  for (const [name, audit, isPart] of earlier) {
    it(`was called whole by an earlier version, and is ${isPart ? "not " : ""}believed: ${name}`, () => {
      assert.equal(isPartOf(audit), isPart);
    });
  }

  function isPartOf(audit: object): boolean | undefined {
    const file = { rows: 25, bytes: 1, sha256: "0".repeat(64) };
    const list = {
      connectionLabel: "Ours",
      environment: "development",
      operationId: "listClients",
    };
    const text = JSON.stringify({
      ...{ manifestVersion: 1, form: { format: "jsonl" }, startedAt: "2026-01-05T09:00:00.000Z" },
      ...{ scope: "all", isMasked: false, file, query: { ...list, path: {}, parameters: {} } },
      audit: { isWhole: true, repeatedRows: 0, totals: [], findings: [], ...audit },
    });
    const snapshot = readManifest(text);
    return typeof snapshot === "object" ? snapshot.isPart : undefined;
  }
});
