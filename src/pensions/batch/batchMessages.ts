import * as vscode from "vscode";
import type { Batch } from "../../core/pensions/batch/batch";
import { batchSummary, reportText } from "../../core/pensions/words/batchReport";
import { pensionWording } from "../wording";
import type { BatchServices } from "./batchServices";
import { idLinesOf } from "./shownRow";

/** Says what came of a batch, and offers what can follow. Done when the message is answered. */
export async function tellOfBatch(services: BatchServices, batch: Batch): Promise<void> {
  const { severity, message } = batchSummary(batch, pensionWording(services.privacy));
  const t = vscode.l10n.t;
  const [resume, show, report, copy] = [t("Resume"), t("Show"), t("Show report"), t("Copy ids")];
  const isOver = batch.state === "finished";
  const buttons = isOver ? [report, copy] : [resume, show, copy];
  const picked = await services.dialogs.notify(severity, message, buttons);
  const argument = { batchId: batch.id };
  if (picked === copy) {
    await vscode.env.clipboard.writeText(idLinesOf(batch));
  }
  if (picked === report) {
    await showReport(services, batch);
  }
  if (picked === show) {
    await vscode.commands.executeCommand("financialPlanning.batch.show", argument);
  }
  if (picked === resume) {
    await vscode.commands.executeCommand("financialPlanning.batch.resume", argument);
  }
}

export async function copyReport(services: BatchServices, batch: Batch): Promise<void> {
  await vscode.env.clipboard.writeText(reportOf(services, batch));
}

/** Opens the report as a document: Markdown, to be read, kept or sent on. */
async function showReport(services: BatchServices, batch: Batch): Promise<void> {
  const bytes = new TextEncoder().encode(reportOf(services, batch));
  const uri = services.showOwn("report.md", bytes);
  await vscode.window.showTextDocument(uri, { preview: false });
}

/** As other copies of the house: paths and ids as they are, masked while privacy mode is on. */
function reportOf({ privacy, connections }: BatchServices, batch: Batch): string {
  const { masking } = privacy;
  const shown = {
    text: (text: string) => masking.maskText(text),
    client: (id: string) => masking.maskLabel(id, "id"),
    connection: (id: string) => connections().find((one) => one.id === id)?.name ?? id,
  };
  return reportText(batch, shown, pensionWording(privacy));
}
