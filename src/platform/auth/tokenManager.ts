import type { ConnectionSecrets } from "../base/connection";
import { AppError } from "../base/errors";
import { openScope, throwIfAborted, untilAborted } from "../base/scope";
import { HANG_TIMEOUT_MS } from "../http/hangTimeout";
import { type SignedOut, deleteLeft, takeStored, underLock } from "./signOut";
import type { Session } from "../base/session";
import { bindingOf, isBoundTo, sameBinding, type TokenBinding } from "./binding";
import { sessionOf } from "./sessionOf";
import { SingleFlight } from "../base/singleFlight";
import { tryRevoke } from "./tryRevoke";
import type { TokenGrant } from "./tokenResponse";
import { isFresh, isSameRecord, signedInAt, withConsentEnd, type TokenRecord } from "./tokenRecord";
import {
  hasConsent,
  keepGrant,
  renewToken,
  requireConsent,
  type Need,
  type RenewalOptions,
} from "./tokenRenewal";

export interface TokenManagerOptions extends RenewalOptions {
  readonly onSession: (session: Session | undefined) => void;
}

interface Flight {
  readonly binding: TokenBinding;
  readonly flight: SingleFlight<string | undefined>;
}

/** Takes what a sign-in in the browser was granted; throws kind `canceled` where nobody wants it. */
export type AdoptGrant = (
  grant: TokenGrant,
  secrets: ConnectionSecrets,
  signal?: AbortSignal,
) => Promise<void>;

interface Arrival {
  readonly grant: TokenGrant;
  readonly secrets: ConnectionSecrets;
  readonly signal: AbortSignal | undefined;
  readonly epoch: number;
}

/**
 * Has the access token of one connection: from memory, else the store, else the provider. What
 * is held is looked at with each use; no timer renews it, so a machine may sleep over its end.
 */
export class TokenManager {
  private held: TokenRecord | undefined;
  /** True when the store has what is held. */
  private isStored = false;
  private loading: Promise<void> | undefined;
  private flying: Flight | undefined;
  /** What is finished even when all have left: renewals, and giving back what nobody wants. */
  private working: Promise<void> = Promise.resolve();
  /** Grows with each sign-out: what began before one must not bring a token back. */
  private epoch = 0;
  /** Grows with each sign-in: a renewal of the one before must not take its place. */
  private signIns = 0;
  private isDisposed = false;
  private readonly watching: { dispose(): void };

  constructor(private readonly options: TokenManagerOptions) {
    this.watching = options.store.watch(() => void this.reread());
  }

  /** The session in force, without asking anyone. */
  get session(): Session | undefined {
    return this.held && sessionOf(this.held, this.options.connection);
  }

  /** Done when what the store has is known; a store that is silent is not waited for long. */
  async ready(signal?: AbortSignal): Promise<void> {
    this.loading ??= this.reread();
    await untilAborted(this.loading, signal);
  }

  /** A token that fits these secrets; asked for when there is none, or its end is near. */
  async token(secrets: ConnectionSecrets, signal?: AbortSignal): Promise<string> {
    const binding = await this.prepare(secrets, signal);
    const { fresh } = this;
    const token =
      fresh ?? (await this.obtain({ secrets, binding }, this.held?.accessToken, signal));
    return token ?? sessionEnded();
  }

  /**
   * Another token than the refused one; callers that were refused together share it. Undefined
   * where nothing renews that one: why it was refused is for the caller to say.
   */
  async renew(
    secrets: ConnectionSecrets,
    refused: string | undefined,
    signal?: AbortSignal,
  ): Promise<string | undefined> {
    const binding = await this.prepare(secrets, signal);
    const { fresh } = this;
    if (refused !== undefined && fresh !== undefined && fresh !== refused) {
      return fresh;
    }
    const current = this.held?.accessToken;
    const token = await this.obtain({ secrets, binding }, refused ?? current, signal);
    return token ?? (refused === undefined ? sessionEnded() : undefined);
  }

  /** The token in force, for copying; undefined when there is none. Asks nobody. */
  async copyable(): Promise<string | undefined> {
    await this.ready();
    return this.held !== undefined && hasConsent(this.options, this.held) ? this.fresh : undefined;
  }

