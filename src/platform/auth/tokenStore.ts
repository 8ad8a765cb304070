import type { Clock } from "../base/clock";
import type { Redactor } from "../base/redactor";
import type { Log } from "../base/log";
import type { SecretStore } from "../base/secretStore";
import { HANG_TIMEOUT_MS } from "../http/hangTimeout";
import { decodeTokenRecord, type TokenRecord } from "./tokenRecord";

export interface TokenStoreOptions {
  readonly store: SecretStore;
  readonly connectionId: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Pick<Redactor, "add">;
  /**
   * False where each window has a provider of its own under the same id, as the sandbox: then
   * what others write or delete there says nothing.
   */
  readonly isShared?: boolean;
}

/** What the store holds; `unknown` when it did not answer, which is not the same as nothing. */
export type StoredToken = TokenRecord | "absent" | "unknown";

/**
 * Keeps the one token record of a connection between sessions and windows. A store that fails or
 * hangs costs a new token, never a call: failures are logged without their text.
 */
export class TokenStore {
  private readonly key: string;
  private writes: Promise<unknown> = Promise.resolve();
  /** True while it hangs: it is not waited for again until something came through, also late. */
  private isSilent = false;

  constructor(private readonly options: TokenStoreOptions) {
    this.key = tokenKey(options.connectionId);
  }

  /** The stored record; one that cannot be read is dropped. */
  async read(): Promise<StoredToken> {
    const { log, isShared = true } = this.options;
    const found = await this.readRecord();
    if (found === "unreadable") {
      log.warn("access: a stored token could not be read and was dropped");
      await this.delete();
    }
    const isThere = found !== "absent" && found !== "unreadable";
    return isThere ? found : isShared ? "absent" : "unknown";
  }

  /** True when the record is there now. */
  async write(record: TokenRecord): Promise<boolean> {
    const text = JSON.stringify(record);
    return await this.enqueue("write", () => this.options.store.set(this.key, text));
  }

  async delete(): Promise<void> {
    await this.enqueue("delete", () => this.options.store.delete(this.key));
  }

  /**
   * The stored record, which is not there any more afterwards. What is written from now on comes
   * after it, and stays.
   */
  async readAndDelete(): Promise<StoredToken> {
    const reading = this.writes.then(() => this.readRecord());
    this.writes = reading;
    await this.delete();
    const found = await reading;
    return found === "unreadable" ? "absent" : found;
  }

  /** Calls when the record changed, here or in another window. */
  watch(listener: () => void): { dispose(): void } {
    const { store, isShared = true } = this.options;
    return store.onDidChange((key) => {
      if (isShared && key === this.key) {
        listener();
      }
    });
  }

  private async readRecord(): Promise<Looked> {
    const { store } = this.options;
    const answer = this.isSilent ? SILENT : await this.patiently("read", () => store.get(this.key));
    if (!answer.came) {
      return "unknown";
    }
    if (answer.value === undefined) {
      return "absent";
    }
    const record = decodeTokenRecord(answer.value);
    this.options.redactor.add(record?.accessToken ?? "");
    this.options.redactor.add(record?.refreshToken ?? "");
    return record ?? "unreadable";
  }

  /** One after the other: a delete must not be overtaken by the write before it. */
  private async enqueue(name: string, work: () => Promise<void>): Promise<boolean> {
    const mine = this.writes.then(() => this.patiently(name, work));
    this.writes = mine;
    return (await mine).came;
  }

  private async patiently<Value>(
    name: string,
    work: () => Promise<Value>,
  ): Promise<StoreAnswer<Value>> {
    const { clock, log } = this.options;
    let stop = (): void => undefined;
    const answered = (): void => void (this.isSilent = false);
    const tired = new Promise<never>((_resolve, reject) => {
      stop = clock.schedule(HANG_TIMEOUT_MS, () => {
        this.isSilent = true;
        reject(new Error("no answer"));
      });
    });
    try {
      const working = work();
      // Also long after nobody waits for it: a user takes time to unlock a key ring.
      working.then(answered, answered);
      return { came: true, value: await Promise.race([working, tired]) };
    } catch {
      log.warn("access: the secret store failed", { operation: name });
      return SILENT;
    } finally {
      stop();
    }
  }
}

/** Where the store has the token of a connection. */
export function tokenKey(connectionId: string): string {
  return `financialPlanning.token.${connectionId}`;
}

type Looked = StoredToken | "unreadable";

type StoreAnswer<Value> = { readonly came: true; readonly value: Value } | { readonly came: false };

const SILENT = { came: false } as const;
