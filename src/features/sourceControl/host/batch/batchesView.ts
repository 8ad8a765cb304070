import * as vscode from "vscode";
import type { Clock } from "../../../../platform/base/clock";
import type { Batch, Batches, BatchRow } from "../../common/batch";
import { isTaken } from "../../common/plannedBatch";
import { listedBatch } from "../../texts/batchList";
import { treeItem } from "../../../../platform/vscode/surfaces";
import { exactTime } from "../../../../platform/vscode/formats";
import type { BatchArgument, CommandId, RequestArgument } from "../../../../manifest";
import { clientName, type ClientNames } from "../../../pensions/host/clientName";
import { pensionWording } from "../../../pensions/host/wording";
import { contextOf, iconOfBatch, iconOfRow, wordOfRow } from "./batchLook";
import { problemWords, type ShownBy, shownPlace } from "./shownRow";

/** A few drawings a second: more would keep the editor busy, and nobody reads faster. */
const DRAW_MILLISECONDS = 300;

/** A payload of a batch as commands are given it: they take it for its file. */
interface BatchRowNode extends BatchArgument {
  readonly resourceUri: vscode.Uri;
}

type BatchNode = BatchArgument | BatchRowNode;

interface BatchesViewServices extends ShownBy, ClientNames {
  readonly privacy: ShownBy["privacy"];
  readonly batches: Batches;
  readonly clock: Pick<Clock, "schedule">;
  /** "Acme development · Development"; undefined where it is gone. */
  readonly connection: (connectionId: string) => string | undefined;
  /** Done when the batches of the workspace are there and payloads were looked for. */
  readonly ready: () => Promise<void>;
  /** What is to be said above all of it. */
  readonly message: () => string | undefined;
}

/** Plans and reports, the newest first, with their payloads. */
export class BatchesView implements vscode.TreeDataProvider<BatchNode> {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private cancelDrawing: (() => void) | undefined;

  constructor(private readonly services: BatchesViewServices) {}

  /** Nothing where there are no rows: the manifest's welcome shows only in a view without a message. */
  get message(): string | undefined {
    const { batches, message } = this.services;
    return batches.all.length === 0 ? undefined : message();
  }

  /** Something is other than before; drawn with what else changes in the same moment. */
  refresh(): void {
    this.cancelDrawing ??= this.services.clock.schedule(DRAW_MILLISECONDS, () => {
      this.cancelDrawing = undefined;
      this.changed.fire(undefined);
    });
  }

  async getChildren(parent?: unknown): Promise<BatchNode[]> {
    const { batches, ready } = this.services;
    await ready();
    if (parent === undefined) {
      return batches.all.map(({ id }) => ({ batchId: id }));
    }
    const { batchId } = parent as BatchNode;
    const rows = "resourceUri" in (parent as BatchNode) ? [] : batches.get(batchId)?.rows;
    return (rows ?? []).map(({ file }) => ({ batchId, resourceUri: vscode.Uri.parse(file, true) }));
  }

  async getTreeItem(element: unknown): Promise<vscode.TreeItem> {
    const node = element as BatchNode;
    const batch = this.services.batches.get(node.batchId);
    if (batch === undefined) {
      return treeItem({ label: "" });
    }
    if (!("resourceUri" in node)) {
      return this.batchItem(batch);
    }
    const row = batch.rows.find(({ file }) => file === node.resourceUri.toString());
    return row === undefined ? treeItem({ label: "" }) : this.rowItem(batch, row);
  }

  dispose(): void {
    this.cancelDrawing?.();
    this.changed.dispose();
  }

  private batchItem(batch: Batch): vscode.TreeItem {
    const listed = listedBatch(batch, pensionWording(this.services.privacy));
    const { label } = listed;
    const description = [...folderName(batch), listed.description].join(" · ");
    const tooltip = [
      `${label}: ${description}`,
      vscode.l10n.t("Planned at {0}", exactTime(batch.plannedAt)),
      ...(batch.traceId === undefined ? [] : [`x-dt-traceid: ${batch.traceId}`]),
    ].join("\n");
    const texts = { label, description, tooltip, spoken: `${label}, ${description}` };
    const item = treeItem(texts, vscode.TreeItemCollapsibleState.Collapsed);
    item.id = batch.id;
    item.iconPath = iconOfBatch(batch);
    item.contextValue = contextOf(batch);
    const title = vscode.l10n.t("Show");
    item.command = command("financialPlanning.batch.show", title, { batchId: batch.id });
    return item;
  }

  private async rowItem(batch: Batch, row: BatchRow): Promise<vscode.TreeItem> {
    const { services } = this;
    const { file, pension, actionId } = row;
    const word = wordOfRow(row);
    const label = pension?.pensionId ?? shownPlace(row, services);
    const client = pension === undefined ? [] : [clientName(services, pension)];
    const description = [word, ...client].join(" · ");
    const tooltip = await this.tooltipOf(row, word);
    const item = treeItem({ label, description, tooltip, spoken: `${label}, ${description}` });
    item.id = `${batch.id} ${file}`;
    item.iconPath = iconOfRow(row);
    item.contextValue = "batchRow";
    item.command =
      actionId === undefined
        ? command(
            "financialPlanning.changes.openChange",
            vscode.l10n.t("Compare"),
            vscode.Uri.parse(file, true),
          )
        : command("financialPlanning.requests.open", vscode.l10n.t("Show request"), { actionId });
    return item;
  }

  private async tooltipOf(row: BatchRow, word: string): Promise<string> {
    const { services } = this;
    const { pension, status, requestId, endedAt } = row;
    const connection = pension && services.connection(pension.connectionId);
    const problem = await problemWords(row.problem, services);
    return [
      word,
      shownPlace(row, services),
      ...(connection === undefined ? [] : [vscode.l10n.t("Connection: {0}", connection)]),
      ...(problem === undefined ? [] : [problem.what]),
      ...(problem === undefined || isTaken(row.outcome) ? [] : [problem.advice]),
      ...(status === undefined ? [] : [vscode.l10n.t("Status: {0}", String(status))]),
      ...(requestId === undefined ? [] : [`x-dt-requestid: ${requestId}`]),
      ...(endedAt === undefined ? [] : [exactTime(endedAt)]),
    ].join("\n");
  }
}

/** Which of several folders it is of. */
function folderName({ folder }: Batch): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const found = folders.find(({ uri }) => uri.toString() === folder);
  return folders.length > 1 && found !== undefined ? [found.name] : [];
}

function command(
  id: CommandId,
  title: string,
  argument: BatchArgument | RequestArgument | vscode.Uri,
): vscode.Command {
  return { command: id, title, arguments: [argument] };
}
