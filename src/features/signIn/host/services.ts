import type { Event, Uri } from "vscode";
import type { WaitingSignIn } from "../../../platform/auth/browserSignIn";
import type { Connection, ConnectionSummary } from "../../../platform/base/connection";
import type { Log } from "../../../platform/base/log";
import type { ServiceClient } from "../../../platform/service/client";
import type { Commands, ShowError } from "../../../platform/vscode/commands";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import type { ErrorActions } from "../../../platform/vscode/errorActions";
import type { DescribeError } from "../../../platform/vscode/errorMessages";
import type { Privacy } from "../../../platform/vscode/privacy";
import type { TypedMemento } from "../../../platform/vscode/state";
import type { NodeArgument } from "../../../manifest";

export interface AccessServices {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly log: Log;
  readonly extensionUri: Uri;
  readonly privacy: Privacy;
  readonly showError: ShowError;
  readonly errorActions: ErrorActions;
  readonly state: TypedMemento;
  /** Looks in SecretStorage, where every window looks. */
  readonly findSignIn: (state: string) => Promise<WaitingSignIn | undefined>;
  /** Opens a connection; throws where that is not possible. */
  readonly open: (
    connectionId: string,
  ) => Promise<{ readonly connection: Connection; readonly client: ServiceClient }>;
  readonly summaries: () => readonly ConnectionSummary[];
  /** Fires when a session came, changed or went, in whichever window that was. */
  readonly onDidChange: Event<void>;
  readonly describe: DescribeError;
  /**
   * Has the sign-ins of a connection go another way from now on, as an error's `remedy` names it.
   */
  readonly changeSignIn: (connectionId: string, remedy: unknown) => Promise<void>;
  /** Leaves PKCE off for the sign-ins of a connection, from now on. */
  readonly keepProofKeyOff: (connectionId: string) => Promise<void>;
  /** The connection that a node belongs to, or the one that is meant without a node. */
  readonly connectionOf: (node: NodeArgument | undefined) => string;
}
