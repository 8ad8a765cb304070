import { AppError, isAppError } from "../../../../platform/base/errors";
import { ClientSearch, type NamedClient } from "../../../lists/common/clientSearch";
import { identifyRow } from "../../../lists/common/identify";
import { PagingAudit } from "../../../lists/common/audit";
import { listCall } from "../../../lists/common/listEndpoint";
import { type ListPage, readPage, samePage } from "../../../lists/common/page";
import { auditPage, type PageFindings, walkPages } from "../../../lists/common/walkPages";
import type { ListQuery } from "../../../lists/messages/listQuery";
import type { Action } from "../../../../platform/base/action";
import type { ToolInput } from "../../messages/toolInputs";
import { quoteWithin } from "../quotedJson";
import { MOST_BYTES, type ToolAnswer } from "../toolAnswer";
import {
  answerFacts,
  callFacts,
  connectionFacts,
  findConnection,
  openForTool,
  type Telling,
  type ToolCall,
  tellingOf,
} from "../toolCall";
import { fetchPage, openList, pageFacts } from "./lists";

const LIST = "listClients";
/** Clients that one search looks through, and rows of the pages that it asks for. */
const MOST_LOOKED_THROUGH = 1_000;
const SEARCH_ROWS = 100;
/** Of an answer that comes whole, however large, so many are looked through. */
const MOST_IN_ONE_ANSWER = 200_000;
const MOST_FOUND = 20;

/** One page of clients, each by id, name and date of birth. */
export async function listClients(
  call: ToolCall,
  { connection: named, page, rows }: ToolInput<"listClients">,
): Promise<ToolAnswer> {
  const { services } = call;
  const connection = findConnection(services, named);
  const opened = await openList(call, connection.id, LIST);
  const asked = { page, rows, skip: 0 };
  const wanted = { ...asked, connectionId: connection.id, path: {}, parameters: {} };
  const found = await fetchPage(call, opened, wanted);
  const telling = await tellingOf(services, connection);
  const clients = clientsIn(found.page).map((client) => clientFacts(client, telling));
  const came = found.page.rows.length + found.page.omittedRows;
  return {
    isMasked: telling.isMasked,
    facts: {
      ...{ connection: connectionFacts(connection), call: found.call },
      ...pageFacts(found.page, asked, clients.length),
    },
    data: quoteOwn({ clients }, services.redact),
    more:
      came > clients.length
        ? `The service gave all ${came} clients at once: use findClients, or pageList with "skip".`
        : came >= rows
          ? `More may follow: ask for "page": ${page + 1} with the same "rows".`
          : undefined,
  };
}

/** Walks pages of clients for those that fit; one action, so one trace id. */
export async function findClients(
  call: ToolCall,
  { connection: named, query, fromPage }: ToolInput<"findClients">,
): Promise<ToolAnswer> {
  const { services } = call;
  const connection = findConnection(services, named);
  const wanted = services.pseudonyms().resolve(query);
  const walk = await walkClients(call, connection.id, fromPage);
  const telling = await tellingOf(services, connection);
  const found = new ClientSearch(walk.clients).find(wanted);
  const clients = found.slice(0, MOST_FOUND).map((client) => clientFacts(client, telling));
  const sentences = [
    ...(found.length > clients.length
      ? [`${found.length - clients.length} more fit: use more words.`]
      : []),
    ...(walk.nextPage === undefined
      ? []
      : [`More clients may follow: look further with "fromPage": ${walk.nextPage}.`]),
  ];
  return {
    isMasked: telling.isMasked,
    facts: {
      ...{ connection: connectionFacts(connection), call: callFacts(walk.action) },
      ...{ lookedThrough: walk.clients.length, found: found.length },
    },
    data: quoteOwn({ clients }, services.redact),
    more: sentences.length === 0 ? undefined : sentences.join(" "),
  };
}

/** The record of a client, as it came. */
export async function readClient(
  call: ToolCall,
  { connection: named, clientId }: ToolInput<"readClient">,
): Promise<ToolAnswer> {
  const { services, signal } = call;
  const connection = findConnection(services, named);
  const id = services.pseudonyms().resolve(clientId);
  const client = await openForTool(call, connection.id);
  const action = client.startAction(services.translate("Client record"));
  const answer = await client.send(
    { operationId: "getClient", path: { clientId: id } },
    { action, signal },
  );
  const telling = await tellingOf(services, connection);
  const quoted = quoteAnswer(telling, answer.text, services.redact);
  return {
    isMasked: telling.isMasked,
    facts: { connection: connectionFacts(connection), ...answerFacts(answer) },
    data: `{"client":${quoted.text}}`,
    more: quoted.isCut ? "Long values are cut. The user can open the whole answer." : undefined,
  };
}

