import * as vscode from "vscode";
import type { Batch, Batches, BatchRow } from "../../common/batch";
import { isTaken } from "../../common/plannedBatch";
import { sentOf } from "../../texts/batchList";
import { type Report, withShownProgress } from "../../../../platform/vscode/progress";
import { localizer } from "../../../../platform/vscode/translate";
import type { PendingPensions } from "../pendingPensions";
import { batchDialog } from "./batchDialogs";
import type { BatchServices } from "./batchServices";

interface ApplyingParts {
  readonly services: BatchServices;
  readonly batches: Batches;
  readonly pending: Pick<PendingPensions, "settle">;
}

/**
 * Asks, writes what was confirmed row by row with a count and a Cancel, which lets the write on its
 * way end, and shows in source control what is there now. Throws what `Batches.apply` throws.
 */
export async function applyBatch(parts: ApplyingParts, batch: Batch): Promise<Batch> {
  const { batches } = parts;
  const progress = new SendingProgress(batches, batch.id);
  const dialog = batchDialog({
    services: parts.services,
    planned: batches.planOf(batch.id)?.rows ?? [],
    isResumed: batch.traceId !== undefined,
    onConfirmed: () => progress.show(),
    report: (message) => progress.report(message),
  });
  try {
    const applied = await batches.apply(batch.id, dialog);
    await settle(parts, batch, applied);
    return applied;
  } finally {
    progress.end();
  }
}

/** Source control learns of what is another row than before. */
export async function settle(
  { pending }: Pick<ApplyingParts, "pending">,
  before: Batch,
  after: Batch,
): Promise<void> {
  const known = new Map(before.rows.map((row) => [row.file, row]));
  const isNews = (row: BatchRow): boolean => {
    const { outcome, endedAt } = known.get(row.file) ?? {};
    return row.outcome !== outcome || row.endedAt !== endedAt;
  };
  for (const { file, outcome } of after.rows.filter(isNews)) {
    await pending.settle(vscode.Uri.parse(file, true), isTaken(outcome));
  }
}

/** A notification from the user's yes to the end: how many were sent, and a Cancel that stops. */
class SendingProgress {
  private readonly over = Promise.withResolvers<undefined>();
  private write: Report = () => undefined;

  constructor(
    private readonly batches: Batches,
    private readonly id: string,
  ) {}

  show(): void {
    const { batches, id } = this;
    const title = vscode.l10n.t("Sending pensions");
    void withShownProgress(title, async (signal, report) => {
      this.write = report;
      signal.addEventListener("abort", () => void batches.stop(id));
      const following = batches.onDidChange((changed) => changed === id && this.count());
      this.count();
      await this.over.promise;
      following.dispose();
    });
  }

  report(message: string): void {
    this.write(message);
  }

  end(): void {
    this.over.resolve(undefined);
  }

  private count(): void {
    const batch = this.batches.get(this.id);
    if (batch !== undefined) {
      const sent = sentOf(batch, localizer);
      const stops = batch.state === "stopping";
      this.write(stops ? vscode.l10n.t("{0}, stops after this one", sent) : sent);
    }
  }
}
