import * as vscode from "vscode";
import { SANDBOX_CONNECTION_ID } from "../core/connection";
import { SELECTION_CONTEXT } from "../manifest";
import type { Connections } from "./connections";

/** What is looked at of a node of the tree. */
interface ChosenNode {
  readonly kind: string;
  readonly connectionId: string;
}

/**
 * Whoever works in the tree works with the connection of the node; keys that edit or remove a
 * connection count only while one of the user's own is selected.
 */
export function followSelection(
  connections: Connections,
  onDidChooseNode: vscode.Event<unknown>,
): vscode.Disposable {
  let told = "";
  return onDidChooseNode((node) => {
    const { kind, connectionId } = (node ?? {}) as Partial<ChosenNode>;
    if (connectionId !== undefined) {
      connections.use(connectionId);
    }
    const isOwn = kind === "connection" && connectionId !== SANDBOX_CONNECTION_ID;
    const context = isOwn ? "storedConnection" : "";
    if (context !== told) {
      told = context;
      void vscode.commands.executeCommand("setContext", SELECTION_CONTEXT, context);
    }
  });
}
