import assert from "node:assert/strict";
import { PagingAudit } from "../../../../src/features/lists/common/audit";
import type { Envelope } from "../../../../src/features/lists/common/envelope";
import type { ListRules } from "../../../../src/features/lists/common/listRules";

interface Came {
  readonly page: number;
  readonly rows: number;
  readonly total?: number;
  /** Rows of it that came with an earlier page. */
  readonly again?: number;
  readonly envelope?: Envelope;
  readonly repeats?: true;
}

function audited(pages: readonly Came[], pageSize = 10, rules: ListRules = {}): PagingAudit {
  const audit = new PagingAudit(pageSize, rules);
  for (const { page, rows, total, again = 0, envelope = {}, repeats = false } of pages) {
    audit.add({
      asked: { pageNumber: page, pageSize },
      rows,
      envelope: {
        ...envelope,
        ...(total === undefined ? {} : { total: { value: total, from: "total" } }),
      },
      repeatsPage: repeats,
      repeatedRows: again,
    });
  }
  return audit;
}

const LAST: Envelope = { more: { value: false, from: "next" } };
const pagesOf = (value: number): Envelope => ({ pages: { value, from: "pages" } });

type State = Partial<
  Pick<
    PagingAudit,
    | "isUnpaged"
    | "repeatedPage"
    | "repeatedRows"
    | "emptyLastPage"
    | "shortPageNumber"
    | "startsLate"
    | "more"
    | "total"
    | "countedRows"
    | "deniedTotal"
    | "following"
    | "isTotalReached"
  >
>;

describe("what an audit knows", () => {
  const states: readonly (readonly [name: string, pages: readonly Came[], state: State])[] = [
    [
      "is nothing before a page came",
      [],
      {
        shortPageNumber: undefined,
        emptyLastPage: undefined,
        startsLate: false,
        more: undefined,
        total: undefined,
        following: "perhaps",
      },
    ],
    [
      "of rows that came twice is how many, and the count of the service where it has each once",
      [
        { page: 1, rows: 10, total: 12 },
        { page: 2, rows: 4, again: 2, total: 12, envelope: LAST },
      ],
      { repeatedRows: 2, countedRows: 12, deniedTotal: undefined, isTotalReached: true },
    ],
    [
      "of a page that is asked for again is that its repeated rows count once",
      [
        { page: 1, rows: 10, total: 12 },
        { page: 2, rows: 4, again: 2, total: 12 },
        { page: 2, rows: 4, again: 2, total: 12 },
      ],
      { repeatedRows: 2, countedRows: 12, isTotalReached: true },
    ],
    [
      "of rows that came twice is the count of the service, where it has them twice as well",
      [
        { page: 1, rows: 10, total: 14 },
        { page: 2, rows: 4, again: 2, total: 14 },
      ],
      { countedRows: 14, isTotalReached: false, following: "more" },
    ],
    [
      "of rows that came twice is no count, where the service has another",
      [
        { page: 1, rows: 10, total: 13 },
        { page: 2, rows: 4, again: 2, total: 13 },
        { page: 3, rows: 0, total: 13 },
      ],
      { repeatedRows: 2, countedRows: undefined },
    ],
    [
      "of a page whose rows all came before is that going on would go round, not that it ends",
      [
        { page: 1, rows: 10, total: 50 },
        { page: 2, rows: 10, again: 10, total: 50 },
      ],
      { following: "nothing", deniedTotal: undefined, total: 50 },
    ],
    [
      "of a page that comes again is that nothing is paged, not that all is there",
      [
        { page: 1, rows: 10 },
        { page: 2, rows: 10, repeats: true },
      ],
      { isUnpaged: true, repeatedPage: 2, following: "nothing", countedRows: undefined },
    ],
    [
      "of a first page is no repetition, whatever came before elsewhere",
      [{ page: 1, rows: 10, repeats: true }],
      { isUnpaged: false, repeatedPage: undefined, following: "perhaps" },
    ],
    [
      "of an empty page is the end where the service counts no rows behind it",
      [
        { page: 1, rows: 10, total: 15 },
        { page: 2, rows: 0, total: 15 },
      ],
      { following: "nothing", countedRows: undefined, deniedTotal: 15 },
    ],
    [
      "of an empty page is nothing more once that has rows",
      [
        { page: 1, rows: 10 },
        { page: 2, rows: 0 },
        { page: 2, rows: 10 },
      ],
      { emptyLastPage: undefined, countedRows: undefined, following: "perhaps" },
    ],
    [
      "of an empty page stays when one before it comes again",
      [
        { page: 1, rows: 10 },
        { page: 2, rows: 10 },
        { page: 3, rows: 0 },
        { page: 1, rows: 10 },
      ],
      { emptyLastPage: 3, countedRows: 20 },
    ],
    [
      "of a short page is that it is no end while the service counts more",
      [
        { page: 1, rows: 10, total: 50 },
        { page: 2, rows: 4, total: 50 },
      ],
      { shortPageNumber: 2, following: "more", countedRows: undefined, startsLate: false },
    ],
    [
      "of a short page is the count, where it reaches the total",
      [
        { page: 1, rows: 10, total: 14 },
        { page: 2, rows: 4, total: 14 },
      ],
      { shortPageNumber: undefined, countedRows: 14, following: "nothing" },
    ],
    [
      "of a short page is nothing, where the service counts nothing",
      [
        { page: 1, rows: 10 },
        { page: 2, rows: 4 },
      ],
      { shortPageNumber: undefined, countedRows: undefined, following: "perhaps" },
    ],
    [
      "of a short page amid others is its number",
      [
        { page: 1, rows: 10 },
        { page: 2, rows: 8 },
        { page: 3, rows: 10 },
      ],
      { shortPageNumber: 2 },
    ],
    [
      "of a short page is no end, where totals do not agree",
      [
        { page: 1, rows: 10, total: 50 },
        { page: 2, rows: 4, total: 53 },
      ],
      { deniedTotal: 53, following: "perhaps" },
    ],
    [
      "of a short page is no end, where it passes the total",
      [
        { page: 1, rows: 10, total: 12 },
        { page: 2, rows: 4, total: 12 },
      ],
      { deniedTotal: 12, following: "perhaps" },
    ],
    [
      "of a full page is no end, though it reaches the total",
      [
        { page: 1, rows: 10, total: 20 },
        { page: 2, rows: 10, total: 20 },
      ],
      { countedRows: undefined, total: 20, following: "perhaps", startsLate: false },
    ],
    [
      "of pages that miss as much as one at their short end is that they began with the second",
      [
        { page: 1, rows: 10, total: 35 },
        { page: 2, rows: 10, total: 35 },
        { page: 3, rows: 5, total: 35 },
      ],
      { startsLate: true },
    ],
    [
      "of pages that miss as much as one at their empty end is that they began with the second",
      [
        { page: 1, rows: 10, total: 40 },
        { page: 2, rows: 10, total: 40 },
        { page: 3, rows: 10, total: 40 },
        { page: 4, rows: 0, total: 40 },
      ],
      { shortPageNumber: undefined, startsLate: true },
    ],
    [
      "of pages that miss something else at their end is no late start",
      [
        { page: 1, rows: 10, total: 36 },
        { page: 2, rows: 10, total: 36 },
        { page: 3, rows: 5, total: 36 },
      ],
      { startsLate: false },
    ],
    [
      "of pages that miss as much as one before their end is no late start",
      [{ page: 1, rows: 10, total: 20 }],
      { startsLate: false },
    ],
    [
      "of a later page with one before it is no late start",
      [{ page: 2, rows: 10, envelope: { before: { value: true, from: "prev" } } }],
      { startsLate: false },
    ],
    [
      "of a first page that begins within a page is no late start",
      [{ page: 1, rows: 10, envelope: { offset: { value: 5, from: "offset" } } }],
      { startsLate: false },
    ],
  ];
  for (const [name, pages, state] of states) {
    it(name, () => {
      const audit = audited(pages);
      const known = Object.keys(state).map((key) => [key, audit[key as keyof State]]);
      assert.deepEqual(Object.fromEntries(known), state);
    });
  }

  it("of a first page of one row is no late start where rows are counted from 1", () => {
    const envelope: Envelope = { offset: { value: 1, from: "startIndex" } };
    assert.equal(audited([{ page: 1, rows: 1, envelope }], 1).startsLate, false);
  });

  it("is by the user that a list is not paged", () => {
    const audit = audited([{ page: 1, rows: 10 }], 10, { isUnpaged: true });
    assert.deepEqual(
      [audit.isUnpaged, audit.following, audit.countedRows, audit.repeatedPage],
      [true, "nothing", 10, undefined],
    );
  });
});

