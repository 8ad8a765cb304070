import * as vscode from "vscode";
import { SANDBOX_CONNECTION_ID } from "../../platform/base/connection";
import type { EnteredSecrets } from "./common/enteredSecrets";
import type { ServiceClient } from "../../platform/service/client";
import type { Commands } from "../../platform/vscode/commands";
import type { Dialogs } from "../../platform/vscode/dialogs";
import { DisposableStore } from "../../platform/vscode/disposables";
import { onSettingChange } from "../../platform/vscode/settings";
import type { NodeArgument } from "../../manifest";
import type { ConnectionChoices } from "./host/choices";
import type { Connections } from "./host/connections";
import { trackConnections } from "./host/contextKeys";
import { checkNetwork } from "./host/networkCheck";
import { pickNetworking } from "./host/networking";
import { pickResultsPrefix } from "./host/resultsPrefix";
import { pickSandboxAccess } from "./host/sandboxAccess";
import { enterSecret } from "./host/secretEntry";
import { type PinnedTraceView, type PrivacyView, StatusBar } from "./host/statusBar";
import { showStatus } from "./host/statusPick";
import { registerStoredCommands } from "./host/storedCommands";
import { switchConnection } from "./host/switchConnection";
import { registerWriting, type WritingServices } from "./host/writing";
import { warningText } from "../../platform/texts/warnings";
import { translate } from "../../platform/vscode/translate";
import { CONNECTION_WARNINGS } from "./texts/warnings";

export interface ConnectionsServices extends Pick<WritingServices, "guard" | "writing"> {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly connections: Connections;
  readonly entered: EnteredSecrets;
  readonly choices: ConnectionChoices;
  readonly pinnedTrace: PinnedTraceView;
  readonly privacy: PrivacyView;
  /**
   * Shows a text of the explorer's own in a read-only editor; one that names clients and is not
   * masked is hidden when privacy mode is turned on.
   */
  readonly openText: (name: string, bytes: Uint8Array, isMasked?: boolean) => Promise<void>;
  /** The connection that a tree node belongs to. */
  readonly connectionOf: (node: NodeArgument | undefined) => string | undefined;
}

type IdOf = (node: NodeArgument | undefined) => string;

/** The status bar item and the commands that change a connection. */
export function registerConnections(services: ConnectionsServices): vscode.Disposable {
  const { commands, dialogs, connections, connectionOf } = services;
  const store = new DisposableStore();
  const idOf: IdOf = (node) => {
    const id = connectionOf(node) ?? connections.current;
    connections.use(id);
    return id;
  };

  store.add(new StatusBar(services));
  store.add(trackConnections(services));
  store.add(
    commands.register("financialPlanning.connection.showStatus", (id) =>
      showStatus(services, id ?? connections.current),
    ),
  );
  store.add(
    commands.register("financialPlanning.connection.switch", (node) =>
      switchConnection(services, connectionOf(node)),
    ),
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
  store.add(registerWriting(services));
  store.add(registerSecrets(services, idOf));
  store.add(registerNetworking(services, idOf));
  store.add(registerStoredCommands(services));
  store.add(registerSandboxAccess(services));
  return store;
}

function registerSecrets(services: ConnectionsServices, idOf: IdOf): vscode.Disposable {
  const { commands, dialogs, connections, entered } = services;
  const enterKey = vscode.l10n.t("Enter key and secret");
  return vscode.Disposable.from(
    commands.register("financialPlanning.connection.enterSubscriptionKey", (node) =>
      enterSecret(services, idOf(node), "subscriptionKey"),
    ),
    commands.register("financialPlanning.connection.enterClientSecret", (node) =>
      enterSecret(services, idOf(node), "clientSecret"),
    ),
    commands.register("financialPlanning.connection.useIssuedCredentials", async () => {
      const { connection } = await connections.open(SANDBOX_CONNECTION_ID);
      await entered.clear(connection);
      await connections.reopen(SANDBOX_CONNECTION_ID);
      return true;
    }),
    connections.onDidUnbind(async ({ id, label }) => {
      const picked = await dialogs.notify(
        "warning",
        warningText(CONNECTION_WARNINGS["connections/otherServers"], translate, { name: label }),
        [enterKey],
      );
      if (picked === enterKey) {
        const node = { nodeId: id };
        const command = "financialPlanning.connection.enterSubscriptionKey";
        if ((await vscode.commands.executeCommand(command, node)) === true) {
          await vscode.commands.executeCommand(
            "financialPlanning.connection.enterClientSecret",
            node,
          );
        }
      }
    }),
  );
}

function registerNetworking(
  { commands, dialogs, connections, openText }: ConnectionsServices,
  idOf: IdOf,
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
      connections.reopenAll().catch(() => undefined);
    }),
  );
}

function registerSandboxAccess({
  commands,
  dialogs,
  connections,
  choices,
}: ConnectionsServices): vscode.Disposable {
  return commands.register("financialPlanning.sandbox.chooseAccess", async () => {
    const chosen = await pickSandboxAccess(dialogs, choices.sandboxAccess);
    if (chosen === undefined) {
      return false;
    }
    await choices.setSandboxAccess(chosen);
    connections.use(SANDBOX_CONNECTION_ID);
    return true;
  });
}
