import type { Connection, ConnectionSummary } from "../base/connection";
import { isAppError } from "../base/errors";
import type { Clock } from "../base/clock";
import type { CallbackAnswer, CallbackOutcome, LoopbackWords } from "../http/loopbackDocuments";
import { openLoopbackPage, type LoopbackPage, type RawCallback } from "../http/loopbackPage";
import type { Session } from "../base/session";
import { isForSameToken } from "./binding";
import type {
  BrowserSignIn,
  CallbackParameters,
  StartedSignIn,
  WaitingSignIn,
} from "./browserSignIn";
import type { CallbackWay } from "./callbackWay";
import { BrowserSession } from "./browserSession";

/** What signing in through a browser needs of a client. */
export type SigningClient = BrowserSignIn & { readonly session: Session | undefined };

export interface PendingSignInsOptions {
  readonly clock: Clock;
  readonly words: () => LoopbackWords;
  /** Looks where all windows look; undefined for a state that is unknown, used or too old. */
  readonly find: (state: string) => Promise<WaitingSignIn | undefined>;
  /** The client in force, which is another one after an edit of its connection. */
  readonly open: (connectionId: string) => Promise<SigningClient>;
  /** Takes apart what a loopback page got; throws where it is not one callback. */
  readonly readRaw: (callback: RawCallback) => CallbackParameters;
  /** Why a sign-in failed, for the page that the browser ended at. */
  readonly describe: (error: unknown, connectionId: string) => Promise<string>;
  /** A browser was sent out, or is waited for no more. */
  readonly onChange?: () => void;
}

export interface BrowserRequest {
  readonly connection: Connection;
  readonly client: SigningClient;
  /** Of the key that the answer is asked for with; undefined where none is known. */
  readonly keyFingerprint?: string | undefined;
  readonly way: CallbackWay;
  readonly withoutProofKey: boolean;
  readonly signal: AbortSignal;
  /**
   * Whether a page of this machine is sure to be where the browser is. Where it may not be, it
   * listens all the same, and the address can be pasted.
   */
  readonly isReachable: (redirectUri: string) => Promise<boolean>;
  /** Sends the browser out, and tells the user so. */
  readonly send: (started: StartedSignIn, way: CallbackWay["kind"]) => Promise<void>;
}

/** A connection as it is now; without `connection` where nothing is known of it yet. */
export type KnownConnection = Pick<ConnectionSummary, "connection" | "keyFingerprint">;

/** Gives the parameters of a callback; throws `credentials/callbackRejected`. */
export type CallbackReader = (redirectUri: string) => CallbackParameters;

/** What a callback came to; `error` where nobody has heard of it yet. */
export interface Completion {
  readonly outcome: CallbackOutcome;
  readonly connectionId?: string;
  readonly error?: unknown;
}

/**
 * The sign-ins of this window whose browser is out: one of a connection at a time, a new one
 * takes the place of the one before. Callbacks come in by three doors, and any window may
 * finish what another one began.
 */
export class PendingSignIns {
  private readonly out = new Map<string, Out>();

  constructor(private readonly options: PendingSignInsOptions) {}

  /**
   * Waits until the browser came back, here or in another window.
   * @throws AppError of the exchange; `credentials/signInTimeout`; kind `canceled`
   */
  async signIn(request: BrowserRequest): Promise<void> {
    const { connection, keyFingerprint, signal } = request;
    const { clock, find } = this.options;
    const before = this.out.get(connection.id)?.out;
    const session = async (): Promise<Session | undefined> =>
      (await this.options.open(connection.id)).session;
    const out = new BrowserSession({ clock, find, session, signal });
    // Behind all others: a map would keep the place of the one before.
    this.out.delete(connection.id);
    this.out.set(connection.id, { out, connection, keyFingerprint });
    await before?.cancel();
    let page: LoopbackPage | undefined;
    try {
      page = await this.openPage(request, out);
      await this.begin(request, out, page);
    } finally {
      // Not waited for: a page that is still being read holds up nobody but the next sign-in.
      void Promise.resolve(page?.close()).then(() => this.forget(connection.id, out));
    }
  }

  /** The one that was begun last and still waits. */
  get latest(): StartedSignIn | undefined {
    return this.waiting().at(-1)?.started;
  }

  /** Where a sign-in of this window comes back to; undefined for those of others. */
  redirectUriOf(state: string): string | undefined {
    return this.waiting().find(({ started }) => started?.state === state)?.started?.redirectUri;
  }

  /** Gives up what waits for a connection, if anything does, and waits until that is done. */
  async cancel(connectionId: string): Promise<void> {
    await this.out.get(connectionId)?.out.cancel();
  }

  /**
   * To be called whenever a session or a connection may have changed. What waits for a connection
   * that is gone, or whose addresses or key changed so that its answer would not be taken, is given
   * up with its page. `current` gives undefined for what is gone.
   */
  sessionsChanged(current: (connectionId: string) => KnownConnection | undefined): void {
    for (const [connectionId, begun] of this.out) {
      const now = current(connectionId);
      if (now !== undefined && takesAnswer(begun, now)) {
        begun.out.checkSession();
      } else {
        void begun.out.cancel();
      }
    }
  }

