import assert from "node:assert/strict";
import fc from "fast-check";
import { parseJsonText } from "../../../../src/platform/json/jsonText";
import { type AuditedPage, PagingAudit } from "../../../../src/features/lists/common/audit";
import type { Envelope } from "../../../../src/features/lists/common/envelope";
import { pagingFindings } from "../../../../src/features/lists/common/findings";
import type { ListRules } from "../../../../src/features/lists/common/listRules";
import { readPage } from "../../../../src/features/lists/common/page";
import { describePaging, type Paging } from "../../../../src/features/lists/messages/paging";
import { runs } from "../../../fakes/runs";

interface Came {
  readonly page: number;
  readonly rows: number;
  readonly total?: number;
  readonly vague?: true;
  readonly envelope?: Envelope;
  readonly repeats?: true;
}

function audited(pages: readonly Came[], pageSize = 10, rules: ListRules = {}): PagingAudit {
  const audit = new PagingAudit(pageSize, rules);
  for (const { page, rows, total, vague, envelope = {}, repeats = false } of pages) {
    const guess = { value: total ?? 0, from: "total", ...(vague && { isVague: vague }) };
    audit.add({
      asked: { pageNumber: page, pageSize },
      rows,
      envelope: { ...envelope, ...(total === undefined ? {} : { total: guess }) },
      repeatsPage: repeats,
      repeatedRows: 0,
    });
  }
  return audit;
}

const more = (value: boolean): Envelope => ({ more: { value, from: "next" } });
const placeOf = (audit: PagingAudit): Paging => describePaging(audit.facts!);
const kinds = (audit: PagingAudit): readonly string[] =>
  pagingFindings(audit).map(({ kind }) => kind);

