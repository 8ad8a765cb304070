import type { Connection } from "../../../../platform/base/connection";
import type { TestedClient } from "../../common/testConnection";
import type { Redactor } from "../../../../platform/base/redactor";
import type { Commands } from "../../../../platform/vscode/commands";
import type { Dialogs } from "../../../../platform/vscode/dialogs";
import type { Privacy } from "../../../../platform/vscode/privacy";
import type { NodeArgument } from "../../../../manifest";
import type { ConnectionDraft, SecretName } from "../../messages/connectionDraft";
import type { PastedOnboarding } from "./pasteOnboarding";

/** A connection and the client that a test goes through. */
export interface OpenedConnection {
  readonly connection: Connection;
  readonly client: TestedClient;
}

/** A client for one test, of a connection that is not stored as it is. */
interface TemporaryClient {
  readonly client: TestedClient;
  /** Forgets its token and closes it. */
  readonly close: () => Promise<void>;
}

/** A connection as a form holds it; without an id as long as it is new. */
export interface TestedDraft {
  readonly id: string | undefined;
  readonly draft: ConnectionDraft;
  /** Pasted ones that are not stored yet; they go before what is stored. */
  readonly secrets?: Partial<Record<SecretName, string>> | undefined;
}

/** Where the client of a test has its secrets from. */
export interface TemporarySecrets {
  /** The stored connection whose secrets are taken, as far as they are bound to its addresses. */
  readonly of: string | undefined;
  readonly pasted: NonNullable<TestedDraft["secrets"]>;
}

/** What setting up connections needs from the rest; wired in `extension.ts`. */
export interface ConnectionSetupServices {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly redactor: Redactor;
  readonly privacy: Pick<Privacy, "isOn" | "masking">;
  /** The user's own connections, in order. */
  readonly stored: () => readonly Connection[];
  /** Labels of connections that are not stored: the sandbox's. */
  readonly reservedLabels: () => readonly string[];
  /** Stores connections, new or changed: all of them or none. */
  readonly saveAll: (connections: readonly Connection[]) => Promise<void>;
  /** The connection that a tree node belongs to, or the one that commands without a node mean. */
  readonly connectionOf: (node: NodeArgument | undefined) => string;
  readonly open: (connectionId: string) => Promise<OpenedConnection>;
  /** A client of a connection whose id is not stored. */
  readonly openTemporaryClient: (
    connection: Connection,
    secrets: TemporarySecrets,
  ) => Promise<TemporaryClient>;
  /** Opens the form of a new connection; the secrets are for the secret store alone. */
  readonly openForm: (details: PastedOnboarding) => Promise<void>;
  /** Asks for the scopes that the refusal of a call names. */
  readonly requestScopes: (error: unknown) => Promise<unknown>;
  /**
   * Shows a text of the explorer's own in a read-only editor; one that is not masked is hidden when
   * privacy mode is turned on.
   */
  readonly openText: (name: string, bytes: Uint8Array, isMasked: boolean) => Promise<void>;
}
