import { l10n } from "vscode";
import type { ExportManifest } from "../common/exportManifest";
import { shortfallOf, doubledRows } from "../common/shortfall";
import { inOneText, warningText } from "../../../platform/texts/warnings";
import { translate } from "../../../platform/vscode/translate";
import type { ExportAct } from "../../../manifest";
import { EXPORT_WARNINGS } from "../texts/warnings";
import { bytesWords, countWords, rowsWords } from "./exportWords";
import {
  ask,
  type Button,
  resumeButton,
  shortIds,
  stoppedEarlyWords,
  reportError,
  reportStopped,
  type ReportServices,
} from "./itemMessages";
import type { ListExport } from "./listExport";
import type { Placed } from "./moveIntoPlace";
import { partWords, remedyButtons } from "./shortfallWords";

/** Says what came of a run, with the buttons that help. */
export async function reportOutcome(services: ReportServices, item: ListExport): Promise<void> {
  switch (item.state) {
    case "finished":
      return item.placed && reportFinished(services, item, item.placed);
    case "stopped":
      return reportEnded(services, item);
    case "failed":
      return reportFailed(services, item);
    default:
      return;
  }
}

async function reportFinished(
  { dialogs }: ReportServices,
  item: ListExport,
  { manifest, file }: Placed,
): Promise<void> {
  const { operationId } = manifest.query;
  const short = shortfallOf(manifest);
  const doubled = doubledRows(manifest);
  const rows = rowsWords(manifest.file.rows - doubled, operationId);
  const bytes = bytesWords(manifest.file.bytes);
  const name = file === undefined || item.hidesFiles ? undefined : manifest.file.name;
  const kept = name === undefined ? bytes : `${name}, ${bytes}`;
  const sentences =
    short === undefined
      ? [doneWords(item, { rows, bytes, name }), ...findingsWords(manifest)]
      : [inOneText(partWords(short, operationId, kept))];
  const button = (label: string, act: ExportAct): Button => ({ label, run: () => item.act(act) });
  const buttons = [
    ...(short === undefined ? [] : remedyButtons(short, (remedy) => item.redo(remedy))),
    ...(file === undefined ? [] : [button(l10n.t("Open"), "open")]),
    ...(file?.uri.scheme === "file" ? [button(l10n.t("Show in Folder"), "reveal")] : []),
    button(l10n.t("Manifest"), "showManifest"),
  ];
  const severity = short === undefined && doubled === 0 ? "information" : "warning";
  await ask(dialogs, severity, sentences.join(" "), buttons);
}

interface DoneFacts {
  readonly rows: string;
  readonly bytes: string;
  /** Of the file; undefined where there is none, or none to be shown. */
  readonly name: string | undefined;
}

function doneWords({ placed, spec }: ListExport, { rows, bytes, name }: DoneFacts): string {
  if (name !== undefined) {
    return l10n.t("Exported {0} to {1} ({2}).", rows, name, bytes);
  }
  if (placed?.file !== undefined) {
    return l10n.t("Exported {0} ({1}).", rows, bytes);
  }
  return spec?.target.kind === "clipboard"
    ? l10n.t("Copied {0} ({1}).", rows, bytes)
    : l10n.t("Opened {0} ({1}).", rows, bytes);
}

/** What is to be known of how the service pages; none where there is nothing. Nothing is missing. */
export function findingsWords(manifest: ExportManifest): readonly string[] {
  const doubled = doubledRows(manifest);
  const { findings } = manifest.audit;
  const others = findings.filter(({ kind }) => kind !== "repeatedRows").length;
  return [
    ...(doubled === 0
      ? []
      : [
          warningText(EXPORT_WARNINGS["exports/repeatedRows"], translate, {
            count: doubled,
            rows: countWords(doubled),
          }),
        ]),
    ...(others === 0
      ? []
      : [l10n.t("Nothing is missing; the manifest says how the service pages otherwise.")]),
  ];
}

async function reportEnded(services: ReportServices, item: ListExport): Promise<void> {
  const { rows, scope } = item.record;
  if (rows > 0 && scope === "all") {
    return reportStopped(services, item, holdingWords(item));
  }
  const message = rows === 0 ? stoppedEarlyWords() : l10n.t("The export was stopped.");
  await ask(services.dialogs, "information", message, []);
}

async function reportFailed(services: ReportServices, item: ListExport): Promise<void> {
  if (item.failure === undefined) {
    return reportForgotten(services.dialogs, item);
  }
  const first = (what: string): string => l10n.t("The export of {0} failed: {1}", item.title, what);
  await reportError(services, item, { first, holds: holdingWords(item) });
}

/** Errors are not kept beyond their window. */
async function reportForgotten(
  dialogs: ReportServices["dialogs"],
  item: ListExport,
): Promise<void> {
  const { what, requestId, traceId } = item.failed ?? {};
  const sentences = [
    l10n.t("The export of {0} failed in an earlier session or another window.", item.title),
    ...(what === undefined ? [] : [what]),
    holdingWords(item),
    ...shortIds({ requestId, traceId }),
  ];
  await ask(dialogs, "information", sentences.join(" "), [resumeButton(item)]);
}

/** "Exported so far: 1,200 rows of 12 pages." */
function holdingWords({ record: { rows, pages } }: ListExport): string {
  if (rows === 0) {
    return l10n.t("Nothing has been exported yet.");
  }
  return pages === 1
    ? l10n.t("Exported so far: {0} of 1 page.", rowsWords(rows))
    : l10n.t("Exported so far: {0} of {1} pages.", rowsWords(rows), countWords(pages));
}