describe("the audit of pages", () => {
  const totals: readonly (readonly [
    name: string,
    pages: readonly Came[],
    expected: Partial<Record<keyof Paging, unknown>>,
    found: readonly string[],
  ])[] = [
    [
      "takes the service at its word while nothing speaks against it",
      [{ page: 1, rows: 10, total: 35 }],
      { total: 35, totalBasis: "claimed", lastPage: 4, hasNext: true },
      [],
    ],
    [
      "takes a number that is less than a page has for no size of pages",
      [
        { page: 1, rows: 10, total: 35, envelope: size(4) },
        { page: 3, rows: 10, total: 35, envelope: size(4) },
      ],
      { pageSize: 10, firstRow: 21, lastRow: 30, lastPage: 4 },
      [],
    ],
    [
      "believes in no vague count that may be that of a short page",
      [{ page: 1, rows: 4, total: 4, vague: true }],
      { total: undefined, lastPage: undefined, hasNext: true, end: "probablyLast" },
      [],
    ],
    [
      "believes a sure one on a short page",
      [{ page: 1, rows: 4, total: 4 }],
      { total: 4, totalBasis: "claimed", lastPage: 1, hasNext: false },
      [],
    ],
    [
      "does not end a list at a full first page whose number says just that",
      [{ page: 1, rows: 10, total: 10 }],
      { total: undefined, hasNext: true, end: "mayFollow" },
      [],
    ],
    [
      "unless the service says that nothing follows",
      [{ page: 1, rows: 10, total: 10, envelope: more(false) }],
      { total: 10, totalBasis: "counted", hasNext: false, end: "known" },
      [],
    ],
    [
      "withdraws what is just the number of each page",
      [
        { page: 1, rows: 10, total: 10 },
        { page: 2, rows: 10, total: 10 },
      ],
      { total: undefined, hasNext: true, end: "mayFollow" },
      [],
    ],
    [
      "withdraws a total that pages pass",
      [
        { page: 1, rows: 10, total: 15 },
        { page: 2, rows: 10, total: 15 },
      ],
      { total: undefined, deniedTotal: 15, hasNext: true },
      ["moreThanTotal"],
    ],
    [
      "withdraws a total that moves",
      [
        { page: 1, rows: 10, total: 50 },
        { page: 2, rows: 10, total: 53 },
      ],
      { total: undefined, deniedTotal: 53, hasNext: true },
      ["movingTotal"],
    ],
    [
      "believes again in one that two pages agree on, and still tells",
      [
        { page: 1, rows: 10, total: 50 },
        { page: 2, rows: 10, total: 51 },
        { page: 3, rows: 10, total: 51 },
      ],
      { total: 51, totalBasis: "claimed", lastPage: 6 },
      ["movingTotal"],
    ],
    [
      "takes another total of the same page for another state of the list",
      [
        { page: 1, rows: 10, total: 50 },
        { page: 1, rows: 10, total: 51 },
      ],
      { total: 51, totalBasis: "claimed" },
      [],
    ],
    [
      "denies a total after an empty page before it",
      [
        { page: 1, rows: 10, total: 35 },
        { page: 2, rows: 10, total: 35 },
        { page: 3, rows: 0, total: 35 },
        { page: 4, rows: 0, total: 35 },
      ],
      { total: undefined, totalBasis: undefined, deniedTotal: 35, hasNext: false },
      ["fewerThanTotal"],
    ],
    [
      "goes on behind an empty page, where the service counts rows there",
      [
        { page: 1, rows: 10, total: 35 },
        { page: 2, rows: 0, total: 35 },
      ],
      { total: 35, totalBasis: "claimed", lastPage: 4, hasNext: true },
      ["emptyLastPage"],
    ],
    [
      "goes on behind few empty pages, however many the service counts",
      [
        { page: 1, rows: 10, total: 1000 },
        ...[2, 3, 4].map((page) => ({ page, rows: 0, total: 1000 })),
      ],
      { total: undefined, deniedTotal: 1000, hasNext: false },
      ["fewerThanTotal"],
    ],
    [
      "counts nothing where a page comes again, unless the service says as many",
      [
        { page: 1, rows: 10 },
        { page: 2, rows: 10, repeats: true },
      ],
      { total: undefined, hasNext: true, end: "mayFollow" },
      ["repeatedPage"],
    ],
    [
      "counts nothing where a page comes again and the service says more",
      [
        { page: 1, rows: 10, total: 35 },
        { page: 2, rows: 10, total: 35, repeats: true },
      ],
      { total: undefined, deniedTotal: 35, hasNext: true, end: "mayFollow" },
      ["fewerThanTotal", "repeatedPage"],
    ],
    [
      "counts a page that comes again, where the service says that these are all",
      [
        { page: 1, rows: 7, total: 7 },
        { page: 2, rows: 7, total: 7, repeats: true },
      ],
      { total: 7, totalBasis: "counted", hasNext: false, end: "known" },
      ["repeatedPage"],
    ],
    [
      "counts nothing while the service says that more follows",
      [
        { page: 1, rows: 10, envelope: more(true) },
        { page: 2, rows: 0, envelope: more(true) },
      ],
      { total: undefined },
      ["emptyLastPage"],
    ],
    [
      "says nothing against a page far behind the end",
      [{ page: 9, rows: 0, total: 35 }],
      { total: 35, totalBasis: "claimed", hasNext: false },
      [],
    ],
    [
      "counts without a word of the service",
      [
        { page: 1, rows: 10 },
        { page: 2, rows: 4 },
        { page: 3, rows: 0 },
      ],
      { total: 14, totalBasis: "counted", hasNext: false },
      [],
    ],
    [
      "counts nothing behind a gap",
      [
        { page: 1, rows: 10 },
        { page: 3, rows: 4, envelope: more(false) },
      ],
      { total: undefined, firstRow: 21, hasNext: false },
      [],
    ],
  ];
  for (const [name, pages, expected, found] of totals) {
    it(name, () => {
      const audit = audited(pages);
      const place: Partial<Paging> = placeOf(audit);
      const seen = Object.fromEntries(
        Object.keys(expected).map((key) => [key, place[key as keyof Paging]]),
      );
      assert.deepEqual([seen, kinds(audit)], [expected, found]);
    });
  }

  const oddities: readonly (readonly [
    name: string,
    pages: readonly Came[],
    found: readonly string[],
  ])[] = [
    [
      "a lowered size by what the service says",
      [{ page: 1, rows: 5, envelope: size(5) }],
      ["sizeLowered"],
    ],
    ["a lowered size by the total", [{ page: 1, rows: 5, total: 33 }], ["sizeLowered"]],
    [
      "a lowered size by the page after",
      [
        { page: 1, rows: 5 },
        { page: 2, rows: 5 },
      ],
      ["sizeLowered"],
    ],
    ["no lowered size on a short last page", [{ page: 4, rows: 5, total: 35 }], []],
    ["a raised size", [{ page: 1, rows: 12, total: 35 }], ["sizeRaised"]],
    [
      "a short page in the midst",
      [
        { page: 1, rows: 10 },
        { page: 2, rows: 8 },
        { page: 3, rows: 10 },
      ],
      ["shortPage"],
    ],
    [
      "an empty page after a full one",
      [
        { page: 1, rows: 10 },
        { page: 2, rows: 0 },
      ],
      ["emptyLastPage"],
    ],
    [
      "no oddity in an empty page behind a total that was reached",
      [
        { page: 1, rows: 10, total: 20 },
        { page: 2, rows: 10, total: 20 },
        { page: 3, rows: 0, total: 20 },
      ],
      [],
    ],
    [
      "a page that comes again",
      [
        { page: 1, rows: 10 },
        { page: 2, rows: 10, repeats: true },
      ],
      ["repeatedPage"],
    ],
    [
      "no repetition in the same page asked for again",
      [
        { page: 1, rows: 10 },
        { page: 1, rows: 10, repeats: true },
      ],
      [],
    ],
    [
      "another number of a page",
      [{ page: 1, rows: 10, total: 35, envelope: { pageNumber: { value: 0, from: "number" } } }],
      ["otherPageNumber"],
    ],
    [
      "a page before the first",
      [{ page: 1, rows: 10, envelope: { before: { value: true, from: "prev" } } }],
      ["countsFromZero"],
    ],
    [
      "rows before the first",
      [{ page: 1, rows: 10, envelope: { offset: { value: 10, from: "offset" } } }],
      ["countsFromZero"],
    ],
    [
      "no rows before the first where they are counted from 1",
      [{ page: 1, rows: 10, envelope: { offset: { value: 1, from: "startIndex" } } }],
      [],
    ],
    [
      "a page amid the list that is as short as the last one should be",
      [
        { page: 1, rows: 10, total: 35 },
        { page: 3, rows: 5, total: 35 },
      ],
      ["countsFromZero", "shortPage"],
    ],
    [
      "no page before the first in the last page",
      [
        { page: 1, rows: 10, total: 35 },
        { page: 4, rows: 5, total: 35 },
      ],
      [],
    ],
    [
      "no page before the first where all pages come short",
      [
        { page: 1, rows: 5, total: 25 },
        { page: 2, rows: 5, total: 25 },
      ],
      ["sizeLowered"],
    ],
    [
      "no page before the first where the number of rows moves",
      [
        { page: 1, rows: 10, total: 30 },
        { page: 2, rows: 5, total: 25 },
      ],
      ["movingTotal"],
    ],
    [
      "a first page that is empty though there are rows",
      [{ page: 1, rows: 0, total: 7 }],
      ["countsFromZero", "fewerThanTotal"],
    ],
  ];
  for (const [name, pages, found] of oddities) {
    it(`finds ${name}`, () => assert.deepEqual(kinds(audited(pages)), found));
  }

  it("denies no total by rows per page that are only concluded", () => {
    const pages = [
      { page: 4, rows: 0, total: 25 },
      { page: 3, rows: 5, total: 25 },
    ];
    const audit = audited(pages, 15);
    assert.deepEqual([placeOf(audit).total, kinds(audit)], [25, []]);
  });

  it("tells of an empty page behind a gap by its number alone", () => {
    const pages = [
      { page: 1, rows: 10, total: 35 },
      { page: 5, rows: 0, total: 35 },
    ];
    assert.deepEqual(pagingFindings(audited(pages)), []);
    const [denied] = pagingFindings(
      audited([pages[0]!, { page: 3, rows: 0, total: 35 }, { page: 4, rows: 0, total: 35 }]),
    );
    assert.deepEqual(denied?.values, { total: 35, page: 3 });
  });

  it("finds that page 0 is page 1, which is no list without pages", () => {
    const pages: readonly Came[] = [
      { page: 0, rows: 10, total: 35 },
      { page: 1, rows: 10, total: 35, repeats: true },
    ];
    const found = pagingFindings(audited(pages, 10, { firstPage: 0 }));
    assert.deepEqual(found[0], {
      ...{ kind: "countsFromOne", values: {}, actionId: "list.countFromOne", isLoss: true },
    });
    assert.ok(found.every(({ kind }) => kind !== "repeatedPage"));
  });

  it("takes the size of pages from what comes where none was asked for", () => {
    const open = { pageSize: null } as const;
    const first = audited([{ page: 1, rows: 20, total: 50 }], 10, open);
    const { pageSize, lastPage, end } = placeOf(first);
    assert.deepEqual([pageSize, lastPage, end, kinds(first)], [20, 3, "known", []]);
    const late = [
      { page: 1, rows: 20, total: 50 },
      { page: 2, rows: 10, total: 50 },
      { page: 3, rows: 0, total: 50 },
    ];
    assert.deepEqual(kinds(audited(late, 10, open))[0], "countsFromZero");
    const none = placeOf(audited([{ page: 1, rows: 0 }], 10, open));
    assert.deepEqual([none.rows, none.hasNext], [0, false]);
  });

  it("counts from 0 where the user says so", () => {
    const pages = [
      { page: 0, rows: 10, total: 14 },
      { page: 1, rows: 4, total: 14 },
    ];
    const audit = audited(pages, 10, { firstPage: 0 });
    const { pageNumber, firstRow, lastRow, lastPage, hasPrevious, hasNext } = placeOf(audit);
    assert.deepEqual(
      [pageNumber, firstRow, lastRow, lastPage, hasPrevious, hasNext],
      [1, 11, 14, 1, true, false],
    );
    assert.deepEqual(kinds(audit), []);
  });

  const ways: readonly (readonly [pages: readonly Came[], following: string])[] = [
    [[], "perhaps"],
    [[{ page: 1, rows: 0 }], "nothing"],
    [[{ page: 1, rows: 10 }], "perhaps"],
    [[{ page: 1, rows: 4 }], "perhaps"],
    [[{ page: 1, rows: 4, envelope: more(false) }], "nothing"],
    [[{ page: 1, rows: 4, envelope: more(true) }], "more"],
    [[{ page: 1, rows: 4, total: 20, envelope: more(false) }], "perhaps"],
    [[{ page: 1, rows: 10, total: 20 }], "more"],
    [[{ page: 1, rows: 4, total: 4 }], "perhaps"],
    [[{ page: 2, rows: 4, total: 14 }], "nothing"],
    [[{ page: 1, rows: 4, total: 4, vague: true }], "perhaps"],
    [
      [
        { page: 1, rows: 10, envelope: more(true) },
        { page: 2, rows: 10 },
      ],
      "nothing",
    ],
  ];
  for (const [pages, following] of ways) {
    it(`${JSON.stringify(pages)} is followed by ${following}`, () =>
      assert.equal(audited(pages).following, following));
  }
});

