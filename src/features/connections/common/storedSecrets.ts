import type { Connection, ConnectionSecrets } from "../../../platform/base/connection";
import type { Clock } from "../../../platform/base/clock";
import type { Log } from "../../../platform/base/log";
import { withTimeout, type PlainStore } from "./storeTimeout";
import { decodeSecretRecord, isBoundToServers, originsOf, type SecretRecord } from "./secretRecord";

export interface StoredSecretsOptions {
  readonly store: PlainStore;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * What the store holds for a connection: `elsewhere` was entered for other origins, `silent`
 * is a store that fails or does not answer.
 */
export type FoundSecrets =
  | { readonly kind: "record"; readonly secrets: Partial<ConnectionSecrets> }
  | { readonly kind: "none" | "elsewhere" | "newer" | "unreadable" | "silent" };

/** One record a connection in the secret store; failures are told apart and never thrown on. */
export class StoredSecrets {
  private readonly store: PlainStore;
  /** True once the store gave back, in this window, what it was given. */
  private isProven = false;

  constructor(private readonly options: StoredSecretsOptions) {
    this.store = withTimeout(options.store, options.clock);
  }

  async read(connection: Connection): Promise<FoundSecrets> {
    let text: string | undefined;
    try {
      text = await this.store.get(keyOf(connection.id));
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
      return read;
    }
    return isBoundToServers(read.record, connection)
      ? { kind: "record", secrets: read.record.secrets }
      : { kind: "elsewhere" };
  }

  /**
   * False when the store refuses, does not answer, or does not give back what it was given:
   * a store without a key ring may say yes and keep nothing.
   */
  async set(connection: Connection, secrets: Partial<ConnectionSecrets>): Promise<boolean> {
    const record: SecretRecord = { version: 1, ...originsOf(connection), secrets };
    const text = JSON.stringify(record);
    const key = keyOf(connection.id);
    try {
      await this.store.set(key, text);
      this.isProven ||= (await this.store.get(key)) === text;
      return this.isProven;
    } catch {
      return false;
    }
  }

  /** False when the store refuses or does not answer. */
  async remove(connectionId: string): Promise<boolean> {
    try {
      await this.store.delete(keyOf(connectionId));
      return true;
    } catch {
      return false;
    }
  }
}

function keyOf(connectionId: string): string {
  return `financialPlanning.secrets.${connectionId}`;
}
