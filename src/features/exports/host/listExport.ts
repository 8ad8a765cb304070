import type { ExportSpec, ExportState, ExportTarget } from "../common/export";
import type { ExportNote, NotedFailure } from "../common/exportNotes";
import { type Remedy, shortfallOf } from "../common/shortfall";
import type { RunningExport } from "../common/exports";
import type { DescribeError } from "../../../platform/vscode/errorMessages";
import type { Privacy } from "../../../platform/vscode/privacy";
import type { ExportAct, ExportLook } from "./exportItem";
import { exportLook } from "./exportLook";
import { callWords } from "./exportWords";
import type { TakenUp } from "./leftBehind";
import {
  type Amounts,
  type ItemState,
  PersistedExport,
  type PersistedExportParts,
} from "./persistedExport";
import type { Placed } from "./putInPlace";

/** What an export needs to run, and to tell of itself. */
export interface ListExportParts extends PersistedExportParts<ListExport> {
  /** Takes it up from its part; undefined when the user declined. */
  resume(item: ListExport): Promise<TakenUp | undefined>;
  place(item: ListExport, target: ExportTarget, running: RunningExport): Promise<Placed>;
  open(placed: Placed, act: "open" | "reveal" | "showManifest"): Promise<void>;
  /** Exports the list anew in another way, in the place of this one. */
  redo(item: ListExport, remedy: Remedy): Promise<void>;
  readonly describe: DescribeError;
  readonly privacy: Pick<Privacy, "isOn" | "masking">;
}

/** One export of a list, from its beginning, or from what was left behind, to its place. */
export class ListExport extends PersistedExport<ListExport, RunningExport> {
  protected readonly self = this;
  private done: Placed | undefined;
  private where: ExportTarget | undefined;

  constructor(
    note: ExportNote,
    protected override readonly parts: ListExportParts,
    state: ItemState,
  ) {
    super(note, parts, state);
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
    const { masking } = this.parts.privacy;
    return exportLook({
      ...{ note: this.last, state: this.own, placed: this.done, title: this.title },
      query: this.spec && masking.maskText(callWords(this.spec.query)),
      hidesFiles: this.hidesFiles,
      ...{ progress, traceIds: this.traceIds, failure: this.failed },
      left: this.pace.left(progress?.claimed),
    });
  }

  /** Names of files may hold those of clients. */
  get hidesFiles(): boolean {
    return this.parts.privacy.isOn && !this.last.isMasked;
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
        return [
          ...(this.done?.file === undefined ? [] : (["open", "reveal"] as const)),
          ...(this.done && shortfallOf(this.done.manifest) ? (["showError"] as const) : []),
          ...(["showManifest", "remove"] as const),
        ];
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

  /** Runs what was begun or taken up, to the end, a pause, a stop or a failure; never throws. */
  async run(running: RunningExport, target: ExportTarget): Promise<void> {
    this.where = target;
    await this.runToRest(running);
  }

  /** Asks for the list again in another way. */
  async redo(remedy: Remedy): Promise<void> {
    await this.parts.redo(this, remedy);
  }

  protected override amounts(): Amounts | undefined {
    return this.running?.progress;
  }

  protected override pacedBy({ rows }: Amounts): number {
    return rows;
  }

  /** What is said to be paused here is so when its run has ended. */
  protected override shown(state: ExportState): ItemState {
    return state === "paused" ? "pausing" : super.shown(state);
  }

  protected override async ended(isLast: () => boolean): Promise<void> {
    const { running, where } = this;
    if (running === undefined || where === undefined) {
      return;
    }
    const { state } = running.progress;
    if (state === "finished") {
      await this.toPlace(running, where);
      this.tellEnd();
      return;
    }
    const failure = await this.describeFailure();
    if (!isLast()) {
      return;
    }
    this.last = { ...this.last, failure };
    if (state === "failed" && this.isUseless) {
      await this.discardAll();
    }
    if (!isLast()) {
      return;
    }
    this.follow(state);
    if (!this.isDiscarded) {
      await this.writeNote();
    }
    if (state === "stopped" && this.isUseless) {
      await this.remove();
    }
    this.tellEnd();
  }

  /** No row came, or rows of a panel, which cannot be gone on with. */
  private get isUseless(): boolean {
    return (this.amounts() ?? this.last).rows === 0 || this.last.scope !== "all";
  }

  protected override async open(act: "open" | "reveal" | "showManifest"): Promise<void> {
    await (this.done && this.parts.open(this.done, act));
  }

  protected override async resume(): Promise<void> {
    const { running, where } = this;
    // What follows is not awaited: the view shows it, and its end is told.
    if (running !== undefined && where !== undefined && isPaused(this.own)) {
      void this.run(running, where);
      return;
    }
    if (running?.result !== undefined && where !== undefined && !this.isDiscarded) {
      // All of it is there; only its place was not to be had.
      this.error = undefined;
      void this.toPlace(running, where).then(() => this.tellEnd());
      return;
    }
    const takenUp = await this.parts.resume(this);
    if (takenUp !== undefined) {
      void this.run(takenUp.running, takenUp.target);
    }
  }

  private async toPlace(running: RunningExport, target: ExportTarget): Promise<void> {
    this.follow("finishing");
    try {
      const placed = await this.parts.place(this, target, running);
      this.done = placed;
      this.last = { ...this.last, target: placed.manifest.file.name };
      this.follow("finished");
      await this.parts.notes.drop(this.id);
    } catch (error) {
      this.error = error;
      this.last = { ...this.last, failure: await this.describeFailure() };
      if (this.isUseless) {
        await this.discardAll();
      }
      this.follow("failed");
      if (!this.isDiscarded) {
        await this.writeNote();
      }
    }
  }

  /** Errors do not outlive their window; what is said of them does. */
  private async describeFailure(): Promise<NotedFailure | undefined> {
    if (this.error === undefined) {
      return undefined;
    }
    const { what, requestId, traceId } = await this.parts.describe(this.error);
    return {
      what,
      ...(requestId === undefined ? {} : { requestId }),
      ...(traceId === undefined ? {} : { traceId }),
    };
  }
}

function isPaused(state: ItemState): boolean {
  return state === "paused" || state === "pausing";
}
