import { isCanceled } from "../../../platform/base/errors";
import type { Clock } from "../../../platform/base/clock";
import type { ExportProgress, ExportState } from "../common/export";
import { type ExportNote, type ExportNotes, thisWindow } from "../common/exportNotes";
import { Pace } from "../common/pace";
import type { ExportAct, ExportItem, ExportLook } from "./exportItem";

/**
 * `pausing`: pages are still on their way; `interrupted`: its window ended; `elsewhere`: another
 * window is at it.
 */
export type ItemState = ExportState | "pausing" | "interrupted" | "elsewhere";

/** What runs: the export of one list, or a data set of many clients. */
interface Runs {
  readonly progress: { readonly state: ExportState };
  /** Why it failed; undefined otherwise. */
  readonly failure: unknown;
  run(): Promise<void>;
  pause(): void;
  stop(): Promise<void>;
  dispose(): Promise<void>;
}

/** What an entry of the view needs of its window, to run and to tell of itself. */
export interface PersistedExportParts<Item> {
  readonly clock: Clock;
  readonly notes: ExportNotes;
  /** Deletes what came; false when the user declined. */
  discard(item: Item): Promise<boolean>;
  /** Says what came of a run. */
  tell(item: Item): void;
  /** From now on it is this window's. */
  onBegin(item: Item): void;
  onChange(item: Item): void;
  onGone(item: Item): Promise<void>;
}

/** What came so far, as notes have it: of data sets `pages` are the clients that are done. */
export type Amounts = Pick<ExportProgress, "pages" | "rows" | "bytes" | "claimed">;

/** Another window may take it up from here. */
const AT_REST: ReadonlySet<ItemState> = new Set(["paused", "stopped", "failed"]);

/** How often the note on disk follows what came. */
const NOTE_MILLISECONDS = 2_000;

/**
 * An entry of the view that runs here, or was left behind, with its note on disk that all windows
 * read: from its beginning to its end, through pauses, stops and failures.
 */
export abstract class PersistedExport<Item, Running extends Runs> implements ExportItem {
  protected running: Running | undefined;
  protected error: unknown;
  protected pace = new Pace();
  protected isDisposed = false;
  /** As its window knows it. */
  protected abstract readonly self: Item;
  private notedAt = 0;
  private isNoted = false;
  private discarded = false;
  /** Grows with each run: the last one tells of the end. */
  private runs = 0;

  constructor(
    protected last: ExportNote,
    protected readonly parts: PersistedExportParts<Item>,
    protected own: ItemState,
  ) {}

  abstract get look(): ExportLook;
  abstract get acts(): readonly ExportAct[];

  get id(): string {
    return this.last.id;
  }

  get createdAt(): string {
    return this.last.createdAt;
  }

  get note(): ExportNote {
    return this.last;
  }

  get state(): ItemState {
    return this.own;
  }

  /** Why it failed last. */
  get failure(): unknown {
    return this.error;
  }

  /** Nothing of it is left on disk: it can only begin anew. */
  get isDiscarded(): boolean {
    return this.discarded;
  }

  /** Runs here, or ended here for good: what notes say of it is older. */
  get isHeld(): boolean {
    return this.running !== undefined && !AT_REST.has(this.own);
  }

  /** At rest, and others know of it: without a note by now, they have finished or removed it. */
  get isOthers(): boolean {
    return !this.isHeld && this.isNoted;
  }

  async act(act: ExportAct): Promise<void> {
    if (!this.acts.includes(act)) {
      return;
    }
    switch (act) {
      case "pause":
        this.running?.pause();
        return;
      case "resume":
        return this.resume();
      case "stop":
        return this.running?.stop();
      case "remove":
        return this.remove();
      case "showError":
        this.parts.tell(this.self);
        return;
      case "open":
      case "reveal":
      case "showManifest":
        return this.open(act);
    }
  }

