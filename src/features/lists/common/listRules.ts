import { isPageSize, isFlag, isListOf, isRecord, isText } from "../../../platform/base/shapes";

/**
 * What the user said about the lists of an endpoint of a connection, where the shapes mislead.
 * Absent members are found by shape.
 */
export interface ListRules {
  /** Names of the members that lead to the rows; empty: the answer itself. */
  readonly rows?: readonly string[];
  /** Names that lead to the number of all rows; `null`: there is none. */
  readonly total?: readonly string[] | null;
  /** Number of the first page: 1 unless said otherwise. */
  readonly firstPage?: 0 | 1;
  /** The service gives the whole list to every page number. */
  readonly isUnpaged?: boolean;
  /** Rows per page to ask for; `null`: none, the service decides. Absent: as it is set elsewhere. */
  readonly pageSize?: number | null;
}

export const NO_RULES: ListRules = {};

/** Whether a page is asked for with a number of rows. */
export function sendsSize({ isUnpaged, pageSize }: ListRules): boolean {
  return isUnpaged !== true && pageSize !== null;
}

/** Where rules are kept, by connection and operation. */
export interface ListRulesStore {
  /** `NO_RULES` where nothing was said. */
  rules(connectionId: string, operationId: string): ListRules;
  /** `NO_RULES` forgets them. */
  setRules(connectionId: string, operationId: string, rules: ListRules): Promise<void>;
}

/** Rules as they were kept; what is damaged there is found by shape again. */
export function decodeListRules(kept: unknown): ListRules {
  if (!isRecord(kept)) {
    return NO_RULES;
  }
  const { rows, total, firstPage, isUnpaged, pageSize } = kept;
  return {
    ...(isPath(rows) ? { rows } : {}),
    ...(total === null || isPath(total) ? { total } : {}),
    ...(firstPage === 0 || firstPage === 1 ? { firstPage } : {}),
    ...(isFlag(isUnpaged) ? { isUnpaged } : {}),
    ...(pageSize === null || isPageSize(pageSize) ? { pageSize } : {}),
  };
}

function isPath(value: unknown): value is readonly string[] {
  return isListOf(value, isText);
}