describe("any envelope around rows", () => {
  /** A service: rows, size, and what it puts around its pages, right or wrong. */
  const services = fc.record({
    all: fc.nat({ max: 60 }),
    size: fc.integer({ min: 1, max: 12 }),
    clamp: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
    path: fc.array(fc.constantFrom("data", "result", "page", "_embedded", "x y"), { maxLength: 3 }),
    totalName: fc.option(fc.constantFrom("total", "totalItems", "count", "total_count"), {
      nil: undefined,
    }),
    total: fc.constantFrom("all", "page", "soFar", "tooFew", "tooMany"),
    next: fc.constantFrom("none", "flag", "link", "absentLink"),
  });

  /** Some pages as a user jumps, then all of them one after the other. */
  const jumps = fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 12 });

  it("gives its rows, and never a count that its pages speak against", () => {
    const check = (service: Service, jumped: readonly number[]): void => {
      const audit = new PagingAudit(service.size);
      // The last three may be empty ones that a number of the service promises rows for.
      const pages = Math.ceil(service.all / givenSize(service)) + 3;
      for (const page of [...jumped, ...Array.from({ length: pages }, (_, index) => index + 1)]) {
        audit.add(pageOf(service, page));
        const { total, totalBasis, deniedTotal } = placeOf(audit);
        assert.ok(totalBasis !== "counted" || total === service.all, "counted");
        assert.ok(service.total !== "all" || deniedTotal === undefined, "a right total");
      }
      const { total } = placeOf(audit);
      assert.ok(total === undefined || total === service.all, `${String(total)} at the end`);
    };
    fc.assert(fc.property(services, jumps, check), {
      numRuns: runs(500),
      // The last page of shorter ones was taken for a short last page.
      examples: [
        [
          {
            ...{ all: 8, size: 3, clamp: 2, path: [], totalName: "total" },
            ...{ total: "all", next: "none" },
          },
          [3],
        ],
      ],
    });
  });
});

