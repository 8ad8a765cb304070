import type { Action } from "../../platform/base/action";
import * as vscode from "vscode";
import type { KeptClients } from "./common/keptClients";
import type { ChangedTexts } from "../definitions/common/activeText";
import { AppError } from "../../platform/base/errors";
import type { ServiceClient } from "../../platform/service/client";
import type { Commands, ShowError } from "../../platform/vscode/commands";
import { DisposableStore } from "../../platform/vscode/disposables";
import { contextKeySetter } from "../../platform/vscode/contextKeys";
import { copyPrivate } from "../../platform/vscode/clipboard";
import type { Dialogs } from "../../platform/vscode/dialogs";
import type { Privacy } from "../../platform/vscode/privacy";
import { withProgress } from "../../platform/vscode/progress";
import { waitWords } from "../../platform/vscode/words";
import type { ClientArgument, CommandId, NodeArgument, RequestArgument } from "../../manifest";
import type { ListInFront } from "../lists/host/listPanel";
import type { ComparingServices } from "./host/compareNodes";
import { copyLink, ExplorerLinks, linkOf, type LinkServices } from "./host/links";
import { registerClients } from "./host/clients/register";
import { clientOf, type TreeNode } from "./host/nodes";
import { ConnectionTree, type TreeSources } from "./host/tree";

export interface ExplorerServices extends TreeSources {
  readonly commands: Commands;
  readonly showError: ShowError;
  readonly dialogs: Dialogs;
  readonly privacy: Privacy;
  readonly client: (connectionId: string) => Promise<ServiceClient>;
  /** Starts what stands in the way of a connection, as the user wishes. */
  readonly retryConnection: (connectionId: string) => Promise<void>;
  /** Looks what other windows did to the list of connections. */
  readonly rereadConnections: () => void;
  /** Shows a body as a native read-only editor. */
  readonly openAnswer: (name: string, bytes: Uint8Array, call: RequestArgument) => Promise<void>;
  readonly kept: KeptClients;
  /** Fires when other clients are kept than before. */
  readonly onDidChangeKept: vscode.Event<unknown>;
  /** What the user works with when no node says it. */
  readonly currentConnection: () => string;
  /** Selects a node of the tree and opens it, in the view that it brings up. */
  readonly reveal: (node: TreeNode) => Promise<void>;
  /** Fires when a connection's state, its session or its pensions changed. */
  readonly onDidChange: vscode.Event<void>;
  readonly onDidChangeDefinition: vscode.Event<ChangedTexts>;
}

/** The tree and the commands on its nodes. */
export function registerExplorer(services: ExplorerServices): {
  readonly tree: ConnectionTree;
  readonly disposable: vscode.Disposable;
  /** Shows the record of a client. */
  readonly openClient: (client: ClientArgument) => Promise<void>;
} {
  const { commands } = services;
  const store = new DisposableStore();
  const tree = store.add(new ConnectionTree(services));
  store.add(services.onDidChange(() => tree.redraw()));
  store.add(services.onDidChangeDefinition((changed) => tree.forgetLists(changed)));
  const refresh = (node?: TreeNode): Promise<void> =>
    withProgress(vscode.l10n.t("Refreshing"), (signal) => tree.refresh(node, { signal }));
  store.add(
    commands.register("financialPlanning.connections.refresh", () => {
      services.rereadConnections();
      return refresh();
    }),
  );
  store.add(
    commands.register("financialPlanning.node.refresh", (node) => refresh(tree.find(node))),
  );
  store.add(
    commands.register("financialPlanning.node.retry", (node) => retry(services, tree, node)),
  );
  store.add(
    commands.register("financialPlanning.node.cancelLoading", async (argument) => {
      const node = tree.find(argument);
      if (node?.kind === "loading") {
        await tree.cancel(node.parent);
      }
    }),
  );
  store.add(
    commands.register("financialPlanning.node.showError", async (argument) => {
      const node = tree.find(argument);
      if (node?.kind === "error") {
        await services.showError(node.error, () => retry(services, tree, node), node.context);
      }
    }),
  );
  store.add(
    commands.register("financialPlanning.node.loadMore", (argument) => {
      const node = demand(tree, argument);
      const title =
        node.kind === "more" && node.parent.kind === "pensions"
          ? vscode.l10n.t("Loading more pensions")
          : vscode.l10n.t("Loading more clients");
      return withProgress(title, (signal) => tree.loadMore(node, { signal }));
    }),
  );
  store.add(
    commands.register("financialPlanning.node.takeWay", async (argument) => {
      const node = demand(tree, argument);
      if (node.kind === "way") {
        const title =
          node.parent.kind === "pensions"
            ? vscode.l10n.t("Loading pensions")
            : vscode.l10n.t("Loading clients");
        await withProgress(title, (signal) => tree.applyWay(node, { signal }));
      }
    }),
  );
  store.add(
    commands.register("financialPlanning.node.copyId", (node) =>
      copyPrivate(services, { text: idOf(demand(tree, node)), kind: "id" }),
    ),
  );
  store.add(
    commands.register("financialPlanning.node.openRecord", (node) =>
      openRecord(services, clientArgument(tree, node)),
    ),
  );
  store.add(commands.register("financialPlanning.node.delete", (node) => deleteNode(tree, node)));
  store.add(registerClients({ ...services, tree }));
  store.add(registerFilter(services, tree));
  return { tree, disposable: store, openClient: (client) => openRecord(services, client) };
}

