import {
  type Connection,
  SANDBOX_CONNECTION_ID,
  type SecretsSource,
} from "../../../platform/base/connection";
import type { Log } from "../../../platform/base/log";
import type { Network } from "../../../platform/service/network";
import type { ServiceClient } from "../../../platform/service/client";
import type { Session } from "../../../platform/base/session";

export interface OpenConnection {
  readonly connection: Connection;
  readonly client: ServiceClient;
}

/** What a client is made of. */
export interface ClientSource {
  readonly connection: Connection;
  readonly secrets: SecretsSource;
  /** Of the key in force; undefined where there is none. */
  readonly fingerprint: () => Promise<string | undefined>;
  /** Whether it still holds; `otherService` when what was written to the old one is gone. */
  readonly validity: () => Validity;
}

export type Validity = "inForce" | "changed" | "otherService";

interface ClientSlotOptions {
  readonly network: () => Promise<Network>;
  readonly supply: () => Promise<ClientSource>;
  readonly log: Log;
  readonly onChange: () => void;
  readonly onReplace: (replacement: Omit<Replacement, "connectionId">) => void;
}

export interface Replacement {
  readonly connectionId: string;
  /** True when it is another service, or one that began anew: what is known of the old is not true. */
  readonly isOtherService: boolean;
  /** False where another window changed the connection: it forgets what is kept for all of them. */
  readonly isOwn: boolean;
}

export interface ReopenOptions {
  readonly isOtherService?: boolean;
  /** False where another window changed the connection. */
  readonly isOwn?: boolean;
  /** True where the next client may go on with the same token: nobody is signed out then. */
  readonly keepsToken?: boolean;
}

/** What belongs to one client, from the wish for it to its replacement. */
interface Generation {
  /** Undefined when this generation was replaced before there was a client. */
  opening?: Promise<OpenConnection | undefined> | undefined;
  supply?: ClientSource;
  opened?: OpenConnection;
  session?: Session | undefined;
  fingerprint?: string | undefined;
}

/** The client of one connection: opened at the first wish, replaced as a whole. */
export class ClientSlot {
  /** The one in force; what comes late for another one is nobody's. */
  private generation: Generation = {};
  /** Resolves when the client before has forgotten its token and closed. */
  private closing: Promise<void> = Promise.resolve();

  /** Ends when it is known whether the key is still the one that the client was opened with. */
  private reviewing: Promise<void> = Promise.resolve();

  constructor(private readonly options: ClientSlotOptions) {}

  get session(): Session | undefined {
    return this.generation.session;
  }

  /** Of the key that the client was opened with. */
  get fingerprint(): string | undefined {
    return this.generation.fingerprint;
  }

  get isOpen(): boolean {
    return this.generation.opened !== undefined;
  }

  /** Undefined when the client was replaced meanwhile: then ask again. */
  async open(): Promise<OpenConnection | undefined> {
    const { generation } = this;
    generation.opening ??= this.openClient(generation).catch((error: unknown) => {
      generation.opening = undefined;
      throw error;
    });
    try {
      const opened = await generation.opening;
      return generation === this.generation ? opened : undefined;
    } catch (error) {
      if (generation === this.generation) {
        throw error;
      }
      return undefined;
    }
  }

  /** Forgets the client and cancels what it has in flight; the next wish opens another. */
  async reopen(options: ReopenOptions = {}): Promise<void> {
    const { isOtherService = false, isOwn = true, keepsToken = false } = options;
    const { opened } = this.generation;
    this.generation = {};
    // First of all, so that nobody acts on what the old client knew.
    this.options.onReplace({ isOtherService, isOwn });
    this.options.onChange();
    if (opened !== undefined) {
      const closed = this.close(opened, keepsToken);
      this.closing = Promise.all([this.closing, closed]).then(() => undefined);
    }
    await this.closing;
  }

  /** Looks whether what the client was made of still holds, and replaces it where not. */
  review(): void {
    const standing = this.generation.supply?.validity() ?? "inForce";
    if (standing === "inForce") {
      this.options.onChange();
    } else {
      void this.reopen({ isOtherService: standing === "otherService" });
    }
  }

  /** Looks whether another window entered another key, and replaces the client where it did. */
  reviewKey(): void {
    this.reviewing = this.replaceIfOtherKey(this.generation).catch(() => this.logUnreviewed());
  }

  async dispose(): Promise<void> {
    const { opened } = this.generation;
    this.generation = {};
    await opened?.client.dispose().catch(() => this.logUnclosed());
  }

  private async openClient(generation: Generation): Promise<OpenConnection | undefined> {
    const [supply, opener] = await Promise.all([this.options.supply(), this.options.network()]);
    // Or its sign-out would delete the token that this one gets.
    await this.closing;
    const fingerprint = await supply.fingerprint();
    if (generation === this.generation && supply.validity() !== "inForce") {
      // It ended, or began anew, while its client was being opened.
      await this.reopen({ isOtherService: supply.validity() === "otherService" });
    }
    // From here on nothing is waited for: no client is made that nobody owns.
    if (generation !== this.generation) {
      return undefined;
    }
    const { connection } = supply;
    const secrets: SecretsSource = async (use) => {
      const found = await supply.secrets(use);
      // With another key this client is closed by then: it sends the one that it was opened with. One
      // that was given up signs out with it, and what opens next waits for that.
      await (generation === this.generation ? this.reviewing : undefined);
      return found;
    };
    const onSession = (session: Session | undefined): void => {
      generation.session = session;
      this.options.onChange();
    };
    const opened = {
      connection,
      client: opener.open({
        ...{ connection, secrets, onSession },
        // The sandbox has another key after each start, and its rows are made up all the same.
        keyFingerprint: connection.id === SANDBOX_CONNECTION_ID ? undefined : fingerprint,
      }),
    };
    Object.assign(generation, { supply, fingerprint, opened });
    this.options.onChange();
    return opened;
  }

  private async replaceIfOtherKey(generation: Generation): Promise<void> {
    await generation.opening?.catch(() => undefined);
    const key = await generation.supply?.fingerprint();
    if (generation === this.generation && key !== generation.fingerprint) {
      // The same service, as far as can be told: a key may only be a new one of the same environment.
      void this.reopen({ isOwn: false, keepsToken: true });
    }
  }

  /** A client that cannot be closed must not keep the next one from being opened. */
  private async close({ client }: OpenConnection, keepsToken: boolean): Promise<void> {
    try {
      if (!keepsToken) {
        await client.signOut();
      }
    } catch {
      this.logUnclosed();
    }
    try {
      await client.dispose();
    } catch {
      this.logUnclosed();
    }
  }

  private logUnreviewed(): void {
    this.options.log.warn("connections: a changed key could not be compared");
  }

  /** Without the reason: what a library threw can hold anything. */
  private logUnclosed(): void {
    this.options.log.warn("connections: a client could not be closed");
  }
}
