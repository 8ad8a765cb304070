import type * as vscode from "vscode";
import type { Connection } from "../core/connection";
import type { ServiceClient } from "../core/service/client";
import type { Commands, ShowError } from "../host/commands";
import type { NodeArgument, OpenListArgument } from "../manifest";
import type { ListName, PanelNotice } from "../shared/listPanel";
import type { AnswerDocuments } from "./answerDocuments";

/** What the lists need from the rest; wired in `extension.ts`. */
export interface ListsServices {
  readonly commands: Commands;
  readonly extensionUri: vscode.Uri;
  readonly answers: AnswerDocuments;
  readonly showError: ShowError;
  /** Throws `AppError` when there is no way to the service. */
  client(connectionId: string): Promise<ServiceClient>;
  connection(connectionId: string): Connection | undefined;
  /** Whether a call could be made now without signing in; asks nobody. */
  hasLiveToken(connectionId: string): boolean;
  /** What a command's argument means; undefined when it names no list. */
  resolveList(
    argument: NodeArgument | OpenListArgument | undefined,
  ): Promise<OpenListArgument | undefined> | OpenListArgument | undefined;
  /** The error in words, with the actions that `runErrorAction` understands. */
  describeError(error: unknown, context: ListErrorContext): PanelNotice;
  /** True when the list should be asked for again. */
  runErrorAction(actionId: string, connectionId: string): Promise<boolean>;
  /** Rows per page for new panels. */
  pageSize(): number;
  copy(text: string): Promise<void>;
}

export interface ListErrorContext {
  readonly connectionId: string;
  readonly list: ListName;
}
