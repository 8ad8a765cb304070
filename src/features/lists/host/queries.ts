import { AppError } from "../../../platform/base/errors";
import { type ListRules, NO_RULES } from "../common/listRules";
import { LIST_OPERATIONS } from "../common/operations";
import type { NodeArgument, OpenListArgument } from "../../../manifest";
import type { ListQuery } from "../messages/listQuery";
import type { ListsServices } from "./services";

/** The first page of a list; `pageSize` as a setting has it, its number by the list's rules. */
export function firstQuery(
  connectionId: string,
  pageSize: number,
  { firstPage = 1, pageSize: said }: ListRules = NO_RULES,
): Omit<ListQuery, "operationId" | "path" | "subject"> {
  return {
    connectionId,
    parameters: {},
    pageNumber: firstPage,
    pageSize: Math.min(Math.max(1, Math.trunc(said ?? pageSize)), Number.MAX_SAFE_INTEGER),
    mode: "page",
    copy: 0,
  };
}

/** The list that a query is of, whatever page and copy of it. */
export function listKeyOf({ connectionId, operationId, path }: ListQuery): string {
  return JSON.stringify([connectionId, operationId, Object.entries(path).sort()]);
}

/** The first page of the list that a command's argument names; throws `input/noPanel`. */
export async function queryOf(
  services: Pick<ListsServices, "resolveList" | "rules" | "pageSize">,
  panels: {
    readonly clientParameter: (
      list: Pick<ListQuery, "connectionId" | "operationId">,
    ) => Promise<string>;
  },
  argument: NodeArgument | OpenListArgument | undefined,
): Promise<ListQuery> {
  const target = await services.resolveList(argument);
  if (target === undefined) {
    throw new AppError("input", "input/noPanel");
  }
  const { connectionId, list, clientId, clientLabel } = target;
  const operationId = list === "other" ? target.operationId : LIST_OPERATIONS[list];
  if (operationId === undefined) {
    throw new AppError("input", "input/noPanel");
  }
  const name = await panels.clientParameter({ connectionId, operationId });
  const rules = services.rules.rules(connectionId, operationId);
  return {
    ...firstQuery(connectionId, services.pageSize(connectionId), rules),
    operationId,
    path: clientId === undefined ? {} : { [name]: clientId },
    ...(clientLabel === undefined ? {} : { subject: clientLabel }),
  };
}
