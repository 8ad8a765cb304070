import * as vscode from "vscode";
import { randomUUID } from "node:crypto";
import { basename, dirname } from "node:path";
import { AppError } from "../../../../platform/base/errors";
import { SYSTEM_CLOCK } from "../../../../platform/base/clock";
import { watchFolder } from "../../../../platform/files/watchFolder";
import { listWords } from "../../../lists/common/endpoint";
import type { DataSetSpec } from "../../common/bulk/dataSet";
import type { RunningDataSet } from "../../common/bulk/dataSets";
import { DATA_SET_MANIFEST, dataSetName } from "../../common/bulk/partitions";
import { createExportNotes, type ExportNote, isAtWork, thisWindow } from "../../common/exportNotes";
import { type Remedy, rulesWith } from "../../common/shortfall";
import { LIST_OPERATIONS } from "../../../lists/common/operations";
import { translate } from "../../../../platform/vscode/translate";
import { connectionName } from "../../../../platform/vscode/words";
import type { NodeArgument } from "../../../../manifest";
import type { ExportsView } from "../exportsView";
import { connectionFor } from "../leftBehind";
import { reveal } from "../openPlaced";
import type { BulkServices } from "../exportServices";
import { DataSetItem, type DataSetItemParts, type RedoneList } from "./dataSetItem";
import { clientsWords } from "./dataSetLook";
import { holdingWords, tellDataSet } from "./dataSetMessages";
import { type ChosenDataSet, chooseDataSetOf, dataSetSource, freeFolder } from "./dataSetStart";

/** The data sets of a window and those that were left behind, in the view of exports. */
export class WindowDataSets {
  private readonly notes;
  /** Those that this window has run. */
  private readonly own = new Set<string>();
  private readonly unwatch: () => void;
  /** What becomes of what is done again in another way, by the id of the new one. */
  private readonly replaced = new Map<string, () => Promise<void>>();
  private reading: Promise<readonly DataSetItem[]> = Promise.resolve([]);

  constructor(
    private readonly services: BulkServices,
    private readonly view: ExportsView,
  ) {
    this.notes = createExportNotes(services.folder);
    this.unwatch = watchFolder(services.folder, SYSTEM_CLOCK, () => void this.readInTurn());
  }

  /** Asks what to export, and begins. */
  async start(node: NodeArgument | undefined): Promise<void> {
    const chosen = await chooseDataSetOf(this.services, node);
    if (chosen !== undefined) {
      void this.begin(chosen);
    }
  }

  /** Runs a data set to its end, pause or stop, shown in the view; never throws. */
  async begin({ spec, folder }: ChosenDataSet): Promise<void> {
    try {
      const { query, isMasked } = spec;
      const item = new DataSetItem(await this.noteOf(spec, folder), this.parts(), "running");
      const source = dataSetSource(this.services, {
        ...{ query, connectionId: query.connectionId, isMasked, folder },
        onChange: () => item.progressed(),
      });
      const running = await (await this.services.dataSets()).begin(spec, source);
      await item.run(running);
    } catch (error) {
      void this.services.showError(error);
    }
  }

  /** Shows what was left behind, and says once what was interrupted. */
  async restore(): Promise<void> {
    const interrupted = await this.readInTurn();
    const [item] = interrupted;
    if (item === undefined) {
      return;
    }
    const message =
      interrupted.length === 1
        ? vscode.l10n.t(
            "An export was interrupted: {0}, after {1}. It can be resumed.",
            ...[item.note.title, clientsWords(item.note.pages)],
          )
        : vscode.l10n.t("{0} exports were interrupted. They can be resumed.", interrupted.length);
    const button = vscode.l10n.t("Show Exports");
    if ((await this.services.dialogs.notify("information", message, [button])) === button) {
      await this.view.show();
    }
  }

  dispose(): void {
    this.unwatch();
  }

  /** One reading after the other: an older one would put back what a newer one has found. */
  private async readInTurn(): Promise<readonly DataSetItem[]> {
    const turn = this.reading.then(() => this.readNotes());
    this.reading = turn.catch(() => []);
    return this.reading;
  }

  /** Follows what the notes say; gives what was interrupted and not yet said to be. */
  private async readNotes(): Promise<readonly DataSetItem[]> {
    const known = this.view.all;
    const notes = (await this.notes.all()).filter(({ kind }) => kind === "clients");
    const interrupted: DataSetItem[] = [];
    for (const note of notes) {
      if (this.isOwn(note)) {
        // Also what was taken up here since the notes were read.
        continue;
      }
      const isNew = note.state === "running" && !isAtWork(note, this.own);
      const found = isNew ? { ...note, state: "interrupted" as const } : note;
      const item = await this.follow(found);
      if (isNew) {
        // Said once, by the window that finds it first.
        await this.notes.keep(found).catch(() => undefined);
        interrupted.push(item);
      }
    }
    const noted = new Set(notes.map(({ id }) => id));
    for (const item of known) {
      const isOthers = item instanceof DataSetItem && (item.isOthers || !this.own.has(item.id));
      if (isOthers && !noted.has(item.id)) {
        await this.view.remove(item.id);
      }
    }
    return interrupted;
  }

  /** Not what another window has taken up since it was paused, stopped or failed here. */
  private isOwn({ id, window }: ExportNote): boolean {
    const isHeld = this.view.find(id)?.isHeld ?? true;
    return this.own.has(id) && (isHeld || window.process === thisWindow().process);
  }

