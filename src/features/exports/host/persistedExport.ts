import { isCanceled } from "../../../platform/base/errors";
import type { Clock } from "../../../platform/base/clock";
import type { ExportProgress, ExportState } from "../common/export";
import type { RunningJob } from "../common/exportJob";
import {
  type ExportFailure,
  type ExportRecord,
  type ExportRecords,
  thisWindow,
} from "../common/exportRecords";
import { Pace } from "../common/pace";
import type { ExportAct } from "../../../manifest";
import { createMasking } from "../../privacy/common/masking";
import type { ExportItem, ExportLook } from "./exportItem";
import type { BulkServices } from "./exportServices";

/**
 * `pausing`: pages are still on their way; `interrupted`: its window ended; `elsewhere`: another
 * window is at it.
 */
export type ItemState = ExportState | "pausing" | "interrupted" | "elsewhere";

/** The window of an entry, as the entry needs it. */
export interface ExportWindow {
  readonly services: BulkServices;
  readonly clock: Clock;
  readonly records: ExportRecords;
  /** From now on the export is this window's. */
  adopt(item: PersistedExport): void;
  refresh(item: PersistedExport): void;
  remove(item: PersistedExport): Promise<void>;
  /** Shows what came of a run; never throws. */
  report(item: PersistedExport): void;
}

/** An export that is done again in another way; it stays until the new one has ended well. */
export interface ReplacedExport {
  readonly item: PersistedExport;
  readonly keepRules: () => Promise<void>;
}

/** What came so far, as records have it: of data sets `pages` are the clients that are done. */
export type Amounts = Pick<ExportProgress, "pages" | "rows" | "bytes" | "claimed">;

/** Another window may take it up from here. */
const AT_REST: ReadonlySet<ItemState> = new Set(["paused", "stopped", "failed"]);

/** How often the record on disk is updated while rows come. */
const RECORD_MILLISECONDS = 2_000;

/**
 * An entry of the view that runs here, or was left behind, with its record on disk that all windows
 * read: from its beginning to its end, through pauses, stops and failures.
 */
export abstract class PersistedExport<
  Running extends RunningJob = RunningJob,
