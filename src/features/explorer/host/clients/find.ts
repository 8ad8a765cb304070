import * as vscode from "vscode";
import { isSameId, type PinnedAndRecent } from "../../common/keptClients";
import { pastedUuid } from "../../common/pastedId";
import { ClientSearch, namedClient, type NamedClient } from "../../../lists/common/clientSearch";
import type { GrowingList } from "../../../lists/common/growingList";
import type { ListKind, OpenListArgument } from "../../../../manifest";
import { copyPrivate } from "../../../../platform/vscode/clipboard";
import { withProgress } from "../../../../platform/vscode/progress";
import { openById, showClient } from "./openById";
import type { ClientsServices } from "./services";
import { countText } from "../../../../platform/vscode/formats";

/** Looks a client up among those that are loaded; what is chosen is shown in the tree. */
export async function findClient(services: ClientsServices, connectionId: string): Promise<void> {
  const list = await services.tree.clients(connectionId);
  // To look for somebody is a wish to ask again; `load` keeps to an earlier failure.
  const failure = list.isLoaded ? undefined : list.failure;
  const isRetry = failure !== undefined;
  await withProgress(vscode.l10n.t("Loading clients"), (signal) =>
    isRetry ? list.reload({ signal }) : list.load({ signal }),
  );
  if (isRetry) {
    services.tree.redraw();
  }
  if (isRetry && list.failure === failure) {
    // It was cancelled: the list is as it was before, with a failure that was told then.
    return;
  }
  if (!list.isLoaded && list.failure !== undefined) {
    throw list.failure.error;
  }
  let chosen: ClientItem | undefined;
  // What was typed stays while more is loaded.
  const box = { typed: "" };
  do {
    chosen = await ask(services, connectionId, list, box);
    if (chosen?.more !== undefined) {
      await loadMore(services, list, chosen.more);
    }
  } while (chosen?.more !== undefined);
  if (chosen?.id !== undefined) {
    await openById(services, connectionId, chosen.id === "" ? undefined : chosen.id);
  } else if (chosen?.client !== undefined) {
    await showClient(services, connectionId, chosen.client);
  }
}

interface ClientItem extends vscode.QuickPickItem {
  readonly client?: NamedClient;
  /** An id to be opened; empty: it is asked for. */
  readonly id?: string;
  readonly more?: "page" | "all";
}

/** More would be slow to draw; who looks for one types another letter. */
const SHOWN_LIMIT = 200;

async function ask(
  services: ClientsServices,
  connectionId: string,
  list: GrowingList,
  box: { typed: string },
): Promise<ClientItem | undefined> {
  const { kept, dialogs } = services;
  let bodyCache = await kept.of(connectionId);
  const loaded = new ClientSearch(loadedClients(list));
  const buttons = itemButtons();
  return dialogs.search<ClientItem>({
    title: vscode.l10n.t("Find client"),
    placeHolder: vscode.l10n.t("Name, date of birth or id"),
    typed: box.typed,
    items: (typed) => {
      box.typed = typed;
      const groups = groupsOf(typed, loaded, bodyCache).map(({ words, clients }) => {
        const items = clients.map((client) =>
          itemOf(services, client, buttons.of(client, bodyCache)),
        );
        return group(words(list), items);
      });
      const found = groups.flat();
      return [...found, ...furtherItems(typed, list, found.length > 0)];
    },
    onButton: async ({ client }, button) => {
      if (client !== undefined) {
        await press(services, { connectionId, client, button: buttons.nameOf(button) });
        bodyCache = await kept.of(connectionId);
      }
    },
  });
}

interface ClientGroup {
  readonly words: (list: GrowingList) => string;
  readonly clients: readonly NamedClient[];
}

/** Each client once: pinned ones first, then those opened last, then all that are loaded. */
function groupsOf(
  typed: string,
  loaded: ClientSearch<NamedClient>,
  { pinned, recent }: PinnedAndRecent,
): readonly ClientGroup[] {
  const find = (clients: readonly NamedClient[]): readonly NamedClient[] =>
    new ClientSearch(clients).find(typed);
  const others = loaded
    .find(typed)
    .filter((client) => !includes(pinned, client) && !includes(recent, client));
  return [
    { words: () => vscode.l10n.t("Pinned"), clients: find(pinned) },
    {
      words: () => vscode.l10n.t("Recent"),
      clients: find(recent).filter((client) => !includes(pinned, client)),
    },
    { words: loadedWords, clients: others.slice(0, SHOWN_LIMIT) },
  ];
}

function loadedClients(list: GrowingList): NamedClient[] {
  return list.rows.flatMap((row) => namedClient(row) ?? []);
}

function includes(clients: readonly NamedClient[], { clientId }: NamedClient): boolean {
  return clients.some((client) => isSameId(client.clientId, clientId));
}

function group(label: string, items: readonly ClientItem[]): readonly ClientItem[] {
  const separator = { label, kind: vscode.QuickPickItemKind.Separator };
  return items.length === 0 ? [] : [separator, ...items];
}

