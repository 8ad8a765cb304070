import { AppError, isAppError } from "../base/errors";
import type { Clock } from "../base/clock";
import { throwIfAborted } from "../base/scope";
import type { Session } from "../base/session";
import type { StartedSignIn, WaitingSignIn } from "./browserSignIn";
import { SIGN_IN_MILLISECONDS } from "./signInRecord";

interface BrowserSessionOptions {
  readonly clock: Clock;
  readonly find: (state: string) => Promise<WaitingSignIn | undefined>;
  /** Of the connection as it is now: its client may have been replaced since it began. */
  readonly session: () => Promise<Session | undefined>;
  readonly signal: AbortSignal;
}

/** How often it is looked whether another window has taken the callback. */
const CHECK_MILLISECONDS = 2_000;
/** For the exchange in another window; as long as an action may take. */
const ELSEWHERE_MILLISECONDS = 95_000;

/**
 * One sign-in of this window while its browser is out. It ends when this window or another one
 * finished it, when the exchange failed, when its time is over, or when the user gives up.
 */
export class BrowserSession {
  started: StartedSignIn | undefined;
  private readonly life = new AbortController();
  private readonly ended: Promise<void>;
  private markEnded = (): void => undefined;
  private settle: ((error?: unknown) => void) | undefined;
  private finishing = 0;
  private goneSince: number | undefined;
  private stopTimer = (): void => undefined;

  constructor(private readonly options: BrowserSessionOptions) {
    this.ended = new Promise((resolve) => (this.markEnded = resolve));
    options.signal.addEventListener("abort", this.abort);
    if (options.signal.aborted) {
      this.abort();
    }
  }

  /** Aborts when it is given up. */
  get signal(): AbortSignal {
    return this.life.signal;
  }

  /** True from the address for the browser to the end. */
  get isWaiting(): boolean {
    return this.settle !== undefined;
  }

  /** Resolves when somebody finished it. Throws `AppError`. */
  async wait(started: StartedSignIn): Promise<void> {
    throwIfAborted(this.life.signal);
    this.started = started;
    await new Promise<void>((resolve, reject) => {
      this.settle = (error) => {
        this.settle = undefined;
        this.stopTimer();
        if (error === undefined) {
          resolve();
        } else {
          reject(error instanceof Error ? error : new AppError("internal", "internal/unexpected"));
        }
      };
      this.checkSessionLater(started);
    });
  }

  /** Runs the exchange that a callback leads to; its end is this one's, unless it did not fit. */
  async finish(exchange: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    this.finishing++;
    try {
      await exchange(this.life.signal);
      this.settle?.();
    } catch (error) {
      if (!isAppError(error) || error.code !== "credentials/callbackRejected") {
        this.settle?.(error);
      }
      throw error;
    } finally {
      this.finishing--;
    }
  }

  /** Gives it up, and waits until everything of it is over. */
  async cancel(): Promise<void> {
    this.abort();
    await this.ended;
  }

  /** Everything of it is over. */
  end(): void {
    this.stopTimer();
    this.settle = undefined;
    this.options.signal.removeEventListener("abort", this.abort);
    this.markEnded();
  }

  /** Looks whether it was finished in another window. */
  checkSession(): void {
    void this.checkSessionNow();
  }

  private readonly abort = (): void => {
    const reason = new AppError("canceled", "canceled/byUser");
    this.life.abort(reason);
    this.settle?.(reason);
  };

  private checkSessionLater(started: StartedSignIn): void {
    const { clock } = this.options;
    const left = started.expiresAt - clock.now();
    const wait = left > 0 ? Math.min(CHECK_MILLISECONDS, left) : CHECK_MILLISECONDS;
    this.stopTimer = clock.schedule(wait, () => {
      void this.checkSessionNow().then(() => {
        if (this.isWaiting) {
          this.checkSessionLater(started);
        }
      });
    });
  }

  private async checkSessionNow(): Promise<void> {
    const { started } = this;
    if (started === undefined || !this.isWaiting || this.isFinishing()) {
      return;
    }
    const { clock, find } = this.options;
    const isGone = await find(started.state).then(
      (found) => found === undefined,
      () => false,
    );
    const now = clock.now();
    const isSignedIn = isGone && (await this.isSignedIn(started));
    // What was taken while we looked is finished here.
    if (this.isFinishing()) {
      return;
    }
    if (isSignedIn) {
      this.settle?.();
    } else if (isGone) {
      this.lookElsewhere(now, started);
    } else if (now >= started.expiresAt) {
      this.settle?.(timedOut());
    }
  }

  /** Somebody has taken the callback, or its time was over before we looked. */
  private lookElsewhere(now: number, { expiresAt }: StartedSignIn): void {
    if (this.goneSince === undefined && now >= expiresAt) {
      this.settle?.(timedOut());
      return;
    }
    this.goneSince ??= now;
    if (now - this.goneSince >= ELSEWHERE_MILLISECONDS) {
      // It failed there, and was said there.
      this.settle?.(new AppError("canceled", "canceled/signInElsewhere"));
    }
  }

  private isFinishing(): boolean {
    return this.finishing > 0;
  }

  /** A session from before is no sign-in, also where it was renewed or became known since. */
  private async isSignedIn({ expiresAt }: StartedSignIn): Promise<boolean> {
    const session = await this.options.session().catch(() => undefined);
    return session !== undefined && session.signedInAt >= expiresAt - SIGN_IN_MILLISECONDS;
  }
}

function timedOut(): AppError {
  return new AppError("credentials", "credentials/signInTimeout");
}
