import type { Clock } from "../../core/http/clock";
import { isCanceled } from "../../core/errors";
import type { ExportProgress, ExportSpec, ExportTarget } from "../../core/lists/export/export";
import type { ExportNote, ExportNotes, NotedFailure } from "../../core/lists/export/exportNotes";
import type { RunningExport } from "../../core/lists/export/exports";
import { Pace } from "../../core/lists/export/pace";
import type { DescribeError } from "../../host/errorMessages";
import type { Privacy } from "../../host/privacy";
import type { ExportAct, ExportItem, ExportLook } from "./exportItem";
import { exportLook } from "./exportLook";
import { callWords } from "./exportWords";
import type { TakenUp } from "./leftBehind";
import type { Placed } from "./putInPlace";

/**
 * `pausing`: pages are still on their way; `interrupted`: its window ended; `elsewhere`: another
 * window is at it.
 */
export type ItemState = ExportProgress["state"] | "pausing" | "interrupted" | "elsewhere";

/** What an export needs to run, and to tell of itself. */
export interface ListExportParts {
  readonly clock: Clock;
  readonly notes: ExportNotes;
  /** Takes it up from its part; undefined when the user declined. */
  resume(item: ListExport): Promise<TakenUp | undefined>;
  place(item: ListExport, target: ExportTarget, running: RunningExport): Promise<Placed>;
  /** Deletes the part; false when the user declined. */
  discard(item: ListExport): Promise<boolean>;
  /** Says what came of a run: where it is placed, that it was stopped, why it failed. */
  tell(item: ListExport): void;
  open(placed: Placed, act: "open" | "reveal" | "showManifest"): Promise<void>;
  readonly describe: DescribeError;
  readonly privacy: Pick<Privacy, "isOn" | "masking">;
  /** From now on it is this window's. */
  onBegin(item: ListExport): void;
  onChange(item: ListExport): void;
  onGone(item: ListExport): Promise<void>;
}

/** How often the note on disk follows what came. */
const NOTE_MILLISECONDS = 2_000;

/** One export of a list, from its beginning, or from what was left behind, to its place. */
export class ListExport implements ExportItem {
  private running: RunningExport | undefined;
  private own: ItemState;
  private error: unknown;
  private done: Placed | undefined;
  private where: ExportTarget | undefined;
  private pace = new Pace();
  private notedAt = 0;
  /** Grows with each run: the last one tells of the end. */
  private runs = 0;
  private isDisposed = false;

  constructor(
    private last: ExportNote,
    private readonly parts: ListExportParts,
    state: ItemState,
  ) {
    this.own = state;
  }

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

  get placed(): Placed | undefined {
    return this.done;
  }

  /** What it is of; undefined while nobody had to read it from the part. */
  get spec(): ExportSpec | undefined {
    return this.running?.spec;
  }

  get look(): ExportLook {
    const progress = this.running?.progress;
    const { isOn, masking } = this.parts.privacy;
    return exportLook({
      ...{ note: this.last, state: this.own, placed: this.done, title: this.title },
      query: this.spec && masking.maskText(callWords(this.spec.query)),
      hidesFiles: isOn && !this.last.isMasked,
      ...{ progress, traceIds: this.traceIds, failure: this.failed },
      left: this.pace.left(progress?.claimed),
    });
  }

  /** Why it failed, in this session or an earlier one, as it may be shown now. */
  get failed(): NotedFailure | undefined {
    const { failure } = this.last;
    return failure && { ...failure, what: this.parts.privacy.masking.maskText(failure.what) };
  }

  private get traceIds(): readonly string[] {
    const { traceId } = this.last.failure ?? {};
    return (
      this.done?.manifest.traceIds ??
      this.running?.traceIds ??
      (traceId === undefined ? [] : [traceId])
    );
  }

  /** "Holdings · Abernathy, Ruth", as it may be shown now. */
  get title(): string {
    const { title, subject, isMasked } = this.last;
    if (subject === undefined) {
      return title;
    }
    const { masking } = this.parts.privacy;
    return `${title} · ${isMasked ? subject : masking.maskLabel(subject, "person")}`;
  }

  get acts(): readonly ExportAct[] {
    switch (this.own) {
      case "running":
        return ["pause", "stop"];
      case "finishing":
        // Putting it in its place takes a moment.
        return this.running?.progress.state === "finishing" ? ["stop"] : [];
      case "elsewhere":
        return [];
      case "finished":
        return this.done?.file === undefined
          ? ["showManifest", "remove"]
          : ["open", "reveal", "showManifest", "remove"];
      case "failed":
        return ["resume", "showError", "remove"];
      case "pausing":
        return ["resume", "stop"];
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
      case "resume":
        return this.resume();
      case "stop":
        return this.running?.stop();
      case "remove":
        return this.remove();
      case "showError":
        this.parts.tell(this);
        return;
      case "open":
      case "reveal":
      case "showManifest":
        return this.done && this.parts.open(this.done, act);
    }
  }

