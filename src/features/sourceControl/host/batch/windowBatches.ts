import * as vscode from "vscode";
import { AppError, isAppError } from "../../../../platform/base/errors";
import type { Batch, Batches } from "../../common/batch";
import type { BatchPlan } from "../../common/plan";
import { isSent } from "../../common/state";
import { isTaken } from "../../common/plannedBatch";
import { listedBatch } from "../../texts/batchList";
import { copyText } from "../../../../platform/vscode/clipboard";
import { lazy } from "../../../../platform/vscode/lazy";
import type { OwnFiles } from "../../../../platform/vscode/readOnlyFiles";
import type { BatchArgument } from "../../../../manifest";
import { SourceControlCommands } from "../changeCommands";
import type { ChangeCommands, OfferedPayload } from "../pendingPensions";
import { pensionWording } from "../../../pensions/host/wording";
import { applyBatch, settle } from "./applying";
import { chosenBatch } from "./batchChoice";
import { tellActs } from "./batchKeys";
import type { BatchesView } from "./batchesView";
import { type BatchParts, createBatchParts } from "./batchParts";
import { copyReport, showBatchResult } from "./batchMessages";
import type { BatchServices } from "./batchServices";
import { planAnew, planFiles } from "./planning";
import type { PlanPanels } from "./planPanels";

/** Everything about writing many payloads in one window: source control, plans, batches. */
export class WindowBatches implements vscode.Disposable {
  readonly view: BatchesView;
  readonly known: OwnFiles;
  readonly changes: ChangeCommands;
  readonly onDidOpenChanges: vscode.Event<void>;
  /** Fires when other payloads are listed, or otherwise. */
  readonly onDidChangeListed: vscode.Event<void>;
  private readonly parts: BatchParts;
  private readonly batches: Batches;
  private readonly panels: PlanPanels;
  /** Until they are read the palette goes by what was found on disk. */
  private readonly restored = lazy(async () => {
    await this.batches.restore();
    const tell = (): void => tellActs(this.batches);
    tell();
    this.telling = this.batches.onDidChange(tell);
  });
  private telling: { dispose(): void } | undefined;

  constructor(private readonly services: BatchServices) {
    this.parts = createBatchParts(services, () => this.restored());
    const { view, batches, panels, pending } = this.parts;
    this.view = view;
    this.batches = batches;
    this.panels = panels;
    this.known = pending.known;
    this.onDidOpenChanges = pending.onDidOpen;
    this.onDidChangeListed = pending.onDidChange;
    this.changes = new SourceControlCommands(pending);
  }

  /** The payload as source control lists it; false for none, undefined until somebody looked. */
  listed(uri: vscode.Uri): OfferedPayload | false | undefined {
    return this.parts.pending.listed(uri);
  }

  /** Looks for payloads and for batches that were kept, once. */
  async openChanges(): Promise<void> {
    await Promise.all([this.parts.pending.open(), this.restored()]);
  }

  /**
   * Reads the service once more for what is chosen, or for what was not taken of a batch, and shows
   * what applying it would do. Throws why the service could not be read, with the plan open.
   */
  async plan(given: unknown): Promise<void> {
    await this.restored();
    const plan = isBatch(given)
      ? await this.planAgain(chosenBatch(this.batches, "show", given))
      : await this.planChosen(given);
    demandRead(plan);
  }

  async show(target: BatchArgument | undefined): Promise<void> {
    this.panels.show((await this.chosen("show", target)).id);
  }

  /** One question for all, then one after the other. Restored or stopped, it is planned anew first. */
  async apply(target: BatchArgument | undefined): Promise<void> {
    const batch = await this.chosen("apply", target);
    if (batch.state === "stopped") {
      return this.resume({ batchId: batch.id });
    }
    if (this.batches.planOf(batch.id) === undefined) {
      demandRead(await this.planAgain(batch));
    }
    await this.run(batch.id);
  }

  async stop(target: BatchArgument | undefined): Promise<void> {
    await this.batches.stop((await this.chosen("stop", target)).id);
  }

  /** What was not taken yet is planned anew and, after a yes, goes on under the same trace id. */
  async resume(target: BatchArgument | undefined): Promise<void> {
    const { id } = await this.chosen("resume", target);
    const plan = await this.planAgain(this.demand(id));
    demandReached(plan);
    const isLeft = this.demand(id).rows.some((row) => isSent(row.effect) && !isTaken(row.outcome));
    // A read may have shown that all of it landed.
    await (isLeft ? this.run(id) : showBatchResult(this.parts, this.demand(id)));
  }

  async copyReport(target: BatchArgument | undefined): Promise<void> {
    await copyReport(this.parts, await this.chosen("report", target));
  }

  async copyTraceId(target: BatchArgument | undefined): Promise<void> {
    const { traceId } = await this.chosen("copyTraceId", target);
    if (traceId === undefined) {
      throw new AppError("input", "input/noTraceId");
    }
    await copyText(traceId);
  }

  async remove(target: BatchArgument | undefined): Promise<void> {
    const batch = await this.chosen("remove", target);
    const { label } = listedBatch(batch, pensionWording(this.services.privacy));
    const isConfirmed = await this.services.dialogs.confirm({
      message: vscode.l10n.t("Remove from the list: {0}?", label),
      detail: vscode.l10n.t("Payload files, pensions and recorded requests stay as they are."),
      button: vscode.l10n.t("Remove"),
    });
    if (isConfirmed) {
      await this.batches.remove(batch.id);
    }
  }

  async restorePlan(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    await this.restored();
    this.panels.restore(panel, state);
  }

  dispose(): void {
    this.telling?.dispose();
    this.parts.dispose();
  }

  private async chosen(
    act: Parameters<typeof chosenBatch>[1],
    target: BatchArgument | undefined,
  ): Promise<Batch> {
    await this.restored();
    return chosenBatch(this.batches, act, target);
  }

  private demand(batchId: string): Batch {
    return chosenBatch(this.batches, "show", { batchId });
  }

  private async planChosen(sourceControl: unknown): Promise<BatchPlan | undefined> {
    const chosen = await this.parts.pending.chosen(sourceControl);
    if (chosen === undefined) {
      return undefined;
    }
    const { folder, isOfStaged, files } = chosen;
    const planned = { folder: folder.uri.toString(), isOfStaged, files };
    const plan = await planFiles(this.parts, planned);
    const { id } = await this.batches.add(plan);
    this.panels.show(id);
    return plan;
  }

  private async planAgain(batch: Batch): Promise<BatchPlan> {
    const plan = await planAnew(this.parts, batch);
    const after = await this.batches.planAgain(batch.id, plan);
    await settle(this.parts, batch, after);
    this.panels.show(batch.id);
    return plan;
  }

  private async run(batchId: string): Promise<void> {
    // The question names some: all of them are listed behind it.
    this.panels.show(batchId);
    const applied = await applyBatch(this.parts, this.demand(batchId));
    await showBatchResult(this.parts, applied);
  }
}

function isBatch(given: unknown): given is BatchArgument {
  return typeof given === "object" && given !== null && "batchId" in given;
}

/** Why the service could not be read, where it could not. */
function demandRead(plan: BatchPlan | undefined): void {
  const [error] = plan?.reading?.errors ?? [];
  if (error instanceof Error) {
    throw error;
  }
}

/** A service that does not let pensions be read may take them; one that cannot be reached does not. */
function demandReached(plan: BatchPlan): void {
  const [error] = plan.reading?.errors ?? [];
  if (isAppError(error) && error.kind !== "service" && error.kind !== "answer") {
    throw error;
  }
}