  /**
   * To be called when a browser comes back; gives what takes the grant of that sign-in. A grant
   * that nobody wants by then, because of a cancellation, a sign-out or an end, is revoked.
   */
  expectGrant(): AdoptGrant {
    const { epoch } = this;
    return async (grant, secrets, signal) => {
      const work = this.adopt({ grant, secrets, signal, epoch });
      // The caller is not kept waiting for it; who closes is.
      this.track(work.catch(() => tryRevoke(this.options, () => Promise.resolve(secrets), grant)));
      await work;
    };
  }

  /**
   * Keeps the end of a consent as the user entered it; undefined forgets it.
   * @throws AppError `credentials/signInNeeded` when nobody is signed in, `input/otherSignIn` where
   * it is not meant for the sign-in in force
   */
  async setConsentEnd(at: number | undefined, meantFor?: number): Promise<void> {
    await this.ready();
    const { store, connection } = this.options;
    if (connection.accessModel !== "delegation") {
      throw new AppError("input", "input/accessModel");
    }
    await underLock(this.options, async () => {
      await this.reread();
      if (this.held === undefined) {
        throw new AppError("credentials", "credentials/signInNeeded");
      }
      if (meantFor !== undefined && meantFor !== signedInAt(this.held)) {
        throw new AppError("input", "input/otherSignIn");
      }
      const record = withConsentEnd(this.held, at);
      this.setToken(record, await store.write(record));
    });
  }

  /** Takes a refused token out of use, unless another one has taken its place. */
  async drop(refused: string): Promise<void> {
    await underLock(this.options, async () => {
      await this.reread();
      const { held } = this;
      if (held?.accessToken !== refused) {
        return;
      }
      if (held.refreshToken === undefined) {
        this.setToken(undefined);
        await this.options.store.delete();
      } else {
        // The service may be at fault; that must not cost the sign-in.
        const spent = { ...held, expiresAt: held.obtainedAt };
        this.setToken(spent, await this.options.store.write(spent));
      }
    });
  }

  /** Forgets the tokens everywhere, also one that is just being asked for; then revokes them. */
  async forget(secrets: () => Promise<ConnectionSecrets>): Promise<SignedOut> {
    const { held, options } = this;
    const now = options.clock.now();
    this.epoch++;
    this.stop(signedOut());
    const taking = takeStored(options, held);
    // Who comes now begins anew, and not with what is just being taken away.
    this.loading = taking.then(() => undefined);
    this.setToken(undefined);
    const last = await taking;
    await deleteLeft(options, { last, at: now });
    return { revoked: last !== undefined && (await tryRevoke(options, secrets, last)) };
  }

  /** Lets callers go and waits a little for a renewal on its way: its answer must be stored. */
  async dispose(reason: AppError): Promise<void> {
    this.isDisposed = true;
    this.watching.dispose();
    this.stop(reason);
    const scope = openScope(this.options.clock);
    scope.limit(HANG_TIMEOUT_MS, "network/actionTimeout");
    await untilAborted(this.working, scope.signal).catch(() => undefined);
    scope.end();
  }

  private get fresh(): string | undefined {
    const { held } = this;
    const isInForce = held !== undefined && isFresh(held, this.options.clock.now());
    return isInForce ? held.accessToken : undefined;
  }

  /** Whether a call could leave now without asking the identity provider. */
  get hasFreshToken(): boolean {
    return this.fresh !== undefined;
  }

  /** What every use begins with; afterwards what is held fits these secrets. */
  private async prepare(
    secrets: ConnectionSecrets,
    signal: AbortSignal | undefined,
  ): Promise<TokenBinding> {
    const { epoch } = this;
    await this.ready(signal);
    if (epoch !== this.epoch) {
      throw signedOut();
    }
    const binding = bindingOf(this.options.connection, secrets);
    if (this.held !== undefined && !sameBinding(this.held.binding, binding)) {
      this.options.log.info("access: a token for other credentials was dropped");
      this.setToken(undefined);
    }
    if (this.held !== undefined) {
      requireConsent(this.options, this.held);
    }
    return binding;
  }

