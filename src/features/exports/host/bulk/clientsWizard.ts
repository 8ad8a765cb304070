import { l10n, type QuickPickItem, type Uri } from "vscode";
import { listEndpoints, listWords, type ListEndpoint } from "../../../lists/common/listEndpoint";
import { readDefinition } from "../../../../platform/service/definition/definition";
import { BACK, type Back } from "../../../../platform/vscode/stepDialogs";
import { localizer, translate } from "../../../../platform/vscode/translate";
import { countWords } from "../exportWords";
import type { BulkServices } from "../exportServices";
import { PLATFORM_REFUSALS, refusal } from "../../../../platform/texts/refusals";
import { EXPORT_REFUSALS } from "../../texts/refusals";

/** Which clients, as they are chosen: how the list of them is walked follows. */
export type ClientsChoice =
  | { readonly kind: "all" }
  | { readonly kind: "filtered"; readonly typed: string }
  | { readonly kind: "picked"; readonly ids: readonly string[] }
  /** The rows that the panel in front has in view. */
  | { readonly kind: "view" };

export interface BulkChoice {
  readonly endpoint: ListEndpoint;
  /** Path parameters beside the client's. */
  readonly path: Readonly<Record<string, string>>;
  readonly clients: ClientsChoice;
  /** Where the folder of the data set is made. */
  readonly folder: Uri;
}

interface BulkWizard {
  readonly services: BulkServices;
  readonly connectionId: string;
  /** Rows in view of a list of clients in front; undefined where there is none. */
  readonly inView: number | undefined;
}

/** Asks which list, of which clients, into which folder; undefined for a refusal. */
export async function chooseDataSet(wizard: BulkWizard): Promise<BulkChoice | undefined> {
  const { services } = wizard;
  for (;;) {
    const endpoint = await chooseList(wizard);
    const path = endpoint && (await askPath(services, endpoint));
    if (endpoint === undefined || path === undefined) {
      return undefined;
    }
    const clients = path === BACK ? BACK : await chooseClients(wizard);
    if (clients === undefined) {
      return undefined;
    }
    if (path !== BACK && clients !== BACK) {
      const folder = await services.dialogs.openFolder(
        l10n.t("Folder for the data set"),
        l10n.t("Export Here"),
      );
      return folder && { endpoint, path, clients, folder };
    }
  }
}

async function chooseList({
  services,
  connectionId,
}: BulkWizard): Promise<ListEndpoint | undefined> {
  const endpoints = listEndpoints(readDefinition(await services.definition(connectionId)));
  const items = endpoints
    .filter(({ clientParameter }) => clientParameter !== undefined)
    .map((endpoint) => ({
      label: listWords(endpoint, translate),
      description: `GET ${endpoint.path}`,
      endpoint,
    }));
  const chosen = await services.dialogs.choiceStep({
    title: titleWords(),
    placeHolder: l10n.t("Which list of each client?"),
    items,
    canGoBack: false,
  });
  return chosen === undefined || chosen === BACK ? undefined : chosen.endpoint;
}

async function askPath(
  { dialogs }: BulkServices,
  { pathParameters, clientParameter }: ListEndpoint,
): Promise<Readonly<Record<string, string>> | Back | undefined> {
  const path: Record<string, string> = {};
  for (const name of pathParameters.filter((one) => one !== clientParameter)) {
    const value = await dialogs.inputStep({
      title: titleWords(),
      prompt: l10n.t("Value of {0} in the address", name),
      check: (text) =>
        text === "" ? refusal(PLATFORM_REFUSALS.emptyInAddress, localizer) : undefined,
      canGoBack: true,
    });
    if (value === undefined || value === BACK) {
      return value;
    }
    path[name] = value;
  }
  return path;
}

type ClientsItem = QuickPickItem & { readonly from: ClientsChoice["kind"] };

async function chooseClients(wizard: BulkWizard): Promise<ClientsChoice | Back | undefined> {
  const chosen = await wizard.services.dialogs.choiceStep({
    title: titleWords(),
    placeHolder: l10n.t("Of which clients?"),
    items: clientsItems(wizard),
    canGoBack: true,
  });
  if (chosen === undefined || chosen === BACK) {
    return chosen;
  }
  switch (chosen.from) {
    case "all":
    case "view":
      return { kind: chosen.from };
    case "filtered":
      return askFilter(wizard);
    case "picked":
      return pickClients(wizard);
  }
}

function clientsItems({ services, connectionId, inView }: BulkWizard): readonly ClientsItem[] {
  const loaded = services.loadedClients(connectionId).length;
  return [
    {
      label: l10n.t("All clients"),
      description: l10n.t("every client that the service lists"),
      from: "all",
    },
    {
      label: l10n.t("Clients that match…"),
      description: l10n.t("by name, date of birth or id, among all of them"),
      from: "filtered",
    },
    ...(loaded === 0
      ? []
      : [
          {
            label: l10n.t("Pick clients…"),
            description: l10n.t("among the {0} that the tree has loaded", countWords(loaded)),
            from: "picked" as const,
          },
        ]),
    ...(inView === undefined
      ? []
      : [
          {
            label: l10n.t("{0} in view", countWords(inView)),
            description: l10n.t("as the list of clients in front shows them"),
            from: "view" as const,
          },
        ]),
  ];
}

async function askFilter({ services }: BulkWizard): Promise<ClientsChoice | Back | undefined> {
  const typed = await services.dialogs.inputStep({
    title: titleWords(),
    prompt: l10n.t("Words of the name, a date of birth or an id"),
    check: (text) => (text === "" ? refusal(EXPORT_REFUSALS.noWord, localizer) : undefined),
    canGoBack: true,
  });
  return typed === undefined || typed === BACK ? typed : { kind: "filtered", typed };
}

async function pickClients({
  services,
  connectionId,
}: BulkWizard): Promise<ClientsChoice | undefined> {
  const { dialogs, loadedClients, privacy } = services;
  const items = loadedClients(connectionId).map(({ clientId, clientLabel }) => ({
    label: privacy.masking.maskLabel(clientLabel, clientLabel === clientId ? "id" : "person"),
    detail: privacy.masking.maskLabel(clientId, "id"),
    picked: false,
    clientId,
  }));
  const picked = await dialogs.pickMany(l10n.t("Clients of the data set"), items);
  return picked === undefined || picked.length === 0
    ? undefined
    : { kind: "picked", ids: picked.map(({ clientId }) => clientId) };
}

function titleWords(): string {
  return l10n.t("Export a list of many clients");
}
