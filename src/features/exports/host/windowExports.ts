import { randomUUID } from "node:crypto";
import { watchFolder } from "../../../platform/files/watchFolder";
import { AppError, isAppError } from "../../../platform/base/errors";
import { SYSTEM_CLOCK } from "../../../platform/base/clock";
import { listWords } from "../../lists/common/endpoint";
import type { ExportSpec } from "../common/export";
import {
  createExportNotes,
  type ExportNote,
  type ExportNotes,
  isAtWork,
  thisWindow,
} from "../common/exportNotes";
import type { RunningExport } from "../common/exports";
import { type Remedy, rulesWith, shortfallOf } from "../common/shortfall";
import { translate } from "../../../platform/vscode/translate";
import { connectionName } from "../../../platform/vscode/words";
import type { ExportArgument, NodeArgument, OpenListArgument } from "../../../manifest";
import { actOnExport } from "./exportChoice";
import type { ExportAct, ExportItem } from "./exportItem";
import { tellOutcome } from "./exportMessages";
import { openPlaced } from "./openPlaced";
import { WindowDataSets } from "./bulk/windowDataSets";
import type { BulkServices, ExportServices } from "./exportServices";
import type { ExportablePanel } from "../../lists/host/exportable";
import { exportSource } from "./exportSource";
import { chooseExportOf, type ChosenExport } from "./exportStart";
import { ExportsView } from "./exportsView";
import { freePart, freeTarget, targetName } from "./exportTarget";
import { ListExport, type ListExportParts } from "./listExport";
import {
  connectionFor,
  discardPart,
  mayResume,
  pickPart,
  type TakenUp,
  takeUp,
  tellInterrupted,
  wasPlaced,
} from "./leftBehind";
import { askForFile, type Placed, putInPlace } from "./putInPlace";
import { snapshotExport } from "./snapshots/keepSnapshot";

/** All exports of a window and what was left behind; loaded with the first of them. */
export class WindowExports {
  readonly view = new ExportsView(SYSTEM_CLOCK);
  /** Those of many clients, in the same view. */
  readonly dataSets: WindowDataSets;
  private readonly notes: ExportNotes;
  /** Those that this window has run. */
  private readonly own = new Set<string>();
  /** How those are told of that have words of their own, by their ids. */
  private readonly tellers = new Map<string, (placed: Placed) => Promise<void>>();
  /** Panels of those whose rows they have: after a failure these are taken along anew. */
  private readonly panels = new Map<string, ExportablePanel>();
  /** What is done again in another way, by the id of the new one. */
  private readonly replaced = new Map<string, Replaced>();
  private readonly endings: (() => void)[] = [];
  private reading: Promise<readonly ListExport[]> = Promise.resolve([]);

  constructor(private readonly services: BulkServices) {
    const { folder, privacy } = services;
    this.dataSets = new WindowDataSets(services, this.view);
    this.notes = createExportNotes(folder);
    const listening = privacy.onDidChange(() => this.view.refresh(...this.view.all));
    this.endings.push(() => void listening.dispose());
    this.endings.push(watchFolder(folder, SYSTEM_CLOCK, () => void this.readInTurn()));
  }

  /** Shows what was left behind, and says once what was interrupted. */
  async restore(): Promise<void> {
    const interrupted = await this.readInTurn();
    void this.dataSets.restore();
    if (interrupted.length > 0) {
      await tellInterrupted(this.services.dialogs, interrupted, () => this.view.show());
    }
  }

