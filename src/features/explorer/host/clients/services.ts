import type * as vscode from "vscode";
import type { KeptClients } from "../../common/keptClients";
import type { ServiceClient } from "../../../../platform/service/client";
import type { Commands, ShowError } from "../../../../platform/vscode/commands";
import type { Dialogs } from "../../../../platform/vscode/dialogs";
import type { Privacy } from "../../../../platform/vscode/privacy";
import type { TreeNode } from "../nodes";
import type { ConnectionTree } from "../tree";

/** What finding, pinning and opening clients needs. */
export interface ClientsServices {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly showError: ShowError;
  readonly privacy: Privacy;
  readonly tree: ConnectionTree;
  readonly kept: KeptClients;
  /** Fires when other clients are kept than before. */
  readonly onDidChangeKept: vscode.Event<unknown>;
  /** Fires when another connection is worked with, among others. */
  readonly onDidChange: vscode.Event<void>;
  readonly client: (connectionId: string) => Promise<ServiceClient>;
  /** What the user works with when no node says it. */
  readonly currentConnection: () => string;
  readonly reveal: (node: TreeNode) => Promise<void>;
}
