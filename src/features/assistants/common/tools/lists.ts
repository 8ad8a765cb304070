import { AppError } from "../../../../platform/base/errors";
import { readDefinition } from "../../../../platform/service/definition/definition";
import type { ServiceClient } from "../../../../platform/service/client";
import {
  actionTitle,
  knownValues,
  listCall,
  type ListEndpoint,
  listEndpoints,
} from "../../../lists/common/listEndpoint";
import type { ListRules } from "../../../lists/common/listRules";
import { type ListPage, readPage } from "../../../lists/common/page";
import type { ListQuery, ParameterValues } from "../../../lists/messages/listQuery";
import type { ToolInput } from "../../messages/toolInputs";
import { quoteWithin } from "../quotedJson";
import { MOST_BYTES, type ToolAnswer } from "../toolAnswer";
import {
  answerFacts,
  connectionFacts,
  findConnection,
  openForTool,
  type ToolCall,
  tellingOf,
} from "../toolCall";

/** A list of a connection, and how it is asked for. */
export interface OpenedList {
  readonly client: ServiceClient;
  readonly endpoint: ListEndpoint;
  readonly rules: ListRules;
}

/** @throws AppError `assistants/unknownList` for what the definition has no list for */
export async function openList(
  call: ToolCall,
  connectionId: string,
  operationId: string,
): Promise<OpenedList> {
  const { services } = call;
  const definition = readDefinition(await services.definition(connectionId));
  const endpoint = listEndpoints(definition).find((one) => one.operationId === operationId);
  if (endpoint === undefined) {
    throw new AppError("input", "assistants/unknownList");
  }
  const client = await openForTool(call, connectionId);
  return { client, endpoint, rules: services.rules(connectionId, operationId) };
}

export interface WantedPage {
  readonly connectionId: string;
  readonly path: Readonly<Record<string, string>>;
  readonly parameters: ParameterValues;
  /** From 1, however the service counts. */
  readonly page: number;
  readonly rows: number;
  /** Rows of the answer that are left out at its beginning. */
  readonly skip: number;
}

/** Asks for one page; of its rows no more are read than are wanted. */
export async function fetchPage(
  { services, signal }: ToolCall,
  { client, endpoint, rules }: OpenedList,
  { connectionId, path, parameters, page, rows, skip }: WantedPage,
): Promise<{ readonly page: ListPage; readonly call: Readonly<Record<string, unknown>> }> {
  const pageNumber = page - 1 + (rules.firstPage ?? 1);
  const query: ListQuery = {
    ...{ connectionId, operationId: endpoint.operationId, path: { ...path } },
    ...{
      parameters: knownValues(endpoint, parameters),
      pageNumber,
      pageSize: rows,
      mode: "page",
      copy: 0,
    },
  };
  const action = client.startAction(actionTitle(endpoint, query, services.translate));
  const answer = await client.send(listCall(endpoint, query, rules), { action, signal });
  const found = {
    ...{ asked: { pageNumber, pageSize: rows }, rules, headers: answer.headers },
    ...{ rowLimit: skip + rows, action: answer.action },
  };
  return { page: readPage(answer.text, await answer.index(), found), ...answerFacts(answer) };
}

/** One page of any list, its rows as they came. */
export async function pageList(call: ToolCall, input: ToolInput<"pageList">): Promise<ToolAnswer> {
  const { services } = call;
  const connection = findConnection(services, input.connection);
  const opened = await openList(call, connection.id, input.endpoint);
  const wanted = {
    ...{ connectionId: connection.id, parameters: resolvedValues(call, input.query ?? {}) },
    path: pathOf(call, opened.endpoint, input),
    ...{ page: input.page, rows: input.rows, skip: input.skip },
  };
  const { page, call: ids } = await fetchPage(call, opened, wanted);
  const telling = await tellingOf(services, connection);
  const sources = page.rows.slice(input.skip).map(({ source }) => telling.json(source, "row"));
  const { rows, isCut } = quoteRows(sources, services.redact);
  const told = input.skip + rows.length;
  return {
    isMasked: telling.isMasked,
    facts: {
      ...{ connection: connectionFacts(connection), call: ids },
      ...pageFacts(page, input, rows.length),
    },
    data: `{"rows":[${rows.join(",")}]}`,
    more: moreOf(page, { ...input, told, isCut }),
  };
}

