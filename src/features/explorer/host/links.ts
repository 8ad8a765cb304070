import * as vscode from "vscode";
import type { Action } from "../../../platform/base/action";
import type { ConnectionSummary } from "../../../platform/base/connection";
import { AppError } from "../../../platform/base/errors";
import type { ShowError } from "../../../platform/vscode/commands";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import type { Privacy } from "../../../platform/vscode/privacy";
import { isUuid } from "../../../platform/base/uuid";
import { translate } from "../../../platform/vscode/translate";
import { showBriefly } from "../../../platform/vscode/surfaces";
import { connectionName } from "../../../platform/vscode/words";
import {
  type ClientArgument,
  EXTENSION_ID,
  type OpenListArgument,
  type RequestArgument,
} from "../../../manifest";
import { type ListEndpoint, listWords } from "../../lists/common/listEndpoint";
import { LIST_OPERATIONS } from "../../lists/common/operations";
import type { ListInFront } from "../../lists/host/listPanel";
import type { ListQuery } from "../../lists/messages/listQuery";
import type { History } from "../../requests/common/history";
import { type ExplorerLink, formatLink, LINK_PATH, parseLink } from "../common/link";
import { clientOf, type TreeNode } from "./nodes";
import type { ConnectionTree } from "./tree";

export interface LinkServices {
  readonly dialogs: Dialogs;
  readonly privacy: Privacy;
  readonly showError: ShowError;
  readonly history: Pick<History, "get" | "ready">;
  readonly connection: (id: string) => ConnectionSummary | undefined;
  readonly tree: Pick<ConnectionTree, "clientLabel">;
  /** As the connection's definition has it: a read, never a write. */
  readonly list: (
    list: Pick<ListQuery, "connectionId" | "operationId">,
  ) => Promise<ListEndpoint | undefined>;
  /** Shows the record of a client. */
  readonly openClient: (client: ClientArgument) => Promise<void>;
  readonly revealConnection: (id: string) => Promise<void>;
}

/** Opens what a link names, after a question: any page can have such an address opened. */
export class ExplorerLinks {
  /** One question at a time: a page that opens many addresses gets no further. */
  private isAsking = false;

  constructor(private readonly services: LinkServices) {}

  open(uri: vscode.Uri): void {
    if (!this.isAsking) {
      void this.ask(uri);
    }
  }

  private async ask(uri: vscode.Uri): Promise<void> {
    this.isAsking = true;
    try {
      const link = await this.askAbout(uri).finally(() => {
        this.isAsking = false;
      });
      await (link && this.openTarget(link));
    } catch (error) {
      await this.services.showError(error);
    }
  }

  /** The link, where it is to be followed. */
  private async askAbout(uri: vscode.Uri): Promise<ExplorerLink | undefined> {
    const { path, query, fragment } = uri;
    if (path !== LINK_PATH) {
      throw new AppError("input", "link/nothing");
    }
    if (fragment !== "") {
      throw new AppError("input", "link/unknownPart", { values: { name: "#" } });
    }
    const link = parseLink(query);
    const what = await this.describe(link);
    const isWanted = await this.services.dialogs.confirm({
      message: what.message,
      detail: [
        ...what.details,
        vscode.l10n.t("A link can come from anywhere. This one only reads; it writes nothing."),
      ].join("\n"),
      button: vscode.l10n.t("Open"),
    });
    return isWanted ? link : undefined;
  }

  /** Throws where something that the link names is not there; nothing is sent for it. */
  private async describe(link: ExplorerLink): Promise<Question> {
    if (link.kind === "request") {
      return this.describeRequest(link.request);
    }
    const connection = this.demandConnection(link.connection);
    if ("client" in link && !isUuid(link.client)) {
      throw new AppError("input", "link/value", { values: { name: "client" } });
    }
    const list = link.kind === "list" ? [await this.demandList(link)] : [];
    const details = [
      vscode.l10n.t("Connection: {0}", connectionName(connection)),
      ...("client" in link ? [vscode.l10n.t("Client: {0}", this.maskId(link.client))] : []),
      ...list.map((one) => vscode.l10n.t("List: {0}", listWords(one, translate))),
    ];
    const messages = {
      connection: vscode.l10n.t("Show the connection that a link names?"),
      client: vscode.l10n.t("Read the client that a link names?"),
      list: vscode.l10n.t("Read the list that a link names?"),
    };
    return { message: messages[link.kind], details };
  }

  private async describeRequest(id: string): Promise<Question> {
    const { history } = this.services;
    // The first question of a window would find nothing of what others and earlier ones did.
    await history.ready();
    const action = history.get(id);
    if (action === undefined) {
      throw new AppError("input", "requests/gone");
    }
    return {
      message: vscode.l10n.t("Show the recorded request that a link names?"),
      details: [vscode.l10n.t("Connection: {0}", action.connectionLabel)],
    };
  }