  private async follow(note: ExportNote): Promise<DataSetItem> {
    const state = note.state === "running" ? "elsewhere" : note.state;
    const known = this.view.find(note.id);
    if (known instanceof DataSetItem) {
      this.own.delete(note.id);
      known.take(note, state);
      return known;
    }
    const item = new DataSetItem(note, this.parts(), state);
    await this.view.add(item);
    return item;
  }

  private parts(): DataSetItemParts {
    const { services } = this;
    return {
      ...{ clock: SYSTEM_CLOCK, notes: this.notes },
      resume: (item) => this.resume(item),
      discard: (item) => this.discard(item),
      open: openDataSet,
      redo: (item, which, remedy) => this.redo(item, which, remedy),
      tell: (item) => {
        if (item.done?.isWhole === true) {
          this.settle(item.id).catch((error: unknown) => void services.showError(error));
        }
        // Not awaited: a message may stay for minutes.
        tellDataSet(services, item).catch((error: unknown) => void services.showError(error));
      },
      onBegin: (item) => {
        this.own.add(item.id);
        // Before it was this window's, notes that were read meanwhile may have taken it away.
        void this.view.add(item);
      },
      onChange: (item) => this.view.refresh(item),
      onGone: (item) => this.view.remove(item.id),
    };
  }

  private async resume(item: DataSetItem): Promise<RunningDataSet | undefined> {
    const folder = item.note.part;
    const dataSets = await this.services.dataSets();
    if (item.spec !== undefined && item.isDiscarded) {
      // It left nothing to go on from.
      const { query, isMasked } = item.spec;
      const { connectionId } = query;
      const onChange = (): void => item.progressed();
      const source = { query, connectionId, isMasked, folder, onChange };
      return dataSets.begin(item.spec, dataSetSource(this.services, source));
    }
    const { id, query, isMasked } = (await dataSets.read(folder)).spec;
    if (id !== item.id) {
      // Another one lies there by now, which nobody asked for.
      throw new AppError("input", "exports/dataSetGone");
    }
    const connectionId = await connectionFor(this.services, query);
    const onChange = (): void => item.progressed();
    return connectionId === undefined
      ? undefined
      : dataSets.resume(
          dataSetSource(this.services, { query, connectionId, isMasked, folder, onChange }),
        );
  }

  /** What came stays in its folder, and its row until the new one beside it has ended well. */
  private async redo(item: DataSetItem, which: RedoneList, remedy: Remedy): Promise<void> {
    const { spec, note } = item;
    const connectionId = spec && (await connectionFor(this.services, spec.query));
    if (spec === undefined || connectionId === undefined) {
      return;
    }
    const { rules } = this.services;
    const operationId = which === "clients" ? LIST_OPERATIONS.clients : spec.query.operationId;
    const { clients } = spec;
    const before = which === "clients" && "rules" in clients ? clients.rules : spec.query.rules;
    const after = rulesWith(remedy, before);
    const walked = { rules: after, ...(remedy.pageSize && { pageSize: remedy.pageSize }) };
    const again: DataSetSpec = {
      ...{ ...spec, id: randomUUID(), createdAt: new Date().toISOString() },
      query: { ...spec.query, connectionId, ...(which === "ofEach" ? walked : {}) },
      clients: which === "clients" && !("ids" in clients) ? { ...clients, ...walked } : clients,
    };
    this.replaced.set(again.id, async () => {
      await rules.setRules(connectionId, operationId, after);
      await item.act("remove");
      await this.settle(item.id);
    });
    const { pathTemplate, clientParameter } = again.query;
    const name = dataSetName(pathTemplate, clientParameter);
    const folder = await freeFolder(dirname(note.part), name);
    void this.begin({ spec: again, folder });
  }

  /** It ended well: what it replaces goes from the view, and its rules are kept. */
  private async settle(id: string): Promise<void> {
    const replace = this.replaced.get(id);
    this.replaced.delete(id);
    await replace?.();
  }

  private async discard(item: DataSetItem): Promise<boolean> {
    const { part, title } = item.note;
    const isWanted =
      item.isEmpty ||
      (await this.services.dialogs.confirm({
        message: vscode.l10n.t("Remove the export of {0}?", title),
        detail: vscode.l10n.t("{0} They would be deleted.", holdingWords(item)),
        button: vscode.l10n.t("Delete Data Set"),
      }));
    if (isWanted) {
      if (item.state === "paused") {
        // Clients may still be on their way.
        await item.dispose();
      }
      await (await this.services.dataSets()).discard(part);
    }
    return isWanted;
  }

  private async noteOf(
    { id, query, isMasked, createdAt }: DataSetSpec,
    folder: string,
  ): Promise<ExportNote> {
    const endpoint = await (await this.services.lists()).endpointOf(query);
    return {
      ...{ version: 1, id, kind: "clients", part: folder, scope: "all", isMasked, createdAt },
      title: vscode.l10n.t("{0} of many clients", listWords(endpoint, translate)),
      connection: connectionName({ label: query.connectionLabel, environment: query.environment }),
      target: basename(folder),
      ...{ state: "running", pages: 0, rows: 0, bytes: 0, window: thisWindow() },
    };
  }
}

async function openDataSet(folder: string, act: "reveal" | "showManifest"): Promise<void> {
  const manifest = vscode.Uri.joinPath(vscode.Uri.file(folder), DATA_SET_MANIFEST);
  await (act === "reveal"
    ? reveal(manifest)
    : vscode.commands.executeCommand("vscode.open", manifest, { preview: true }));
}
