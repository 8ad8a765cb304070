import { l10n } from "vscode";
import { watchFolder } from "../../../platform/files/watchFolder";
import { isAppError } from "../../../platform/base/errors";
import { SYSTEM_CLOCK } from "../../../platform/base/clock";
import { type ExportRecord, ExportRecords, isAtWork, thisWindow } from "../common/exportRecords";
import { shortfallOf } from "../common/shortfall";
import type { ExportAct, ExportArgument, NodeArgument, OpenListArgument } from "../../../manifest";
import { DataSetItem } from "./bulk/dataSetItem";
import { reportDataSet } from "./bulk/dataSetMessages";
import { type ChosenDataSet, chooseDataSetOf } from "./bulk/dataSetStart";
import { actOnExport } from "./actOnExport";
import type { ExportItem } from "./exportItem";
import { reportOutcome } from "./exportMessages";
import type { BulkServices } from "./exportServices";
import { chooseExportOf, type ChosenExport } from "./exportStart";
import { ExportsView } from "./exportsView";
import { mayResume, pickPart, wasPlaced } from "./leftBehind";
import { ListExport, recordOf } from "./listExport";
import { type ExportWindow, type ItemState, PersistedExport } from "./persistedExport";
import { snapshotExport } from "./snapshots/keepSnapshot";
import { countText } from "../../../platform/vscode/formats";
import { warningText } from "../../../platform/texts/warnings";
import { EXPORT_WARNINGS } from "../texts/warnings";
import { translate } from "../../../platform/vscode/translate";

/** All exports and data sets of a window and what was left behind; loaded with the first of them. */
export class WindowExports implements ExportWindow {
  readonly clock = SYSTEM_CLOCK;
  readonly view = new ExportsView(SYSTEM_CLOCK);
  readonly records: ExportRecords;
  /** Those that this window has run. */
  private readonly own = new Set<string>();
  private readonly endings: readonly (() => void)[];
  private reading: Promise<readonly PersistedExport[]> = Promise.resolve([]);

  constructor(readonly services: BulkServices) {
    const { folder, privacy } = services;
    this.records = new ExportRecords(folder);
    const listening = privacy.onDidChange(() => this.view.refresh(...this.view.all));
    this.endings = [
      () => void listening.dispose(),
      watchFolder(folder, this.clock, () => void this.readInTurn()),
    ];
  }

  /** Shows what was left behind, and says once what was interrupted; nothing goes on by itself. */
  async restore(): Promise<void> {
    const interrupted = await this.readInTurn();
    const [item] = interrupted;
    if (item === undefined) {
      return;
    }
    const message =
      interrupted.length === 1
        ? item.interruptedWords
        : warningText(EXPORT_WARNINGS["exports/interrupted"], translate, {
            count: countText(interrupted.length),
          });
    const button = l10n.t("Show Exports");
    if ((await this.services.dialogs.notify("information", message, [button])) === button) {
      await this.view.show();
    }
  }

  /** Asks what to export, and begins. */
  async start(argument: NodeArgument | OpenListArgument | undefined): Promise<void> {
    const chosen = await chooseExportOf(this.services, argument);
    if (chosen !== undefined) {
      void this.begin(chosen);
    }
  }

  /** Asks what to export of which clients, and begins. */
  async startDataSet(node: NodeArgument | undefined): Promise<void> {
    const chosen = await chooseDataSetOf(this.services, node);
    if (chosen !== undefined) {
      void this.beginDataSet(chosen);
    }
  }

  /** Keeps a list as it is now, in the folder of snapshots; done when it is there. */
  async keepSnapshot(argument: NodeArgument | OpenListArgument | undefined): Promise<void> {
    const chosen = await snapshotExport(this.services, argument);
    if (chosen !== undefined) {
      await this.begin(chosen);
    }
  }

  /** Runs an export to its end, pause or stop, shown in the view; never throws. */
  begin(chosen: ChosenExport): Promise<void> {
    return ListExport.begin(this, chosen);
  }

  /** The same of a data set. */
  beginDataSet(chosen: ChosenDataSet): Promise<void> {
    return DataSetItem.begin(this, chosen);
  }

  /** Does it with the export that is named, or one that is chosen among those that take it. */
  async act(act: ExportAct, argument: ExportArgument | undefined): Promise<void> {
    await actOnExport(this.services.dialogs, this.view, act, argument);
  }

  /** Takes up a part that the user picks, from another window or machine for example. */
  async resumePart(picked: unknown): Promise<void> {
    const path = await pickPart(this.services, picked);
    if (path === undefined) {
      return;
    }
    const facts = await (await this.services.engine()).readPart(path);
    const { spec, pages, rows, bytes, claimed } = facts;
    const known = this.view.find(spec.id);
    if (known !== undefined && !known.acts.includes("resume")) {
      return this.view.show();
    }
    if (!(await mayResume(this.services, facts))) {
      return;
    }
    if (known instanceof ListExport) {
      // It may have been moved since.
      known.update({ ...known.record, part: path }, known.state);
      return known.act("resume");
    }
    const amounts = { pages, rows, bytes, ...(claimed === undefined ? {} : { claimed }) };
    const begun = await recordOf(this.services, spec, path);
    const item = new ListExport(this, { ...begun, ...amounts, state: "paused" }, "paused");
    // Of this window from now on: without a record yet, it would be taken for one that is gone.
    this.own.add(item.id);
    await this.view.add(item);
    await item.act("resume");
  }

