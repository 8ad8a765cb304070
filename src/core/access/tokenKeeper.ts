import type { Connection, ConnectionSecrets } from "../connection";
import { AppError } from "../errors";
import type { Clock } from "../http/clock";
import type { Redactor } from "../http/redaction";
import { throwIfAborted, untilAborted } from "../http/scope";
import type { Log } from "../log";
import type { Session } from "../service/client";
import { bindingOf, sameBinding, type TokenBinding } from "./binding";
import { SharedFlight } from "./sharedFlight";
import type { TokenGrant } from "./tokenGrant";
import { isFresh, type TokenRecord } from "./tokenRecord";
import type { TokenStore } from "./tokenStore";

export interface TokenKeeperOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly store: TokenStore;
  /** Asks the identity provider. */
  readonly request: (secrets: ConnectionSecrets, signal: AbortSignal) => Promise<TokenGrant>;
  readonly onSession: (session: Session | undefined) => void;
}

interface Flight {
  readonly binding: TokenBinding;
  readonly flight: SharedFlight<TokenRecord>;
}

/** Has the access token of one connection: from memory, else the store, else the provider. */
export class TokenKeeper {
  private held: TokenRecord | undefined;
  private loading: Promise<void> | undefined;
  private flying: Flight | undefined;
  /** Grows with each sign-out: what began before one must not bring a token back. */
  private epoch = 0;

  constructor(private readonly options: TokenKeeperOptions) {}

  /** The session in force, without asking anyone. */
  get session(): Session | undefined {
    return this.held === undefined ? undefined : toSession(this.held);
  }

  /** A token that fits these secrets; asked for when there is none, or its end is near. */
  async token(secrets: ConnectionSecrets, signal?: AbortSignal): Promise<string> {
    const { epoch } = this;
    this.loading ??= this.load();
    await untilAborted(this.loading, signal);
    if (epoch !== this.epoch) {
      throw signedOut();
    }
    const binding = bindingOf(this.options.connection, secrets);
    if (this.held !== undefined && !sameBinding(this.held.binding, binding)) {
      this.options.log.info("access: a token for other credentials was dropped");
      this.hold(undefined);
    }
    const held = this.held;
    return held !== undefined && isFresh(held, this.options.clock.now())
      ? held.accessToken
      : await this.obtain(secrets, binding, signal);
  }

  /** Another token than the refused one; callers that were refused together share it. */
  async renew(
    secrets: ConnectionSecrets,
    refused: string | undefined,
    signal?: AbortSignal,
  ): Promise<string> {
    const binding = bindingOf(this.options.connection, secrets);
    const held = this.held;
    const replaced = held !== undefined && held.accessToken !== refused;
    return replaced && refused !== undefined && sameBinding(held.binding, binding)
      ? held.accessToken
      : await this.obtain(secrets, binding, signal);
  }

  /** Forgets a refused token, unless another one has taken its place. */
  async drop(refused: string): Promise<void> {
    if (this.held?.accessToken === refused) {
      this.hold(undefined);
      await this.options.store.delete();
    }
  }

  /** Forgets the token everywhere, also one that is just being asked for. */
  async forget(): Promise<void> {
    this.epoch++;
    this.stop(signedOut());
    this.loading = Promise.resolve();
    this.hold(undefined);
    await this.options.store.delete();
  }

  /** Cancels a request for a token. */
  stop(reason: AppError): void {
    this.flying?.flight.abort(reason);
    this.flying = undefined;
  }

  private async load(): Promise<void> {
    const { epoch } = this;
    const record = await this.options.store.read();
    if (record === undefined) {
      return;
    }
    this.options.redactor.add(record.accessToken);
    const isOvertaken = this.held !== undefined || epoch !== this.epoch;
    if (!isOvertaken && isFresh(record, this.options.clock.now())) {
      this.hold(record);
    }
  }

  private async obtain(
    secrets: ConnectionSecrets,
    binding: TokenBinding,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    throwIfAborted(signal);
    const flying = this.flying;
    const shared =
      flying !== undefined && !flying.flight.over && sameBinding(flying.binding, binding)
        ? flying.flight
        : this.takeOff(secrets, binding);
    return (await shared.join(signal)).accessToken;
  }

  private takeOff(secrets: ConnectionSecrets, binding: TokenBinding): SharedFlight<TokenRecord> {
    const flight = new SharedFlight((signal) => this.request(secrets, binding, signal));
    this.flying = { binding, flight };
    return flight;
  }

  private async request(
    secrets: ConnectionSecrets,
    binding: TokenBinding,
    signal: AbortSignal,
  ): Promise<TokenRecord> {
    const { clock, redactor, store, log, request } = this.options;
    const grant = await request(secrets, signal);
    redactor.add(grant.accessToken);
    // Signed out or cancelled meanwhile: the token is not kept.
    throwIfAborted(signal);
    const record = toRecord(grant, binding, clock.now());
    this.hold(record);
    log.info("access: token obtained", { seconds: grant.lifetimeSeconds });
    await store.write(record);
    return record;
  }

  private hold(record: TokenRecord | undefined): void {
    if (record === this.held) {
      return;
    }
    this.held = record;
    this.options.onSession(this.session);
  }
}

function signedOut(): AppError {
  return new AppError("canceled", "canceled/signedOut");
}

function toRecord(grant: TokenGrant, binding: TokenBinding, now: number): TokenRecord {
  const { accessToken, lifetimeSeconds, scopes } = grant;
  const expiry = lifetimeSeconds === undefined ? {} : { expiresAt: now + lifetimeSeconds * 1000 };
  return { version: 1, binding, accessToken, obtainedAt: now, scopes, ...expiry };
}

function toSession({ obtainedAt, expiresAt, scopes }: TokenRecord): Session {
  return { obtainedAt, expiresAt, scopes };
}
