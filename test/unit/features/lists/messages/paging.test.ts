import assert from "node:assert/strict";
import fc from "fast-check";
import {
  describePaging,
  pageAfterResize,
  type PageFacts,
} from "../../../../../src/features/lists/messages/paging";

describe("describePaging", () => {
  const facts = (pageNumber: number, rows: number, total?: number): PageFacts => ({
    pageNumber,
    pageSize: 25,
    rows,
    ...(total === undefined ? {} : { total }),
    isUnpaged: false,
  });

  const table: readonly (readonly [facts: PageFacts, expected: object])[] = [
    [
      facts(2, 25, 100),
      { firstRow: 26, lastRow: 50, lastPage: 4, hasPrevious: true, hasNext: true, end: "known" },
    ],
    [facts(4, 25, 100), { lastPage: 4, hasNext: false, end: "known" }],
    [facts(5, 1, 101), { firstRow: 101, lastRow: 101, lastPage: 5, hasNext: false }],
    [facts(9, 0, 100), { firstRow: 0, lastRow: 0, hasPrevious: true, hasNext: false }],
    [facts(1, 0, 0), { lastPage: 1, hasPrevious: false, hasNext: false, end: "known" }],
    [facts(1, 25), { hasPrevious: false, hasNext: true, end: "mayFollow" }],
    [facts(2, 12), { firstRow: 26, lastRow: 37, hasNext: true, end: "probablyLast" }],
    [facts(3, 0), { hasPrevious: true, hasNext: false, end: "probablyLast" }],
    [
      { ...facts(1, 40, 40), isUnpaged: true, isCounted: true },
      { total: 40, totalBasis: "counted", lastPage: 1, hasNext: false, end: "known" },
    ],
    [
      { ...facts(1, 20), isUnpaged: true, deniedTotal: 120 },
      { deniedTotal: 120, hasNext: false, end: "mayFollow" },
    ],
  ];
  for (const [given, expected] of table) {
    it(`${JSON.stringify(given)} is ${JSON.stringify(expected)}`, () => {
      const found = describePaging(given);
      assert.deepEqual({ ...found, ...expected }, found);
    });
  }

  const known: readonly (readonly [change: Partial<PageFacts>, expected: object])[] = [
    [
      { pageNumber: 0, firstPage: 0, total: 60 },
      { firstRow: 1, lastPage: 2, hasPrevious: false },
    ],
    [
      { pageNumber: 2, firstPage: 0, total: 75 },
      { firstRow: 51, lastPage: 2, hasNext: false },
    ],
    [{ total: 100 }, { totalBasis: "claimed" }],
    [
      { total: 50, isCounted: true },
      { totalBasis: "counted", hasNext: false },
    ],
    [{ deniedTotal: 40 }, { deniedTotal: 40, hasNext: true, end: "mayFollow" }],
    [{ pages: 3 }, { lastPage: 3, hasNext: true, end: "known" }],
    [{ more: false }, { lastPage: 2, hasNext: false, end: "known" }],
    [
      { more: false, rows: 0 },
      { hasNext: false, end: "probablyLast" },
    ],
    [
      { more: false, total: 100 },
      { lastPage: 4, hasNext: true },
    ],
    [
      { more: true, total: 50 },
      { lastPage: 2, hasNext: true },
    ],
    [{ rowsBefore: 7 }, { firstRow: 8, lastRow: 32 }],
    [{ isUnpaged: true }, { firstRow: 1, lastRow: 25 }],
  ];
  for (const [change, expected] of known) {
    it(`${JSON.stringify(change)} on page 2 is ${JSON.stringify(expected)}`, () => {
      const found = describePaging({ ...facts(2, 25), ...change });
      assert.deepEqual({ ...found, ...expected }, found);
    });
  }

  it("claims no end and no total that nobody named", () => {
    const found = describePaging(facts(2, 25));
    assert.equal("total" in found || "lastPage" in found || "totalBasis" in found, false);
  });
});

describe("pageAfterResize", () => {
  it("counts from 0 where the service does", () => {
    assert.deepEqual(
      [pageAfterResize(0, 10, 25, 0), pageAfterResize(5, 10, 25, 0), pageAfterResize(5, 10, 25)],
      [0, 2, 2],
    );
  });

  it("finds the page that holds the first row of the old one", () => {
    const count = fc.integer({ min: 1, max: 1000 });
    fc.assert(
      fc.property(count, count, count, (pageNumber, pageSize, newSize) => {
        const page = pageAfterResize(pageNumber, pageSize, newSize);
        const firstRow = (pageNumber - 1) * pageSize;
        assert.ok((page - 1) * newSize <= firstRow && firstRow < page * newSize);
      }),
    );
  });
});
