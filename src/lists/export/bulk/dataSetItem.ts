import type { Clock } from "../../../core/http/clock";
import type { RunningDataSet } from "../../../core/lists/export/bulk/dataSets";
import type { ExportNote, ExportNotes } from "../../../core/lists/export/exportNotes";
import { Pace } from "../../../core/lists/export/pace";
import type { ExportAct, ExportItem, ExportLook } from "../exportItem";
import { dataSetLook, type DataSetState } from "./dataSetLook";

/** What a data set needs to run, and to tell of itself. */
export interface DataSetItemParts {
  readonly clock: Clock;
  readonly notes: ExportNotes;
  /** Takes it up from its folder; undefined when the user declined. */
  resume(item: DataSetItem): Promise<RunningDataSet | undefined>;
  /** Deletes what is in its folder; false when the user declined. */
  discard(item: DataSetItem): Promise<boolean>;
  open(folder: string, act: "reveal" | "showManifest"): Promise<void>;
  /** Says what came of a run. */
  tell(item: DataSetItem): void;
  /** From now on it is this window's. */
  onBegin(item: DataSetItem): void;
  onChange(item: DataSetItem): void;
  onGone(item: DataSetItem): Promise<void>;
}

/** How often the note on disk follows what came. */
const NOTE_MILLISECONDS = 2_000;

/** A data set of many clients in the view, from its beginning, or from what was left behind. */
export class DataSetItem implements ExportItem {
  private running: RunningDataSet | undefined;
  private error: unknown;
  private pace = new Pace();
  private notedAt = 0;
  private runs = 0;
  private isDisposed = false;

  constructor(
    private last: ExportNote,
    private readonly parts: DataSetItemParts,
    private own: DataSetState,
  ) {}

  get id(): string {
    return this.last.id;
  }

  get createdAt(): string {
    return this.last.createdAt;
  }

  /** Its `pages` are the clients that are done. */
  get note(): ExportNote {
    return this.last;
  }

  get state(): DataSetState {
    return this.own;
  }

  get failure(): unknown {
    return this.error;
  }

  get done(): RunningDataSet["manifest"] {
    return this.running?.manifest;
  }

  get look(): ExportLook {
    const progress = this.running?.progress;
    return dataSetLook({
      ...{ note: this.last, state: this.own, manifest: this.done },
      refused: progress?.refused ?? 0,
      waiting: this.own === "running" ? progress : undefined,
      left: this.pace.left(progress?.claimed),
    });
  }

  get acts(): readonly ExportAct[] {
    switch (this.own) {
      case "running":
        return ["pause", "stop"];
      case "finishing":
      case "elsewhere":
        return [];
      case "finished":
        return ["open", "reveal", "showManifest", "remove"];
      case "failed":
        return ["resume", "showError", "remove"];
      case "paused":
      case "stopped":
      case "interrupted":
        return ["resume", "remove"];
    }
  }

  async act(act: ExportAct): Promise<void> {
    if (!this.acts.includes(act)) {
      return;
    }
    switch (act) {
      case "pause":
        this.running?.pause();
        return;
      case "stop":
        return this.running?.stop();
      case "resume":
        return this.resume();
      case "remove":
        return this.remove();
      case "showError":
        this.parts.tell(this);
        return;
      case "open":
      case "showManifest":
        return this.parts.open(this.last.part, "showManifest");
      case "reveal":
        return this.parts.open(this.last.part, "reveal");
    }
  }

  /** Runs to the end, a pause, a stop or a failure; never throws. */
  async run(running: RunningDataSet): Promise<void> {
    const run = ++this.runs;
    this.parts.onBegin(this);
    this.running = running;
    this.error = undefined;
    this.pace = new Pace();
    this.follow("running");
    // Begun before the note is written: a stop that comes meanwhile finds it running.
    const ran = running.run();
    await this.writeNote();
    await ran;
    // Taken up again while its clients were still on their way: then that run tells the end.
    if (run === this.runs && !this.isDisposed) {
      this.error = running.failure;
      this.follow(running.progress.state);
      await this.ended();
    }
  }

  /** Something of what runs is other than before. */
  progressed(): void {
    const { running, parts } = this;
    if (running === undefined || this.isDisposed) {
      return;
    }
    this.pace.note(parts.clock.now(), running.progress.clients);
    this.follow(running.progress.state);
    if (parts.clock.now() - this.notedAt >= NOTE_MILLISECONDS) {
      void this.writeNote();
    }
  }

  /** What another window, or an earlier one, says of it. */
  take(note: ExportNote, state: DataSetState): void {
    if (this.running === undefined) {
      this.last = note;
      this.own = state;
      this.parts.onChange(this);
    }
  }

  async dispose(): Promise<void> {
    this.isDisposed = true;
    await this.running?.dispose();
  }

  private async ended(): Promise<void> {
    if (this.own === "finished") {
      await this.parts.notes.drop(this.id);
    } else {
      await this.writeNote();
    }
    if (this.own !== "paused") {
      this.parts.tell(this);
    }
  }

  private async resume(): Promise<void> {
    // What follows is not awaited: the view shows it, and its end is told.
    if (this.running !== undefined && this.own === "paused") {
      void this.run(this.running);
      return;
    }
    await this.running?.dispose();
    const running = await this.parts.resume(this);
    if (running !== undefined) {
      void this.run(running);
    }
  }

  private async remove(): Promise<void> {
    if (this.own === "finished" || (await this.parts.discard(this))) {
      await this.running?.dispose();
      await this.parts.notes.drop(this.id);
      await this.parts.onGone(this);
    }
  }

  private follow(state: DataSetState): void {
    this.own = state;
    const {
      clients: pages,
      rows,
      bytes,
      claimed,
    } = this.running?.progress ?? {
      ...this.last,
      clients: this.last.pages,
    };
    const said = claimed ?? this.last.claimed;
    this.last = {
      ...{ ...this.last, pages, rows, bytes },
      ...(said === undefined ? {} : { claimed: said }),
    };
    this.parts.onChange(this);
  }

  private async writeNote(): Promise<void> {
    const { own, last, parts } = this;
    this.notedAt = parts.clock.now();
    if (own === "finished" || own === "elsewhere" || this.isDisposed) {
      return;
    }
    this.last = { ...last, state: own === "finishing" ? "running" : own };
    // A full disk shows by the data set itself; without a note only later windows know less.
    await parts.notes.keep(this.last).catch(() => undefined);
  }
}
