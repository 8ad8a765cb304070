import * as vscode from "vscode";
import { isForSameToken } from "../../../platform/auth/binding";
import {
  type Connection,
  type ConnectionSummary,
  type Networking,
  SANDBOX_CONNECTION_ID,
} from "../../../platform/base/connection";
import { newConnectionId } from "../common/connectionRecord";
import { freeLabel } from "../common/connectionRecords";
import type { EnteredSecrets, SecretStates } from "../common/enteredSecrets";
import { isBoundToServers, originsOf } from "../common/secretRecord";
import type { StoredTokens } from "../common/storedTokens";
import { AppError } from "../../../platform/base/errors";
import type { Log } from "../../../platform/base/log";
import type { Network } from "../../../platform/service/network";
import type { TypedMemento } from "../../../platform/vscode/state";
import type { ConnectionChoices } from "./choices";
import {
  ClientSlot,
  type OpenConnection,
  type Replacement,
  type ReopenOptions,
} from "./clientSlot";
import {
  type ConnectionSource,
  issuedSupply,
  stateOf,
  storedSupply,
  type SupplyParts,
} from "./sources";
import type { StoredChange, StoredConnections } from "./storedConnections";

export interface ConnectionsOptions extends SupplyParts {
  readonly source: ConnectionSource;
  readonly records: StoredConnections;
  readonly network: (connectionId?: string) => Promise<Network>;
  readonly entered: EnteredSecrets;
  readonly log: Log;
  readonly choices: ConnectionChoices;
  /** Where the choice of this workspace is kept. */
  readonly workspaceState: TypedMemento;
  readonly tokens: StoredTokens;
  readonly isTrusted: () => boolean;
  readonly onDidTrust: vscode.Event<void>;
  /** What is kept of a connection elsewhere is the copy's, too. */
  readonly onDuplicate: (originalId: string, copyId: string) => Promise<void>;
}

interface Edit {
  readonly before: Connection;
  readonly connection: Connection;
}

