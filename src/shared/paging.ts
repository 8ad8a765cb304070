/** What is known about a page's place in its list. */
export interface PageFacts {
  /** From 1. */
  readonly pageNumber: number;
  /** Rows per page, as the service says it or else as it was asked. */
  readonly pageSize: number;
  readonly rows: number;
  /** Rows of the whole list, when the service said it. */
  readonly total?: number;
  /** The service sent the same rows for the next page too. */
  readonly isUnpaged: boolean;
}

/** The place of a page for people; numbers from 1. */
export interface Paging {
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly rows: number;
  readonly total?: number;
  readonly lastPage?: number;
  readonly firstRow: number;
  readonly lastRow: number;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** What comes after is not known: more may follow, or (a short page) probably nothing. */
  readonly end: "known" | "mayFollow" | "probablyLast";
}

/** Works out the pager's state; without a total it never claims to know the end. */
export function describePaging(facts: PageFacts): Paging {
  const { pageNumber, pageSize, rows, total, isUnpaged } = facts;
  const firstRow = rows === 0 ? 0 : (pageNumber - 1) * pageSize + 1;
  const known = isUnpaged ? rows : total;
  const lastPage =
    known === undefined ? undefined : isUnpaged ? 1 : Math.max(1, Math.ceil(known / pageSize));
  const isShort = rows < pageSize;
  return {
    pageNumber,
    pageSize,
    rows,
    ...(known === undefined ? {} : { total: known }),
    ...(lastPage === undefined ? {} : { lastPage }),
    firstRow,
    lastRow: rows === 0 ? 0 : firstRow + rows - 1,
    hasPrevious: pageNumber > 1,
    // A short page is no proof of the end: a service may clamp the page size without a word.
    hasNext: lastPage === undefined ? rows > 0 : pageNumber < lastPage,
    end: lastPage !== undefined ? "known" : isShort ? "probablyLast" : "mayFollow",
  };
}

/** The page that holds the first row of the present page when the page size changes. */
export function pageAfterResize(pageNumber: number, pageSize: number, newSize: number): number {
  return Math.floor(((pageNumber - 1) * pageSize) / newSize) + 1;
}
