import type { Connection, ConnectionSecrets } from "../core/connection";
import { AppError } from "../core/errors";
import type { Log } from "../core/log";
import type { SecretStore } from "../core/network";

interface StoredSecrets {
  readonly version: 1;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly secrets: Partial<ConnectionSecrets>;
}

/**
 * Secrets that the user typed for a connection: one record each in SecretStorage, bound to
 * the two origins it was entered for, so that no other server can ever be sent them.
 */
export class EnteredSecrets {
  constructor(
    private readonly store: SecretStore,
    private readonly log: Log,
  ) {}

  /** What was entered for exactly these origins; nothing otherwise. */
  async read(connection: Connection): Promise<Partial<ConnectionSecrets>> {
    const text = await this.readText(connection);
    if (text === undefined) {
      return {};
    }
    const record = decodeRecord(text);
    if (record === undefined) {
      this.log.warn("A stored secret could not be read and was removed");
      await this.clear(connection);
      return {};
    }
    const bound = record.baseUrl === connection.baseUrl && record.authUrl === connection.authUrl;
    return bound ? record.secrets : {};
  }

  async write(connection: Connection, change: Partial<ConnectionSecrets>): Promise<void> {
    const { baseUrl, authUrl } = connection;
    const secrets = { ...(await this.read(connection)), ...change };
    const record: StoredSecrets = { version: 1, baseUrl, authUrl, secrets };
    try {
      await this.store.set(keyOf(connection), JSON.stringify(record));
    } catch {
      // The store's own error can hold the value.
      throw new AppError("credentials", "credentials/notStored");
    }
  }

  /** A store that fails costs what was entered, never the connection. */
  private async readText(connection: Connection): Promise<string | undefined> {
    try {
      return await this.store.get(keyOf(connection));
    } catch {
      this.log.warn("The secret store could not be read");
      return undefined;
    }
  }

  async clear(connection: Connection): Promise<void> {
    await this.store.delete(keyOf(connection));
  }
}

function keyOf(connection: Connection): string {
  return `financialPlanning.secrets.${connection.id}`;
}

function decodeRecord(text: string): StoredSecrets | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isStoredSecrets(value) ? value : undefined;
}

function isStoredSecrets(value: unknown): value is StoredSecrets {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const record = value as Partial<Record<keyof StoredSecrets, unknown>>;
  return (
    record.version === 1 &&
    typeof record.baseUrl === "string" &&
    typeof record.authUrl === "string" &&
    typeof record.secrets === "object" &&
    record.secrets !== null &&
    Object.values(record.secrets).every((secret) => typeof secret === "string")
  );
}
