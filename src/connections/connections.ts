import { createHash } from "node:crypto";
import * as vscode from "vscode";
import type {
  Connection,
  ConnectionSecrets,
  ConnectionState,
  ConnectionSummary,
} from "../core/connection";
import { AppError } from "../core/errors";
import type { Redactor } from "../core/http/redaction";
import type { Network } from "../core/network";
import type { ServiceClient, Session } from "../core/service/client";
import type { EnteredSecrets } from "./enteredSecrets";

/** A connection whose addresses and credentials its source issues at each start. */
export interface IssuedConnection {
  readonly connection: Connection;
  readonly secrets: ConnectionSecrets;
}

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

export const SANDBOX_CONNECTION = "sandbox";

export interface ConnectionsOptions {
  readonly source: ConnectionSource;
  readonly network: () => Promise<Network>;
  readonly entered: EnteredSecrets;
  readonly redactor: Redactor;
  readonly prefixes: {
    get(connectionId: string): string | undefined;
    set(connectionId: string, prefix: string): Thenable<void>;
  };
}

interface Opened extends OpenConnection {
  readonly issued: IssuedConnection;
}

/** The connections of this window and their clients; in this version the sandbox's alone. */
export class Connections implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly replaced = new vscode.EventEmitter<Replacement>();
  /** Fires when a connection's client is no longer the one that answered so far. */
  readonly onDidReplace = this.replaced.event;
  private opened: Promise<Opened> | undefined;
  private ready: Opened | undefined;
  private session: Session | undefined;
  private fingerprint: string | undefined;
  private readonly subscription: vscode.Disposable;

  constructor(private readonly options: ConnectionsOptions) {
    this.subscription = options.source.onDidChange(() => this.sourceChanged());
  }

  get summaries(): readonly ConnectionSummary[] {
    const { source } = this.options;
    const connection = source.current && this.adjusted(source.current.connection);
    return [
      {
        id: SANDBOX_CONNECTION,
        label: connection?.label ?? vscode.l10n.t("Sandbox"),
        environment: "sandbox",
        state: stateOf(source),
        session: this.session,
        keyFingerprint: this.fingerprint,
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
    this.opened ??= this.openClient().catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    });
    return this.opened;
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
    const previous = this.ready;
    this.opened = undefined;
    this.ready = undefined;
    this.session = undefined;
    this.fingerprint = undefined;
    // First of all, so that nobody acts on what the old client knew.
    this.replaced.fire({ connectionId: SANDBOX_CONNECTION, isOtherService });
    await previous?.client.signOut();
    await previous?.client.dispose();
    this.changed.fire();
  }

  /** Results are looked for under this prefix from now on. */
  async setResultsPrefix(connectionId: string, prefix: string): Promise<void> {
    await this.options.prefixes.set(connectionId, prefix);
    await this.reopen();
  }

  dispose(): void {
    this.subscription.dispose();
    void this.ready?.client.dispose();
    this.changed.dispose();
    this.replaced.dispose();
  }

  private async openClient(): Promise<Opened> {
    const { source, network, entered, redactor } = this.options;
    const [issued, opener] = await Promise.all([source.issue(), network()]);
    const connection = this.adjusted(issued.connection);
    const secrets = async (): Promise<ConnectionSecrets> => {
      const found = { ...issued.secrets, ...(await entered.read(connection)) };
      redactor.add(found.subscriptionKey);
      redactor.add(found.clientSecret);
      return found;
    };
    this.fingerprint = fingerprintOf((await secrets()).subscriptionKey);
    const client = opener.open({
      connection,
      secrets,
      onSession: (session) => {
        this.session = session;
        this.changed.fire();
      },
    });
    this.ready = { connection, client, issued };
    this.changed.fire();
    return this.ready;
  }

  private adjusted(connection: Connection): Connection {
    const profiling = this.options.prefixes.get(connection.id);
    return profiling === undefined
      ? connection
      : { ...connection, prefixes: { ...connection.prefixes, profiling } };
  }

  private sourceChanged(): void {
    if (this.ready !== undefined && this.ready.issued !== this.options.source.current) {
      void this.reopen(true);
    }
    this.changed.fire();
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
