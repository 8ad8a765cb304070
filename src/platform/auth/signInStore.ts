import { hash } from "node:crypto";
import { AppError } from "../base/errors";
import type { Clock } from "../base/clock";
import { openScope, untilAborted } from "../base/scope";
import type { Log } from "../base/log";
import type { SecretStore } from "../base/secretStore";
import { HANG_TIMEOUT_MS } from "../http/hangTimeout";
import type { WaitingSignIn, WaitingSignIns } from "./browserSignIn";
import type { Locks } from "../files/locks/locks";
import {
  decodeIndex,
  decodeSignIn,
  SIGN_IN_MILLISECONDS,
  type IndexEntry,
  type SignInRecord,
} from "./signInRecord";

interface SignInStoreOptions {
  readonly store: SecretStore;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly log: Log;
}

const PREFIX = "financialPlanning.signIn.";
const INDEX = "financialPlanning.signIns";
const LOCK = "signIns";
/** What `randomState` gives; nothing else of ours ever went out. */
const STATE = /^[\w-]{43}$/;

/**
 * The sign-ins that wait for their browser, one secret each under a hash of its state: whichever
 * window is handed the callback finds it, and only one of them can take it.
 */
export class SignInStore implements WaitingSignIns {
  constructor(private readonly options: SignInStoreOptions) {}

  async find(state: string): Promise<WaitingSignIn | undefined> {
    const record = await this.read(state);
    return record && { connectionId: record.connectionId, ...placeAndEnd(record) };
  }

  /**
   * The whole record; undefined for a state that is unknown, used or too old.
   * @throws AppError `credentials/storeSilent`
   */
  async read(state: string): Promise<SignInRecord | undefined> {
    if (!STATE.test(state)) {
      return undefined;
    }
    const text = await this.patiently("read", () => this.options.store.get(keyOf(state)));
    const record = decodeSignIn(text ?? "");
    return record?.state === state && this.isInTime(record) ? record : undefined;
  }

  /**
   * Keeps a sign-in; takes away what windows that ended have left.
   * @throws AppError `credentials/storeSilent`
   */
  async begin(record: SignInRecord, signal?: AbortSignal): Promise<void> {
    const key = keyOf(record.state);
    const keep = async (): Promise<void> => {
      const index = await this.dropOld();
      await this.writeIndex([...index, { key, expiresAt: record.expiresAt }]);
      await this.patiently("write", () => this.options.store.set(key, JSON.stringify(record)));
    };
    await this.options.locks.withLock(LOCK, keep, signal);
  }

  /**
   * Takes a sign-in out; true for the one caller that got it.
   * @throws AppError `credentials/storeSilent`
   */
  async claim(state: string, signal?: AbortSignal): Promise<boolean> {
    const take = async (): Promise<boolean> => {
      // Read anew: another window may have been faster.
      if ((await this.read(state)) === undefined) {
        return false;
      }
      await this.patiently("delete", () => this.options.store.delete(keyOf(state)));
      await this.writeIndex(
        (await this.readIndex()).filter(({ key }) => key !== keyOf(state)),
      ).catch(() => this.options.log.warn("access: the index of waiting sign-ins was not kept"));
      return true;
    };
    return await this.options.locks.withLock(LOCK, take, signal);
  }

  /** @throws AppError `credentials/storeSilent` */
  async forget(connectionId: string): Promise<void> {
    await this.options.locks.withLock(LOCK, async () => {
      const left: IndexEntry[] = [];
      for (const entry of await this.readIndex()) {
        const text = await this.patiently("read", () => this.options.store.get(entry.key));
        if (decodeSignIn(text ?? "")?.connectionId === connectionId) {
          await this.patiently("delete", () => this.options.store.delete(entry.key));
        } else {
          left.push(entry);
        }
      }
      await this.writeIndex(left);
    });
  }

  /** A clock that was set back must not make a sign-in last. */
  private isInTime({ expiresAt }: IndexEntry | SignInRecord): boolean {
    const left = expiresAt - this.options.clock.now();
    return left > 0 && left <= 2 * SIGN_IN_MILLISECONDS;
  }

  private async dropOld(): Promise<readonly IndexEntry[]> {
    const index = await this.readIndex();
    const old = index.filter((entry) => !this.isInTime(entry));
    for (const { key } of old) {
      await this.patiently("delete", () => this.options.store.delete(key));
    }
    return index.filter((entry) => !old.includes(entry));
  }

  private async readIndex(): Promise<readonly IndexEntry[]> {
    const text = await this.patiently("read", () => this.options.store.get(INDEX));
    // A broken index must not make us delete what is not ours.
    return decodeIndex(text ?? "").filter(({ key }) => key.startsWith(PREFIX));
  }

  private async writeIndex(index: readonly IndexEntry[]): Promise<void> {
    const { store } = this.options;
    await this.patiently("write", () =>
      index.length === 0 ? store.delete(INDEX) : store.set(INDEX, JSON.stringify(index)),
    );
  }

  /** The store's own errors may hold what was to be stored; they end here. */
  private async patiently<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const { clock, log } = this.options;
    const scope = openScope(clock);
    scope.limit(HANG_TIMEOUT_MS, "network/actionTimeout");
    try {
      return await untilAborted(work(), scope.signal);
    } catch {
      log.warn("access: the secret store failed", { operation: name });
      throw new AppError("credentials", "credentials/storeSilent");
    } finally {
      scope.end();
    }
  }
}

function placeAndEnd({
  redirectUri,
  expiresAt,
}: SignInRecord): Omit<WaitingSignIn, "connectionId"> {
  return { redirectUri, expiresAt };
}

/** A hash, so that the list of keys tells no state; 128 bits of it are enough to find one. */
function keyOf(state: string): string {
  return `${PREFIX}${hash("sha256", state, "hex").slice(0, 32)}`;
}
