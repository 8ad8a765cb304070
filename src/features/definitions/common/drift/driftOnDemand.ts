import type { DriftWatch, EndpointDrift } from "./drift";
import type { createDriftWatch, DriftWatchOptions } from "./driftWatch";

export interface DriftOnDemandOptions extends DriftWatchOptions {
  /** Whether a provider's definition is there that connections may follow. */
  readonly hasImports: () => Promise<boolean>;
  /** What compares answers is loaded with the first of them. */
  readonly load: () => Promise<typeof createDriftWatch>;
  readonly onFailure: (error: unknown) => void;
}

/** A watch that costs nothing as long as there is no definition to compare answers with. */
export function createDriftOnDemand(options: DriftOnDemandOptions): DriftWatch {
  return new DriftOnDemand(options);
}

class DriftOnDemand implements DriftWatch {
  private watch: DriftWatch | undefined;
  private state: "unknown" | "starting" | "none" | "watching" = "unknown";
  /** Actions that changed while the watch was loading. */
  private missed = new Set<string>();
  /** How often another definition became active. */
  private changes = 0;
  private readonly listeners = new Set<() => void>();
  private readonly listening: readonly { dispose(): void }[];

  constructor(private readonly options: DriftOnDemandOptions) {
    const { history, onDidChangeDefinition } = options;
    this.listening = [
      history.onDidChange((actionId) => this.note(actionId)),
      onDidChangeDefinition(() => {
        this.changes++;
        this.state = this.state === "none" ? "unknown" : this.state;
      }),
    ];
  }

  all(connectionId?: string): readonly EndpointDrift[] {
    return this.watch?.all(connectionId) ?? [];
  }

  of(connectionId: string, operationId: string): EndpointDrift | undefined {
    return this.watch?.of(connectionId, operationId);
  }

  clear(): void {
    this.watch?.clear();
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  dispose(): void {
    this.listening.forEach((part) => part.dispose());
    this.listeners.clear();
    this.watch?.dispose();
    this.watch = undefined;
    this.state = "none";
  }

  private note(actionId: string | undefined): void {
    if (actionId === undefined || this.state === "none" || this.state === "watching") {
      return;
    }
    this.missed.add(actionId);
    if (this.state === "unknown") {
      this.state = "starting";
      this.start().catch((error: unknown) => {
        this.state = "unknown";
        this.missed.clear();
        this.options.onFailure(error);
      });
    }
  }

  private async start(): Promise<void> {
    const { history, hasImports, load } = this.options;
    let before: number;
    let isWanted: boolean;
    do {
      before = this.changes;
      isWanted = await hasImports();
      // What was asked for may have been answered before the first import was there.
    } while (!isWanted && before !== this.changes && !this.wasDisposed());
    if (!isWanted || this.wasDisposed()) {
      this.missed.clear();
      this.state = "none";
      return;
    }
    const create = await load();
    if (this.wasDisposed()) {
      return;
    }
    let notify: (actionId: string) => void = () => undefined;
    this.watch = create({
      ...this.options,
      history: {
        get: (id) => history.get(id),
        bodiesInMemory: (id, attempt) => history.bodiesInMemory(id, attempt),
        onDidChange: (listener) => {
          notify = listener;
          return history.onDidChange(listener);
        },
      },
    });
    this.watch.onDidChange(() => this.listeners.forEach((listener) => listener()));
    this.state = "watching";
    this.missed.forEach((id) => notify(id));
    this.missed.clear();
  }

  private wasDisposed(): boolean {
    return this.state === "none";
  }
}
