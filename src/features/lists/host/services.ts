import type * as vscode from "vscode";
import type { Environment } from "../../../platform/base/connection";
import type { ChangedTexts } from "../../definitions/common/activeText";
import type { DriftWatch } from "../../definitions/common/drift/drift";
import type { ListRulesStore } from "../common/listRules";
import type { SeenLists } from "../common/seenLists";
import type { ServiceClient } from "../../../platform/service/client";
import type { Session } from "../../../platform/base/session";
import type { Log } from "../../../platform/base/log";
import type { Commands, ShowError } from "../../../platform/vscode/commands";
import type { NodeArgument } from "../../../manifest";
import type { AnswerDocuments } from "./answerDocuments";
import type { ColumnsMemory } from "../common/keptColumns";
import type { SnapshotComparisons } from "./compare/compareServices";
import type { Translate } from "../../../platform/texts/errorText";
import type { ErrorActions } from "../../../platform/vscode/errorActions";
import type { EndpointServices, ListPlace } from "./pickEndpoint";

/** What the lists need from the rest; wired in `extension.ts`. */
export interface ListsServices extends FailureWords, EndpointServices {
  readonly commands: Commands;
  readonly extensionUri: vscode.Uri;
  readonly answers: AnswerDocuments;
  readonly showError: ShowError;
  /** Throws `AppError` when there is no way to the service. */
  client(connectionId: string): Promise<ServiceClient>;
  /** How a connection is called, open or not; undefined when it is not there any more. */
  connection(connectionId: string): ListConnection | undefined;
  /** All of them, in the order of the tree. */
  connections(): readonly (ListConnection & { readonly id: string })[];
  /** Whether a call could be made now without signing in; asks nobody. */
  hasLiveToken(connectionId: string): boolean;
  /** Fires with the id of a connection that has another token: somebody signed in, or renewed it. */
  readonly onDidGainAccess: vscode.Event<string>;
  /** Fires with the id of a connection that is another service, environment or user from now on. */
  readonly onDidInvalidateRows: vscode.Event<string>;
  /** A connection was renamed, edited, added or removed, or its session is another. */
  readonly onDidChangeConnections: vscode.Event<void>;
  /** What is known of the access in force; undefined where there is none. */
  session(connectionId: string): Session | undefined;
  /** Where a list is wanted: at a node, or at the connection in use. */
  placeOf(node: NodeArgument | undefined): ListPlace;
  /** Text of the service definition that a connection lives by. */
  definition(connectionId: string): Promise<string>;
  readonly onDidChangeDefinition: vscode.Event<ChangedTexts>;
  readonly drift: Pick<DriftWatch, "of" | "onDidChange">;
  /** Where the layouts of columns are kept. */
  readonly columnsMemory: ColumnsMemory;
  readonly log: Log;
  /** Path of the program of the thread that has the rows. */
  readonly tableWorker: string;
  /** The same of the thread that finds values by JSONPath. */
  readonly pathWorker: string;
  /** What the user said about lists, where their shapes mislead. */
  readonly rules: ListRulesStore;
  /** What pages of lists have shown in this window. */
  readonly seenLists: SeenLists;
  /** Rows per page for new panels of a connection. */
  pageSize(connectionId: string): number;
  copy(text: string): Promise<void>;
  readonly snapshotComparisons: SnapshotComparisons;
}

export interface FailureWords {
  /** Takes secrets out: a server can send back what it was given. */
  readonly translate: Translate;
  readonly errorActions: ErrorActions;
}

export interface ListConnection {
  readonly label: string;
  readonly environment: Environment;
}
