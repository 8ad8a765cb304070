import type { Domain } from "../connection";
import { isAppError } from "../errors";
import type { Log } from "../log";
import type { ActiveDefinition } from "./active";
import type { DefinitionStore, StoredDefinition } from "./imports/stored";

export interface ActiveTextOptions {
  /** The description that ships with the explorer. */
  readonly description: () => Promise<string>;
  readonly store: Pick<DefinitionStore, "active" | "document" | "onDidChange">;
  readonly log: Log;
  /** Called once for each definition that is active and cannot be read (any more). */
  readonly onUnreadable: (definition: StoredDefinition) => void;
}

/** The text that the explorer lives by: the description, merged with what is active. */
export interface ActiveText {
  /** Never rejects for what a provider's document does: its domain goes back to the description. */
  text(): Promise<string>;
  /** The text as it was last told; undefined before it was asked for. */
  readonly current: string | undefined;
  /** Fires when the text is another one; `current` is that one by then. */
  onDidChange(listener: () => void): { dispose(): void };
  dispose(): void;
}

/** Reads nothing before somebody asks for the text. */
export function createActiveText(options: ActiveTextOptions): ActiveText {
  return new MergedText(options);
}

class MergedText implements ActiveText {
  current: string | undefined;
  private made: Promise<string> | undefined;
  private readonly listeners = new Set<() => void>();
  /** Definitions that the user was told of. */
  private readonly told = new Set<string>();
  private readonly watch: { dispose(): void };

  constructor(private readonly options: ActiveTextOptions) {
    this.watch = options.store.onDidChange(() => void this.follow());
  }

  text(): Promise<string> {
    return this.made ?? this.make();
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }

  dispose(): void {
    this.watch.dispose();
    this.listeners.clear();
  }

  /** Whoever asks meanwhile waits for the new text; the old one is in force until it is there. */
  private async follow(): Promise<void> {
    const before = this.current;
    const made = this.make();
    try {
      await made;
    } catch {
      // The description itself cannot be read: whoever asks for the text is told.
      return;
    }
    if (this.made === made && this.current !== before) {
      this.listeners.forEach((listener) => listener());
    }
  }

  private make(): Promise<string> {
    const made = this.readAfter(this.made);
    this.made = made;
    made.catch(() => {
      if (this.made === made) {
        this.made = undefined;
      }
    });
    return made;
  }

  /** One after the other, so that what was read last is what is in force. */
  private async readAfter(earlier: Promise<string> | undefined): Promise<string> {
    await earlier?.catch(() => undefined);
    this.current = await this.read();
    return this.current;
  }

  private async read(): Promise<string> {
    const { description, store, log } = this.options;
    const base = await description();
    const stored = await store.active().catch((error: unknown) => {
      log.warn("definitions: the list cannot be read", { reason: codeOf(error) });
      return {};
    });
    const active: ActiveDefinition[] = [];
    for (const definition of Object.values(stored)) {
      try {
        active.push({
          domain: definition.domain,
          document: await store.document(definition.id),
        });
      } catch (error) {
        this.tell(definition, error);
      }
    }
    return await this.merged(base, active, stored);
  }

  private async merged(
    base: string,
    active: readonly ActiveDefinition[],
    stored: Stored,
  ): Promise<string> {
    if (active.length === 0) {
      return base;
    }
    const { activeDefinition } = await import("./activeDefinition");
    try {
      return activeDefinition(base, active);
    } catch (error) {
      const domain = isAppError(error) ? error.values["domain"] : undefined;
      const rest = active.filter((one) => one.domain !== domain);
      for (const { domain: lost } of active.filter((one) => !rest.includes(one))) {
        this.tell(stored[lost], error);
      }
      // Where nobody says which one it is, none is relied on.
      return await this.merged(base, rest.length < active.length ? rest : [], stored);
    }
  }

  private tell(definition: StoredDefinition | undefined, error: unknown): void {
    this.options.log.warn("definitions: one cannot be read", { reason: codeOf(error) });
    if (definition !== undefined && !this.told.has(definition.id)) {
      this.told.add(definition.id);
      this.options.onUnreadable(definition);
    }
  }
}

type Stored = Readonly<Partial<Record<Domain, StoredDefinition>>>;

function codeOf(error: unknown): string {
  return isAppError(error) ? error.code : "unknown";
}
