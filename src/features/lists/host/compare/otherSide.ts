import { l10n } from "vscode";
import type { ListEndpoint } from "../../common/listEndpoint";
import type { ListRules } from "../../common/listRules";
import { environmentWord } from "../../../../platform/vscode/words";
import type { CompareChoice } from "../../messages/listLayout";
import type { ListQuery } from "../../messages/listQuery";
import { pageAfterResize } from "../../messages/paging";
import { askClient } from "../pickEndpoint";
import type { CompareServices } from "./compareServices";

/** Of names in a kept layout. */
const NAME_LIMIT = 200;

/** What the list itself shows. */
interface OwnList {
  readonly query: ListQuery;
  /** What the user said of this list of a connection. */
  readonly rulesOf: (connectionId: string) => ListRules;
}

/** Asks for what a choice leaves open; undefined when the user declined. */
export async function completeChoice(
  services: CompareServices,
  query: ListQuery,
  choice: CompareChoice,
): Promise<CompareChoice | undefined> {
  if (choice.source === "page") {
    return { ...choice, pageNumber: choice.pageNumber ?? query.pageNumber + 1 };
  }
  if (choice.source === "client" && choice.clientId === undefined) {
    const title = l10n.t("Client to compare with");
    const client = await askClient(services, query.connectionId, title);
    return (
      client && {
        ...choice,
        clientId: client.clientId.slice(0, NAME_LIMIT),
        clientLabel: client.clientLabel.slice(0, NAME_LIMIT),
      }
    );
  }
  if (choice.source === "connection" && choice.connectionId === undefined) {
    const connectionId = await askConnection(services, query.connectionId);
    return connectionId === undefined ? undefined : { ...choice, connectionId };
  }
  return choice;
}

/** The list on the other side: the same in all but what was chosen. */
export function otherQuery(
  { clientParameter }: ListEndpoint,
  { query, rulesOf }: OwnList,
  choice: CompareChoice,
): ListQuery {
  const { pageNumber, connectionId } = choice;
  switch (choice.source) {
    case "before":
    case "snapshot":
      return query;
    case "page":
      return { ...query, pageNumber: pageNumber ?? query.pageNumber };
    case "connection":
      return {
        ...ofClient(query, clientParameter, choice),
        ...pageBy(query, rulesOf(query.connectionId), rulesOf(connectionId ?? query.connectionId)),
        connectionId: connectionId ?? query.connectionId,
      };
    case "client":
      return ofClient(query, clientParameter, choice);
  }
}

/** The page with the first of the rows, as the rules of another connection count and size them. */
function pageBy(
  { pageNumber, pageSize }: ListQuery,
  { firstPage: ownFirst = 1 }: ListRules,
  { firstPage = 1, pageSize: said }: ListRules,
): Pick<ListQuery, "pageNumber" | "pageSize"> {
  const size = said ?? pageSize;
  const samePage = pageNumber - ownFirst + firstPage;
  return {
    pageNumber: pageAfterResize(samePage, pageSize, size, firstPage),
    pageSize: size,
  };
}

/** The same list of the client that was chosen; of the same one where none was. */
function ofClient(
  query: ListQuery,
  parameter: string | undefined,
  { clientId, clientLabel }: CompareChoice,
): ListQuery {
  const own = parameter === undefined || clientId === undefined ? {} : { [parameter]: clientId };
  const { subject, ...rest } = query;
  const label = clientLabel ?? clientId ?? subject;
  return {
    ...rest,
    path: { ...query.path, ...own },
    ...(label === undefined ? {} : { subject: label }),
  };
}

async function askConnection(services: CompareServices, own: string): Promise<string | undefined> {
  const items = services
    .connections()
    .filter(({ id }) => id !== own)
    .map(({ id, label, environment }) => ({
      label,
      description: environmentWord(environment),
      id,
    }));
  return (await services.dialogs.pick(l10n.t("Connection to compare with"), items))?.id;
}
