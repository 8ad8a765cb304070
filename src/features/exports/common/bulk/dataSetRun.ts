import { rm } from "node:fs/promises";
import { replaceFile } from "../../../../platform/files/replaceFile";
import { throwIfAborted } from "../../../../platform/base/scope";
import { ExportJob } from "../exportJob";
import type { WalkWait } from "../backoff";
import type { DataSetProgress, DataSetSpec } from "./dataSet";
import { isDone, removeUnfinished } from "./dataSetFolder";
import { DataSetJournal } from "./dataSetJournal";
import { type DataSetManifest, manifestOf } from "./dataSetManifest";
import { DataSetNames } from "./dataSetNames";
import type { DataSetsOptions, DataSetSource, RunningDataSet } from "./dataSets";
import { DataSetTotals } from "./dataSetTotals";
import { downloadClient, timeOf } from "./oneClient";
import { DATA_SET_JOURNAL, DATA_SET_MANIFEST, DATA_SET_SPEC } from "./partitions";
import { type ClientIds, idsOf } from "./wantedClients";

/** Where the list of clients waits, beside the places of those that are asked for. */
const LIST = -1;

/** What is open while clients are asked for. */
interface Work {
  readonly journal: DataSetJournal;
  readonly names: DataSetNames;
  readonly controller: AbortController;
}

/** A data set in its folder: clients in the order they come, several at once, each whole. */
export class DataSetRun extends ExportJob implements RunningDataSet {
  readonly folder: string;
  manifest: DataSetManifest | undefined;
  private ids: ClientIds | undefined;
  private waits = new Map<number, WalkWait>();
  /** The last of the clients was handed out. */
  private isExhausted = false;

  constructor(
    readonly spec: DataSetSpec,
    private readonly source: DataSetSource,
    private readonly options: DataSetsOptions,
    private totals: DataSetTotals,
  ) {
    const { folder, onChange } = source;
    const { locks, clock } = options;
    super({ locks, clock, part: folder, onChange });
    this.folder = folder;
  }

  get progress(): DataSetProgress {
    const { state, totals, waits } = this;
    const { clients } = this.spec;
    const given = "ids" in clients ? clients.ids.length : undefined;
    const claimed = this.ids?.claimed ?? given;
    const all = state === "running" ? [...waits.values()] : [];
    const [wait] = all.sort((a, b) => b.milliseconds - a.milliseconds);
    return {
      ...{ state, clients: totals.clients },
      ...(claimed === undefined ? {} : { claimed }),
      ...{ refused: totals.outcomes.refused, rows: totals.rows, bytes: totals.bytes },
      ...(wait === undefined ? {} : { waiting: wait.milliseconds }),
      ...(wait?.status === undefined ? {} : { waitingAfter: wait.status }),
    };
  }

  protected override async work(controller: AbortController): Promise<void> {
    try {
      const work = await this.open(controller);
      try {
        await this.exportAll(work);
        await this.noteClients(work);
      } finally {
        await work.journal.close();
      }
      await this.finish();
    } catch (error) {
      this.ids = undefined;
      throw error;
    } finally {
      this.waits.clear();
    }
  }

  /** Reads what is there: what is done stays done as long as its file is in place. */
  private async open(controller: AbortController): Promise<Work> {
    const { folder, options, source, spec } = this;
    this.isExhausted = false;
    const names = new DataSetNames(spec.isMasked ? source.maskingKey : undefined);
    const totals = new DataSetTotals();
    const journal = await DataSetJournal.open(`${folder}/${DATA_SET_JOURNAL}`, async (line) => {
      const isOpen = line.kind === "client" && !(await isDone(folder, line));
      if (!isOpen && (line.kind !== "client" || names.note(line))) {
        totals.add(line);
      }
    });
    this.totals = totals;
    await removeUnfinished(folder);
    const run = { kind: "run", at: timeOf(options.clock) } as const;
    totals.add(run);
    await journal.add(run);
    return { journal, names, controller };
  }

  private async exportAll(work: Work): Promise<void> {
    const { controller } = work;
    this.ids ??= this.begin();
    const { ids } = this;
    const places = Array.from({ length: Math.max(1, this.source.atOnce()) }, (_, place) => place);
    const failures: unknown[] = [];
    const turns = places.map(async (place) => {
      try {
        await this.exportInTurn(work, ids, place);
      } catch (error) {
        // The first that fails ends the others; what those throw is only that.
        failures.push(error);
        controller.abort(error);
      }
    });
    await Promise.all(turns);
    if (failures.length > 0) {
      throw failures[0];
    }
  }

  private async exportInTurn(work: Work, ids: ClientIds, place: number): Promise<void> {
    const { journal, names, controller } = work;
    const { spec, source, options } = this;
    const { signal } = controller;
    const onWait = (wait?: WalkWait): void => this.noteWait(place, wait);
    const parts = { ...{ spec, source, names, place, signal, onWait }, ...options };
    while (!this.wantsPause) {
      throwIfAborted(signal);
      const clientId = await ids.next();
      this.noteWait(LIST, undefined);
      if (clientId === undefined) {
        this.isExhausted = true;
        return;
      }
      if (!names.isDone(clientId)) {
        const line = await downloadClient({ ...parts, clientId });
        await journal.add(line);
        names.note(line);
        this.totals.add(line);
        this.noteWait(place, undefined);
        this.changed();
      }
    }
  }

  /** From the first client on; those that are done are passed over. */
  private begin(): ClientIds {
    const { source } = this;
    const onWait = (wait: WalkWait): void => this.noteWait(LIST, wait);
    const signal = (): AbortSignal | undefined => this.controller?.signal;
    return idsOf(this.spec.clients, {
      ...{ client: () => source.client(), title: source.clientsTitle, signal, onWait },
    });
  }

  private async noteClients({ journal }: Work): Promise<void> {
    const facts = this.isExhausted ? this.ids?.facts : undefined;
    if (facts !== undefined) {
      const line = { kind: "clients", at: timeOf(this.options.clock), ...facts } as const;
      await journal.add(line);
      this.totals.add(line);
    }
  }

  private async finish(): Promise<void> {
    if (!this.isExhausted) {
      return;
    }
    this.enter("finishing");
    const { folder, spec, totals, options } = this;
    const finishedAt = timeOf(options.clock);
    this.manifest = await manifestOf(folder, { spec, totals, finishedAt });
    const text = `${JSON.stringify(this.manifest, undefined, 2)}\n`;
    await replaceFile(folder, DATA_SET_MANIFEST, text);
    await rm(`${folder}/${DATA_SET_SPEC}`, { force: true });
    this.enter("finished");
  }

  private noteWait(place: number, wait: WalkWait | undefined): void {
    if (wait !== undefined) {
      this.waits.set(place, wait);
      this.changed();
    } else {
      this.waits.delete(place);
    }
  }
}
