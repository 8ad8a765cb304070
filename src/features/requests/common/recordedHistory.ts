import type { FoundId, History, HistoryFilter, HistoryPage, KnownConnection } from "./history";
import { ActionIndex } from "./actionIndex";
import type { KnownIds } from "./knownIds";
import { mergeActions } from "./actionLine";
import { BodyCache } from "../../../platform/http/bodyCache";
import type { EncryptedTexts } from "./encryptedTexts";
import type { DiskListener, HistoryDisk } from "./historyDisk";
import type { Action, AttemptBodies } from "../../../platform/base/action";
import type { KeptBodies } from "../../../platform/http/recorder";
import { BodyRing } from "./bodyRing";

export interface RecordedHistoryOptions {
  /** Opens the part on disk: at the first call that is recorded, or the first question. */
  readonly openDisk: (listener: DiskListener) => Promise<HistoryDisk>;
  /** The disk cannot be opened: the history goes on in memory. */
  readonly onDiskFailure: (error: unknown) => void;
}

/** The history of all windows: what this one does at once, the others' as it comes to disk. */
export class RecordedHistory implements History, EncryptedTexts {
  private readonly log = new ActionIndex();
  private readonly bodyCache = new BodyCache();
  /** Of walks: a long one would push out all that somebody looked at. */
  private readonly bodyRing = new BodyRing();
  /** Ids of the actions of this window, which knows them better than the disk. */
  private readonly own = new Set<string>();
  private newestOwn: string | undefined;
  private readonly listeners = new Set<(actionId: string | undefined) => void>();
  private disk: Promise<HistoryDisk | undefined> | undefined;
  private isDisposed = false;

  constructor(private readonly options: RecordedHistoryOptions) {}

  /** Takes the newest state of an action of this window. */
  note(action: Action): void {
    if (!this.own.has(action.id)) {
      this.own.add(action.id);
      this.newestOwn = action.id;
    }
    this.log.note(action);
    this.withDisk((disk) => disk.write(action));
    this.notify(action.id);
  }

  /** Takes the bodies of an attempt of this window. */
  noteBodies({ isOfWalk = false, ...kept }: KeptBodies): void {
    (isOfWalk && kept.request === undefined ? this.bodyRing : this.bodyCache).set(kept);
    this.withDisk((disk) => disk.keep(kept));
  }

  async ready(): Promise<void> {
    await (await this.opened())?.refresh();
  }

  get size(): number {
    this.wake();
    return this.log.size;
  }

  get(actionId: string): Action | undefined {
    this.wake();
    return this.log.get(actionId);
  }

  get last(): Action | undefined {
    return this.newestOwn === undefined ? undefined : this.log.get(this.newestOwn);
  }

  query(filter: HistoryFilter, from: number, count: number): HistoryPage {
    this.wake();
    return this.log.query(filter, from, count);
  }

  find(id: string): readonly FoundId[] {
    this.wake();
    return this.log.find(id);
  }

  get ids(): KnownIds {
    this.wake();
    return this.log.ids;
  }

  get connections(): readonly KnownConnection[] {
    this.wake();
    return this.log.connections;
  }

  /** Bodies of an attempt of this window as long as they are in memory; asks no disk. */
  bodiesInMemory(actionId: string, attempt: number): AttemptBodies | undefined {
    return this.bodyCache.get(actionId, attempt) ?? this.bodyRing.get(actionId, attempt);
  }

  async bodies(actionId: string, attempt: number): Promise<AttemptBodies | undefined> {
    return (
      this.bodiesInMemory(actionId, attempt) ??
      (await (await this.opened())?.bodies(actionId, attempt))
    );
  }

  async encryptText(actionId: string, text: string): Promise<string | undefined> {
    return (await this.opened())?.encryptText(actionId, text);
  }

  async decryptText(actionId: string, encrypted: string): Promise<string | undefined> {
    return (await this.opened())?.decryptText(actionId, encrypted);
  }

  onDidChange(listener: (actionId: string | undefined) => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  async clear(): Promise<void> {
    this.forget(() => true);
    await (await this.opened())?.clear();
  }

  /** To be called when the user has changed whether bodies are kept on disk. */
  bodiesChanged(): void {
    this.withDisk((disk) => void disk.bodiesChanged());
  }

  /** Writes what waits and ends. */
  async dispose(): Promise<void> {
    this.isDisposed = true;
    this.listeners.clear();
    await (await this.disk)?.dispose();
  }

  private withDisk(work: (disk: HistoryDisk) => void): void {
    void this.opened().then((disk) => disk !== undefined && work(disk));
  }

  private wake(): void {
    void this.opened();
  }

  private opened(): Promise<HistoryDisk | undefined> {
    if (this.isDisposed) {
      return this.disk ?? Promise.resolve(undefined);
    }
    this.disk ??= this.options
      .openDisk({
        onActions: (actions) => this.addActions(actions),
        onCleared: (at) => this.forget(({ startedAt }) => startedAt <= at),
      })
      .catch((error: unknown) => {
        this.options.onDiskFailure(error);
        return undefined;
      });
    return this.disk;
  }

  private addActions(actions: readonly Action[]): void {
    const others = actions.filter(({ id }) => !this.own.has(id));
    for (const action of others) {
      this.log.note(mergeActions(this.log.get(action.id), action));
    }
    if (others.length > 0) {
      this.notify(others.length === 1 ? others[0]?.id : undefined);
    }
  }

  /** What is running stays. */
  private forget(isForgotten: (action: Action) => boolean): void {
    this.log.forget((action) => action.progress.state === "idle" && isForgotten(action));
    this.bodyCache.clear();
    this.bodyRing.clear();
    for (const id of this.own) {
      if (this.log.get(id) === undefined) {
        this.own.delete(id);
      }
    }
    this.notify(undefined);
  }

  private notify(actionId: string | undefined): void {
    for (const listener of this.listeners) {
      listener(actionId);
    }
  }
}
