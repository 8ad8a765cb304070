import { createHash } from "node:crypto";
import * as vscode from "vscode";
import {
  type Connection,
  type ConnectionSecrets,
  type ConnectionState,
  type ConnectionSummary,
  type IssuedConnection,
  type Networking,
  SANDBOX_CONNECTION_ID,
} from "../core/connection";
import { AppError } from "../core/errors";
import type { Redactor } from "../core/http/redaction";
import type { Log } from "../core/log";
import type { Network } from "../core/network";
import type { ServiceClient, Session } from "../core/service/client";
import type { ConnectionChoices } from "./choices";
import type { EnteredSecrets } from "./enteredSecrets";

/** Where the sandbox's connection comes from. */
export interface ConnectionSource {
  /** Starts what has to run; throws kind `sandbox`. */
  issue(): Promise<IssuedConnection>;
  /** What was issued last and still holds. */
  readonly current: IssuedConnection | undefined;
  readonly isStarting: boolean;
  /** The error that stands in the way; then nothing starts it but the user's own wish. */
  readonly obstacle: unknown;
  /** Starts it as the user wishes. */
  start(): Promise<void>;
  readonly onDidChange: vscode.Event<void>;
}

export interface OpenConnection {
  readonly connection: Connection;
  readonly client: ServiceClient;
}

export interface Replacement {
  readonly connectionId: string;
  /** True when the service itself began anew: what was written to the old one is gone. */
  readonly isOtherService: boolean;
}

export interface ConnectionsOptions {
  readonly source: ConnectionSource;
  readonly network: () => Promise<Network>;
  readonly entered: EnteredSecrets;
  readonly redactor: Redactor;
  readonly log: Log;
  readonly choices: ConnectionChoices;
}

/** What belongs to one client, from the wish for it to its replacement. */
interface Generation {
  /** Undefined when this generation was replaced before there was a client. */
  opening?: Promise<OpenConnection | undefined> | undefined;
  issued?: IssuedConnection;
  opened?: OpenConnection;
  session?: Session | undefined;
  fingerprint?: string;
}

