import type * as vscode from "vscode";
import type { Connection, Environment } from "../../../../platform/base/connection";
import type { Translate } from "../../../../platform/texts/words";
import type { Challenge, WriteGuard } from "../../../../platform/guard/guard";
import type { History } from "../../common/history";
import type { CallsInFront } from "../../common/meantCall";
import type { ServiceDefinition } from "../../../../platform/service/definition/definition";
import type { CallTarget, ServiceClient } from "../../../../platform/service/client";
import type { RetryWait } from "../../../../platform/http/retry";
import type { AnyCall } from "../../../../platform/base/call";
import type { ChallengedWrite } from "../../../../platform/vscode/challenge";
import type { Commands, ShowError } from "../../../../platform/vscode/commands";
import type { Dialogs } from "../../../../platform/vscode/dialogs";
import type { Privacy } from "../../../../platform/vscode/privacy";
import type { NodeArgument, PensionArgument, RequestArgument } from "../../../../manifest";
import type { Handlers, Rpc } from "../../../../platform/base/rpc";
import type { HostToSend, SendToHost } from "../../messages/sendPanel";

/** What a node of the tree stands for, to begin a request with. */
export interface RequestTarget {
  readonly connectionId: string;
  readonly operationId?: string;
  /** Path parameters by name. */
  readonly path?: Readonly<Record<string, string>>;
}

/** A connection as lists of them show it. */
export interface ShownConnection {
  readonly id: string;
  /** With the word of its environment. */
  readonly name: string;
  readonly environment: Environment;
}

/** A pension, and the text that was written to it. */
export interface WrittenPension {
  readonly connectionId: string;
  readonly clientId: string;
  readonly pensionId: string;
  readonly text: string;
}

/** A pension that is to be deleted. */
export type DeletedPension = Omit<WrittenPension, "text">;

/** A call that writes or deletes a pension. */
interface PensionCall extends Omit<DeletedPension, "connectionId"> {
  readonly kind: "put" | "delete";
}

/** What says where the pensions of a service are. */
export interface PensionPlaces {
  readonly definition: ServiceDefinition;
  readonly connection: Pick<Connection, "baseUrl" | "prefixes">;
}

/** The write that the user is asked about. */
export interface AskedWrite {
  readonly goesTo: CallTarget;
  readonly connection: Connection;
  readonly call: AnyCall;
}

/** What sending and comparing needs from the rest; wired in `extension.ts`. */
export interface SendServices extends CallsInFront {
  /** Tells whether a call writes or deletes a pension; undefined for all others. */
  readonly pensionCallOf: (call: AnyCall, places: PensionPlaces) => PensionCall | undefined;
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly showError: ShowError;
  readonly extensionUri: vscode.Uri;
  readonly guard: WriteGuard;
  readonly privacy: Pick<Privacy, "masking" | "onDidChange">;
  readonly history: Pick<History, "get" | "last" | "query" | "bodies">;
  /** Text of the definition that a connection lives by. */
  readonly definition: (connectionId: string | undefined) => Promise<string>;
  readonly onDidChangeDefinition: (listener: () => void) => { dispose(): void };
  /** A client is no longer the one that calls go through. */
  readonly onDidReplace: (listener: (replaced: { readonly connectionId: string }) => void) => {
    dispose(): void;
  };
  readonly connections: () => readonly ShownConnection[];
  /** The connection in use. */
  readonly current: () => string;
  /** From now on it is the one in use. */
  readonly use: (connectionId: string) => void;
  /** Throws `AppError` when there is no way to the service. */
  open(connectionId: string): Promise<{ connection: Connection; client: ServiceClient }>;
  readonly keyFingerprint: (connectionId: string) => string | undefined;
  readonly loadedClients: (
    connectionId: string,
  ) => readonly { readonly clientId: string; readonly clientLabel: string }[];
  describe(error: unknown): Promise<{ readonly what: string; readonly advice: string }>;
  /** Keeps the bytes as a read-only document, with the call that brought them. */
  readonly addAnswer: (name: string, bytes: Uint8Array, call?: RequestArgument) => vscode.Uri;
  readonly targetOf: (node: NodeArgument) => RequestTarget | undefined;
  /** Opens the payload of a pension that was written, with what was written. */
  readonly openWritten: (pension: WrittenPension) => Promise<void>;
  /** Begins to delete a pension the way pensions are: compared, asked for, told of. */
  readonly deletePension: (pension: DeletedPension) => void;
  /** Names of the other connections with the same key, as a sentence. */
  readonly sameKeyLine: (connectionId: string) => string | undefined;
}

/** The editor tab that the form is shown in. */
export interface SendTab {
  readonly rpc: Pick<Rpc<HostToSend, SendToHost>, "notify">;
  reveal(): void;
  close(): void;
}

export interface SendTabRequest {
  readonly title: string;
  readonly handlers: Handlers<SendToHost>;
  /** Called when the tab is gone, however that came about. */
  readonly onClose: () => void;
}

/** The body of a request in an editor of its own. */
export interface BodyEditor {
  readonly name: string;
  readonly reveal: () => void;
  /** Stops following it; the editor stays. */
  readonly dispose: () => void;
}

/** What the form itself is given: all of it can stand without the editor. */
export interface SendFormServices {
  readonly t: Translate;
  /** BCP 47 tag of the language that numbers and spans are written in. */
  readonly language: string;
  readonly guard: WriteGuard;
  readonly openTab: (request: SendTabRequest) => SendTab;
  readonly definition: (connectionId: string) => Promise<string>;
  readonly onDidChangeDefinition: SendServices["onDidChangeDefinition"];
  readonly onDidReplace: SendServices["onDidReplace"];
  /** Privacy mode was turned on or off: errors are described anew. */
  readonly onDidChangePrivacy: SendServices["onDidChangeDefinition"];
  readonly connections: () => readonly ShownConnection[];
  readonly use: (connectionId: string) => void;
  environment(connectionId: string): { readonly word: string; readonly icon: string };
  readonly open: SendServices["open"];
  readonly describe: SendServices["describe"];
  readonly showError: ShowError;
  readonly confirm: (write: AskedWrite) => Promise<boolean>;
  readonly challenge: (write: ChallengedWrite, what: Challenge) => Promise<string | undefined>;
  readonly pensionCallOf: SendServices["pensionCallOf"];
  readonly openWritten: SendServices["openWritten"];
  readonly deletePension: SendServices["deletePension"];
  readonly waitWords: (wait: RetryWait) => string;
  readonly openBody: (
    text: string,
    follow: { onChange: (text: string) => void; onClose: () => void },
  ) => Promise<BodyEditor>;
  readonly openAnswer: (name: string, bytes: Uint8Array, call?: RequestArgument) => Promise<void>;
  readonly showRequest: (request: RequestArgument) => Promise<void>;
  readonly openPayload: (pension: PensionArgument | undefined) => Promise<void>;
  readonly copy: (text: string) => Promise<void>;
}
