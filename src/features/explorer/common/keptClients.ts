import { isRecord } from "../../../platform/base/shapes";
import { tryParseJson } from "../../../platform/json/tryParseJson";
import { withTimeout, type PlainStore } from "../../connections/common/storeTimeout";
import type { Clock } from "../../../platform/base/clock";
import type { Log } from "../../../platform/base/log";
import type { SecretStore } from "../../../platform/base/secretStore";
import type { NamedClient } from "../../lists/common/clientSearch";

/** The clients of a connection that the user keeps at hand. */
export interface PinnedAndRecent {
  readonly pinned: readonly NamedClient[];
  /** The last one first. */
  readonly recent: readonly NamedClient[];
}

interface KeptClientsOptions {
  readonly store: SecretStore;
  readonly clock: Clock;
  readonly log: Log;
  /** What is kept of a connection is another than before. */
  readonly onChange: (connectionId: string) => void;
}

export const PINNED_LIMIT = 50;
export const RECENT_LIMIT = 10;
/** UTF-16 units of a label; titles are cut far below it. */
const LABEL_LIMIT = 200;
const PREFIX = "financialPlanning.clients.";
const NOTHING: PinnedAndRecent = { pinned: [], recent: [] };

/**
 * Pinned and recent clients, by connection. Names of clients are personal data: they are kept
 * in the secret store, not in the plain text of the editor's state. A store that fails costs
 * the pins, never a call.
 */
export class KeptClients {
  private readonly store: PlainStore;
  private readonly read = new Map<string, Promise<PinnedAndRecent>>();
  /** Connections of which the store did not say what it has. */
  private readonly unread = new Set<string>();
  private writes: Promise<unknown> = Promise.resolve();
  private readonly stop: { dispose(): void };

  constructor(private readonly options: KeptClientsOptions) {
    const readAgain = (key: string): void => {
      if (key.startsWith(PREFIX)) {
        const id = key.slice(PREFIX.length);
        this.read.delete(id);
        options.onChange(id);
      }
    };
    this.store = withTimeout(options.store, options.clock, { read: readAgain });
    this.stop = options.store.onDidChange(readAgain);
  }

  /** What is kept; nothing where the store does not say. */
  of(connectionId: string): Promise<PinnedAndRecent> {
    const known = this.read.get(connectionId) ?? this.load(connectionId);
    this.read.set(connectionId, known);
    return known;
  }

  pin(connectionId: string, client: NamedClient): Promise<void> {
    return this.change(connectionId, ({ pinned, recent }) => ({
      pinned: [...without(pinned, client.clientId), client].slice(-PINNED_LIMIT),
      recent,
    }));
  }

  unpin(connectionId: string, clientId: string): Promise<void> {
    return this.change(connectionId, ({ pinned, recent }) => ({
      pinned: without(pinned, clientId),
      recent,
    }));
  }

  /** The user opened a client. */
  noteOpened(connectionId: string, client: NamedClient): Promise<void> {
    return this.change(connectionId, ({ pinned, recent }) => ({
      pinned,
      recent: [client, ...without(recent, client.clientId)].slice(0, RECENT_LIMIT),
    }));
  }

  clearRecent(connectionId: string): Promise<void> {
    return this.change(connectionId, ({ pinned }) => ({ pinned, recent: [] }));
  }

  /** The connection is gone. */
  async forget(connectionId: string): Promise<void> {
    this.read.delete(connectionId);
    await this.enqueue(() => this.store.delete(PREFIX + connectionId));
  }

  dispose(): void {
    this.stop.dispose();
  }

  private async load(connectionId: string): Promise<PinnedAndRecent> {
    try {
      return decodeClients(await this.store.get(PREFIX + connectionId));
    } catch {
      this.options.log.warn("clients: pinned clients could not be read");
      this.unread.add(connectionId);
      return NOTHING;
    }
  }

  /** One change after the other: each begins with what the one before has left. */
  private async change(
    connectionId: string,
    next: (bodyCache: PinnedAndRecent) => PinnedAndRecent,
  ): Promise<void> {
    await this.enqueue(async () => {
      if (this.unread.delete(connectionId)) {
        this.read.delete(connectionId);
      }
      const bodyCache = next(await this.of(connectionId));
      this.read.set(connectionId, Promise.resolve(bodyCache));
      this.options.onChange(connectionId);
      if (this.unread.has(connectionId)) {
        // What is there could not be read: written over, it would be lost for good.
        return;
      }
      await this.store.set(PREFIX + connectionId, JSON.stringify({ version: 1, ...bodyCache }));
    });
  }

  private async enqueue(work: () => Promise<void>): Promise<void> {
    const turn = this.writes.then(work).catch(() => {
      this.options.log.warn("clients: pinned clients could not be kept");
    });
    this.writes = turn;
    await turn;
  }
}

function without(clients: readonly NamedClient[], clientId: string): readonly NamedClient[] {
  return clients.filter((client) => !isSameId(client.clientId, clientId));
}

/** Reads a stored text, every member of it; anything else is nothing. */
function decodeClients(text: string | undefined): PinnedAndRecent {
  const found = parse(text);
  return found?.["version"] === 1
    ? {
        pinned: clientsIn(found["pinned"]).slice(0, PINNED_LIMIT),
        recent: clientsIn(found["recent"]).slice(0, RECENT_LIMIT),
      }
    : NOTHING;
}

function parse(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  const value = text === undefined ? undefined : tryParseJson(text);
  return isRecord(value) ? value : undefined;
}

function clientsIn(value: unknown): NamedClient[] {
  return Array.isArray(value) ? value.filter(isNamedClient) : [];
}

function isNamedClient(value: unknown): value is NamedClient {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const { clientId, label, description = "" } = value as Readonly<Record<string, unknown>>;
  return [clientId, label, description].every(
    (text) => typeof text === "string" && text.length <= LABEL_LIMIT,
  );
}

/** Services write a UUID in capitals or not; both mean one client (RFC 9562, section 4). */
export function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
