import type { Clock } from "../http/clock";
import type { Log } from "../log";
import type { SecretStore } from "../network";
import { decodeTokenRecord, type TokenRecord } from "./tokenRecord";

export interface TokenStoreOptions {
  readonly store: SecretStore;
  readonly connectionId: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Key rings can hang behind a locked screen; a token can always be asked for anew. */
const PATIENCE = 5_000;

/**
 * Keeps the one token record of a connection between sessions. A store that fails or hangs
 * costs a new token, never a call: failures are logged without their text.
 */
export class TokenStore {
  private readonly key: string;
  private writes: Promise<void> = Promise.resolve();

  constructor(private readonly options: TokenStoreOptions) {
    this.key = `financialPlanning.token.${options.connectionId}`;
  }

  /** The stored record; one that cannot be read is dropped. */
  async read(): Promise<TokenRecord | undefined> {
    const text = await this.patiently("read", () => this.options.store.get(this.key));
    if (text === undefined) {
      return undefined;
    }
    const record = decodeTokenRecord(text);
    if (record === undefined) {
      this.options.log.warn("access: a stored token could not be read and was dropped");
      await this.delete();
    }
    return record;
  }

  async write(record: TokenRecord): Promise<void> {
    await this.enqueue("write", () => this.options.store.set(this.key, JSON.stringify(record)));
  }

  async delete(): Promise<void> {
    await this.enqueue("delete", () => this.options.store.delete(this.key));
  }

  /** One after the other: a delete must not be overtaken by the write before it. */
  private async enqueue(name: string, work: () => Promise<void>): Promise<void> {
    this.writes = this.writes.then(() => this.patiently(name, work));
    await this.writes;
  }

  private async patiently<Value>(
    name: string,
    work: () => Promise<Value>,
  ): Promise<Value | undefined> {
    const { clock, log } = this.options;
    let stop = (): void => undefined;
    const tired = new Promise<never>((_resolve, reject) => {
      stop = clock.schedule(PATIENCE, () => reject(new Error("no answer")));
    });
    try {
      return await Promise.race([work(), tired]);
    } catch {
      log.warn("access: the secret store failed", { operation: name });
      return undefined;
    } finally {
      stop();
    }
  }
}
