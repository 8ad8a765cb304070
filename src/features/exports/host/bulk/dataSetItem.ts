import { randomUUID } from "node:crypto";
import { basename, dirname } from "node:path";
import * as vscode from "vscode";
import { AppError } from "../../../../platform/base/errors";
import { listWords } from "../../../lists/common/listEndpoint";
import { LIST_OPERATIONS } from "../../../lists/common/operations";
import type { DataSetSpec } from "../../common/bulk/dataSet";
import type { DataSetSource, RunningDataSet } from "../../common/bulk/dataSets";
import { DATA_SET_MANIFEST, dataSetName } from "../../common/bulk/partitions";
import { type ExportRecord, thisWindow } from "../../common/exportRecords";
import { type Remedy, rulesWith } from "../../common/shortfall";
import { translate } from "../../../../platform/vscode/translate";
import { connectionName } from "../../../../platform/vscode/words";
import type { ExportAct } from "../../../../manifest";
import type { ExportLook } from "../exportItem";
import type { BulkServices } from "../exportServices";
import { connectionFor } from "../leftBehind";
import { reveal } from "../openPlaced";
import {
  type Amounts,
  type ExportWindow,
  PersistedExport,
  type ReplacedExport,
} from "../persistedExport";
import { clientsWords, dataSetLook, holdingWords } from "./dataSetLook";
import { type ChosenDataSet, dataSetSource, freeFolder } from "./dataSetStart";
import { warningText } from "../../../../platform/texts/warnings";
import { EXPORT_WARNINGS } from "../../texts/warnings";

/** The list of all clients, or the one that is taken of each. */
export type RedoneList = "clients" | "ofEach";

interface BegunDataSet extends ChosenDataSet {
  readonly replaces?: ReplacedExport;
}

/**
 * A data set of many clients in the view, from its beginning, or from what was left behind; the
 * `pages` of its record are the clients that are done.
 */
export class DataSetItem extends PersistedExport<RunningDataSet> {
  /** Its folder was there before this run, which may not know yet what it holds. */
  private isTakenUp = false;

  /** Runs a data set to its end, pause or stop, shown in the view; never throws. */
  static async begin(
    window: ExportWindow,
    { spec, folder, replaces }: BegunDataSet,
  ): Promise<void> {
    const { services } = window;
    try {
      const record = await recordOf(services, spec, folder);
      const item = new DataSetItem(window, record, "running", replaces);
      const source = item.sourceOf(spec, spec.query.connectionId);
      await item.runToRest(await (await services.dataSets()).begin(spec, source));
    } catch (error) {
      void services.showError(error);
    }
  }

  get done(): RunningDataSet["manifest"] {
    return this.running?.manifest;
  }

  get spec(): DataSetSpec | undefined {
    return this.running?.spec;
  }

  get look(): ExportLook {
    const progress = this.running?.progress;
    return dataSetLook({
      ...{ record: this.last, state: this.own, manifest: this.done },
      refused: progress?.refused ?? 0,
      waiting: this.own === "running" ? progress : undefined,
      left: this.pace.left(progress?.claimed),
    });
  }

  get interruptedWords(): string {
    const values = { name: this.last.title, clients: clientsWords(this.last.pages) };
    return warningText(EXPORT_WARNINGS["exports/interrupted"], translate, values);
  }

  /** Known to hold nothing: this run began it, and no client of it is done. */
  get isEmpty(): boolean {
    const progress = this.running?.progress;
    const hasNothing = progress?.rows === 0 && progress.clients === 0;
    return this.isDiscarded || (hasNothing && !this.isTakenUp);
  }

  /**
   * Makes it again beside this one, one of its lists asked for in another way. What came stays in
   * its folder, and its row until the new one has ended well.
   */
  async redo(which: RedoneList, remedy: Remedy): Promise<void> {
    const { spec, window } = this;
    const connectionId = spec && (await connectionFor(window.services, spec.query));
    if (spec === undefined || connectionId === undefined) {
      return;
    }
    const operationId = which === "clients" ? LIST_OPERATIONS.clients : spec.query.operationId;
    const { clients } = spec;
    const before = which === "clients" && "rules" in clients ? clients.rules : spec.query.rules;
    const rules = rulesWith(remedy, before);
    const walked = { rules, ...(remedy.pageSize && { pageSize: remedy.pageSize }) };
    const query = { ...spec.query, connectionId, ...(which === "ofEach" ? walked : {}) };
    const name = dataSetName(query.pathTemplate, query.clientParameter);
    const keepRules = () => window.services.rules.setRules(connectionId, operationId, rules);
    void DataSetItem.begin(window, {
      spec: {
        ...{ ...spec, id: randomUUID(), createdAt: new Date().toISOString(), query },
        clients: which === "clients" && !("ids" in clients) ? { ...clients, ...walked } : clients,
      },
      folder: await freeFolder(dirname(this.last.part), name),
      replaces: { item: this, keepRules },
    });
  }

