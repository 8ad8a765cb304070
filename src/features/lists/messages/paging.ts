import * as v from "valibot";
import { amount, type Shape } from "../../../platform/base/messageSchemas";

/** What is known about a page's place in its list. */
export interface PageFacts {
  /** As the service counts. */
  readonly pageNumber: number;
  /** Number of the first page: 1 where it is not said. */
  readonly firstPage?: 0 | 1;
  /** Rows per page, as pages have shown it, the service says it, or else as it was asked. */
  readonly pageSize: number;
  readonly rows: number;
  /** Rows of the pages before this one, where they were counted. */
  readonly rowsBefore?: number;
  /** Rows of the whole list: on the word of the service, where its pages do not speak against it. */
  readonly total?: number;
  /** All pages have come: `total` was counted. */
  readonly isCounted?: boolean;
  /** What the service says of all rows though its pages speak against it. */
  readonly deniedTotal?: number;
  /** Pages of the whole list, on the word of the service. */
  readonly pages?: number;
  /** Whether a page follows, on the word of the service. */
  readonly more?: boolean;
  /** All of it is one page: the user says so, or the service sent the same rows for the next too. */
  readonly isUnpaged: boolean;
}

/** The place of a page for people; rows are numbered from 1, pages as the service counts. */
export const paging = v.object({
  pageNumber: amount,
  firstPage: v.picklist([0, 1]),
  pageSize: amount,
  rows: amount,
  /** Rows of the whole list; absent where nobody said it, or pages speak against it. */
  total: v.exactOptional(amount),
  /** `counted`: all of them came. `claimed`: the service says so. There with `total`. */
  totalBasis: v.exactOptional(v.picklist(["counted", "claimed"])),
  /** What the service says of all rows though its pages speak against it: no fact. */
  deniedTotal: v.exactOptional(amount),
  lastPage: v.exactOptional(amount),
  firstRow: amount,
  lastRow: amount,
  hasPrevious: v.boolean(),
  hasNext: v.boolean(),
  /** What comes after is not known: more may follow, or (a short page) probably nothing. */
  end: v.picklist(["known", "mayFollow", "probablyLast"]),
});
export type Paging = Shape<typeof paging>;

/** Works out the pager's state; without a total it never claims to know the end. */
export function describePaging(facts: PageFacts): Paging {
  const { pageNumber, pageSize, rows, isUnpaged, deniedTotal = 0, firstPage = 1 } = facts;
  const before = isUnpaged ? 0 : (facts.rowsBefore ?? (pageNumber - firstPage) * pageSize);
  const firstRow = rows === 0 ? 0 : before + 1;
  const lastRow = rows === 0 ? 0 : firstRow + rows - 1;
  const { total } = facts;
  const lastPage = lastPageOf(facts, total);
  return {
    ...{ pageNumber, firstPage, pageSize, rows },
    ...(total === undefined
      ? {}
      : {
          total,
          totalBasis: facts.isCounted === true ? ("counted" as const) : ("claimed" as const),
        }),
    ...(facts.deniedTotal === undefined ? {} : { deniedTotal }),
    ...(lastPage === undefined ? {} : { lastPage }),
    ...{ firstRow, lastRow },
    hasPrevious: pageNumber > firstPage,
    hasNext: hasNext(facts, lastPage),
    // A short page is no proof of the end: a service may clamp the page size without a word.
    end:
      lastPage !== undefined
        ? "known"
        : rows < pageSize && deniedTotal <= lastRow
          ? "probablyLast"
          : "mayFollow",
  };
}

function lastPageOf(facts: PageFacts, total: number | undefined): number | undefined {
  const { pageNumber, pageSize, rows, pages, more, isUnpaged, firstPage = 1 } = facts;
  if (isUnpaged) {
    return total === undefined ? undefined : pageNumber;
  }
  if (total !== undefined) {
    return firstPage + Math.max(1, Math.ceil(total / pageSize)) - 1;
  }
  if (pages !== undefined) {
    return firstPage + Math.max(1, pages) - 1;
  }
  return more === false && rows > 0 ? pageNumber : undefined;
}

function hasNext({ pageNumber, rows, more, isUnpaged }: PageFacts, lastPage?: number): boolean {
  if (isUnpaged) {
    return false;
  }
  if (lastPage !== undefined && (more !== true || rows === 0)) {
    return pageNumber < lastPage;
  }
  return rows > 0 && more !== false;
}

/** The page that holds the first row of the present page when the page size changes. */
export function pageAfterResize(
  pageNumber: number,
  pageSize: number,
  newSize: number,
  firstPage: 0 | 1 = 1,
): number {
  return Math.floor(((pageNumber - firstPage) * pageSize) / newSize) + firstPage;
}
