import type * as vscode from "vscode";
import type { Environment } from "../core/connection";
import type { ServiceClient } from "../core/service/client";
import type { Commands, ShowError } from "../host/commands";
import type { NodeArgument, OpenListArgument } from "../manifest";
import type { AnswerDocuments } from "./answerDocuments";
import type { FailureWords } from "./panelErrors";

/** What the lists need from the rest; wired in `extension.ts`. */
export interface ListsServices extends FailureWords {
  readonly commands: Commands;
  readonly extensionUri: vscode.Uri;
  readonly answers: AnswerDocuments;
  readonly showError: ShowError;
  /** Throws `AppError` when there is no way to the service. */
  client(connectionId: string): Promise<ServiceClient>;
  /** How a connection is called, open or not; undefined when it is not there any more. */
  connection(connectionId: string): ListConnection | undefined;
  /** Whether a call could be made now without signing in; asks nobody. */
  hasLiveToken(connectionId: string): boolean;
  /** What a command's argument means; undefined when it names no list. */
  resolveList(
    argument: NodeArgument | OpenListArgument | undefined,
  ): Promise<OpenListArgument | undefined> | OpenListArgument | undefined;
  /** Rows per page for new panels of a connection. */
  pageSize(connectionId: string): number;
  copy(text: string): Promise<void>;
}

export interface ListConnection {
  readonly label: string;
  readonly environment: Environment;
}