  private async obtain(
    wanted: Pick<Need, "secrets" | "binding">,
    refused: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> {
    throwIfAborted(signal);
    const flying = this.flying;
    const shared =
      flying !== undefined && !flying.flight.over && sameBinding(flying.binding, wanted.binding)
        ? flying.flight
        : this.takeOff(wanted, refused);
    return await shared.join(signal);
  }

  private takeOff(
    wanted: Pick<Need, "secrets" | "binding">,
    refused: string | undefined,
  ): SingleFlight<string | undefined> {
    const { epoch } = this;
    const isWanted = (): boolean => epoch === this.epoch;
    /** What it began with, known once it has the lock. */
    let held: TokenRecord | undefined;
    let { signIns } = this;
    const isReplaced = (): boolean => signIns !== this.signIns;
    const need: Need = {
      ...{ ...wanted, refused, isWanted, isReplaced },
      since: this.options.clock.now(),
      held: () => {
        ({ held, signIns } = this);
        return held && { record: held, isStored: this.isStored };
      },
      onKept: ({ record, isStored }) => {
        if (isWanted() && !isReplaced()) {
          this.setToken(record, isStored);
        }
      },
      onOver: () => {
        if (isWanted() && isSameRecord(this.held, held)) {
          this.setToken(undefined);
        }
      },
    };
    const flight = new SingleFlight((signal) => {
      const work = this.work(need, signal);
      this.track(work);
      return work;
    });
    this.flying = { binding: wanted.binding, flight };
    return flight;
  }

  private async work(need: Need, signal: AbortSignal): Promise<string | undefined> {
    const kept = await renewToken(this.options, need, signal).catch((error: unknown) => {
      throw need.isWanted() ? error : signedOut();
    });
    if (!need.isWanted()) {
      throw signedOut();
    }
    return kept?.record.accessToken;
  }

  private async adopt({ grant, secrets, signal, epoch }: Arrival): Promise<void> {
    const { connection } = this.options;
    throwIfAborted(signal);
    await underLock(this.options, async () => {
      throwIfAborted(signal);
      // Signed out or closed while others held the lock: no token is left behind.
      if (epoch !== this.epoch || this.isDisposed) {
        throw signedOut();
      }
      this.signIns++;
      const kept = await keepGrant(this.options, grant, bindingOf(connection, secrets));
      if (epoch !== this.epoch) {
        throw signedOut();
      }
      this.setToken(kept.record, kept.isStored);
    });
  }

  private track(work: Promise<unknown>): void {
    // Without their results: the chain would keep every token until the client's end.
    this.working = Promise.allSettled([this.working, work]).then(() => undefined);
  }

  private stop(reason: AppError): void {
    this.flying?.flight.abort(reason);
    this.flying = undefined;
  }

  /** Takes over what the store has now: at the start, and when another window changed it. */
  private async reread(): Promise<void> {
    const { epoch, held } = this;
    const stored = await this.options.store.read();
    if (epoch !== this.epoch || stored === "unknown") {
      return;
    }
    if (held !== this.held) {
      await this.reread();
      return;
    }
    if (stored === "absent" || !isBoundTo(this.options.connection, stored.binding)) {
      // Signed out in another window, perhaps to sign in to a connection that was edited there;
      // what never was in the store cannot be gone from it.
      this.setToken(this.isStored ? undefined : held);
      return;
    }
    const isOlder = held !== undefined && !this.isStored && stored.obtainedAt <= held.obtainedAt;
    if (!isOlder && this.canShow(stored)) {
      this.setToken(stored, true);
    }
  }

  /** The end of a user's sign-in is worth showing; a service account has a new token at once. */
  private canShow(record: TokenRecord): boolean {
    const { connection, clock } = this.options;
    return connection.accessModel !== "serviceAccount" || isFresh(record, clock.now());
  }

  private setToken(record: TokenRecord | undefined, isStored = false): void {
    if (this.isDisposed) {
      return;
    }
    const before = this.held;
    this.held = record;
    this.isStored = isStored;
    if (!isSameRecord(before, record)) {
      this.options.onSession(this.session);
    }
  }
}

function sessionEnded(): never {
  throw new AppError("credentials", "credentials/sessionEnded");
}

function signedOut(): AppError {
  return new AppError("canceled", "canceled/signedOut");
}
