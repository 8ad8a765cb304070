import * as vscode from "vscode";
import type { Batch, Batches, RowProblem } from "../../common/batch";
import { warningText } from "../../../../platform/texts/warnings";
import { translate } from "../../../../platform/vscode/translate";
import { batchSummary, reportText } from "../../texts/batchReport";
import { BATCH_WARNINGS } from "../../texts/warnings";
import { pensionWording } from "../../../pensions/host/wording";
import type { BatchServices } from "./batchServices";
import { idLinesOf, problemWords, shownPlace, shownSaid } from "./shownRow";

/** What messages of batches are made with. */
interface MessageParts {
  readonly services: BatchServices;
  readonly batches: Pick<Batches, "said" | "readSaid">;
}

/** Says what came of a batch, and offers what can follow. Done when the message is answered. */
export async function showBatchResult(parts: MessageParts, batch: Batch): Promise<void> {
  const { services } = parts;
  const { severity, message } = batchSummary(batch, pensionWording(services.privacy));
  const t = vscode.l10n.t;
  const [resume, show, report, copy] = [t("Resume"), t("Show"), t("Show report"), t("Copy ids")];
  const isOver = batch.state === "finished";
  const buttons = isOver ? [report, copy] : [resume, show, copy];
  const warning = BATCH_WARNINGS[isOver ? "batch/notAllLanded" : "batch/stopped"];
  const text =
    severity === "warning" ? warningText(warning, translate, { summary: message }) : message;
  const picked = await services.dialogs.notify(severity, text, buttons);
  const argument = { batchId: batch.id };
  if (picked === copy) {
    await vscode.env.clipboard.writeText(idLinesOf(batch));
  }
  if (picked === report) {
    await showReport(parts, batch);
  }
  if (picked === show) {
    await vscode.commands.executeCommand("financialPlanning.batch.show", argument);
  }
  if (picked === resume) {
    await vscode.commands.executeCommand("financialPlanning.batch.resume", argument);
  }
}

export async function copyReport(parts: MessageParts, batch: Batch): Promise<void> {
  await vscode.env.clipboard.writeText((await reportOf(parts, batch)).text);
}

/** Opens the report as a document: Markdown, to be read, kept or sent on. */
async function showReport(parts: MessageParts, batch: Batch): Promise<void> {
  const { text, isMasked } = await reportOf(parts, batch);
  const uri = parts.services.showText("report.md", new TextEncoder().encode(text), isMasked);
  await vscode.window.showTextDocument(uri, { preview: false });
}

/** As other copies of the house: paths and ids as they are, masked while privacy mode is on. */
async function reportOf(
  { services, batches }: MessageParts,
  batch: Batch,
): Promise<{ readonly text: string; readonly isMasked: boolean }> {
  const { privacy, connections } = services;
  const wasOn = privacy.isOn;
  await batches.readSaid(batch.id);
  const sentences = new Map<string, string>();
  for (const { problem } of batch.rows.flatMap((row) => [row, ...(row.earlier ?? [])])) {
    const words = await problemWords(problem, services);
    sentences.set(nameOf(problem), words?.what ?? "");
  }
  const shown = {
    place: (place: string) => {
      const pension = batch.rows.find((row) => row.place === place)?.pension;
      return shownPlace({ place, pension }, services);
    },
    client: (id: string) => privacy.masking.maskLabel(id, "id"),
    connection: (id: string) => connections().find((one) => one.id === id)?.name ?? id,
    problem: (problem: RowProblem) => sentences.get(nameOf(problem)) ?? "",
    said: (actionId: string) => shownSaid(batches, actionId, services),
  };
  const text = reportText(batch, shown, pensionWording(privacy));
  return { text, isMasked: wasOn && privacy.isOn };
}

function nameOf(problem: RowProblem | undefined): string {
  return problem === undefined ? "" : `${problem.code} ${problem.status ?? ""}`;
}
