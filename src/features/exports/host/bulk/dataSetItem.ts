import type { DataSetSpec } from "../../common/bulk/dataSet";
import type { RunningDataSet } from "../../common/bulk/dataSets";
import type { ExportNote } from "../../common/exportNotes";
import type { Remedy } from "../../common/shortfall";
import type { ExportAct, ExportLook } from "../exportItem";
import {
  type Amounts,
  type ItemState,
  PersistedExport,
  type PersistedExportParts,
} from "../persistedExport";
import { dataSetLook } from "./dataSetLook";

/** The list of all clients, or the one that is taken of each. */
export type RedoneList = "clients" | "ofEach";

/** What a data set needs to run, and to tell of itself. */
export interface DataSetItemParts extends PersistedExportParts<DataSetItem> {
  /** Takes it up from its folder; undefined when the user declined. */
  resume(item: DataSetItem): Promise<RunningDataSet | undefined>;
  open(folder: string, act: "reveal" | "showManifest"): Promise<void>;
  /** Makes the data set anew beside this one, one of its lists asked for in another way. */
  redo(item: DataSetItem, which: RedoneList, remedy: Remedy): Promise<void>;
}

/**
 * A data set of many clients in the view, from its beginning, or from what was left behind; the
 * `pages` of its note are the clients that are done.
 */
export class DataSetItem extends PersistedExport<DataSetItem, RunningDataSet> {
  protected readonly self = this;
  /** Its folder was there before this run, which may not know yet what it holds. */
  private isTakenUp = false;

  constructor(
    note: ExportNote,
    protected override readonly parts: DataSetItemParts,
    state: ItemState,
  ) {
    super(note, parts, state);
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
        return [
          ...(["open", "reveal", "showManifest", "remove"] as const),
          ...(this.done?.isWhole === false ? (["showError"] as const) : []),
        ];
      case "failed":
        return ["resume", "showError", "remove"];
      case "pausing":
      case "paused":
      case "stopped":
      case "interrupted":
        return ["resume", "remove"];
    }
  }

  /** Runs to the end, a pause, a stop or a failure; never throws. */
  async run(running: RunningDataSet): Promise<void> {
    await this.runToRest(running);
  }

  get spec(): DataSetSpec | undefined {
    return this.running?.spec;
  }

  /** Makes it again, one of its lists asked for in another way. */
  async redo(which: RedoneList, remedy: Remedy): Promise<void> {
    await this.parts.redo(this, which, remedy);
  }

  protected override amounts(): Amounts | undefined {
    const { clients: pages, ...rest } = this.running?.progress ?? {};
    return pages === undefined ? undefined : ({ pages, ...rest } as Amounts);
  }

  protected override pacedBy({ pages }: Amounts): number {
    return pages;
  }

  protected override async ended(isLast: () => boolean): Promise<void> {
    const { state = this.own } = this.running?.progress ?? {};
    const isUseless = (state === "failed" || state === "stopped") && this.isEmpty;
    if (isUseless) {
      await this.discardAll();
    }
    if (!isLast()) {
      return;
    }
    this.follow(state);
    if (state === "finished") {
      await this.parts.notes.drop(this.id);
    } else if (!this.isDiscarded) {
      await this.writeNote();
    }
    if (state === "stopped" && isUseless && this.isDiscarded) {
      await this.remove();
    }
    this.tellEnd();
  }

  /** Known to hold nothing: this run began it, and no client of it is done. */
  get isEmpty(): boolean {
    const progress = this.running?.progress;
    const hasNothing = progress?.rows === 0 && progress.clients === 0;
    return this.isDiscarded || (hasNothing && !this.isTakenUp);
  }

  protected override async open(act: "open" | "reveal" | "showManifest"): Promise<void> {
    await this.parts.open(this.last.part, act === "reveal" ? act : "showManifest");
  }

  protected override async resume(): Promise<void> {
    // What follows is not awaited: the view shows it, and its end is told.
    if (this.running !== undefined && this.own === "paused") {
      void this.run(this.running);
      return;
    }
    await this.running?.dispose();
    const isAnew = this.isDiscarded;
    const running = await this.parts.resume(this);
    if (running !== undefined) {
      this.isTakenUp = !isAnew;
      void this.run(running);
    }
  }
}
