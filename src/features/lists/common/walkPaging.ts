import type { Walk } from "../messages/listQuery";
import type { Paging } from "../messages/paging";
import type { PagingAudit } from "./audit";

/** The place of rows that were loaded as one list: there are no pages to turn. */
export function describeWalk(audit: PagingAudit, { state, rows }: Walk): Paging {
  const { firstPage, countedRows, deniedTotal, total } = audit;
  const isCounted = state === "finished" && countedRows !== undefined;
  // Where rows came twice there are more of them than the list has.
  const isKnown = total !== undefined && total >= rows;
  return {
    ...{ pageNumber: firstPage, firstPage, pageSize: audit.counts.size, rows },
    ...(isKnown ? { total, totalBasis: isCounted ? "counted" : "claimed" } : {}),
    ...(deniedTotal === undefined ? {} : { deniedTotal }),
    firstRow: rows === 0 ? 0 : 1,
    lastRow: rows,
    hasPrevious: false,
    hasNext: false,
    end: isCounted ? "known" : "mayFollow",
  };
}