  /**
   * Takes what came back with a state. `read` gives its parameters, for a sign-in with this
   * redirect URI; it throws where they came by another way. Never rejects.
   */
  async complete(state: string, read: CallbackReader): Promise<Completion> {
    const { isHeard, ...completion } = await this.exchange(state, read);
    const { error, ...unheard } = completion;
    // Whoever waits in this window hears of it; else it is up to the caller.
    return isHeard === true || error === undefined ? unheard : completion;
  }

  private async exchange(
    state: string,
    read: CallbackReader,
  ): Promise<Completion & { readonly isHeard?: boolean }> {
    const found = await this.find(state);
    const own = this.waiting().find(({ started }) => started?.state === state);
    if (found === undefined) {
      return { outcome: "rejected" };
    }
    const { connectionId } = found;
    try {
      const callback = read(found.redirectUri);
      const client = await this.options.open(connectionId);
      await (own === undefined
        ? client.completeSignIn(callback)
        : own.finish((signal) => client.completeSignIn(callback, signal)));
      return { outcome: "accepted", connectionId };
    } catch (error) {
      if (isRejection(error)) {
        return { outcome: "rejected", connectionId };
      }
      return { outcome: "failed", connectionId, error, isHeard: own !== undefined };
    }
  }

  private async begin(
    { connection, client, withoutProofKey, send, way, isReachable }: BrowserRequest,
    out: BrowserSession,
    page: LoopbackPage | undefined,
  ): Promise<void> {
    const redirectUri = page?.redirectUri ?? connection.callbackUrl;
    const { signal } = out;
    const isByHand = page !== undefined && !(await isReachable(redirectUri));
    // Forms leave no code in an address bar, and so nothing to paste where no page is reached.
    const responseMode = page === undefined || isByHand ? "fragment" : "form_post";
    const wish = { redirectUri, responseMode, withoutProofKey, signal } as const;
    const started = await client.beginSignIn(wish);
    try {
      const settled = out.wait(started);
      settled.catch(() => undefined);
      this.options.onChange?.();
      const sent = send(started, isByHand ? "paste" : way.kind);
      // The browser may be back before the editor says that it is out.
      await Promise.race([settled, sent.then(() => settled)]);
    } catch (error) {
      await client.cancelSignIn(started.state).catch(() => undefined);
      throw error;
    }
  }

  private async openPage(
    { connection, way }: BrowserRequest,
    out: BrowserSession,
  ): Promise<LoopbackPage | undefined> {
    if (way.kind !== "loopback") {
      return undefined;
    }
    const { words, clock } = this.options;
    const { host, port, path } = way;
    const authOrigin = new URL(connection.authUrl).origin;
    const onCallback = (raw: RawCallback): Promise<CallbackAnswer> =>
      this.completeFromPage(out, raw);
    return openLoopbackPage({ host, port, path, authOrigin, clock, words: words(), onCallback });
  }

  /** A page belongs to one sign-in: what names another one, or none, is not looked up. */
  private async completeFromPage(
    { started }: BrowserSession,
    raw: RawCallback,
  ): Promise<CallbackAnswer> {
    let callback: CallbackParameters;
    try {
      callback = this.options.readRaw(raw);
    } catch {
      return "rejected";
    }
    if (started === undefined || callback.values.get("state") !== started.state) {
      return "rejected";
    }
    const {
      outcome,
      connectionId = "",
      error,
    } = await this.exchange(started.state, () => callback);
    if (outcome !== "failed" || error === undefined) {
      return outcome;
    }
    return this.options.describe(error, connectionId).then(
      (failed) => ({ failed }),
      () => outcome,
    );
  }

  private forget(connectionId: string, out: BrowserSession): void {
    out.end();
    if (this.out.get(connectionId)?.out === out) {
      this.out.delete(connectionId);
    }
    this.options.onChange?.();
  }

  private waiting(): readonly BrowserSession[] {
    return [...this.out.values()].map(({ out }) => out).filter(({ isWaiting }) => isWaiting);
  }

  private async find(state: string): Promise<WaitingSignIn | undefined> {
    // A store that cannot be read knows of none.
    return this.options.find(state).catch(() => undefined);
  }
}

interface Out {
  readonly out: BrowserSession;
  /** As it was when the browser was sent out. */
  readonly connection: Connection;
  readonly keyFingerprint: string | undefined;
}

/** What is not known, then or now, is no other one. */
function takesAnswer(begun: Out, now: KnownConnection): boolean {
  const { connection = begun.connection, keyFingerprint = begun.keyFingerprint } = now;
  const isSameKey = keyFingerprint === (begun.keyFingerprint ?? keyFingerprint);
  return isSameKey && isForSameToken(begun.connection, connection);
}

function isRejection(error: unknown): boolean {
  return isAppError(error) && error.code === "credentials/callbackRejected";
}
