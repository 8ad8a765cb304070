import * as vscode from "vscode";
import { type ConnectionSecrets, SANDBOX_CONNECTION_ID } from "../core/connection";
import type { ServiceClient } from "../core/service/client";
import type { Commands } from "../host/commands";
import type { Dialogs } from "../host/dialogs";
import { DisposableStore } from "../host/disposables";
import { onSettingChange } from "../host/settings";
import type { NodeArgument } from "../manifest";
import type { Connections } from "./connections";
import type { EnteredSecrets } from "./enteredSecrets";
import { pickResultsPrefix } from "./resultsPrefix";
import { checkNetwork } from "./networkCheck";
import { pickNetworking } from "./networking";
import { type PinnedTraceView, StatusBar } from "./statusBar";
import { showStatus } from "./statusPick";

export interface ConnectionsServices {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly connections: Connections;
  readonly entered: EnteredSecrets;
  readonly pinnedTrace: PinnedTraceView;
  /** Shows a text of the explorer's own in a read-only editor. */
  readonly openText: (name: string, bytes: Uint8Array) => Promise<void>;
  /** The connection that a tree node belongs to. */
  readonly connectionOf: (node: NodeArgument | undefined) => string | undefined;
}

/** The status bar item and the commands that change a connection. */
export function registerConnections(services: ConnectionsServices): vscode.Disposable {
  const { commands, dialogs, connections, connectionOf } = services;
  const store = new DisposableStore();
  const idOf = (node: NodeArgument | undefined): string =>
    connectionOf(node) ?? SANDBOX_CONNECTION_ID;

  store.add(new StatusBar(connections, services.pinnedTrace));
  store.add(
    commands.register("financialPlanning.connection.showStatus", (id) =>
      showStatus(dialogs, connections.summary(id ?? SANDBOX_CONNECTION_ID)),
    ),
  );
  store.add(
    commands.register("financialPlanning.connection.enterSubscriptionKey", (node) =>
      enterSecret(services, idOf(node), "subscriptionKey"),
    ),
  );
  store.add(
    commands.register("financialPlanning.connection.enterClientSecret", (node) =>
      enterSecret(services, idOf(node), "clientSecret"),
    ),
  );
  store.add(
    commands.register("financialPlanning.connection.useIssuedCredentials", async (node) => {
      const { connection } = await connections.open(idOf(node));
      await services.entered.clear(connection);
      await connections.reopen();
      return true;
    }),
  );
  store.add(
    commands.register("financialPlanning.connection.changeResultsPrefix", async (node, prefix) => {
      const id = idOf(node);
      const current = connections.summary(id).connection?.prefixes;
      const chosen = prefix ?? (await pickResultsPrefix(dialogs, current));
      if (chosen === undefined) {
        return false;
      }
      await connections.setResultsPrefix(id, chosen);
      return true;
    }),
  );
  store.add(registerNetworking(services, idOf));
  return store;
}

function registerNetworking(
  { commands, dialogs, connections, openText }: ConnectionsServices,
  idOf: (node: NodeArgument | undefined) => string,
): vscode.Disposable {
  const client = async (id: string): Promise<ServiceClient> => (await connections.open(id)).client;
  return vscode.Disposable.from(
    commands.register("financialPlanning.connection.chooseNetworking", async (node, given) => {
      const id = idOf(node);
      const current = connections.summary(id).connection?.networking ?? "own";
      const chosen = given ?? (await pickNetworking(dialogs, current));
      if (chosen !== undefined && chosen !== current) {
        await connections.setNetworking(id, chosen);
      }
    }),
    commands.register("financialPlanning.connection.checkNetwork", (node) =>
      checkNetwork({ dialogs, client, openText }, idOf(node)),
    ),
    // Proxies are read when a connection is opened.
    onSettingChange("http", () => {
      connections.reopen().catch(() => undefined);
    }),
  );
}

/** True when a value was entered. */
async function enterSecret(
  { dialogs, connections, entered }: ConnectionsServices,
  id: string,
  name: keyof ConnectionSecrets,
): Promise<boolean> {
  const { connection } = await connections.open(id);
  const titles = {
    subscriptionKey: vscode.l10n.t("Subscription key of {0}", connection.label),
    clientSecret: vscode.l10n.t("Client secret of {0}", connection.label),
  };
  const value = await dialogs.input({
    title: titles[name],
    prompt: vscode.l10n.t("Kept in the editor's secret storage, for {0} only.", connection.baseUrl),
    password: true,
    check: (text) => (text === "" ? vscode.l10n.t("Enter a value, or press Escape.") : undefined),
  });
  if (value === undefined) {
    return false;
  }
  await entered.write(connection, { [name]: value });
  await connections.reopen();
  return true;
}
