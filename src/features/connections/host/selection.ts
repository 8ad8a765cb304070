import type * as vscode from "vscode";
import type { Connections } from "./connections";

/** What is looked at of a node of the tree. */
interface ChosenNode {
  readonly connectionId: string;
}

/** Whoever works in the tree works with the connection of the node. */
export function trackSelection(
  connections: Connections,
  onDidChooseNode: vscode.Event<unknown>,
): vscode.Disposable {
  return onDidChooseNode((node) => {
    const { connectionId } = (node ?? {}) as Partial<ChosenNode>;
    if (connectionId !== undefined) {
      connections.use(connectionId);
    }
  });
}