  /** Runs what was begun or taken up, to the end, a pause, a stop or a failure; never throws. */
  async run(running: RunningExport, target: ExportTarget): Promise<void> {
    const run = ++this.runs;
    this.parts.onBegin(this);
    this.running = running;
    this.where = target;
    this.error = undefined;
    this.last = { ...this.last, failure: undefined };
    this.pace = new Pace();
    this.follow("running");
    await this.writeNote();
    await running.run();
    // Taken up again while its pages were still on their way: then that run tells the end.
    if (run === this.runs) {
      this.error = running.failure;
      await this.noteFailure();
      this.follow(running.progress.state);
      await this.ended(running, target);
    }
  }

  /** Something of what runs is other than before. */
  progressed(): void {
    const { running } = this;
    if (running === undefined || this.isDisposed) {
      return;
    }
    this.pace.note(this.parts.clock.now(), running.progress.rows);
    const { state } = running.progress;
    // What is said to be paused here is so when its run has ended.
    this.follow(state === "paused" ? "pausing" : state);
    if (this.parts.clock.now() - this.notedAt >= NOTE_MILLISECONDS) {
      void this.writeNote();
    }
  }

  /** What another window, or an earlier one, says of it. */
  take(note: ExportNote, state: ItemState): void {
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

  private async ended(running: RunningExport, target: ExportTarget): Promise<void> {
    if (this.isDisposed) {
      return;
    }
    if (running.progress.state === "finished") {
      await this.toPlace(running, target);
    } else {
      await this.writeNote();
    }
    if (this.own === "stopped" && (this.last.rows === 0 || this.last.scope !== "all")) {
      // Nothing is lost: it begins as quickly anew, and rows of a panel cannot be gone on with.
      await this.remove();
    }
    if (this.own !== "paused" && !isCanceled(this.error)) {
      this.parts.tell(this);
    }
  }

  private async toPlace(running: RunningExport, target: ExportTarget): Promise<void> {
    this.follow("finishing");
    try {
      this.done = await this.parts.place(this, target, running);
      this.follow("finished");
      await this.parts.notes.drop(this.id);
    } catch (error) {
      this.error = error;
      await this.noteFailure();
      this.follow("failed");
      await this.writeNote();
    }
  }

  /** Errors do not outlive their window; what is said of them does. */
  private async noteFailure(): Promise<void> {
    if (this.error !== undefined) {
      const { what, requestId, traceId } = await this.parts.describe(this.error);
      const failure = {
        what,
        ...(requestId === undefined ? {} : { requestId }),
        ...(traceId === undefined ? {} : { traceId }),
      };
      this.last = { ...this.last, failure };
    }
  }

  private async resume(): Promise<void> {
    const { running, where } = this;
    // What follows is not awaited: the view shows it, and its end is told.
    if (running !== undefined && where !== undefined && isPaused(this.own)) {
      void this.run(running, where);
      return;
    }
    if (running?.result !== undefined && where !== undefined) {
      // All of it is there; only its place was not to be had.
      void this.ended(running, where);
      return;
    }
    const takenUp = await this.parts.resume(this);
    if (takenUp !== undefined) {
      void this.run(takenUp.running, takenUp.target);
    }
  }

  private async remove(): Promise<void> {
    const { running } = this;
    if (this.own === "finished" || (await this.parts.discard(this))) {
      await running?.dispose();
      await this.parts.notes.drop(this.id);
      await this.parts.onGone(this);
    }
  }

  private follow(state: ItemState): void {
    if (this.isDisposed) {
      return;
    }
    this.own = state;
    const { pages, rows, bytes, claimed } = this.running?.progress ?? this.last;
    const { claimed: before, ...rest } = this.last;
    const said = claimed ?? before;
    this.last = { ...rest, pages, rows, bytes, ...(said === undefined ? {} : { claimed: said }) };
    this.parts.onChange(this);
  }

  private async writeNote(): Promise<void> {
    this.notedAt = this.parts.clock.now();
    const state = this.own;
    if (state === "finished" || state === "elsewhere" || this.isDisposed) {
      return;
    }
    const isAtIt = state === "finishing" || state === "pausing";
    this.last = { ...this.last, state: isAtIt ? "running" : state };
    try {
      await this.parts.notes.keep(this.last);
    } catch {
      // A full disk shows by the part itself; without its note only a later window knows less.
      return;
    }
  }
}

function isPaused(state: ItemState): boolean {
  return state === "paused" || state === "pausing";
}
