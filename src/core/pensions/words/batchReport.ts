import type { Batch, BatchRow } from "../batch/batch";
import type { LandingReport } from "./landingWords";
import type { Wording } from "./wording";

/** How a report is shown: what may stand in it of files, ids and connections. */
export interface ReportShown {
  /** Paths, ids and whatever else is private, as they may be given away. */
  readonly text: (text: string) => string;
  /** An id of a client as it may be given away. */
  readonly client: (clientId: string) => string;
  /** "Acme production · PRODUCTION". */
  readonly connection: (connectionId: string) => string;
}

/** The report as Markdown: trace id, request ids, times in UTC, an outcome per file. */
export function reportText(batch: Batch, shown: ReportShown, words: Wording): string {
  return words.t("{0} {1}", shown.text(batch.id), batch.rows.length);
}

/** "18 of 20 landed. Stopped at PEN-0007: …": what came of a batch, in sentences. */
export function batchSummary(batch: Batch, words: Wording): LandingReport {
  return { severity: "information", message: words.t("{0}", batch.rows.length) };
}

/** "Landed", "Not sent yet": what became of a payload, in a word or two. */
export function outcomeWord(outcome: BatchRow["outcome"], { t }: Pick<Wording, "t">): string {
  return {
    waiting: t("Waiting"),
    sending: t("Sending"),
    landed: t("Landed"),
    differs: t("Landed, differs"),
    notSeen: t("Taken, not seen"),
    refused: t("Refused"),
    changed: t("Changed meanwhile"),
    failed: t("Not sent"),
    unknown: t("Not known"),
  }[outcome];
}
