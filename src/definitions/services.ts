import type * as vscode from "vscode";
import type { ConnectionSummary, Domain } from "../core/connection";
import type { Coverage } from "../core/definitions/active";
import type { DefinitionChange } from "../core/definitions/changes/changes";
import type { EndpointDrift } from "../core/definitions/drift/drift";
import type { KeptDefinitions } from "../core/definitions/imports/definitionStore";
import type { ImportedDocument } from "../core/definitions/imports/document";
import type { Commands, ShowError } from "../host/commands";
import type { Dialogs } from "../host/dialogs";
import type { DescribeError } from "../host/errorMessages";
import type { NodeArgument } from "../manifest";

/** What definitions need from the rest; wired in `extension.ts`. */
export interface DefinitionServices {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly showError: ShowError;
  readonly describe: DescribeError;
  readonly extensionUri: vscode.Uri;
  readonly store: KeptDefinitions;
  /** The description that ships with the explorer. */
  readonly description: () => Promise<string>;
  /** Reads a document in its thread. Throws `AppError` kind `input`, codes `definition/…`. */
  readonly read: (text: string, signal: AbortSignal) => Promise<ImportedDocument>;
  /** How many endpoints of a document fall under each domain; none where it names no prefix. */
  readonly shares: (document: ImportedDocument) => Promise<readonly DomainShare[]>;
  /** Changes for one domain; both are documents as the store or `describedBy` gives them. */
  readonly compare: (before: string, after: string, domain: Domain) => Promise<Changes>;
  /** How far the explorer goes with each endpoint of the active definitions. */
  readonly coverage: () => Promise<readonly Coverage[]>;
  readonly onDidChangeDefinition: vscode.Event<void>;
  readonly drift: () => readonly EndpointDrift[];
  readonly onDidChangeDrift: (listener: () => void) => { dispose(): void };
  /** The connection whose addresses may be asked, opened; undefined where there is none. */
  readonly connection: (node: NodeArgument | undefined) => Promise<ConnectionSummary | undefined>;
  readonly connectionLabel: (id: string) => string;
  /** Text at an address of the connection's origins. */
  readonly getDocument: (id: string, address: string, signal: AbortSignal) => Promise<string>;
  /** Keeps a text of the explorer's own to be shown read-only. */
  readonly addOwn: (name: string, bytes: Uint8Array) => vscode.Uri;
  readonly domainOf: (node: NodeArgument) => Domain | undefined;
}

export type Changes = readonly DefinitionChange[];

export interface DomainShare {
  readonly domain: Domain;
  readonly operations: number;
}