describe("the facts of the page that came last", () => {
  it("are none before one came, and hold only what is known", () => {
    assert.equal(audited([]).facts, undefined);
    const page = { pageNumber: 2, firstPage: 1, pageSize: 10, rows: 10, rowsBefore: 10 };
    const one = { page: 1, rows: 10 };
    assert.deepEqual(audited([one, { page: 2, rows: 10 }]).facts, { ...page, isUnpaged: false });
    assert.deepEqual(audited([one, { page: 2, rows: 4, envelope: LAST }]).facts, {
      ...{ ...page, rows: 4, total: 14, isCounted: true, more: false },
      isUnpaged: false,
    });
  });

  const numbers: readonly (readonly [page: number, firstPage: 0 | 1, pages: number | undefined])[] =
    [
      [3, 1, 4],
      [4, 1, 4],
      [5, 1, undefined],
      [3, 0, 4],
      [4, 0, undefined],
    ];
  for (const [page, firstPage, pages] of numbers) {
    it(`believe in 4 pages at page ${page}, counted from ${firstPage}: ${String(pages)}`, () => {
      const audit = audited([{ page, rows: 10, envelope: pagesOf(4) }], 10, { firstPage });
      assert.equal(audit.facts?.pages, pages);
    });
  }

  it("believe in no number of pages beside a total that pages speak against", () => {
    const pages = [1, 2].map((page) => ({ page, rows: 10, total: 15, envelope: pagesOf(4) }));
    const { deniedTotal, pages: number } = audited(pages).facts!;
    assert.deepEqual([deniedTotal, number], [15, undefined]);
    assert.equal("pages" in audited([{ page: 1, rows: 10 }]).facts!, false);
  });
});