  async dispose(): Promise<void> {
    this.endings.forEach((end) => end());
    await this.view.dispose();
  }

  adopt(item: PersistedExport): void {
    this.own.add(item.id);
    // Before it was this window's, records that were read meanwhile may have taken it away.
    void this.view.add(item);
  }

  refresh(item: PersistedExport): void {
    this.view.refresh(item);
  }

  remove(item: PersistedExport): Promise<void> {
    return this.view.remove(item.id);
  }

  report(item: PersistedExport): void {
    // Not awaited: a message may stay for minutes.
    this.notify(item).catch((error: unknown) => void this.services.showError(error));
  }

  private async notify(item: PersistedExport): Promise<void> {
    if (item instanceof DataSetItem) {
      return reportDataSet(this.services, item);
    }
    if (item instanceof ListExport) {
      const { state, placed, tellPlaced } = item;
      const isWhole = state === "finished" && placed && shortfallOf(placed.manifest) === undefined;
      await (isWhole === true && tellPlaced !== undefined
        ? tellPlaced(placed)
        : reportOutcome(this.services, item));
    }
  }

  /** One reading after the other: an older one would put back what a newer one has found. */
  private async readInTurn(): Promise<readonly PersistedExport[]> {
    const turn = this.reading.then(() => this.readRecords());
    this.reading = turn.catch(() => []);
    return this.reading;
  }

  /** Shows what the records say; gives what was interrupted and not yet said to be. */
  private async readRecords(): Promise<readonly PersistedExport[]> {
    const known = this.view.all;
    const records = await this.records.all();
    const interrupted: PersistedExport[] = [];
    for (const record of records) {
      if (this.isOwn(record)) {
        // Also what was taken up here since the records were read.
        continue;
      }
      const isRunning = isAtWork(record, this.own);
      const isNew = record.state === "running" && !isRunning;
      if (!isRunning && record.scope !== "all") {
        // Rows of a panel that is gone: nobody could bring the rest.
        await this.abandon(record);
        continue;
      }
      const found = isNew ? await this.interrupted(record) : record;
      if (found === undefined || this.isOwn(record)) {
        continue;
      }
      const item = await this.show(found);
      if (isNew) {
        // Said once, by the window that finds it first.
        await this.records.set(found).catch(() => undefined);
        interrupted.push(item);
      }
    }
    await this.forget(known, new Set(records.map(({ id }) => id)));
    return interrupted;
  }

  /** Not what another window has taken up since it was paused, stopped or failed here. */
  private isOwn({ id, window }: ExportRecord): boolean {
    const isHeld = this.view.find(id)?.isHeld ?? true;
    return this.own.has(id) && (isHeld || window.process === thisWindow().process);
  }

  private async show(record: ExportRecord): Promise<PersistedExport> {
    const state: ItemState = record.state === "running" ? "elsewhere" : record.state;
    const known = this.view.find(record.id);
    if (known instanceof PersistedExport) {
      this.own.delete(record.id);
      known.update(record, state);
      return known;
    }
    const item =
      record.kind === "list"
        ? new ListExport(this, record, state)
        : new DataSetItem(this, record, state);
    await this.view.add(item);
    return item;
  }

  /** Its record is a little older than its part, which alone counts; undefined where that is gone. */
  private async interrupted(record: ExportRecord): Promise<ExportRecord | undefined> {
    const interrupted = { ...record, state: "interrupted" as const };
    if (record.kind === "clients") {
      return interrupted;
    }
    try {
      const { pages, rows, bytes } = await (await this.services.engine()).readPart(record.part);
      return { ...interrupted, pages, rows, bytes };
    } catch (error) {
      if (isAppError(error) && error.code === "exports/partGone") {
        // A journal that a kill left beside a whole file would bar the next export.
        await ((await wasPlaced(record)) ? this.abandon(record) : this.records.remove(record.id));
        return undefined;
      }
      // What is wrong with it is said when somebody wants it.
      return interrupted;
    }
  }

  private async abandon({ id, part }: ExportRecord): Promise<void> {
    await (await this.services.engine()).discard(part, id).catch(() => undefined);
    await this.records.remove(id);
  }

  /** What another window has finished or removed is shown there alone. */
  private async forget(known: readonly ExportItem[], recorded: ReadonlySet<string>): Promise<void> {
    for (const item of known) {
      const isOthers = item instanceof PersistedExport && (item.isOthers || !this.own.has(item.id));
      if (isOthers && !recorded.has(item.id)) {
        await this.view.remove(item.id);
      }
    }
  }
}
