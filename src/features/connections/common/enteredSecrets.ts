import type { SecretName, SecretState } from "../messages/connectionDraft";
import type { Connection, ConnectionSecrets, SecretsUse } from "../../../platform/base/connection";
import { AppError } from "../../../platform/base/errors";
import { fingerprintOf } from "../../../platform/base/keyFingerprint";
import type { SecretMark, SecretMarks } from "./secretMarks";
import { isBoundToServers, type Origins, originsOf, type SecretRecord } from "./secretRecord";
import { type FoundSecrets, StoredSecrets, type StoredSecretsOptions } from "./storedSecrets";

export interface EnteredSecretsOptions extends StoredSecretsOptions {
  readonly marks: SecretMarks;
}

/** What a form shows of each secret. */
export type SecretStates = Readonly<Record<SecretName, SecretState>>;

/**
 * Secrets that the user typed, bound to the two origins they were entered for, so that no other
 * server can ever be sent them: in the secret store, or where that does not keep them, in memory.
 */
export class EnteredSecrets {
  private readonly stored: StoredSecrets;
  private readonly held = new Map<string, Omit<SecretRecord, "version">>();
  /**
   * Fingerprints of the keys that the store gave last. Marks can tell otherwise: they are of one
   * profile of the editor, the store is of all.
   */
  private readonly found = new Map<string, Origins & { readonly fingerprint: string }>();
  /** One after the other: what is read and written again must not be overtaken. */
  private turn: Promise<void> = Promise.resolve();

  /** The connection whose record this window is writing. */
  private writing: string | undefined;

  constructor(private readonly options: EnteredSecretsOptions) {
    this.stored = new StoredSecrets(options, (connectionId) => this.takeBack(connectionId));
  }

  /** Tells of a connection whose secrets another window, or another profile, may have entered. */
  onDidChangeElsewhere(listener: (connectionId: string) => void): { dispose(): void } {
    return this.stored.onDidChange((connectionId) => {
      if (connectionId !== this.writing) {
        this.found.delete(connectionId);
        listener(connectionId);
      }
    });
  }

  dispose(): void {
    this.stored.dispose();
  }

  /** Never fails; waits five seconds at most for the store. */
  async states(connection: Connection): Promise<SecretStates> {
    const found = await this.ask(connection);
    const held = this.heldFor(connection);
    const lost = this.lost(connection, found);
    const stateOf = (name: SecretName): SecretState => {
      if (isThere(held[name])) {
        return "session";
      }
      if (found.kind === "record" && isThere(found.secrets[name])) {
        return "set";
      }
      return lost.includes(name) ? "lost" : "missing";
    };
    return { subscriptionKey: stateOf("subscriptionKey"), clientSecret: stateOf("clientSecret") };
  }

  /**
   * What was entered, where secrets come from elsewhere too: nothing when there is none, or the
   * store fails. Where nothing was stored on this machine the store is not even asked.
   */
  async read(connection: Connection, use?: SecretsUse): Promise<Partial<ConnectionSecrets>> {
    const isMarked = this.markOf(connection) !== undefined;
    const found = isMarked ? await this.ask(connection, use) : undefined;
    return { ...(found?.kind === "record" && found.secrets), ...this.heldFor(connection) };
  }

  /**
   * The secrets for a call. The client secret may be "": not every call needs it.
   * @throws AppError kind `credentials` that says whether the key is missing or lost
   */
  async demand(connection: Connection, use?: SecretsUse): Promise<ConnectionSecrets> {
    const held = this.heldFor(connection);
    const isWhole = isThere(held.subscriptionKey) && isThere(held.clientSecret);
    const found = isWhole ? undefined : await this.ask(connection, use);
    const kept = found?.kind === "record" ? found.secrets : {};
    const { subscriptionKey, clientSecret = "" } = { ...kept, ...held };
    if (!isThere(subscriptionKey)) {
      throw this.absence(connection, found ?? { kind: "none" }, clientSecret);
    }
    return { subscriptionKey, clientSecret };
  }

  /** Fingerprint of the key that calls carry, as far as it is known without asking the store. */
  fingerprint(connection: Connection): string | undefined {
    const { subscriptionKey } = this.heldFor(connection);
    if (isThere(subscriptionKey)) {
      return fingerprintOf(subscriptionKey);
    }
    const found = this.found.get(connection.id);
    return found !== undefined && isBoundToServers(found, connection)
      ? found.fingerprint
      : this.markOf(connection)?.fingerprint;
  }

  /** The same after the store was asked. Never fails; waits five seconds at most. */
  async readFingerprint(connection: Connection): Promise<string | undefined> {
    if (!isThere(this.heldFor(connection).subscriptionKey)) {
      await this.ask(connection);
    }
    return this.fingerprint(connection);
  }

  /** True when something was entered for the connection, for whatever origins. */
  wasEntered(connectionId: string): boolean {
    return this.held.has(connectionId) || this.options.marks.read(connectionId) !== undefined;
  }

  /**
   * Stores what is in `change` and keeps the rest of the record.
   * @throws AppError `credentials/notStored` when the store does not keep it;
   * `credentials/newerRecord` unless `replacesNewer`
   */
  async write(
    connection: Connection,
    change: Partial<ConnectionSecrets>,
    { replacesNewer = false }: { readonly replacesNewer?: boolean } = {},
  ): Promise<void> {
    await this.inTurn(connection.id, async () => {
      const found = await this.ask(connection);
      if (found.kind === "newer" && !replacesNewer) {
        throw problem("credentials/newerRecord", connection);
      }
      const secrets = { ...(found.kind === "record" && found.secrets), ...change };
      // What could not be read must not be overwritten by a part of it.
      if (found.kind === "silent" || !(await this.stored.set(connection, secrets, found.text))) {
        throw problem("credentials/notStored", connection);
      }
      this.note(connection, secrets);
      this.release(connection, change);
      await this.mark(connection, secrets, change);
    });
  }

