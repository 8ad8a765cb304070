import type * as vscode from "vscode";
import { namedClient, type NamedClient } from "../../../lists/common/clientSearch";
import { AppError } from "../../../../platform/base/errors";
import { contextKeySetter } from "../../../../platform/vscode/contextKeys";
import { DisposableStore } from "../../../../platform/vscode/disposables";
import type { NodeArgument } from "../../../../manifest";
import { findClient } from "./find";
import { openById } from "./openById";
import type { ClientsServices } from "./services";

/** Finding clients, and those that are kept at hand. */
export function registerClients(services: ClientsServices): vscode.Disposable {
  const { commands, kept, tree, currentConnection } = services;
  const store = new DisposableStore();
  const connectionOf = (node: NodeArgument | undefined): string =>
    tree.find(node)?.connectionId ?? currentConnection();
  const setRecent = contextKeySetter("financialPlanning.hasRecentClients");
  let isAsked = false;
  const tell = async (): Promise<void> => {
    isAsked = true;
    setRecent((await kept.of(currentConnection())).recent.length > 0);
  };
  // Nobody sees recent clients before one is looked for or opened: until then they are not read.
  store.add(services.onDidChangeKept(() => void tell()));
  store.add(services.onDidChange(() => isAsked && void tell()));
  store.add(
    commands.register("financialPlanning.client.find", (node) => {
      void tell();
      return findClient(services, connectionOf(node));
    }),
  );
  store.add(
    commands.register("financialPlanning.client.openById", (node) =>
      openById(services, connectionOf(node), undefined),
    ),
  );
  store.add(
    commands.register("financialPlanning.client.pin", (node) => {
      const { connectionId, client } = demandClient(services, node);
      return kept.pin(connectionId, client);
    }),
  );
  store.add(
    commands.register("financialPlanning.client.unpin", (node) => {
      const { connectionId, client } = demandClient(services, node);
      // Without its pin it would vanish where no loaded page has it.
      tree.addOpened(connectionId, client);
      return kept.unpin(connectionId, client.clientId);
    }),
  );
  store.add(
    commands.register("financialPlanning.client.clearRecent", () =>
      kept.clearRecent(currentConnection()),
    ),
  );
  return store;
}

interface MeantClient {
  readonly connectionId: string;
  readonly client: NamedClient;
}

function demandClient({ tree }: ClientsServices, argument: NodeArgument | undefined): MeantClient {
  const node = tree.find(argument);
  const client = node?.kind === "client" ? namedClient(node.row) : undefined;
  if (node === undefined || client === undefined) {
    throw new AppError("input", "input/nodeGone");
  }
  return { connectionId: node.connectionId, client };
}
