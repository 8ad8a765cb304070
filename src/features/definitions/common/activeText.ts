import { SANDBOX_CONNECTION_ID } from "../../../platform/base/connection";
import { isAppError } from "../../../platform/base/errors";
import type { Log } from "../../../platform/base/log";
import type { ActiveDefinition } from "../../../platform/service/definition/active";
import type { ActiveVersions, DefinitionStore, StoredDefinition } from "./imports/stored";
import { memoizeLastTexts } from "../../../platform/service/definition/lastTexts";
import { withoutIllustrations } from "./withoutIllustrations";

interface ActiveTextOptions {
  /** The description that ships with the explorer. */
  readonly description: () => Promise<string>;
  readonly store: Pick<DefinitionStore, "active" | "document" | "onDidChange">;
  readonly log: Log;
  /** Called once for each definition that is active and cannot be read (any more). */
  readonly onUnreadable: (definition: StoredDefinition) => void;
}

/** Connections by their ids; undefined stands for no connection, and so for the default. */
export type ChangedTexts = ReadonlySet<string | undefined>;

/**
 * The texts that connections live by: the description, merged with what each of them follows. What
 * was made up for the sandbox is in its own text alone; without a connection it is the default.
 */
export interface ActiveText {
  /** Never rejects for what a provider's document does: its domain goes back to the description. */
  text(connectionId?: string): Promise<string>;
  /** The last text; undefined before it was asked for. */
  current(connectionId?: string): string | undefined;
  /** Fires when texts that were asked for are other ones; `current` is the new one by then. */
  onDidChange(listener: (changed: ChangedTexts) => void): { dispose(): void };
  dispose(): void;
}

/** Reads nothing before somebody asks for a text. */
export function createActiveText(options: ActiveTextOptions): ActiveText {
  return new ActiveTexts(options);
}

class ActiveTexts implements ActiveText {
  private readonly texts = new Map<string | undefined, MergedText>();
  private readonly listeners = new Set<(changed: ChangedTexts) => void>();
  /** Definitions that the user was notified of. */
  private readonly reported = new Set<string>();
  private readonly watch: { dispose(): void };
  private readonly open = memoizeLastTexts(withoutIllustrations);

  constructor(private readonly options: ActiveTextOptions) {
    this.watch = options.store.onDidChange(() => void this.refresh());
  }

  text(connectionId?: string): Promise<string> {
    let text = this.texts.get(connectionId);
    if (text === undefined) {
      const { description } = this.options;
      text = new MergedText({
        ...this.options,
        connectionId,
        description: async () =>
          connectionId === SANDBOX_CONNECTION_ID
            ? await description()
            : this.open(await description()),
        reported: this.reported,
        known: (one) => this.known(one),
      });
      this.texts.set(connectionId, text);
    }
    return text.text();
  }

  current(connectionId?: string): string | undefined {
    return this.texts.get(connectionId)?.current;
  }

  onDidChange(listener: (changed: ChangedTexts) => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }

  dispose(): void {
    this.watch.dispose();
    this.listeners.clear();
  }

  private async refresh(): Promise<void> {
    const changed = new Set<string | undefined>();
    const refresh = async (connectionId: string | undefined, text: MergedText): Promise<void> => {
      if (await text.refresh()) {
        changed.add(connectionId);
      }
    };
    await Promise.all([...this.texts].map(([connectionId, text]) => refresh(connectionId, text)));
    if (changed.size > 0) {
      this.listeners.forEach((listener) => listener(changed));
    }
  }

  /** Most connections share one text, which is kept once. */
  private known(text: string): string {
    const same = [...this.texts.values()].find(({ current }) => current === text);
    return same?.current ?? text;
  }
}

interface MergedOptions extends ActiveTextOptions {
  readonly connectionId: string | undefined;
  readonly reported: Set<string>;
  readonly known: (text: string) => string;
}

class MergedText {
  current: string | undefined;
  private made: Promise<string> | undefined;

  constructor(private readonly options: MergedOptions) {}

  text(): Promise<string> {
    return this.made ?? this.make();
  }

  /**
   * True where the text is another one now. Whoever asks meanwhile waits for the new one; the old
   * one is in force until it is there.
   */
  async refresh(): Promise<boolean> {
    const before = this.current;
    const made = this.make();
    try {
      await made;
    } catch {
      // The description itself cannot be read: whoever asks for the text is told.
      return false;
    }
    return this.made === made && this.current !== before;
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
    this.current = this.options.known(await this.read());
    return this.current;
  }

  private async read(): Promise<string> {
    const { connectionId, description, store, log } = this.options;
    const base = await description();
    const stored: ActiveVersions = await store.active(connectionId).catch((error: unknown) => {
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
        this.reportUnreadable(definition, error);
      }
    }
    return await this.merged(base, active, stored);
  }

  private async merged(
    base: string,
    active: readonly ActiveDefinition[],
    stored: ActiveVersions,
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
        this.reportUnreadable(stored[lost], error);
      }
      // Where nobody says which one it is, none is relied on.
      return await this.merged(base, rest.length < active.length ? rest : [], stored);
    }
  }

  private reportUnreadable(definition: StoredDefinition | undefined, error: unknown): void {
    this.options.log.warn("definitions: one cannot be read", { reason: codeOf(error) });
    const { reported, onUnreadable } = this.options;
    if (definition !== undefined && !reported.has(definition.id)) {
      reported.add(definition.id);
      onUnreadable(definition);
    }
  }
}

function codeOf(error: unknown): string {
  return isAppError(error) ? error.code : "unknown";
}