/** The connections of this window and their clients; in this version the sandbox's alone. */
export class Connections implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly replaced = new vscode.EventEmitter<Replacement>();
  /** Fires when a connection's client is no longer the one that answered so far. */
  readonly onDidReplace = this.replaced.event;
  /** The one in force; what comes late for another one is nobody's. */
  private generation: Generation = {};
  /** Resolves when the client before has forgotten its token and closed. */
  private closing: Promise<void> = Promise.resolve();
  private isDisposed = false;
  private readonly subscription: vscode.Disposable;

  constructor(private readonly options: ConnectionsOptions) {
    this.subscription = options.source.onDidChange(() => this.sourceChanged());
  }

  get summaries(): readonly ConnectionSummary[] {
    const { source } = this.options;
    const connection = source.current && this.adjusted(source.current.connection);
    return [
      {
        id: SANDBOX_CONNECTION_ID,
        label: connection?.label ?? vscode.l10n.t("Sandbox"),
        environment: "sandbox",
        state: stateOf(source),
        session: this.generation.session,
        keyFingerprint: this.generation.fingerprint,
        connection,
      },
    ];
  }

  summary(connectionId: string): ConnectionSummary {
    const found = this.summaries.find(({ id }) => id === connectionId);
    if (found === undefined) {
      throw new AppError("input", "input/nodeGone");
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
    this.summary(connectionId);
    const { obstacle } = this.options.source;
    if (obstacle !== undefined) {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- it was caught as it is
      throw obstacle;
    }
    if (this.isDisposed) {
      throw new AppError("canceled", "canceled/disposed");
    }
    const { generation } = this;
    generation.opening ??= this.openClient(generation).catch((error: unknown) => {
      generation.opening = undefined;
      throw error;
    });
    try {
      const opened = await generation.opening;
      if (opened !== undefined && generation === this.generation) {
        return opened;
      }
    } catch (error) {
      if (generation === this.generation) {
        throw error;
      }
    }
    // Replaced meanwhile: whoever waited for it is served by the one in force.
    return this.open(connectionId);
  }

  /** Tries again what stood in the way of a connection. */
  async retry(connectionId: string): Promise<void> {
    this.summary(connectionId);
    if (this.options.source.obstacle !== undefined) {
      await this.options.source.start();
    }
  }

  /** Forgets the client, so that the next call uses the secrets and prefixes now in force. */
  async reopen(isOtherService = false): Promise<void> {
    const { opened } = this.generation;
    this.generation = {};
    // First of all, so that nobody acts on what the old client knew.
    this.replaced.fire({ connectionId: SANDBOX_CONNECTION_ID, isOtherService });
    this.changed.fire();
    if (opened !== undefined) {
      this.closing = Promise.all([this.closing, this.close(opened)]).then(() => undefined);
    }
    await this.closing;
  }

  /** Results are looked for under this prefix from now on. */
  async setResultsPrefix(connectionId: string, prefix: string): Promise<void> {
    await this.options.choices.setResultsPrefix(connectionId, prefix);
    await this.reopen();
  }

  /** Calls take this way to the network from now on. */
  async setNetworking(connectionId: string, networking: Networking): Promise<void> {
    await this.options.choices.setNetworking(connectionId, networking);
    await this.reopen();
  }

  dispose(): void {
    this.isDisposed = true;
    this.subscription.dispose();
    const { opened } = this.generation;
    this.generation = {};
    opened?.client.dispose().catch(() => this.logUnclosed());
    this.changed.dispose();
    this.replaced.dispose();
  }

  /** Undefined when the generation was replaced before there was a client. */
  private async openClient(generation: Generation): Promise<OpenConnection | undefined> {
    const { source, network, entered, redactor } = this.options;
    const [issued, opener] = await Promise.all([source.issue(), network()]);
    // Or its sign-out would delete the token that this one gets.
    await this.closing;
    const connection = this.adjusted(issued.connection);
    const secrets = async (): Promise<ConnectionSecrets> => {
      const found = { ...issued.secrets, ...(await entered.read(connection)) };
      redactor.add(found.subscriptionKey);
      redactor.add(found.clientSecret);
      return found;
    };
    const fingerprint = fingerprintOf((await secrets()).subscriptionKey);
    if (generation === this.generation && issued !== source.current) {
      // The sandbox ended, or began anew, while its client was being opened.
      await this.reopen(true);
    }
    // From here on nothing is waited for: no client is made that nobody owns.
    if (generation !== this.generation) {
      return undefined;
    }
    const onSession = (session: Session | undefined): void => {
      generation.session = session;
      this.changed.fire();
    };
    const opened = { connection, client: opener.open({ connection, secrets, onSession }) };
    Object.assign(generation, { issued, fingerprint, opened });
    this.changed.fire();
    return opened;
  }

  /** A client that cannot be closed must not keep the next one from being opened. */
  private async close({ client }: OpenConnection): Promise<void> {
    try {
      await client.signOut();
    } catch {
      this.logUnclosed();
    }
    try {
      await client.dispose();
    } catch {
      this.logUnclosed();
    }
  }

  /** Without the reason: what a library threw can hold anything. */
  private logUnclosed(): void {
    this.options.log.warn("connections: a client could not be closed");
  }

  private adjusted(connection: Connection): Connection {
    const { choices } = this.options;
    const profiling = choices.resultsPrefix(connection.id) ?? connection.prefixes.profiling;
    const networking = choices.networking(connection.id) ?? connection.networking;
    return { ...connection, networking, prefixes: { ...connection.prefixes, profiling } };
  }

  private sourceChanged(): void {
    const { issued } = this.generation;
    if (issued !== undefined && issued !== this.options.source.current) {
      void this.reopen(true);
    } else {
      this.changed.fire();
    }
  }
}

function stateOf(source: ConnectionSource): ConnectionState {
  if (source.current !== undefined) {
    return "ready";
  }
  if (source.isStarting) {
    return "starting";
  }
  return source.obstacle === undefined ? "idle" : "stopped";
}

function fingerprintOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 6);
}