/** What is known of the page and its list; totals are the service's word. */
export function pageFacts(
  { total, rows, omittedRows }: ListPage,
  { page, skip }: { readonly page: number; readonly skip: number },
  shown: number,
): Readonly<Record<string, unknown>> {
  return {
    page,
    rowsInAnswer: rows.length + omittedRows,
    firstRowShown: shown === 0 ? undefined : skip + 1,
    rowsShown: shown,
    ...(total === undefined ? {} : { total: total.value, totalSaidBy: "the service" }),
  };
}

interface ToldRows {
  readonly page: number;
  readonly rows: number;
  /** Rows of the answer until the last one that is told. */
  readonly told: number;
  /** Values of rows were cut. */
  readonly isCut: boolean;
}

function moreOf(page: ListPage, { told, isCut, ...asked }: ToldRows): string | undefined {
  const came = page.rows.length + page.omittedRows;
  const sentences = [
    ...(isCut ? ["Long values are cut; ask for fewer rows to see more of them."] : []),
    ...(came > told
      ? [`This page has ${came - told} more rows: ask for the same with "skip": ${told}.`]
      : came >= asked.rows
        ? [`More may follow: ask for "page": ${asked.page + 1} with the same "rows".`]
        : []),
  ];
  return sentences.length === 0 ? undefined : sentences.join(" ");
}

/** As many rows as fit an answer; of the first one at least a part. */
export function quoteRows(
  sources: readonly string[],
  redact: (text: string) => string,
): { readonly rows: readonly string[]; readonly isCut: boolean } {
  const rows: string[] = [];
  let left = MOST_BYTES;
  let isCut = false;
  for (const source of sources) {
    const room = rows.length === 0 ? MOST_BYTES : Math.min(left, MOST_BYTES / 4);
    const quoted = quoteWithin(source, room, redact);
    if (quoted === undefined && rows.length > 0) {
      break;
    }
    const text = quoted?.text ?? JSON.stringify("… (cut: this row is too long)");
    left -= Buffer.byteLength(text) + 1;
    isCut ||= quoted?.isCut ?? true;
    rows.push(text);
  }
  return { rows, isCut };
}

/**
 * Path parameters by their names; the client's may be told apart.
 * @throws AppError `assistants/clientMissing` where the list is of a client and none is named
 */
function pathOf(
  { services }: ToolCall,
  { pathParameters, clientParameter }: ListEndpoint,
  { clientId, path = {} }: Pick<ToolInput<"pageList">, "clientId" | "path">,
): Record<string, string> {
  const pseudonyms = services.pseudonyms();
  const given = Object.entries(path).flatMap(([name, value]) =>
    pathParameters.includes(name) && typeof value === "string"
      ? [[name, pseudonyms.resolve(value)] as const]
      : [],
  );
  const named = Object.fromEntries(given);
  if (clientParameter !== undefined && clientId !== undefined) {
    named[clientParameter] = pseudonyms.resolve(clientId);
  }
  if (pathParameters.some((name) => !Object.hasOwn(named, name))) {
    throw new AppError("input", "assistants/pathMissing", {
      values: { names: pathParameters.join(", ") },
    });
  }
  return named;
}

function resolvedValues(
  { services }: ToolCall,
  values: NonNullable<ToolInput<"pageList">["query"]>,
): ParameterValues {
  const pseudonyms = services.pseudonyms();
  const resolve = (text: string): string => pseudonyms.resolve(text);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? resolve(value) : value.map(resolve),
    ]),
  );
}
