import { type ListRules, NO_RULES } from "../core/lists/listRules";
import { PAGE_SIZE_LIMIT, type ListQuery } from "../shared/listQuery";

/** The first page of a list; `pageSize` as a setting has it, its number by the list's rules. */
export function firstQuery(
  connectionId: string,
  pageSize: number,
  { firstPage = 1 }: ListRules = NO_RULES,
): Omit<ListQuery, "operationId" | "path" | "subject"> {
  return {
    connectionId,
    parameters: {},
    pageNumber: firstPage,
    pageSize: Math.min(Math.max(1, Math.trunc(pageSize)), PAGE_SIZE_LIMIT),
    mode: "page",
    copy: 0,
  };
}

/** The list that a query is of, whatever page and copy of it. */
export function listKeyOf({ connectionId, operationId, path }: ListQuery): string {
  return JSON.stringify([connectionId, operationId, Object.entries(path).sort()]);
}
