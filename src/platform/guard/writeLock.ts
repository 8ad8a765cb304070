import type { Connection } from "../base/connection";
import { AppError } from "../base/errors";
import type { Clock } from "../base/clock";

/** How long Production stays unlocked. */
export const UNLOCK_MINUTES = 15;
const UNLOCK_MILLISECONDS = UNLOCK_MINUTES * 60_000;

/** One unlock of one connection: what it was made for, and whether its first write is over. */
export interface Unlock {
  readonly connectionId: string;
  /** Of the key that decides the environment. */
  readonly keyFingerprint: string;
  /** Tells where its writes go. */
  readonly access: string;
  /** By both clocks: a machine that slept, or whose time was set back, gains nothing. */
  readonly endsAt: number;
  readonly endsAtMonotonic: number;
  /** False until the end of the client's id was typed and a permit was given. */
  readonly isProven: boolean;
}

export interface WriteLockOptions {
  readonly clock: Clock;
  /** Of the key in force; undefined where none is known. */
  readonly keyFingerprint: (connection: Connection) => string | undefined;
  /** Called when a connection was unlocked or locked, however that came about. */
  readonly onChange: () => void;
}

/**
 * Production is locked until the user unlocks it, for a while, in this window alone: nothing of
 * this is stored. What else ends an unlock calls `lock`; another key or address ends it here.
 */
export class WriteLock {
  private readonly unlocks = new Map<string, Unlock>();
  private readonly timers = new Map<string, () => void>();

  constructor(private readonly options: WriteLockOptions) {}

  /**
   * Unlocks a connection, or begins its time anew.
   * @throws AppError `credentials/keyMissing` where there is no key that could be named
   */
  unlock(connection: Connection): void {
    const { clock } = this.options;
    this.store({
      connectionId: connection.id,
      keyFingerprint: this.demandKey(connection),
      access: accessOf(connection),
      endsAt: clock.now() + UNLOCK_MILLISECONDS,
      endsAtMonotonic: clock.monotonic() + UNLOCK_MILLISECONDS,
      isProven: false,
    });
    this.options.onChange();
  }

  /** Fingerprint of the key that an unlock is for. Throws as `unlock` does. */
  demandKey(connection: Connection): string {
    const fingerprint = this.options.keyFingerprint(connection);
    if (fingerprint === undefined) {
      const values = { connectionId: connection.id, connectionLabel: connection.label };
      throw new AppError("credentials", "credentials/keyMissing", { values });
    }
    return fingerprint;
  }

  /** Locks a connection at once; without an id, all of them. */
  lock(connectionId?: string): void {
    const ids = connectionId === undefined ? [...this.unlocks.keys()] : [connectionId];
    if (ids.filter((id) => this.drop(id)).length > 0) {
      this.options.onChange();
    }
  }

  /** Milliseconds until the connection is locked; 0 when it is. */
  remaining(connectionId: string): number {
    const unlock = this.unlocks.get(connectionId);
    const { clock } = this.options;
    return unlock === undefined
      ? 0
      : Math.max(
          0,
          Math.min(unlock.endsAt - clock.now(), unlock.endsAtMonotonic - clock.monotonic()),
        );
  }

  /** Connections that can be written to for now, that of the longest time first. */
  get unlocked(): readonly string[] {
    return [...this.unlocks.keys()]
      .filter((id) => this.remaining(id) > 0)
      .sort((one, other) => this.remaining(other) - this.remaining(one));
  }

  /** The unlock in force for exactly this key and these addresses; undefined when locked. */
  find(connection: Connection): Unlock | undefined {
    const unlock = this.unlocks.get(connection.id);
    const holds =
      unlock !== undefined &&
      this.remaining(connection.id) > 0 &&
      unlock.access === accessOf(connection) &&
      unlock.keyFingerprint === this.options.keyFingerprint(connection);
    if (unlock !== undefined && !holds) {
      this.lock(connection.id);
    }
    return holds ? unlock : undefined;
  }

  /** The first write of an unlock has its permit: the next ones are not asked what was typed. */
  prove(unlock: Unlock): void {
    if (this.unlocks.get(unlock.connectionId) === unlock && !unlock.isProven) {
      this.unlocks.set(unlock.connectionId, { ...unlock, isProven: true });
    }
  }

  /** Ends every unlock, telling nobody. */
  dispose(): void {
    [...this.unlocks.keys()].forEach((id) => this.drop(id));
  }

  private store(unlock: Unlock): void {
    this.drop(unlock.connectionId);
    this.unlocks.set(unlock.connectionId, unlock);
    this.watch(unlock.connectionId);
  }

  /** Timers can be early; what counts is the time that is left. */
  private watch(id: string): void {
    const left = this.remaining(id);
    if (left === 0) {
      this.lock(id);
    } else {
      this.timers.set(
        id,
        this.options.clock.schedule(left, () => this.watch(id)),
      );
    }
  }

  private drop(id: string): boolean {
    this.timers.get(id)?.();
    this.timers.delete(id);
    return this.unlocks.delete(id);
  }
}

/** Whoever is called under another access has not been unlocked; a new label changes nothing. */
function accessOf({ environment, baseUrl, prefixes, authUrl, clientId }: Connection): string {
  const { crm, finances, profiling } = prefixes;
  return JSON.stringify([environment, baseUrl, crm, finances, profiling, authUrl, clientId]);
}
