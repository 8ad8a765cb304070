import type { Session } from "../base/session";

/** Where a hybrid answer comes back; a plain code comes in the query (OIDC Core, 3.3.2.5). */
export type ResponseMode = "query" | "fragment" | "form_post";

/** How a browser is sent out. */
export interface SignInRequest {
  /** The registered callback; on loopback with the port that is listened on. */
  readonly redirectUri: string;
  /**
   * For `code id_token` only; `fragment` where nothing is said, and where a form is wished of a
   * provider that does not say it sends one.
   */
  readonly responseMode?: Exclude<ResponseMode, "query">;
  /** Only once the user agreed to it (RFC 9700, section 4.8). */
  readonly withoutProofKey?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A sign-in that waits for its browser. */
export interface StartedSignIn {
  /** The authorise address for the browser; holds no secret of the connection. */
  readonly url: string;
  /** One-time, base64url. */
  readonly state: string;
  readonly redirectUri: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly usesProofKey: boolean;
}

/** What came back, each name once; never logged, it may hold a code. */
export interface CallbackParameters {
  readonly values: ReadonlyMap<string, string>;
  readonly from: "query" | "fragment" | "form";
}

/** What any window may know of a sign-in that another one began. */
export interface WaitingSignIn {
  readonly connectionId: string;
  readonly redirectUri: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The part of a client that signs in through a browser: user present and delegation. */
export interface BrowserSignIn {
  /** Makes state, nonce and proof key, keeps them for five minutes, and gives the address. */
  beginSignIn(request: SignInRequest): Promise<StartedSignIn>;
  /**
   * Checks what came back and exchanges the code, once. A callback that does not fit throws
   * `credentials/callbackRejected` and leaves the sign-in waiting; a refusal by the provider, an
   * exchange that failed and an end of time are its end.
   */
  completeSignIn(callback: CallbackParameters, signal?: AbortSignal): Promise<Session>;
  /** Forgets a sign-in that nobody waits for any more. */
  cancelSignIn(state: string): Promise<void>;
}

/** All waiting sign-ins of this machine's windows. */
export interface WaitingSignIns {
  /** Looks in SecretStorage; undefined for a state that is unknown, used or too old. */
  find(state: string): Promise<WaitingSignIn | undefined>;
  /** Takes those of a connection out: it was removed. */
  forget(connectionId: string): Promise<void>;
}