/** What is no JSON cannot be masked: then only its length is told. */
function quoteAnswer(
  telling: Telling,
  text: string,
  redact: (text: string) => string,
): { readonly text: string; readonly isCut: boolean } {
  try {
    const quoted = quoteWithin(telling.json(text), MOST_BYTES, redact);
    return quoted ?? { text: JSON.stringify("… (cut: too long)"), isCut: true };
  } catch (error) {
    if (!isAppError(error)) {
      throw error;
    }
    return { text: JSON.stringify(`… (${text.length} characters, no JSON)`), isCut: true };
  }
}

interface ClientWalk {
  readonly clients: readonly NamedClient[];
  readonly action: Action;
  /** From 1; undefined where no more can follow. */
  readonly nextPage: number | undefined;
}

async function walkClients(
  call: ToolCall,
  connectionId: string,
  fromPage: number,
): Promise<ClientWalk> {
  const { services, signal } = call;
  const { client, endpoint, rules } = await openList(call, connectionId, LIST);
  const audit = new PagingAudit(SEARCH_ROWS, rules);
  const clients: NamedClient[] = [];
  let action = client.startAction(services.translate("Find clients"));
  let before: ListPage | undefined;
  const load = async (pageNumber: number): Promise<PageFindings> => {
    const asked = { pageNumber, pageSize: SEARCH_ROWS };
    const query: ListQuery = {
      ...{ connectionId, operationId: LIST, path: {}, parameters: {} },
      ...{ ...asked, mode: "all", copy: 0 },
    };
    const context = { action, signal, isStepOfWalk: true };
    const answer = await client.send(listCall(endpoint, query, rules), context);
    action = answer.action;
    const found = { asked, rules, headers: answer.headers, action, rowLimit: MOST_IN_ONE_ANSWER };
    const page = readPage(answer.text, await answer.index(), found);
    const repeatsPage = before !== undefined && samePage(before, page);
    before = page;
    clients.push(...(repeatsPage ? [] : clientsIn(page)));
    return { rows: page.rows.length, envelope: page, repeatsPage, repeatedRows: 0 };
  };
  const first = { pageNumber: fromPage - 1 + audit.firstPage, pageSize: SEARCH_ROWS };
  await auditPage(audit, first, load(first.pageNumber));
  const fetchPage = (pageNumber: number): Promise<PageFindings> | undefined =>
    clients.length >= MOST_LOOKED_THROUGH ? undefined : load(pageNumber);
  const pages = walkPages({ audit, pageSize: SEARCH_ROWS, fetchPage });
  while ((await pages.next()).done !== true) {
    // What a page holds was taken when it came.
  }
  const nextPage = audit.isOver ? undefined : audit.nextPage + 1 - audit.firstPage;
  return { clients, action, nextPage };
}

function clientsIn({ text, rows }: ListPage): readonly NamedClient[] {
  return rows.flatMap(({ node }) => {
    const { id, label, description } = identifyRow(text, node, "client");
    return id === undefined && label === undefined
      ? []
      : [
          {
            clientId: id?.value ?? "",
            label: label?.value ?? id?.value ?? "",
            ...(description === undefined ? {} : { description: description.value }),
          },
        ];
  });
}

/** As the tree names them; the same pseudonyms stand there in privacy mode. */
function clientFacts(
  { clientId, label, description }: NamedClient,
  telling: Telling,
): Readonly<Record<string, unknown>> {
  return {
    ...(clientId === ""
      ? { cannotBeOpened: "no id" }
      : { clientId: telling.label(clientId, "id") }),
    name: telling.label(label, label === clientId ? "id" : "person"),
    ...(description === undefined ? {} : { dateOfBirth: telling.label(description, "text") }),
  };
}

function quoteOwn(value: unknown, redact: (text: string) => string): string {
  const quoted = quoteWithin(JSON.stringify(value), MOST_BYTES, redact);
  if (quoted === undefined) {
    throw new AppError("internal", "internal/unexpected");
  }
  return quoted.text;
}
