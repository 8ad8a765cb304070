import { describePaging, type Paging } from "../messages/paging";
import type { ListQuery } from "../messages/listQuery";

export interface ShownPlace {
  readonly query: ListQuery;
  readonly paging: Paging | undefined;
}

/** What a session knows: the page that came last and the one on its way, with its first rows. */
interface LoadingPlace extends ShownPlace {
  readonly loading: ListQuery | undefined;
  readonly growing: { readonly rows: number } | undefined;
}

/**
 * Of which page the rows on screen are: of one that is still coming its first rows are there, and
 * they are not to stand under the numbers of the page before it.
 */
export function shownPlace(state: LoadingPlace, isUnpaged: boolean): ShownPlace {
  const { query, paging, loading, growing } = state;
  if (loading === undefined || growing === undefined || isSamePage(loading, query)) {
    return { query, paging };
  }
  if (paging === undefined || loading.mode === "all") {
    return { query: loading, paging: undefined };
  }
  const { pageNumber } = loading;
  const { firstPage, total, totalBasis } = paging;
  // A service may give fewer rows a page than it is asked for.
  const isSameSize = loading.pageSize === query.pageSize;
  const { pageSize } = isSameSize ? paging : loading;
  const isSameList = isEqual(loading.parameters, query.parameters);
  return {
    query: loading,
    paging: describePaging({
      ...{ pageNumber, firstPage, pageSize, rows: growing.rows, isUnpaged },
      ...(isSameList && total !== undefined ? { total, isCounted: totalBasis === "counted" } : {}),
    }),
  };
}

function isSamePage(one: ListQuery, other: ListQuery): boolean {
  const placeOf = ({ pageNumber, pageSize, mode, parameters }: ListQuery): unknown => [
    ...[pageNumber, pageSize, mode],
    parameters,
  ];
  return isEqual(placeOf(one), placeOf(other));
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