/** Rows by words: asked for as a filter of a list is, with what is filtered by already. */
function registerFilter(
  { commands, dialogs }: ExplorerServices,
  tree: ConnectionTree,
): vscode.Disposable {
  const setFiltered = contextKeySetter("financialPlanning.treeFiltered");
  setFiltered(false);
  return vscode.Disposable.from(
    tree.onDidChangeTreeData(() => setFiltered(tree.filterText !== "")),
    commands.register("financialPlanning.connections.filter", async (given) => {
      const words =
        given ??
        (await dialogs.input({
          title: vscode.l10n.t("Filter tree"),
          prompt: vscode.l10n.t(
            "Shows the loaded clients, pensions and lists that have all words.",
          ),
          placeHolder: vscode.l10n.t("Words of names, dates or ids; empty for all rows"),
          value: tree.filterText,
        }));
      if (words !== undefined) {
        tree.setFilter(words);
      }
    }),
    commands.register("financialPlanning.connections.clearFilter", () => tree.setFilter("")),
  );
}

/** What is selected together is compared: lists in a panel, records in the editor's comparison. */
export function registerComparing(services: ComparingServices): vscode.Disposable {
  const { commands, tree } = services;
  return commands.register("financialPlanning.node.compare", async (node, selected = []) => {
    const { compareNodes } = await import("./host/compareNodes");
    const nodes = selected.length === 0 ? [node] : selected;
    await compareNodes(
      services,
      nodes.map((one) => demand(tree, one)),
    );
  });
}

interface CopyingServices extends LinkServices {
  readonly commands: Commands;
  readonly tree: ConnectionTree;
  /** The list, or else the recorded call, that the panel in front shows. */
  readonly inFront: () => ListInFront | Action | undefined;
}

/** Links to what the tree, a list panel and the history show: copied, and opened. */
export function registerLinks(services: CopyingServices): {
  readonly links: ExplorerLinks;
  readonly disposable: vscode.Disposable;
} {
  const { commands } = services;
  const disposable = commands.register("financialPlanning.link.copy", async (argument) => {
    const target = linkTarget(services, argument);
    await copyLink(services, target && linkOf(target));
  });
  return { links: new ExplorerLinks(services), disposable };
}

/** What a link is to be copied of; the title of an editor gives its own address as argument. */
function linkTarget(
  { tree, inFront }: CopyingServices,
  argument: NodeArgument | RequestArgument | undefined,
): Parameters<typeof linkOf>[0] | undefined {
  if (argument !== undefined && "actionId" in argument) {
    return argument;
  }
  return argument !== undefined && "nodeId" in argument ? demand(tree, argument) : inFront();
}

/** One key asks for whatever the selected node is: two bindings of it would hide one another. */
async function deleteNode(
  tree: ConnectionTree,
  argument: NodeArgument | undefined,
): Promise<unknown> {
  const node = argument && (tree.find(argument) ?? argument);
  const command: CommandId =
    node !== undefined && "kind" in node && node.kind === "pension"
      ? "financialPlanning.pension.delete"
      : "financialPlanning.connection.remove";
  return vscode.commands.executeCommand(command, argument);
}

/** Tries again what the error node stands for: the missing page, or the whole node. */
async function retry(
  services: ExplorerServices,
  tree: ConnectionTree,
  argument: NodeArgument | undefined,
): Promise<void> {
  const node = tree.find(argument);
  // While it draws anew the editor may run the command without its node.
  if (node?.kind === "error" || node?.kind === "canceled") {
    await services.retryConnection(node.connectionId);
    if (node.parent.kind === "connection") {
      // What failed while the connection was not there is asked for again.
      tree.forget(node.connectionId);
    }
    if (["domain", "clients", "pensions"].includes(node.parent.kind)) {
      const title =
        node.parent.kind === "pensions"
          ? vscode.l10n.t("Loading pensions")
          : vscode.l10n.t("Loading clients");
      await withProgress(title, (signal) => tree.retryRows(node.parent, { signal }));
    }
  }
  tree.redraw();
}

/** The client that a node stands for. */
function clientArgument(tree: ConnectionTree, argument: NodeArgument | undefined): ClientArgument {
  const node = demand(tree, argument);
  return { connectionId: node.connectionId, clientId: clientIdOf(node) };
}

async function openRecord(
  { client, openAnswer, privacy }: ExplorerServices,
  { connectionId, clientId }: ClientArgument,
): Promise<void> {
  const service = await client(connectionId);
  const action = service.startAction(vscode.l10n.t("Client record"));
  const call = { operationId: "getClient", path: { clientId } } as const;
  const title = vscode.l10n.t("Loading the client record");
  const answer = await withProgress(title, (signal, report) =>
    service.send(call, { action, signal, onWait: (wait) => report(waitWords(wait)) }),
  );
  const name = privacy.isOn ? "client" : `client-${clientId.slice(0, 8)}`;
  await openAnswer(`${name}.json`, answer.body, { actionId: action.id });
}

function demand(tree: ConnectionTree, argument: NodeArgument | undefined): TreeNode {
  const node = tree.find(argument);
  if (node === undefined) {
    throw new AppError("input", "input/nodeGone");
  }
  return node;
}

function clientIdOf(node: TreeNode): string {
  const id = clientOf(node)?.clientId;
  if (id === undefined) {
    throw new AppError("input", "input/nodeGone");
  }
  return id;
}

function idOf(node: TreeNode): string {
  return node.kind === "pension" ? node.pensionId : clientIdOf(node);
}
