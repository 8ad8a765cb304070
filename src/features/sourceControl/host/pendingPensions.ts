import type * as vscode from "vscode";
import type { PayloadSource } from "../common/plan";
import type { PayloadState } from "../common/state";

/** What commands can do with a payload. */
export interface OfferedPayload {
  /** Undefined while nobody has looked. */
  readonly isStaged?: boolean;
  /** A version is known that its changes can be discarded for. */
  readonly canDiscard: boolean;
}

/** A payload file of the workspace, compared with what is known. */
export interface PendingPayload extends OfferedPayload {
  readonly isStaged: boolean;
  readonly uri: vscode.Uri;
  readonly folder: vscode.WorkspaceFolder;
  readonly source: PayloadSource;
  readonly state: PayloadState;
  /** What is to be said of it where the pointer rests on it. */
  readonly tooltip: string;
}

/** What a plan is made of. */
export interface ChosenPayloads {
  readonly folder: vscode.WorkspaceFolder;
  /** False where nothing was staged: then it is all that differs. */
  readonly isOfStaged: boolean;
  readonly files: readonly vscode.Uri[];
}

/** The payload files of the workspace as source control: what plans are made from. */
export interface PendingPensions extends vscode.Disposable {
  /** Looks for payloads, once; nothing is read before. */
  open(): Promise<void>;
  readonly payloads: readonly PendingPayload[];
  readonly onDidChange: vscode.Event<void>;
  /** Payloads whose pension was not read in this window, though it could be asked for. */
  readonly notRead: number;
  /**
   * What is to be planned: of the provider that a command was given, of the only one, or of the one
   * that the user picks; undefined for a refusal. Throws `input/noPayloads` where there is none,
   * `input/stagedUnread` where one that is staged cannot be read.
   */
  chosen(sourceControl: unknown): Promise<ChosenPayloads | undefined>;
  /** A payload file as it is on disk now; undefined where it is gone. */
  source(file: vscode.Uri): Promise<PayloadSource | undefined>;
  /** After a write: it is staged no more where the service took it, and compared anew. */
  settle(file: vscode.Uri, isTaken: boolean): Promise<void>;
}

/** What the commands of the source-control view do. */
export interface ChangeCommands {
  refresh(sourceControl: unknown): Promise<void>;
  stage(resources: readonly unknown[]): Promise<void>;
  unstage(resources: readonly unknown[]): Promise<void>;
  stageAll(group: unknown): Promise<void>;
  unstageAll(group: unknown): Promise<void>;
  discard(resources: readonly unknown[]): Promise<void>;
  discardAll(group: unknown): Promise<void>;
  openChange(resources: readonly unknown[]): Promise<void>;
  openPayload(resources: readonly unknown[]): Promise<void>;
}