> implements ExportItem {
  protected running: Running | undefined;
  protected error: unknown;
  protected pace = new Pace();
  protected isDisposed = false;
  private recordedAt = 0;
  private isRecorded = false;
  private discarded = false;
  /** Lasts while a resume reads and asks: only then does the state say that it runs. */
  private resuming: Promise<void> | undefined;
  /** Grows with each run: the last one reports the end. */
  private runs = 0;

  constructor(
    protected readonly window: ExportWindow,
    protected last: ExportRecord,
    protected own: ItemState,
    protected replaces?: ReplacedExport,
  ) {}

  abstract get look(): ExportLook;
  /** "An export was interrupted: …" */
  abstract get interruptedWords(): string;

  get id(): string {
    return this.last.id;
  }

  get createdAt(): string {
    return this.last.createdAt;
  }

  get record(): ExportRecord {
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

  /** Runs here, or ended here for good: what records say of it is older. */
  get isHeld(): boolean {
    return this.running !== undefined && !AT_REST.has(this.own);
  }

  /** At rest, and others know of it: without a record by now, they have finished or removed it. */
  get isOthers(): boolean {
    return !this.isHeld && this.isRecorded;
  }

  get acts(): readonly ExportAct[] {
    switch (this.own) {
      case "running":
        return ["pause", "stop"];
      case "finishing":
        return this.finishingActs;
      case "finished":
        return this.finishedActs;
      case "failed":
        return ["resume", "showError", "remove"];
      case "pausing":
        return ["resume", "stop"];
      case "paused":
      case "stopped":
      case "interrupted":
      case "elsewhere":
        // Its window may be gone all the same: the lock of its part knows, and refuses where not.
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
        this.resuming ??= this.resume().finally(() => (this.resuming = undefined));
        return this.resuming;
      case "stop":
        return this.running?.stop();
      case "remove":
        await this.resuming?.catch(() => undefined);
        return this.acts.includes("remove") ? this.remove() : undefined;
      case "showError":
        this.window.report(this);
        return;
      case "open":
      case "reveal":
      case "showManifest":
        return this.open(act);
    }
  }

  /** What another window, or an earlier one, has written of it. */
  update(record: ExportRecord, state: ItemState): void {
    if (!this.isHeld) {
      // Paused here and taken up there: what was to go on here would find its part moved on.
      const { running } = this;
      this.running = undefined;
      void running?.dispose();
      this.last = record;
      this.own = state;
      this.window.refresh(this);
    }
  }

  async dispose(): Promise<void> {
    this.isDisposed = true;
    await this.running?.dispose();
  }

  protected abstract get finishingActs(): readonly ExportAct[];
  protected abstract get finishedActs(): readonly ExportAct[];
  /** What came is of no use to go on with. */
  protected abstract get isUseless(): boolean;
  /** What runs says of what came; undefined while nothing runs. */
  protected abstract amounts(): Amounts | undefined;
  /** The amount that the time left is estimated by. */
  protected abstract pacedBy(amounts: Amounts): number;
  /** The run is over, and all of it came. */
  protected abstract finish(): Promise<void>;
  protected abstract resume(): Promise<void>;
  protected abstract open(act: "open" | "reveal" | "showManifest"): Promise<void>;
  /** Deletes what came; false when the user declined. */
  protected abstract discard(): Promise<boolean>;

  /** Progress of what runs, told by the job itself. */
  protected readonly onProgress = (): void => {
    const { running, window } = this;
    const amounts = this.amounts();
    if (running === undefined || amounts === undefined || this.isDisposed) {
      return;
    }
    this.pace.note(window.clock.now(), this.pacedBy(amounts));
    this.enter(this.stateWhile(running.progress.state));
    if (window.clock.now() - this.recordedAt >= RECORD_MILLISECONDS) {
      void this.writeRecord();
    }
  };

  /** The state shown while a run has not ended: what can be done at its end, only then. */
  protected stateWhile(state: ExportState): ItemState {
    return state === "failed" || state === "stopped" || state === "finished" ? this.own : state;
  }

  /** Runs to the end, a pause, a stop or a failure; never throws. */
  protected async runToRest(running: Running): Promise<void> {
    const run = ++this.runs;
    this.window.adopt(this);
    this.running = running;
    this.error = undefined;
    this.discarded = false;
    this.last = { ...this.last, failure: undefined, window: thisWindow() };
    this.pace = new Pace();
    this.enter("running");
    // Begun before the record is written: a stop that comes meanwhile finds it running.
    const ran = running.run();
    await this.writeRecord();
    await ran;
    // Taken up again while its pages were still on their way: then that run reports the end.
    const isLast = (): boolean => run === this.runs && !this.isDisposed;
    if (isLast()) {
      this.error = running.failure;
      await this.end(running.progress.state, isLast);
    }
  }

  /** Ends what is on its way, and tells nobody; it can be run again. */
  protected async endQuietly(): Promise<void> {
    this.runs++;
    await this.running?.stop();
  }

  /** It was done again in another way, and well: what it replaces goes, and its rules are kept. */
  protected async settleReplaced(): Promise<void> {
    const { replaces } = this;
    this.replaces = undefined;
    if (replaces !== undefined) {
      await replaces.keepRules();
      await replaces.item.act("remove");
      await replaces.item.settleReplaced();
    }
  }

  /** It failed, for the reason in `error`. */
  protected async fail(): Promise<void> {
    this.last = { ...this.last, failure: await this.describeFailure() };
    if (this.isUseless) {
      await this.discardAll();
    }
    this.enter("failed");
    if (!this.isDiscarded) {
      await this.writeRecord();
    }
  }

  /** Other windows and later ones have nothing to go on with. */
  protected async dropRecord(): Promise<void> {
    this.isRecorded = false;
    await this.window.records.remove(this.id);
  }

  protected reportEnd(): void {
    if (this.own !== "paused" && !isCanceled(this.error)) {
      this.window.report(this);
    }
  }

  protected enter(state: ItemState): void {
    if (this.isDisposed) {
      return;
    }
    this.own = state;
    const { pages, rows, bytes, claimed } = this.amounts() ?? this.last;
    const { claimed: before, ...rest } = this.last;
    const said = claimed ?? before;
    this.last = { ...rest, pages, rows, bytes, ...(said === undefined ? {} : { claimed: said }) };
    this.window.refresh(this);
  }

  /** What follows the end of a run, as long as no later one has begun. */
  private async end(state: ExportState, isLast: () => boolean): Promise<void> {
    if (state === "finished") {
      await this.finish();
      this.reportEnd();
      return;
    }
    const failure = await this.describeFailure();
    if (!isLast()) {
      return;
    }
    this.last = { ...this.last, failure };
    const isUseless = (state === "failed" || state === "stopped") && this.isUseless;
    if (isUseless) {
      await this.discardAll();
    }
    if (!isLast()) {
      return;
    }
    this.enter(state);
    if (!this.isDiscarded) {
      await this.writeRecord();
    }
    if (state === "stopped" && isUseless && this.isDiscarded) {
      await this.remove();
    }
    this.reportEnd();
  }

  /** Errors do not outlive their window; what is said of them does. */
  private async describeFailure(): Promise<ExportFailure | undefined> {
    if (this.error === undefined) {
      return undefined;
    }
    const { describe, privacy } = this.window.services;
    const { what, requestId, traceId } = await describe(this.error);
    return {
      // The mode may be off by now: what is masked stays so on the disk.
      what: this.last.isMasked ? createMasking(privacy.key).maskText(what) : what,
      ...(requestId === undefined ? {} : { requestId }),
      ...(traceId === undefined ? {} : { traceId }),
    };
  }

  /** Deletes what is of no use to go on with: it begins anew as quickly. */
  private async discardAll(): Promise<void> {
    this.discarded = await this.discard().catch(() => false);
    await this.dropRecord();
  }

  private async remove(): Promise<void> {
    if (this.own === "finished" || this.discarded || (await this.discard())) {
      await this.dispose();
      await this.window.records.remove(this.id);
      await this.window.remove(this);
    }
  }

  private async writeRecord(): Promise<void> {
    const { own, window } = this;
    this.recordedAt = window.clock.now();
    if (own === "finished" || own === "elsewhere" || this.isDisposed) {
      return;
    }
    const isAtIt = own === "finishing" || own === "pausing";
    this.last = { ...this.last, state: isAtIt ? "running" : own };
    // A full disk shows by the export itself; without a record only later windows know less.
    this.isRecorded = await window.records.set(this.last).then(
      () => true,
      () => false,
    );
  }
}
