import * as vscode from "vscode";
import type { ConnectionSummary } from "../../../platform/base/connection";
import { AppError } from "../../../platform/base/errors";
import type { Commands } from "../../../platform/vscode/commands";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { withProgress } from "../../../platform/vscode/progress";
import { connectionName } from "../../../platform/vscode/words";
import type { NodeArgument } from "../../../manifest";
import type { Connections } from "./connections";

interface StoredCommandServices {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly connections: Connections;
  readonly connectionOf: (node: NodeArgument | undefined) => string | undefined;
}

/** The commands that only the user's own connections have. */
export function registerStoredCommands(services: StoredCommandServices): vscode.Disposable {
  const { commands, connections } = services;
  const move = async (node: NodeArgument | undefined, by: number): Promise<void> => {
    const id = await storedConnection(services, node);
    if (id !== undefined) {
      await connections.move(id, by);
    }
  };
  return vscode.Disposable.from(
    commands.register("financialPlanning.connection.remove", (node) => remove(services, node)),
    commands.register("financialPlanning.connection.duplicate", async (node) => {
      const id = await storedConnection(services, node);
      if (id !== undefined) {
        connections.use(await connections.duplicate(id));
      }
    }),
    commands.register("financialPlanning.connection.moveUp", (node) => move(node, -1)),
    commands.register("financialPlanning.connection.moveDown", (node) => move(node, 1)),
  );
}

/**
 * The connection that a command on one of the user's own is meant for: that of the node, else
 * the one in use, else one that is asked for; undefined when the user declined.
 * @throws AppError `input/noStoredConnection`, and `input/notStored` for the sandbox's node
 */
export async function storedConnection(
  { dialogs, connections, connectionOf }: Omit<StoredCommandServices, "commands">,
  node: NodeArgument | undefined,
): Promise<string | undefined> {
  const isStored = (id: string | undefined): boolean =>
    connections.stored.some((connection) => connection.id === id);
  const named = connectionOf(node);
  if (named !== undefined && !isStored(named)) {
    throw new AppError("input", "input/notStored");
  }
  if (named !== undefined || isStored(connections.current)) {
    return named ?? connections.current;
  }
  if (connections.stored.length === 0) {
    throw new AppError("input", "input/noStoredConnection");
  }
  const items = connections.stored.map((connection) => ({
    label: connection.label,
    description: connectionName(connection),
    id: connection.id,
  }));
  return (await dialogs.pick(vscode.l10n.t("Which connection?"), items))?.id;
}

async function remove(
  services: StoredCommandServices,
  node: NodeArgument | undefined,
): Promise<void> {
  const { dialogs, connections } = services;
  const id = await storedConnection(services, node);
  if (id === undefined || !(await dialogs.confirm(removal(connections.summary(id))))) {
    return;
  }
  const title = vscode.l10n.t("Removing the connection");
  // What is deleted by then does not come back: a Cancel would promise too much.
  await withProgress(title, () => connections.remove(id), { isCancellable: false });
}

/** Names what will be gone. */
function removal(summary: ConnectionSummary): Parameters<Dialogs["confirm"]>[0] {
  const { keyFingerprint, session } = summary;
  return {
    message: vscode.l10n.t("Remove the connection {0}?", connectionName(summary)),
    detail: [
      keyFingerprint === undefined
        ? vscode.l10n.t("Deleted with it: what was entered for it.")
        : vscode.l10n.t(
            "Deleted with it: the subscription key (key {0}) and the client secret.",
            keyFingerprint,
          ),
      ...(session === undefined
        ? []
        : [vscode.l10n.t("You are signed out; requests in flight are cancelled.")]),
      vscode.l10n.t("Payload files stay as they are."),
    ].join("\n"),
    button: vscode.l10n.t("Remove"),
  };
}