  private async openTarget(link: ExplorerLink): Promise<void> {
    switch (link.kind) {
      case "request": {
        const argument: RequestArgument = { actionId: link.request };
        await vscode.commands.executeCommand("financialPlanning.requests.open", argument);
        return;
      }
      case "connection":
        return this.services.revealConnection(link.connection);
      case "client":
        return this.services.openClient({
          connectionId: link.connection,
          clientId: link.client,
        });
      case "list": {
        const { connection: connectionId, client: clientId, operationId } = link;
        const clientLabel = clientId && this.services.tree.clientLabel(connectionId, clientId);
        const argument: OpenListArgument = {
          ...{ connectionId, list: "other", operationId },
          ...(clientId !== undefined && { clientId }),
          ...(clientLabel !== undefined && { clientLabel }),
        };
        await vscode.commands.executeCommand("financialPlanning.list.open", argument);
      }
    }
  }

  private demandConnection(id: string): ConnectionSummary {
    const connection = this.services.connection(id);
    if (connection === undefined) {
      throw new AppError("input", "link/connection", { values: { id } });
    }
    return connection;
  }

  /** The list with nothing but the client to be given, and that given where it is a client's. */
  private async demandList(link: ListLink): Promise<ListEndpoint> {
    const { connection: connectionId, operationId, client } = link;
    const list = await this.services.list({ connectionId, operationId });
    const { clientParameter, pathParameters = [] } = list ?? {};
    if (list === undefined || pathParameters.some((name) => name !== clientParameter)) {
      throw new AppError("input", "link/list", { values: { name: operationId } });
    }
    if (client === undefined && clientParameter !== undefined) {
      throw new AppError("input", "link/noClient", { values: { name: operationId } });
    }
    if (client !== undefined && clientParameter === undefined) {
      throw new AppError("input", "link/unknownPart", { values: { name: "client" } });
    }
    return list;
  }

  private maskId(id: string): string {
    const { privacy } = this.services;
    return privacy.isOn ? privacy.masking.maskLabel(id, "id") : id;
  }
}

type ListLink = ExplorerLink & { readonly kind: "list" };

interface Question {
  readonly message: string;
  readonly details: readonly string[];
}

/** The link of what is meant; undefined where that has none. */
export function linkOf(
  target: TreeNode | ListInFront | RequestArgument | Action,
): ExplorerLink | undefined {
  if ("actionId" in target) {
    return { kind: "request", request: target.actionId };
  }
  if ("attempts" in target) {
    return { kind: "request", request: target.id };
  }
  if ("kind" in target) {
    return nodeLink(target);
  }
  const { connectionId: connection, operationId, path } = target.query;
  const { clientParameter = "" } = target.endpoint;
  const { [clientParameter]: client, ...others } = path;
  // Of a list with further places in its path a link would name another one.
  return Object.keys(others).length > 0
    ? undefined
    : {
        ...{ kind: "list", connection, operationId },
        ...(client !== undefined && { client }),
      };
}

function nodeLink(node: TreeNode): ExplorerLink {
  const { connectionId: connection } = node;
  const client = clientOf(node)?.clientId;
  const ofClient = client === undefined ? {} : { client };
  if (node.kind === "clients" || node.kind === "list") {
    const operationId = LIST_OPERATIONS[node.list];
    return { kind: "list", connection, operationId, ...ofClient };
  }
  if (node.kind === "otherList") {
    return { kind: "list", connection, operationId: node.operationId, ...ofClient };
  }
  return client === undefined
    ? { kind: "connection", connection }
    : { kind: "client", connection, client };
}

/** Copies an address that opens it in this kind of editor. Throws `link/none`. */
export async function copyLink(
  { dialogs, privacy }: Pick<LinkServices, "dialogs" | "privacy">,
  link: ExplorerLink | undefined,
): Promise<void> {
  const query = link && formatLink(link);
  if (query === undefined) {
    throw new AppError("input", "link/none");
  }
  const holdsClient = link !== undefined && "client" in link;
  if (holdsClient && privacy.isOn && !(await confirmClient(dialogs))) {
    return;
  }
  const { uriScheme } = vscode.env;
  const address = `${uriScheme}://${EXTENSION_ID.toLowerCase()}${LINK_PATH}?${query}`;
  await vscode.env.clipboard.writeText(address);
  showBriefly(vscode.l10n.t("Copied the link"));
}

async function confirmClient(dialogs: Dialogs): Promise<boolean> {
  return dialogs.confirm({
    message: vscode.l10n.t("Copy a link with the id of a client?"),
    detail: vscode.l10n.t("Privacy mode is on, but a masked id would open nothing."),
    button: vscode.l10n.t("Copy unmasked"),
  });
}