  /** Asks what to export, and begins. */
  async start(argument: NodeArgument | OpenListArgument | undefined): Promise<void> {
    const chosen = await chooseExportOf(this.services, argument);
    if (chosen !== undefined) {
      void this.begin(chosen);
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
  async begin(chosen: ChosenExport): Promise<ListExport | undefined> {
    const { spec, panel, tellPlaced } = chosen;
    if (tellPlaced !== undefined) {
      this.tellers.set(spec.id, tellPlaced);
    }
    if (panel !== undefined && spec.scope !== "all") {
      this.panels.set(spec.id, panel);
    }
    try {
      const part = await freePart(spec.target, spec.id, this.services.folder);
      const item = this.itemOf(await this.noteOf(spec, part), "running");
      const { connectionId } = spec.query;
      const onChange = (): void => item.progressed();
      const source = exportSource(this.services, { spec, connectionId, part, panel, onChange });
      const running = (await this.services.engine()).begin(spec, source);
      await item.run(running, spec.target);
      return item;
    } catch (error) {
      this.showError(error);
      return undefined;
    }
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
      known.take({ ...known.note, part: path }, known.state);
      return known.act("resume");
    }
    const amounts = { pages, rows, bytes, ...(claimed === undefined ? {} : { claimed }) };
    const note = { ...(await this.noteOf(spec, path)), ...amounts, state: "paused" as const };
    const item = this.itemOf(note, "paused");
    await this.show(item);
    await item.act("resume");
  }

  async dispose(): Promise<void> {
    this.endings.forEach((end) => end());
    this.dataSets.dispose();
    await this.view.dispose();
  }

  /** One reading after the other: each marks what it finds. */
  private async readInTurn(): Promise<readonly ListExport[]> {
    const turn = this.reading.then(() => this.readNotes());
    this.reading = turn.catch(() => []);
    return this.reading;
  }

  /** Follows what the notes say; gives what was interrupted and not yet said to be. */
  private async readNotes(): Promise<readonly ListExport[]> {
    const known = this.view.all;
    const notes = (await this.notes.all()).filter(({ kind }) => kind === "list");
    const interrupted: ListExport[] = [];
    for (const note of notes) {
      if (this.isOwn(note)) {
        // Also what was taken up here since the notes were read.
        continue;
      }
      const isRunning = isAtWork(note, this.own);
      const isNew = note.state === "running" && !isRunning;
      if (!isRunning && note.scope !== "all") {
        // Rows of a panel that is gone: nobody could bring the rest.
        await this.abandon(note);
        continue;
      }
      const found = isNew ? await this.interrupted(note) : note;
      if (found === undefined || this.isOwn(note)) {
        continue;
      }
      const item = await this.follow(found);
      if (isNew) {
        // Said once, by the window that finds it first.
        await this.notes.keep(found).catch(() => undefined);
        interrupted.push(item);
      }
    }
    await this.forget(known, new Set(notes.map(({ id }) => id)));
    return interrupted;
  }

  /** Not what another window has taken up since it was paused, stopped or failed here. */
  private isOwn({ id, window }: ExportNote): boolean {
    const isHeld = this.view.find(id)?.isHeld ?? true;
    return this.own.has(id) && (isHeld || window.process === thisWindow().process);
  }

  private async follow(note: ExportNote): Promise<ListExport> {
    const state = note.state === "running" ? "elsewhere" : note.state;
    const known = this.view.find(note.id);
    if (known instanceof ListExport) {
      this.own.delete(note.id);
      known.take(note, state);
      return known;
    }
    const item = this.itemOf(note, state);
    await this.view.add(item);
    return item;
  }

  /** Its note is a little older than its part, which alone counts; undefined where that is gone. */
  private async interrupted(note: ExportNote): Promise<ExportNote | undefined> {
    const interrupted = { ...note, state: "interrupted" as const };
    try {
      const { pages, rows, bytes } = await (await this.services.engine()).readPart(note.part);
      return { ...interrupted, pages, rows, bytes };
    } catch (error) {
      if (isAppError(error) && error.code === "exports/partGone") {
        // A journal that a kill left beside a whole file would bar the next export.
        await ((await wasPlaced(note)) ? this.abandon(note) : this.notes.drop(note.id));
        return undefined;
      }
      // What is wrong with it is said when somebody wants it.
      return interrupted;
    }
  }

  private async abandon({ id, part }: ExportNote): Promise<void> {
    await (await this.services.engine()).discard(part).catch(() => undefined);
    await this.notes.drop(id);
  }

  /** What another window has finished or removed is shown there alone. */
  private async forget(known: readonly ExportItem[], noted: ReadonlySet<string>): Promise<void> {
    for (const item of known) {
      const isOthers = item instanceof ListExport && (item.isOthers || !this.own.has(item.id));
      if (isOthers && !noted.has(item.id)) {
        await this.view.remove(item.id);
      }
    }
  }

  private itemOf(note: ExportNote, state: ListExport["state"]): ListExport {
    return new ListExport(note, this.parts(), state);
  }

  private parts(): ListExportParts {
    const { services } = this;
    return {
      ...{ clock: SYSTEM_CLOCK, notes: this.notes, privacy: services.privacy },
      describe: services.describe,
      resume: (item) => this.resume(item),
      place: async (item, target, running) => {
        const { spec, result } = running;
        const isShort = result !== undefined && shortfallOf(result.manifest) !== undefined;
        // What was there before is not given up for less than all.
        const isBeside = isShort && this.replaced.has(item.id);
        const where = isBeside ? await freeTarget(target) : target;
        const placed = await place(services, { spec, target: where, running });
        if (!isShort) {
          await this.settle(item.id);
        }
        // The journal, and lines that became a file of another form: none of it is missed.
        await (await services.engine()).discard(item.note.part).catch(() => undefined);
        return placed;
      },
      discard: (item) => discardPart(services, item),
      tell: (item) => {
        // Not awaited: a message may stay for minutes.
        this.tell(item).catch((error: unknown) => this.showError(error));
      },
      open: (placed, act) => openPlaced(services, placed, act),
      redo: (item, remedy) => this.redo(item, remedy),
      onChange: (item) => this.view.refresh(item),
      onBegin: (item) => {
        this.own.add(item.id);
        // Before it was this window's, notes that were read meanwhile may have taken it away.
        void this.view.add(item);
      },
      onGone: (item) => this.view.remove(item.id),
    };
  }

  private async tell(item: ListExport): Promise<void> {
    const tellPlaced = this.tellers.get(item.id);
    const { state, placed } = item;
    const isWhole = state === "finished" && placed && shortfallOf(placed.manifest) === undefined;
    await (isWhole === true && tellPlaced !== undefined
      ? tellPlaced(placed)
      : tellOutcome(this.services, item));
  }

  /** What was exported stays, and its row, until the new export has ended well in its place. */
  private async redo(item: ListExport, remedy: Remedy): Promise<void> {
    const { spec, placed } = item;
    const connectionId = spec && (await connectionFor(this.services, spec.query));
    if (spec === undefined || connectionId === undefined) {
      return;
    }
    const { rules } = this.services;
    const { operationId, pageSize } = spec.query;
    const after = rulesWith(remedy, spec.query.rules);
    const query = {
      ...{ ...spec.query, connectionId, rules: after },
      pageSize: remedy.pageSize ?? pageSize,
    };
    const uri = placed?.file?.uri.toString();
    const own = uri === undefined ? spec.target : ({ kind: "file", uri } as const);
    const target = this.replaced.get(item.id)?.target ?? own;
    const again = { ...spec, id: randomUUID(), createdAt: new Date().toISOString(), query, target };
    const tellPlaced = this.tellers.get(item.id);
    this.replaced.set(again.id, {
      ...{ item, target },
      keepRules: () => rules.setRules(connectionId, operationId, after),
    });
    void this.begin({ spec: again, panel: undefined, ...(tellPlaced && { tellPlaced }) });
  }

  /** It ended well: what it replaces goes, and the list is asked for in this way from now on. */
  private async settle(id: string): Promise<void> {
    const replaced = this.replaced.get(id);
    this.replaced.delete(id);
    if (replaced !== undefined) {
      await replaced.keepRules();
      await replaced.item.act("remove");
      await this.settle(replaced.item.id);
    }
  }

  private async resume(item: ListExport): Promise<TakenUp | undefined> {
    const onChange = (): void => item.progressed();
    const { spec, note } = item;
    if (spec !== undefined && item.isDiscarded) {
      // It left nothing to go on from: what lies there by now is another one's.
      const { connectionId } = spec.query;
      const part = await freePart(spec.target, spec.id, this.services.folder);
      item.take({ ...note, part }, "failed");
      const parts = { spec, connectionId, part, panel: this.panels.get(spec.id), onChange };
      const source = exportSource(this.services, parts);
      return { running: (await this.services.engine()).begin(spec, source), target: spec.target };
    }
    return takeUp(this.services, item.note, onChange);
  }

  private async noteOf(spec: ExportSpec, part: string): Promise<ExportNote> {
    const { id, query, scope, isMasked, createdAt, target } = spec;
    const { subject } = query;
    return {
      ...{ version: 1, id, kind: "list", part, scope, isMasked, createdAt, state: "running" },
      title: await this.titleOf(query),
      ...(subject === undefined ? {} : { subject }),
      connection: connectionName({ label: query.connectionLabel, environment: query.environment }),
      target: targetName(target),
      ...{ pages: 0, rows: 0, bytes: 0 },
      window: thisWindow(),
    };
  }

  /** The active definition may not have the list any more; the walk will say so. */
  private async titleOf(query: ExportSpec["query"]): Promise<string> {
    try {
      return listWords(await (await this.services.lists()).endpointOf(query), translate);
    } catch {
      return query.operationId;
    }
  }

  /** Of this window from now on: without a note yet, it would be taken for one that is gone. */
  private async show(item: ListExport): Promise<void> {
    this.own.add(item.id);
    await this.view.add(item);
  }

  private showError(error: unknown): void {
    void this.services.showError(error);
  }
}

interface Replaced {
  readonly item: ListExport;
  /** Where the first of them was to go. */
  readonly target: ExportSpec["target"];
  readonly keepRules: () => Promise<void>;
}

interface Whole {
  readonly spec: ExportSpec;
  readonly target: ExportSpec["target"];
  readonly running: RunningExport;
}

/** Puts it in its place; what is too long to be a text becomes a file, where the user wants it. */
async function place(
  services: ExportServices,
  { spec, target, running: { result } }: Whole,
): Promise<Placed> {
  if (result === undefined) {
    throw new AppError("internal", "exports/notPlaced");
  }
  try {
    return await putInPlace(services, spec, target, result);
  } catch (error) {
    const isTooLarge = isAppError(error) && error.code === "exports/tooLargeForText";
    const file = isTooLarge ? await askForFile(services.dialogs, spec) : undefined;
    if (file === undefined) {
      throw error;
    }
    return await putInPlace(services, spec, file, result);
  }
}
