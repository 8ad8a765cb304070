import type * as vscode from "vscode";
import type { ConnectionSummary, Domain } from "../../../platform/base/connection";
import type { Coverage } from "../../../platform/service/definition/active";
import type { DefinitionChange } from "../common/changes/changes";
import type { DriftWatch } from "../common/drift/drift";
import type { KeptDefinitions } from "../common/imports/definitionStore";
import type { ImportedDocument } from "../common/imports/document";
import type { Log } from "../../../platform/base/log";
import type { Commands, ShowError } from "../../../platform/vscode/commands";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import type { DescribeError } from "../../../platform/vscode/errorMessages";
import type { NodeArgument } from "../../../manifest";

/** What definitions need from the rest; wired in `extension.ts`. */
export interface DefinitionParts {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly showError: ShowError;
  readonly describe: DescribeError;
  readonly log: Log;
  /** What the explorer does with each endpoint of a definition. */
  readonly coverageOf: (definition: string) => readonly Coverage[];
  readonly extensionUri: vscode.Uri;
  /** Path of the program that reads documents. */
  readonly reader: string;
  /** Path of the program that writes types. */
  readonly typesWorker: string;
  readonly store: KeptDefinitions;
  /** The description that ships with the explorer. */
  readonly description: () => Promise<string>;
  /** What a connection lives by, the default where none is named. */
  readonly definition: (connectionId?: string) => Promise<string>;
  readonly onDidChangeDefinition: vscode.Event<unknown>;
  /** Answers that differ from the definition; absent where they are not compared. */
  readonly drift?: Pick<DriftWatch, "all" | "onDidChange">;
  /** The connection whose addresses may be asked, opened; undefined where there is none. */
  readonly connection: (node: NodeArgument | undefined) => Promise<ConnectionSummary | undefined>;
  readonly connectionLabel: (id: string) => string;
  /** All of them, in the order of the tree. */
  readonly connections: () => readonly { readonly id: string; readonly label: string }[];
  /** The connection that a node belongs to. */
  readonly connectionOf: (node: NodeArgument) => string | undefined;
  /** Text at an address of the connection's origins. */
  readonly getDocument: (id: string, address: string, signal: AbortSignal) => Promise<string>;
  /** Keeps a text of the explorer's own to be shown read-only. */
  readonly addOwn: (name: string, bytes: Uint8Array) => vscode.Uri;
  readonly domainOf: (node: NodeArgument) => Domain | undefined;
}

/** The same with what reads and compares documents, which is loaded with the first command. */
export interface DefinitionServices extends DefinitionParts {
  /** Reads a document in its thread. Throws `AppError` kind `input`, codes `definition/…`. */
  readonly read: (text: string, signal: AbortSignal) => Promise<ImportedDocument>;
  /** How many endpoints of a document fall under each domain; none where it names no prefix. */
  readonly shares: (document: ImportedDocument) => Promise<readonly DomainShare[]>;
  /** Whether a document has paths of a domain, by its prefix or as the description has them. */
  readonly sharesPath: (document: ImportedDocument, domain: Domain) => Promise<boolean>;
  /** Changes for one domain; both are documents as the store or `describedBy` gives them. */
  readonly compare: (
    before: string,
    after: string,
    domain: Domain,
    signal?: AbortSignal,
  ) => Promise<readonly DefinitionChange[]>;
  /** How far the explorer goes with each endpoint that a connection, or the default, follows. */
  readonly coverage: (connectionId?: string) => Promise<readonly Coverage[]>;
}

export interface DomainShare {
  readonly domain: Domain;
  readonly operations: number;
  /** Versions in the paths of the document that are not the documented one: "v2". */
  readonly otherVersions: readonly string[];
}
