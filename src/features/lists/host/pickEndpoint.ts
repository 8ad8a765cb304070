import { l10n, type QuickPickItem, ThemeIcon } from "vscode";
import type { Domain } from "../../../platform/base/connection";
import { listWords, type ListEndpoint } from "../common/listEndpoint";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import type { Privacy } from "../../../platform/vscode/privacy";
import { localizer, translate } from "../../../platform/vscode/translate";
import type { ListQuery } from "../messages/listQuery";
import { isUuid } from "../../../platform/base/uuid";
import { PLATFORM_REFUSALS, refusal } from "../../../platform/texts/refusals";

/** What a node or a command says already of the list that is wanted. */
export interface ListPlace {
  readonly connectionId: string;
  /** Its lists come first. */
  readonly domain?: Domain;
  readonly clientId?: string;
  readonly clientLabel?: string;
}

export interface EndpointServices {
  readonly dialogs: Dialogs;
  readonly privacy: Privacy;
  readonly loadedClients: (
    connectionId: string,
  ) => readonly { readonly clientId: string; readonly clientLabel: string }[];
}

type EndpointChoice = Pick<ListQuery, "operationId" | "path" | "subject">;

/** Asks which list of the definition to open, and for what its path leaves open. */
export async function pickEndpoint(
  services: EndpointServices,
  endpoints: readonly ListEndpoint[],
  place: ListPlace,
): Promise<EndpointChoice | undefined> {
  const title = l10n.t("Open a list of the service");
  const fitting = endpoints.filter(
    ({ clientParameter }) => place.clientId === undefined || clientParameter !== undefined,
  );
  const sorted = [...(fitting.length === 0 ? endpoints : fitting)].sort(
    (a, b) => Number(b.domain === place.domain) - Number(a.domain === place.domain),
  );
  const items = sorted.map((endpoint) => ({
    label: listWords(endpoint, translate),
    description: `GET ${endpoint.path}`,
    endpoint,
  }));
  const { endpoint } = (await services.dialogs.pick(title, items)) ?? {};
  return endpoint && askPath(services, endpoint, place);
}

async function askPath(
  services: EndpointServices,
  { operationId, pathParameters, clientParameter }: ListEndpoint,
  place: ListPlace,
): Promise<EndpointChoice | undefined> {
  const path: Record<string, string> = {};
  let subject: string | undefined;
  for (const name of pathParameters) {
    if (name !== clientParameter) {
      const value = await askValue(services, name);
      if (value === undefined) {
        return undefined;
      }
      path[name] = value;
      continue;
    }
    const title = l10n.t("Client of the list");
    const client = clientOf(place) ?? (await askClient(services, place.connectionId, title));
    if (client === undefined) {
      return undefined;
    }
    path[name] = client.clientId;
    subject = client.clientLabel;
  }
  return { operationId, path, ...(subject === undefined ? {} : { subject }) };
}

function clientOf({ clientId, clientLabel }: ListPlace): Client | undefined {
  return clientId === undefined ? undefined : { clientId, clientLabel: clientLabel ?? clientId };
}

interface Client {
  readonly clientId: string;
  readonly clientLabel: string;
}

interface ClientItem extends QuickPickItem {
  readonly client?: Client;
}

/** Asks for one of the clients that are loaded, or another by its id. */
export async function askClient(
  { dialogs, loadedClients, privacy: { masking } }: EndpointServices,
  connectionId: string,
  title: string,
): Promise<Client | undefined> {
  const loaded = loadedClients(connectionId);
  const clients = loaded.map((client): ClientItem => {
    const isNamed = client.clientLabel !== client.clientId;
    return {
      label: masking.maskLabel(client.clientLabel, isNamed ? "person" : "id"),
      description: isNamed ? masking.maskLabel(client.clientId, "id") : "",
      client,
    };
  });
  if (clients.length > 0) {
    const other: ClientItem = {
      label: l10n.t("Enter an id…"),
      iconPath: new ThemeIcon("edit"),
      alwaysShow: true,
    };
    const chosen = await dialogs.pick(title, [...clients, other]);
    if (chosen === undefined || chosen.client !== undefined) {
      return chosen?.client;
    }
  }
  const clientId = await dialogs.input({
    title,
    prompt: l10n.t("Id of the client, a UUID"),
    check: (text) => (isUuid(text) ? undefined : refusal(PLATFORM_REFUSALS.clientId, localizer)),
  });
  const known = loaded.find((client) => client.clientId === clientId?.toLowerCase());
  return known ?? (clientId === undefined ? undefined : { clientId, clientLabel: clientId });
}

function askValue({ dialogs }: EndpointServices, name: string): Promise<string | undefined> {
  return dialogs.input({
    title: l10n.t("Open a list of the service"),
    prompt: l10n.t("Value of {0} in the address", name),
    check: (text) =>
      text === "" ? refusal(PLATFORM_REFUSALS.emptyInAddress, localizer) : undefined,
  });
}
