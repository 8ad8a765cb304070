import { PAGE_SIZE_LIMIT, type ListQuery } from "../shared/listQuery";

/** The first page of a list, whichever it is; `pageSize` as a setting has it. */
export function firstQuery(
  connectionId: string,
  pageSize: number,
): Omit<ListQuery, "operationId" | "path" | "subject"> {
  return {
    connectionId,
    parameters: {},
    pageNumber: 1,
    pageSize: Math.min(Math.max(1, Math.trunc(pageSize)), PAGE_SIZE_LIMIT),
    mode: "page",
    copy: 0,
  };
}

/** The list that a query is of, whatever page and copy of it. */
export function listKeyOf({ connectionId, operationId, path }: ListQuery): string {
  return JSON.stringify([connectionId, operationId, Object.entries(path).sort()]);
}
