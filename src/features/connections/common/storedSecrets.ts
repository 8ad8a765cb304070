import type { Connection, ConnectionSecrets, SecretsUse } from "../../../platform/base/connection";
import type { Clock } from "../../../platform/base/clock";
import type { Log } from "../../../platform/base/log";
import type { SecretStore } from "../../../platform/base/secretStore";
import { withTimeout, type PlainStore } from "./storeTimeout";
import { decodeSecretRecord, isBoundToServers, originsOf, type SecretRecord } from "./secretRecord";

export interface StoredSecretsOptions {
  readonly store: SecretStore;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * What the store holds for a connection: `elsewhere` was entered for other origins, `silent`
 * is a store that fails or does not answer.
 */
export type FoundSecrets = (
  | { readonly kind: "record"; readonly secrets: Partial<ConnectionSecrets> }
  | { readonly kind: "none" | "elsewhere" | "newer" | "unreadable" | "silent" }
) & {
  /** As it is stored, where the store was asked. */
  readonly text?: string;
};

/** A stored text that was said not to be kept. */
interface Unkept {
  readonly text: string;
  /** The text that it replaced; undefined where there was none, or where that was removed since. */
  before: string | undefined;
}

/**
 * One record a connection in the secret store; failures are told apart and never thrown on. Each
 * question goes through the editor's window to the key ring, so a record is kept for calls that only
 * read, until the store tells of a change.
 */
export class StoredSecrets {
  private readonly store: PlainStore;
  /** True once the store gave back, in this window, what it was given. */
  private isProven = false;
  /** By their keys. */
  private readonly kept = new Map<string, SecretRecord>();
  /** Grows with each change of a record: what was asked for before it is not kept. */
  private changes = 0;
  /** By their keys. */
  private readonly unkept = new Map<string, Unkept>();
  private readonly watching: { dispose(): void };
  private isDisposed = false;

  /** `onLate` is told of a connection whose record was written after it was said not to be. */
  constructor(
    private readonly options: StoredSecretsOptions,
    onLate: (connectionId: string) => void,
  ) {
    this.store = withTimeout(options.store, options.clock, {
      written: (key) => onLate(key.slice(PREFIX.length)),
    });
    this.watching = options.store.onDidChange((key) => {
      if (key.startsWith(PREFIX)) {
        this.forgetKey(key);
      }
    });
  }

  /** Tells of each record that changes, after it is kept no more. */
  onDidChange(listener: (connectionId: string) => void): { dispose(): void } {
    return this.options.store.onDidChange((key) => {
      if (key.startsWith(PREFIX)) {
        listener(key.slice(PREFIX.length));
      }
    });
  }

  dispose(): void {
    this.isDisposed = true;
    this.watching.dispose();
    this.kept.clear();
  }

  /** Forgets what is kept of a connection that is gone, and nothing in the store. */
  forget(connectionId: string): void {
    const key = keyOf(connectionId);
    this.forgetKey(key);
    const unkept = this.unkept.get(key);
    if (unkept !== undefined) {
      // What was removed is not put back.
      unkept.before = undefined;
    }
  }

  async read(connection: Connection, { mayBeKept }: SecretsUse = ANEW): Promise<FoundSecrets> {
    const key = keyOf(connection.id);
    const kept = mayBeKept ? this.kept.get(key) : undefined;
    return kept === undefined ? this.ask(key, connection) : secretsFor(connection, kept);
  }

  private async ask(key: string, connection: Connection): Promise<FoundSecrets> {
    this.kept.delete(key);
    const { changes } = this;
    let text: string | undefined;
    try {
      text = await this.store.get(key);
    } catch {
      this.options.log.warn("connections: the secret store could not be read");
      return { kind: "silent" };
    }
    if (text === undefined) {
      return { kind: "none" };
    }
    const read = decodeSecretRecord(text);
    if (read.kind !== "record") {
      this.options.log.warn("connections: a stored secret could not be read", { why: read.kind });
      return { ...read, text };
    }
    if (changes === this.changes && !this.isDisposed) {
      this.kept.set(key, read.record);
    }
    return { ...secretsFor(connection, read.record), text };
  }

  private forgetKey(key: string): void {
    this.changes++;
    this.kept.delete(key);
  }

  /**
   * False when the store refuses, does not answer, or does not give back what it was given:
   * a store without a key ring may say yes and keep nothing. `before` is the text that is replaced.
   */
  async set(
    connection: Connection,
    secrets: Partial<ConnectionSecrets>,
    before: string | undefined,
  ): Promise<boolean> {
    const record: SecretRecord = { version: 1, ...originsOf(connection), secrets };
    const unkept: Unkept = { text: JSON.stringify(record), before };
    const key = keyOf(connection.id);
    this.forgetKey(key);
    this.unkept.set(key, unkept);
    try {
      await this.store.set(key, unkept.text);
      this.isProven ||= await this.givesBack(key, unkept);
      if (this.isProven) {
        this.unkept.delete(key);
      }
      return this.isProven;
    } catch {
      return false;
    } finally {
      // The writing window may not hear of its own change.
      this.forgetKey(key);
    }
  }

  private async givesBack(key: string, unkept: Unkept): Promise<boolean> {
    try {
      return (await this.store.get(key)) === unkept.text;
    } catch {
      // It was written just now: it may be there all the same, and is said not to be.
      await this.putBack(key, unkept);
      return false;
    }
  }

  /**
   * Replaces a text that was written late by the one before it, only where the store still has it:
   * another window may have stored a newer one.
   */
  async takeBack(connectionId: string): Promise<void> {
    const key = keyOf(connectionId);
    const unkept = this.unkept.get(key);
    if (unkept === undefined) {
      return;
    }
    try {
      if ((await this.store.get(key)) === unkept.text) {
        await this.putBack(key, unkept);
      }
    } catch {
      this.options.log.warn("connections: a secret that was stored late could not be taken back");
    } finally {
      this.forgetKey(key);
    }
  }

  private async putBack(key: string, { before }: Unkept): Promise<void> {
    this.unkept.delete(key);
    await (before === undefined ? this.store.delete(key) : this.store.set(key, before));
  }

  /** False when the store refuses or does not answer. */
  async remove(connectionId: string): Promise<boolean> {
    const key = keyOf(connectionId);
    this.forget(connectionId);
    try {
      await this.store.delete(key);
      return true;
    } catch {
      return false;
    } finally {
      this.forgetKey(key);
    }
  }
}

const PREFIX = "financialPlanning.secrets.";

const ANEW: SecretsUse = { mayBeKept: false };

function secretsFor(connection: Connection, record: SecretRecord): FoundSecrets {
  return isBoundToServers(record, connection)
    ? { kind: "record", secrets: record.secrets }
    : { kind: "elsewhere" };
}

function keyOf(connectionId: string): string {
  return PREFIX + connectionId;
}
