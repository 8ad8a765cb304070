import type * as vscode from "vscode";
import type { Log } from "../../../platform/base/log";
import type { Commands } from "../../../platform/vscode/commands";
import type { ErrorActions } from "../../../platform/vscode/errorActions";
import type { Privacy } from "../../../platform/vscode/privacy";
import type { NodeArgument, PensionArgument } from "../../../manifest";
import type { OpenServices } from "./openCommands";
import type { ServiceProblemServices } from "./serviceProblems";
import type { WritingServices } from "./writing/services";

export interface PensionsServices
  extends Omit<WritingServices, "findings">, OpenServices, ServiceProblemServices {
  readonly commands: Commands;
  readonly errorActions: ErrorActions;
  readonly log: Log;
  /** Path of the program that checks long payloads. */
  readonly checksWorker: string;
  readonly privacy: Privacy;
  /** The pension or client that a tree node stands for. */
  readonly pensionOf: (node: NodeArgument) => PensionArgument | undefined;
  /** Fires when labels or connections changed, so that lines above payloads are made anew. */
  readonly onDidChange: vscode.Event<void>;
}