  /** Something of what runs is other than before. */
  progressed(): void {
    const { running, parts } = this;
    const amounts = this.amounts();
    if (running === undefined || amounts === undefined || this.isDisposed) {
      return;
    }
    this.pace.note(parts.clock.now(), this.pacedBy(amounts));
    this.follow(this.shown(running.progress.state));
    if (parts.clock.now() - this.notedAt >= NOTE_MILLISECONDS) {
      void this.writeNote();
    }
  }

  /** What another window, or an earlier one, says of it. */
  take(note: ExportNote, state: ItemState): void {
    if (!this.isHeld) {
      // Paused here and taken up there: what was to go on here would find its part moved on.
      const { running } = this;
      this.running = undefined;
      void running?.dispose();
      this.last = note;
      this.own = state;
      this.parts.onChange(this.self);
    }
  }

  async dispose(): Promise<void> {
    this.isDisposed = true;
    await this.running?.dispose();
  }

  /** What runs says of what came; undefined while nothing runs. */
  protected abstract amounts(): Amounts | undefined;
  /** Which of them time is foretold by. */
  protected abstract pacedBy(amounts: Amounts): number;
  /** How a state is shown while its run has not ended: what can be done at its end, only then. */
  protected shown(state: ExportState): ItemState {
    return state === "failed" || state === "stopped" || state === "finished" ? this.own : state;
  }

  /** What follows the end of a run, as long as no later one has begun. */
  protected abstract ended(isLast: () => boolean): Promise<void>;
  protected abstract resume(): Promise<void>;
  protected abstract open(act: "open" | "reveal" | "showManifest"): Promise<void>;

  /** Runs to the end, a pause, a stop or a failure; never throws. */
  protected async runToRest(running: Running): Promise<void> {
    const run = ++this.runs;
    this.parts.onBegin(this.self);
    this.running = running;
    this.error = undefined;
    this.discarded = false;
    this.last = { ...this.last, failure: undefined, window: thisWindow() };
    this.pace = new Pace();
    this.follow("running");
    // Begun before the note is written: a stop that comes meanwhile finds it running.
    const ran = running.run();
    await this.writeNote();
    await ran;
    // Taken up again while its pages were still on their way: then that run tells the end.
    const isLast = (): boolean => run === this.runs && !this.isDisposed;
    if (isLast()) {
      this.error = running.failure;
      await this.ended(isLast);
    }
  }

  /** Deletes what is of no use to go on with: it begins anew as quickly. */
  protected async discardAll(): Promise<void> {
    this.discarded = await this.parts.discard(this.self).catch(() => false);
    await this.dropNote();
  }

  /** Other windows and later ones have nothing to go on with. */
  protected async dropNote(): Promise<void> {
    this.isNoted = false;
    await this.parts.notes.drop(this.id);
  }

  protected tellEnd(): void {
    if (this.own !== "paused" && !isCanceled(this.error)) {
      this.parts.tell(this.self);
    }
  }

  protected async remove(): Promise<void> {
    if (this.own === "finished" || (await this.parts.discard(this.self))) {
      await this.running?.dispose();
      await this.parts.notes.drop(this.id);
      await this.parts.onGone(this.self);
    }
  }

  protected follow(state: ItemState): void {
    if (this.isDisposed) {
      return;
    }
    this.own = state;
    const { pages, rows, bytes, claimed } = this.amounts() ?? this.last;
    const { claimed: before, ...rest } = this.last;
    const said = claimed ?? before;
    this.last = { ...rest, pages, rows, bytes, ...(said === undefined ? {} : { claimed: said }) };
    this.parts.onChange(this.self);
  }

  protected async writeNote(): Promise<void> {
    const { own, parts } = this;
    this.notedAt = parts.clock.now();
    if (own === "finished" || own === "elsewhere" || this.isDisposed) {
      return;
    }
    const isAtIt = own === "finishing" || own === "pausing";
    this.last = { ...this.last, state: isAtIt ? "running" : own };
    // A full disk shows by the export itself; without a note only later windows know less.
    this.isNoted = await parts.notes.keep(this.last).then(
      () => true,
      () => false,
    );
  }
}