  protected override get finishingActs(): readonly ExportAct[] {
    return [];
  }

  protected override get finishedActs(): readonly ExportAct[] {
    return [
      ...(["open", "reveal", "showManifest", "remove"] as const),
      ...(this.done?.isWhole === false ? (["showError"] as const) : []),
    ];
  }

  protected override get isUseless(): boolean {
    return this.isEmpty;
  }

  protected override amounts(): Amounts | undefined {
    const { clients: pages, ...rest } = this.running?.progress ?? {};
    return pages === undefined ? undefined : ({ pages, ...rest } as Amounts);
  }

  protected override pacedBy({ pages }: Amounts): number {
    return pages;
  }

  protected override async finish(): Promise<void> {
    const { services } = this.window;
    this.enter("finished");
    await this.dropRecord();
    if (this.done?.isWhole === true) {
      // It is finished all the same.
      await this.settleReplaced().catch((error: unknown) => void services.showError(error));
    }
  }

  protected override async open(act: "open" | "reveal" | "showManifest"): Promise<void> {
    const manifest = vscode.Uri.joinPath(vscode.Uri.file(this.last.part), DATA_SET_MANIFEST);
    await (act === "reveal"
      ? reveal(manifest)
      : vscode.commands.executeCommand("vscode.open", manifest, { preview: true }));
  }

  protected override async resume(): Promise<void> {
    // What follows is not awaited: the view shows it, and its end is told.
    if (this.running !== undefined && this.own === "paused") {
      void this.runToRest(this.running);
      return;
    }
    await this.running?.dispose();
    const isAnew = this.isDiscarded;
    const running = await this.reopen();
    if (running !== undefined) {
      this.isTakenUp = !isAnew;
      void this.runToRest(running);
    }
  }

  protected override async discard(): Promise<boolean> {
    const { dialogs, dataSets } = this.window.services;
    const isWanted =
      this.isEmpty ||
      (await dialogs.confirm({
        message: vscode.l10n.t("Remove the export of {0}?", this.last.title),
        detail: vscode.l10n.t("{0} They would be deleted.", holdingWords(this)),
        button: vscode.l10n.t("Delete Data Set"),
      }));
    if (isWanted) {
      if (this.running?.progress.state === "paused") {
        // Clients may still be on their way.
        await this.endQuietly();
      }
      await (await dataSets()).discard(this.last.part, this.id);
    }
    return isWanted;
  }

  /** What its folder holds, or a new one where nothing was left; undefined when the user declined. */
  private async reopen(): Promise<RunningDataSet | undefined> {
    const { services } = this.window;
    const dataSets = await services.dataSets();
    if (this.spec !== undefined && this.isDiscarded) {
      return dataSets.begin(this.spec, this.sourceOf(this.spec, this.spec.query.connectionId));
    }
    const { spec } = await dataSets.read(this.last.part);
    if (spec.id !== this.id) {
      // Another one lies there by now, which nobody asked for.
      throw new AppError("input", "exports/dataSetGone");
    }
    const connectionId = await connectionFor(services, spec.query);
    return connectionId === undefined
      ? undefined
      : dataSets.resume(this.sourceOf(spec, connectionId));
  }

  private sourceOf({ query, isMasked }: DataSetSpec, connectionId: string): DataSetSource {
    const [folder, onChange] = [this.last.part, this.onProgress];
    return dataSetSource(this.window.services, { query, connectionId, isMasked, folder, onChange });
  }
}

/** The record that a data set begins with. */
async function recordOf(
  services: BulkServices,
  { id, query, isMasked, createdAt }: DataSetSpec,
  folder: string,
): Promise<ExportRecord> {
  const endpoint = await (await services.lists()).endpointOf(query);
  const { connectionLabel: label, environment } = query;
  return {
    ...{ version: 1, id, kind: "clients", part: folder, scope: "all", isMasked, createdAt },
    title: vscode.l10n.t("{0} of many clients", listWords(endpoint, translate)),
    connection: connectionName({ label, environment }),
    target: basename(folder),
    ...{ state: "running", pages: 0, rows: 0, bytes: 0, window: thisWindow() },
  };
}