interface Service {
  readonly all: number;
  /** As it is asked for, and what it is lowered to. */
  readonly size: number;
  readonly clamp: number | undefined;
  readonly path: readonly string[];
  readonly totalName: string | undefined;
  readonly total: string;
  readonly next: string;
}

function givenSize({ size, clamp = size }: Service): number {
  return Math.min(size, clamp);
}

/** A page of a service, its rows found in the text. */
function pageOf(service: Service, pageNumber: number): AuditedPage {
  const { all, size } = service;
  const from = Math.min(all, (pageNumber - 1) * givenSize(service));
  const count = Math.min(givenSize(service), all - from);
  const rows = Array.from({ length: count }, (_, row) => ({ n: from + row }));
  const text = wrapped(service, rows, from);
  const asked = { pageNumber, pageSize: size };
  const page = readPage(text, parseJsonText(text), { asked });
  assert.deepEqual(
    page.rows.map(({ source }) => source),
    rows.map((row) => JSON.stringify(row)),
  );
  return { asked, rows: count, envelope: page, repeatsPage: false, repeatedRows: 0 };
}

/** The text of a page whose rows begin at `from`. */
function wrapped(service: Service, rows: readonly unknown[], from: number): string {
  const { all, path, totalName, total, next } = service;
  const isLast = from + rows.length >= all;
  const totals: Readonly<Record<string, number>> = {
    ...{ all, page: rows.length, soFar: from + rows.length },
    ...{ tooFew: Math.floor(all / 2), tooMany: all + 7 },
  };
  const members = {
    items: rows,
    ...(totalName === undefined ? {} : { [totalName]: totals[total] }),
    ...(next === "flag" ? { hasMore: !isLast } : {}),
    ...(next === "link" ? { next: isLast ? null : "/next" } : {}),
    ...(next === "absentLink" && !isLast ? { nextLink: "/next" } : {}),
  };
  const isBare = path.length === 0 && totalName === undefined && next === "none";
  const body = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), members);
  return JSON.stringify(isBare ? rows : body);
}

function size(value: number): Envelope {
  return { pageSize: { value, from: "pageSize" } };
}