/** The connections of this window and their clients: the sandbox's first, then the user's own. */
export class Connections implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly replaced = new vscode.EventEmitter<Replacement>();
  /** Fires when a connection's client is no longer the one that answered so far. */
  readonly onDidReplace = this.replaced.event;
  private readonly unbound = new vscode.EventEmitter<Connection>();
  /** Fires when an edit led a connection elsewhere, and its secrets have to be entered again. */
  readonly onDidUnbind = this.unbound.event;
  private readonly gained = new vscode.EventEmitter<string>();
  /**
   * Fires with the id of a connection whose calls may work now: somebody signed in, its token was
   * renewed, or the workspace came to be trusted.
   */
  readonly onDidGainAccess = this.gained.event;
  /** When the token was obtained that each connection was last seen with. */
  private readonly obtained = new Map<string, number | undefined>();
  private readonly slots = new Map<string, ClientSlot>();
  private readonly subscription: vscode.Disposable;
  /** Being removed: nothing opens them any more. */
  private readonly leaving = new Set<string>();
  /** Undefined until the user worked with one in this window. */
  private used: string | undefined;
  private isDisposed = false;

  constructor(private readonly options: ConnectionsOptions) {
    const { source, records } = options;
    this.subscription = vscode.Disposable.from(
      source.onDidChange(() => this.slot(SANDBOX_CONNECTION_ID).review()),
      records.onDidChange((changes) => this.applyChanges(changes)),
      options.entered.onDidChangeElsewhere((id) => this.slots.get(id)?.reviewKey()),
      options.onDidTrust(() => {
        this.changed.fire();
        this.stored.forEach(({ id }) => this.gained.fire(id));
      }),
    );
  }

  /** As the tree shows them. */
  get summaries(): readonly ConnectionSummary[] {
    return [this.sandbox(), ...this.stored.map((connection) => this.summaryOf(connection))];
  }

  /** The user's own, in order. */
  get stored(): readonly Connection[] {
    return this.options.records.all;
  }

  /** Reads what other windows stored since. */
  reread(): void {
    this.options.records.refresh();
  }

  /**
   * What commands without a node mean: the connection that was used last in this window, at first
   * the one that was chosen for the workspace. The sandbox when that was removed, in any window.
   */
  get current(): string {
    const wanted = this.used ?? this.chosen;
    return this.find(wanted) === undefined ? SANDBOX_CONNECTION_ID : wanted;
  }

  /**
   * Notes that the user works with a connection now. It is not remembered: who only looked at
   * Production in the tree must not find the next window there.
   */
  use(connectionId: string): void {
    if (this.find(connectionId) === undefined) {
      return;
    }
    const before = this.current;
    this.used = connectionId;
    if (before !== connectionId) {
      this.changed.fire();
    }
  }

  /**
   * Makes a connection the one in use, and the one that windows of this workspace begin with.
   * @throws AppError `refused/untrusted` in Restricted Mode, for any but the sandbox
   */
  async choose(connectionId: string): Promise<void> {
    this.summary(connectionId);
    this.demandTrust(connectionId);
    this.use(connectionId);
    await this.options.workspaceState.set("connections.chosen", connectionId);
  }

  /** In Restricted Mode the sandbox only. */
  isTrusted(connectionId: string): boolean {
    return connectionId === SANDBOX_CONNECTION_ID || this.options.isTrusted();
  }

  find(connectionId: string): ConnectionSummary | undefined {
    if (connectionId === SANDBOX_CONNECTION_ID) {
      return this.sandbox();
    }
    const connection = this.options.records.find(connectionId);
    return connection && this.summaryOf(connection);
  }

  /** Throws `input/connectionGone` when it was removed. */
  summary(connectionId: string): ConnectionSummary {
    const found = this.find(connectionId);
    if (found === undefined) {
      throw new AppError("input", "input/connectionGone");
    }
    return found;
  }

  /** Whether a call could be made now without signing in; asks nobody. */
  hasLiveToken(connectionId: string): boolean {
    const { session } = this.summary(connectionId);
    return session !== undefined && (session.expiresAt ?? Infinity) > Date.now();
  }

  /**
   * The client of a connection, started and opened when needed. A sandbox that ended, or
   * could not be started, stays so until somebody wants it otherwise: throws kind `sandbox`.
   */
  async open(connectionId: string): Promise<OpenConnection> {
    for (;;) {
      this.demandOpenable(connectionId);
      const opened = await this.slot(connectionId).open();
      // Replaced meanwhile: whoever waited for it is served by the one in force.
      if (opened !== undefined) {
        return opened;
      }
    }
  }

  /** What is known of a connection's addresses; the sandbox is started for them. */
  async connection(connectionId: string): Promise<Connection> {
    return connectionId === SANDBOX_CONNECTION_ID
      ? (await this.open(connectionId)).connection
      : this.demandStored(connectionId);
  }

  /** Tries again what stood in the way of a connection. */
  async retry(connectionId: string): Promise<void> {
    this.summary(connectionId);
    const { source } = this.options;
    if (connectionId === SANDBOX_CONNECTION_ID && source.obstacle !== undefined) {
      await source.start();
    }
  }

  /** Forgets the client, so that the next call uses the secrets and addresses now in force. */
  async reopen(connectionId: string, options: ReopenOptions = {}): Promise<void> {
    await this.slots.get(connectionId)?.reopen(options);
  }

  /** The same for all of them; nobody is signed out. */
  async reopenAll(): Promise<void> {
    const ids = [...this.slots.keys()];
    await Promise.all(ids.map((id) => this.reopen(id, { keepsToken: true })));
  }

  /** Stores a connection, new or edited; what an edited one has in flight is cancelled. */
  async save(connection: Connection, after?: string): Promise<void> {
    await this.saveAll([connection], after);
  }

  /** The same for several: all of them are stored, or none. */
  async saveAll(connections: readonly Connection[], after?: string): Promise<void> {
    await this.write(() => connections, after);
  }

  /**
   * Stores what becomes of a stored connection; undefined leaves it as it is. `change` is called
   * again when the write has its turn: by then the connection may be another.
   * @throws AppError `input/connectionGone`, also where it was removed meanwhile
   */
  async edit(
    connectionId: string,
    change: (stored: Connection) => Connection | undefined,
  ): Promise<void> {
    await this.write(() => {
      const changed = change(this.demandStored(connectionId));
      return changed === undefined ? [] : [changed];
    });
  }

  private async write(connections: () => readonly Connection[], after?: string): Promise<void> {
    const { records, entered } = this.options;
    const leaving = this.editsOf(connections()).filter(
      ({ before, connection }) => !isForSameToken(before, connection),
    );
    await Promise.all(leaving.map(({ before }) => this.openSignedIn(before)));
    let edits: readonly Edit[] = [];
    await records.save(() => {
      const saved = connections();
      edits = this.editsOf(saved);
      return saved;
    }, after);
    edits
      .filter(({ before, connection }) => !isBoundToServers(originsOf(before), connection))
      .filter(({ connection }) => entered.wasEntered(connection.id))
      .forEach(({ connection }) => this.unbound.fire(connection));
  }

  private editsOf(connections: readonly Connection[]): readonly Edit[] {
    return connections.flatMap((connection) => {
      const before = this.options.records.find(connection.id);
      return before === undefined ? [] : [{ before, connection }];
    });
  }

  /**
   * Removes a connection with its secrets and tokens, and cancels its requests in flight.
   * @throws AppError `credentials/notDeleted` when it is gone, but not its secrets
   */
  async remove(connectionId: string): Promise<void> {
    const { records, entered, tokens } = this.options;
    const connection = this.demandStored(connectionId);
    await this.openSignedIn(connection);
    this.leaving.add(connectionId);
    try {
      await this.reopen(connectionId);
      await Promise.all([entered.clear(connection), tokens.remove(connection)]);
    } finally {
      await records.remove(connectionId);
      this.leaving.delete(connectionId);
    }
  }

  /** A copy behind the original, without its secrets; gives its id. */
  async duplicate(connectionId: string): Promise<string> {
    const original = this.demandStored(connectionId);
    const labels = this.summaries.map(({ label }) => label);
    const copy = {
      ...original,
      id: newConnectionId(),
      label: freeLabel(original.label, labels),
    };
    // First: what this may refuse leaves no copy, and a choice for none harms nobody.
    await this.options.onDuplicate(connectionId, copy.id);
    await this.save(copy, connectionId);
    return copy.id;
  }

  async move(connectionId: string, by: number): Promise<void> {
    await this.options.records.move(this.demandStored(connectionId).id, by);
  }

  /** What is known of a connection's secrets; never fails, also for one that was removed meanwhile. */
  async secretStates(connectionId: string): Promise<SecretStates> {
    const stored = this.stored.find(({ id }) => id === connectionId);
    return stored === undefined
      ? { subscriptionKey: "missing", clientSecret: "missing" }
      : this.options.entered.states(stored);
  }

  /** Results are looked for under this prefix from now on. */
  async setResultsPrefix(connectionId: string, prefix: string): Promise<void> {
    if (connectionId === SANDBOX_CONNECTION_ID) {
      await this.options.choices.setResultsPrefix(connectionId, prefix);
      await this.reopen(connectionId, { keepsToken: true });
    } else {
      await this.edit(connectionId, (stored) => ({
        ...stored,
        prefixes: { ...stored.prefixes, profiling: prefix },
      }));
    }
  }

  /** Calls take this way to the network from now on. */
  async setNetworking(connectionId: string, networking: Networking): Promise<void> {
    if (connectionId === SANDBOX_CONNECTION_ID) {
      await this.options.choices.setNetworking(connectionId, networking);
      await this.reopen(connectionId, { keepsToken: true });
    } else {
      await this.edit(connectionId, (stored) => ({ ...stored, networking }));
    }
  }

  /** Done when what was in flight has been stopped, and is on record. */
  async dispose(): Promise<void> {
    this.isDisposed = true;
    this.subscription.dispose();
    const closing = [...this.slots.values()].map((slot) => slot.dispose());
    this.slots.clear();
    const emitters = [this.changed, this.replaced, this.unbound, this.gained];
    emitters.forEach((emitter) => emitter.dispose());
    await Promise.all(closing);
  }

  private get chosen(): string {
    const chosen = this.options.workspaceState.get("connections.chosen");
    return this.isTrusted(chosen) ? chosen : SANDBOX_CONNECTION_ID;
  }

  private sandbox(): ConnectionSummary {
    const { source } = this.options;
    const connection = source.current && this.adjusted(source.current.connection);
    const slot = this.slots.get(SANDBOX_CONNECTION_ID);
    return {
      id: SANDBOX_CONNECTION_ID,
      label: connection?.label ?? vscode.l10n.t("Sandbox"),
      environment: "sandbox",
      state: stateOf(source),
      session: slot?.session,
      keyFingerprint: slot?.fingerprint,
      connection,
    };
  }

  private summaryOf(connection: Connection): ConnectionSummary {
    const { id, label, environment } = connection;
    const slot = this.slots.get(id);
    return {
      ...{ id, label, environment, connection, state: "ready", session: slot?.session },
      // What is entered first: another window may have entered another key than the slot began with.
      keyFingerprint: this.options.entered.fingerprint(connection) ?? slot?.fingerprint,
    };
  }

  /** Signing out through a client revokes, where the provider can, what is only deleted else. */
  private async openSignedIn(connection: Connection): Promise<void> {
    if (await this.options.tokens.has(connection)) {
      await this.open(connection.id).catch(() => undefined);
    }
  }

  private demandStored(connectionId: string): Connection {
    const found = this.options.records.find(connectionId);
    if (found !== undefined) {
      return found;
    }
    const isSandbox = connectionId === SANDBOX_CONNECTION_ID;
    throw new AppError("input", isSandbox ? "input/notStored" : "input/connectionGone");
  }

  private demandOpenable(connectionId: string): void {
    this.summary(connectionId);
    if (this.leaving.has(connectionId)) {
      throw new AppError("input", "input/connectionGone");
    }
    const { source } = this.options;
    const isSandbox = connectionId === SANDBOX_CONNECTION_ID;
    if (isSandbox && source.obstacle !== undefined) {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- it was caught as it is
      throw source.obstacle;
    }
    this.demandTrust(connectionId);
    if (this.isDisposed) {
      throw new AppError("canceled", "canceled/disposed");
    }
  }

  /** No secret of the user's leaves for a folder that nobody vouched for. */
  private demandTrust(connectionId: string): void {
    if (!this.isTrusted(connectionId)) {
      throw new AppError("refused", "refused/untrusted");
    }
  }

  private slot(connectionId: string): ClientSlot {
    const known = this.slots.get(connectionId);
    if (known !== undefined) {
      return known;
    }
    const { network, log, records, source } = this.options;
    const made = new ClientSlot({
      log,
      network: () => network(connectionId),
      supply: async () =>
        connectionId === SANDBOX_CONNECTION_ID
          ? issuedSupply(source, this.options, (issued) => this.adjusted(issued))
          : storedSupply(this.demandStored(connectionId), this.options, () =>
              records.find(connectionId),
            ),
      onChange: () => {
        this.changed.fire();
        this.noteSession(connectionId);
      },
      onReplace: (replacement) => this.replaced.fire({ connectionId, ...replacement }),
    });
    this.slots.set(connectionId, made);
    return made;
  }

  private noteSession(connectionId: string): void {
    const obtainedAt = this.slots.get(connectionId)?.session?.obtainedAt;
    const isOther = obtainedAt !== this.obtained.get(connectionId);
    this.obtained.set(connectionId, obtainedAt);
    if (obtainedAt !== undefined && isOther) {
      this.gained.fire(connectionId);
    }
  }

  private adjusted(connection: Connection): Connection {
    const { choices } = this.options;
    const profiling = choices.resultsPrefix(connection.id) ?? connection.prefixes.profiling;
    const networking = choices.networking(connection.id) ?? connection.networking;
    return { ...connection, networking, prefixes: { ...connection.prefixes, profiling } };
  }

  /** Takes over what was stored, here or in another window. */
  private applyChanges(changes: readonly StoredChange[]): void {
    changes.forEach((change) => void this.replace(change));
    this.changed.fire();
  }

  private async replace({ before, after, isOwn }: StoredChange): Promise<void> {
    if (before === undefined) {
      return;
    }
    // Development and production have one address (specification, section 1).
    const isOtherService =
      after === undefined ||
      before.baseUrl !== after.baseUrl ||
      before.environment !== after.environment;
    // Whoever removed it, or edited it elsewhere, has signed out; what is stored now is theirs.
    const keepsToken = !isOwn || after === undefined || isForSameToken(before, after);
    const slot = this.slots.get(before.id);
    if (after === undefined) {
      this.slots.delete(before.id);
      this.options.entered.forget(before.id);
    }
    if (slot === undefined) {
      this.replaced.fire({ connectionId: before.id, isOtherService, isOwn });
    }
    await slot?.reopen({ isOtherService, isOwn, keepsToken });
  }
}
