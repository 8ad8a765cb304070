import type { Event } from "vscode";
import type {
  BrowserSignIn,
  CallbackParameters,
  WaitingSignIn,
} from "../core/access/browserSignIn";
import type { Connection, ConnectionSummary } from "../core/connection";
import type { RawCallback } from "../core/http/loopbackPage";
import type { Log } from "../core/log";
import type { ServiceClient } from "../core/service/client";
import type { Commands, ShowError } from "../host/commands";
import type { Dialogs } from "../host/dialogs";
import type { ErrorActions } from "../host/errorActions";
import type { TypedMemento } from "../host/state";
import type { NodeArgument } from "../manifest";

/** What signing in and out asks of a client. */
export type AccessClient = Omit<ServiceClient, "signOut"> &
  BrowserSignIn & {
    /** `revoked` is true when the identity provider took the token back. */
    signOut(): Promise<{ readonly revoked: boolean }>;
    setConsentEnd(at: number | undefined): Promise<void>;
    /** For the clipboard, once the user agreed; nobody else may call it. */
    copyableToken(): Promise<string | undefined>;
  };

/** Takes callbacks apart; each throws `credentials/callbackRejected`. */
export interface CallbackReaders {
  /** Of a `Uri`, whose parts the editor has decoded once already. */
  decoded(parts: { readonly query: string; readonly fragment: string }): CallbackParameters;
  raw(callback: RawCallback): CallbackParameters;
  pasted(text: string, redirectUri: string): CallbackParameters;
}

export interface AccessServices {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly log: Log;
  readonly showError: ShowError;
  readonly errorActions: ErrorActions;
  readonly state: TypedMemento;
  readonly readers: CallbackReaders;
  /** Looks in SecretStorage, where every window looks. */
  readonly findSignIn: (state: string) => Promise<WaitingSignIn | undefined>;
  /** Opens a connection; throws where that is not possible. */
  readonly open: (
    connectionId: string,
  ) => Promise<{ readonly connection: Connection; readonly client: AccessClient }>;
  readonly summaries: () => readonly ConnectionSummary[];
  /** Fires when a session came, changed or went, in whichever window that was. */
  readonly onDidChange: Event<void>;
  /** The connection that a node belongs to, or the one that is meant without a node. */
  readonly connectionOf: (node: NodeArgument | undefined) => string;
}