/** Says how many were looked through: of how many, only where the service said it. */
function loadedWords(list: GrowingList): string {
  const { rows, rest } = list;
  const omitted = list.omittedRowsOf(list.pageCount);
  const came = omitted === 0 ? undefined : rows.length + omitted;
  const total = rest === "none" ? came : (list.total?.value ?? came);
  const count = countText(rows.length);
  return total === undefined
    ? vscode.l10n.t("{0} loaded", count)
    : vscode.l10n.t("{0} of {1} loaded", count, countText(total));
}

/** Where nobody was found, the next thing to do is to look through more of them. */
function furtherItems(typed: string, list: GrowingList, isFound: boolean): readonly ClientItem[] {
  const id = pastedUuid(typed);
  const iconPath = new vscode.ThemeIcon("key");
  const byId: ClientItem =
    id === undefined
      ? { label: vscode.l10n.t("Open client by id…"), iconPath, id: "" }
      : { label: vscode.l10n.t("Open client {0}", id), iconPath, id };
  const more: readonly ClientItem[] =
    list.rest === "none"
      ? []
      : [
          {
            label: vscode.l10n.t("Load more clients"),
            iconPath: new vscode.ThemeIcon("ellipsis"),
            more: "page",
          },
          {
            label: vscode.l10n.t("Load all clients"),
            iconPath: new vscode.ThemeIcon("cloud-download"),
            more: "all",
          },
        ];
  if (isFound || id !== undefined || typed.trim() === "") {
    return group("", [byId, ...more]);
  }
  // Not as a heading: the editor shows none while something is typed.
  const description = vscode.l10n.t("no match · {0}", loadedWords(list));
  return [...more, byId].map((item, index) => (index === 0 ? { ...item, description } : item));
}

/** Names are shown masked in privacy mode; what is typed is looked up in the real ones. */
function itemOf(
  { privacy: { masking } }: ClientsServices,
  { clientId, label, description }: NamedClient,
  buttons: readonly vscode.QuickInputButton[],
): ClientItem {
  return {
    label: masking.maskLabel(label, label === clientId ? "id" : "person"),
    ...(description === undefined ? {} : { description: masking.maskLabel(description, "text") }),
    detail: masking.maskLabel(clientId, "id"),
    buttons: [...buttons],
    client: { clientId, label, ...(description === undefined ? {} : { description }) },
  };
}

type ButtonName = "pin" | "unpin" | Exclude<ListKind, "clients" | "other"> | "copyId";

function itemButtons() {
  const button = (icon: string, tooltip: string): vscode.QuickInputButton => ({
    iconPath: new vscode.ThemeIcon(icon),
    tooltip,
  });
  const all: Readonly<Record<ButtonName, vscode.QuickInputButton>> = {
    pin: button("pin", vscode.l10n.t("Pin")),
    unpin: button("pinned", vscode.l10n.t("Unpin")),
    holdings: button("table", vscode.l10n.t("Open holdings")),
    results: button("output", vscode.l10n.t("Open results")),
    copyId: button("copy", vscode.l10n.t("Copy id")),
  };
  const { pin, unpin, ...others } = all;
  const names = Object.keys(all) as ButtonName[];
  return {
    of: (client: NamedClient, { pinned }: PinnedAndRecent): readonly vscode.QuickInputButton[] => [
      includes(pinned, client) ? unpin : pin,
      ...Object.values(others),
    ],
    nameOf: (pressed: vscode.QuickInputButton) =>
      names.find((name) => all[name].tooltip === pressed.tooltip),
  };
}

async function press(
  services: ClientsServices,
  facts: {
    readonly connectionId: string;
    readonly client: NamedClient;
    readonly button: ButtonName | undefined;
  },
): Promise<void> {
  const { kept } = services;
  const { connectionId, client, button } = facts;
  switch (button) {
    case "pin":
      return kept.pin(connectionId, client);
    case "unpin":
      return kept.unpin(connectionId, client.clientId);
    case "copyId":
      return copyPrivate(services, { text: client.clientId, kind: "id" });
    case "holdings":
    case "results": {
      const { clientId, label } = client;
      const target: OpenListArgument = { connectionId, list: button, clientId, clientLabel: label };
      await vscode.commands.executeCommand("financialPlanning.list.open", target);
      return kept.noteOpened(connectionId, client);
    }
    case undefined:
  }
}

async function loadMore(
  { tree }: ClientsServices,
  list: GrowingList,
  much: "page" | "all",
): Promise<void> {
  const { failure } = list;
  await withProgress(vscode.l10n.t("Loading clients"), async (signal, report) => {
    do {
      const before = list.rows.length;
      await list.loadMore({ signal });
      report(vscode.l10n.t("{0} loaded", countText(list.rows.length)));
      if (list.failure !== undefined || list.rows.length === before) {
        break;
      }
    } while (much === "all" && list.rest !== "none" && !signal.aborted);
  });
  tree.redraw();
  // After a cancel it is the one of before, which was told then.
  if (list.failure !== undefined && list.failure !== failure) {
    throw list.failure.error;
  }
}