  /** Holds secrets in memory until the window closes. */
  keepForSession(connection: Connection, change: Partial<ConnectionSecrets>): void {
    const secrets = { ...this.heldFor(connection), ...change };
    this.held.set(connection.id, { ...originsOf(connection), secrets });
  }

  /** Forgets what this window has of a connection that is gone, and nothing in the store. */
  forget(connectionId: string): void {
    this.forgetSession(connectionId);
    this.found.delete(connectionId);
    this.stored.forget(connectionId);
  }

  private forgetSession(connectionId: string): void {
    this.held.delete(connectionId);
  }

  /**
   * Forgets all of it.
   * @throws AppError `credentials/notDeleted` when the store does not
   */
  async clear(connection: Pick<Connection, "id" | "label">): Promise<void> {
    this.forgetSession(connection.id);
    await this.inTurn(connection.id, async () => {
      this.found.delete(connection.id);
      await this.options.marks.write(connection.id, undefined);
      if (!(await this.stored.remove(connection.id))) {
        throw problem("credentials/notDeleted", connection);
      }
    });
  }

  private async ask(connection: Connection, use?: SecretsUse): Promise<FoundSecrets> {
    const found = await this.stored.read(connection, use);
    if (found.kind === "record") {
      this.note(connection, found.secrets);
    } else if (found.kind !== "silent") {
      this.found.delete(connection.id);
    }
    return found;
  }

  private note(connection: Connection, { subscriptionKey }: Partial<ConnectionSecrets>): void {
    if (isThere(subscriptionKey)) {
      const fingerprint = fingerprintOf(subscriptionKey);
      this.found.set(connection.id, { ...originsOf(connection), fingerprint });
    } else {
      this.found.delete(connection.id);
    }
  }

  private heldFor(connection: Connection): Partial<ConnectionSecrets> {
    const held = this.held.get(connection.id);
    return held !== undefined && isBoundToServers(held, connection) ? held.secrets : {};
  }

  private markOf(connection: Connection): SecretMark | undefined {
    const mark = this.options.marks.read(connection.id);
    return mark !== undefined && isBoundToServers(mark, connection) ? mark : undefined;
  }

  /** The secrets that were stored once and cannot be had any more. */
  private lost(connection: Connection, found: FoundSecrets): readonly SecretName[] {
    if (found.kind === "elsewhere") {
      return [];
    }
    const kept = found.kind === "record" ? found.secrets : {};
    const marked = Object.keys(this.markOf(connection)?.storedAt ?? {}) as SecretName[];
    const isUnreadable = found.kind === "unreadable" || found.kind === "newer";
    // A record of which nothing is known held both.
    const stored: readonly SecretName[] =
      marked.length === 0 && isUnreadable ? ["subscriptionKey", "clientSecret"] : marked;
    return stored.filter((name) => !isThere(kept[name]));
  }

  private absence(connection: Connection, found: FoundSecrets, clientSecret: string): AppError {
    if (found.kind === "silent") {
      return problem("credentials/storeSilent", connection);
    }
    if (found.kind === "newer") {
      return problem("credentials/newerRecord", connection);
    }
    const lost = this.lost(connection, found);
    if (lost.includes("subscriptionKey")) {
      return problem("credentials/lost", connection, { names: lost.join(" ") });
    }
    return problem(
      isThere(clientSecret) ? "credentials/keyMissing" : "credentials/missing",
      connection,
    );
  }

  /** What was stored is no longer held in memory beside it. */
  private release(connection: Connection, change: Partial<ConnectionSecrets>): void {
    const rest = Object.entries(this.heldFor(connection)).filter(([name]) => !(name in change));
    this.forgetSession(connection.id);
    if (rest.length > 0) {
      this.keepForSession(connection, Object.fromEntries(rest));
    }
  }

  private async mark(
    connection: Connection,
    { subscriptionKey }: Partial<ConnectionSecrets>,
    change: Partial<ConnectionSecrets>,
  ): Promise<void> {
    const now = this.options.clock.now();
    const times = Object.keys(change).map((name) => [name, now] as const);
    // What was stored before and is gone stays known as lost.
    const storedAt = { ...this.markOf(connection)?.storedAt, ...Object.fromEntries(times) };
    await this.options.marks.write(connection.id, {
      ...originsOf(connection),
      storedAt,
      ...(isThere(subscriptionKey) && { fingerprint: fingerprintOf(subscriptionKey) }),
    });
  }

  /** The user was told that it is not kept. In its turn: a later one that is kept stays. */
  private takeBack(connectionId: string): void {
    this.turn = this.turn.then(async () => {
      await this.stored.takeBack(connectionId);
      this.found.delete(connectionId);
    });
  }

  private async inTurn(connectionId: string, work: () => Promise<void>): Promise<void> {
    const turn = this.turn.then(async () => {
      this.writing = connectionId;
      try {
        await work();
      } finally {
        this.writing = undefined;
      }
    });
    this.turn = turn.catch(() => undefined);
    await turn;
  }
}

function isThere(secret: string | undefined): secret is string {
  return secret !== undefined && secret !== "";
}

function problem(
  code: string,
  { id, label }: Pick<Connection, "id" | "label">,
  values: Readonly<Record<string, string>> = {},
): AppError {
  return new AppError("credentials", code, {
    values: { connectionId: id, connectionLabel: label, ...values },
  });
}
