import type { BrowserSignIn } from "../auth/browserSignIn";
import type { HeaderList } from "../base/headers";
import type { NetworkReport } from "../http/networkCheck";
import type { RetryPlan, RetryWait } from "../http/retry";
import type { TextEncoding } from "../http/text";
import type { JsonNode } from "../json/jsonText";
import type { Action } from "../base/action";
import type { Session } from "../base/session";
import type { AnyCall, OperationCall } from "../base/call";
import type { ByteSink } from "../http/content";
import type { Priority } from "../http/queue";
import type { SignedOut } from "../auth/signOut";
import type { ProviderFacts } from "../auth/providerFacts";

/** Live credentials, for a copy that the user wants with them. Never logged, never kept. */
export interface CopySecrets {
  readonly token: string;
  readonly subscriptionKey: string;
}

/** The operations of `media/service/financial-planning-open-api.json` that the explorer uses. */
export type OperationId =
  | "listClients"
  | "getClient"
  | "listHoldings"
  | "listResults"
  | "getPension"
  | "putPension"
  | "deletePension";

/** A call that the explorer makes of its own: an operation that its definition is known to have. */
export interface ServiceCall extends OperationCall {
  readonly operationId: OperationId;
}

/** What an action may be told where it begins. */
export interface ActionOptions {
  /**
   * Of an action before it, to carry the same: one that is pinned wins, and where trace ids are off
   * there is none. What no header may hold is left out.
   */
  readonly traceId?: string | undefined;
  /** Name of the tool by which an assistant asks for it; kept on the record. */
  readonly assistantTool?: string | undefined;
}

export interface CallContext {
  /** The action this call belongs to, from `startAction`. */
  readonly action: Action;
  readonly signal?: AbortSignal | undefined;
  /**
   * Ends the call while nothing of it is on the wire: before its turn, while credentials are asked
   * for, in a wait for a retry. What has left goes on to its answer.
   */
  readonly stop?: AbortSignal | undefined;
  /** What the user is looking at goes before a long walk; `foreground` by default. */
  readonly priority?: Priority;
  /** The action is a walk over many pages: its limit of time holds for this call alone. */
  readonly isStepOfWalk?: boolean;
  /** Called before a wait for a retry, so that progress can tell of it. */
  readonly onWait?: ((wait: RetryWait) => void) | undefined;
  /**
   * Called with the decoded bytes of a 2xx body as they come, in order, each once; of no other
   * status. What came before the call failed is a part. The chunks are the answer's own: to be
   * read or copied, not to be changed. A listener that throws gets no more; the call goes on.
   */
  readonly onBody?: ((chunk: Uint8Array) => void) | undefined;
}

/** What was streamed to a sink, whole. */
export interface Downloaded {
  readonly status: number;
  readonly bytes: number;
  readonly action: Action;
}

/** A 2xx answer. Other statuses throw `AppError` with the same facts and the body. */
export interface ServiceAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /**
   * Decoded content, byte for byte as it came. `body`, `text` and `encoding` are made at their
   * first use, in one go: of long answers whoever has taken them by `onBody` leaves them alone.
   */
  readonly body: Uint8Array;
  /** Body as text, a byte order mark stripped; `encoding` says how far it can be relied on. */
  readonly text: string;
  readonly encoding: TextEncoding;
  readonly action: Action;
  /**
   * Positions of the text's values, read once, long texts in another thread. Rejects with kind
   * `answer` (`answer/notJson`, `answer/tooDeep`), or `canceled` when the call's signal aborts.
   */
  index(): Promise<JsonNode>;
}

/** Where a call would go: for permits, for what the user is shown before a write. */
export interface CallTarget {
  readonly method: string;
  readonly url: string;
  readonly pathTemplate: string;
  /** Absent for a path that the user typed. */
  readonly operationId?: string;
  /** Of the body, where the definition names another type of JSON than `application/json`. */
  readonly contentType?: string;
}

/** A call as it would leave now; nothing of it is sent. */
export interface PlannedCall extends CallTarget {
  /** In order; credentials are masked. A trace id that is made anew each time is left out. */
  readonly headers: HeaderList;
  readonly tracing: "pinned" | "fresh" | "off";
  readonly retries: RetryPlan;
  readonly limits: { readonly attemptMilliseconds: number; readonly actionMilliseconds: number };
}

/** The typed client of one connection. */
export interface ServiceClient extends BrowserSignIn {
  /** Of its key, which is the same as long as it lives: what two keys give are never rows of one list. */
  readonly keyFingerprint?: string | undefined;
  /** Begins an action: one trace id for all calls made under it. */
  startAction(title: string, options?: ActionOptions): Action;
  /** Throws `AppError`; a cancelled call throws kind `canceled`. */
  send(call: AnyCall, context: CallContext): Promise<ServiceAnswer>;
  /**
   * The answer of a GET, streamed: for answers above the limit of size. Only a 2xx reaches the
   * sink; what came before a failure is a part, never the whole.
   */
  download(call: AnyCall, context: CallContext, sink: ByteSink): Promise<Downloaded>;
  /**
   * A text at an address of one of the connection's servers (`serverOf`), for importing it: below
   * the base URL with the credentials of every call, below the auth URL without. Redirects are not followed.
   * Throws `AppError` kind `input` `definition/foreignOrigin` for any other address.
   */
  getDocument(address: string, context: CallContext): Promise<ServiceAnswer>;
  /** Goes hop by hop to both addresses of the connection; sends no credentials. */
  checkNetwork(signal?: AbortSignal): Promise<NetworkReport>;
  /** Asks the identity provider for its metadata, anew; sends no credentials. */
  discover(signal?: AbortSignal): Promise<ProviderFacts>;
  /** Throws `AppError` kind `input` when a parameter does not fit the definition. */
  describe(call: AnyCall): CallTarget;
  /** All that would be sent, and what would follow; throws as `describe` does. Asks nobody. */
  plan(call: AnyCall): PlannedCall;
  /** Makes sure that there is a token; gets a fresh one when `renew` is set. */
  signIn(options?: { readonly renew?: boolean; readonly signal?: AbortSignal }): Promise<Session>;
  /** Forgets the tokens, in memory and in the store, then has them revoked where that works. */
  signOut(): Promise<SignedOut>;
  /**
   * Delegation: keeps the end of the consent as the user entered it, in milliseconds since the
   * epoch; undefined leaves it to the claim, if there is one. `signedInAt` names the sign-in that
   * it is meant for. Throws `AppError` when signed out, and `input/otherSignIn` for another one.
   */
  setConsentEnd(at: number | undefined, signedInAt?: number): Promise<void>;
  /**
   * The access token in force, undefined when there is none; asks nobody. For the command "Copy
   * Token" alone, after its modal: no other code may have it.
   */
  copyableToken(): Promise<string | undefined>;
  /**
   * Both credentials in force, undefined when there is no token; asks nobody. For "Copy Request
   * As" with secrets alone, after its modal: no other code may have them.
   */
  copyableCredentials(): Promise<CopySecrets | undefined>;
  /** The session in force, without asking anyone. */
  readonly session: Session | undefined;
  /** The same once the store was read, which is not waited for long. */
  knownSession(): Promise<Session | undefined>;
  /** Cancels what is in flight and closes the sockets. */
  dispose(): Promise<void>;
}
