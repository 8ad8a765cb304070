import { l10n } from "vscode";
import type { ExportManifest } from "../../core/lists/export/exportManifest";
import type { ExportAct } from "./exportItem";
import { bytesWords, countWords, rowsWords } from "./exportWords";
import {
  ask,
  type Button,
  resumeButton,
  shortIds,
  tellError,
  tellStopped,
  type TellServices,
} from "./itemMessages";
import type { ListExport } from "./listExport";
import type { Placed } from "./putInPlace";

/** Says what came of a run, with the buttons that help. */
export async function tellOutcome(services: TellServices, item: ListExport): Promise<void> {
  switch (item.state) {
    case "finished":
      return item.placed && tellFinished(services, item, item.placed);
    case "stopped":
      return tellEnded(services, item);
    case "failed":
      return tellFailed(services, item);
    default:
      return;
  }
}

async function tellFinished(
  { dialogs }: TellServices,
  item: ListExport,
  { manifest, file }: Placed,
): Promise<void> {
  const rows = rowsWords(manifest.file.rows, manifest.query.operationId);
  const bytes = bytesWords(manifest.file.bytes);
  const done =
    file === undefined
      ? item.spec?.target.kind === "clipboard"
        ? l10n.t("Copied {0} ({1}).", rows, bytes)
        : l10n.t("Opened {0} ({1}).", rows, bytes)
      : l10n.t("Exported {0} to {1} ({2}).", rows, manifest.file.name, bytes);
  const found = findingsWords(manifest);
  const button = (label: string, act: ExportAct): Button => ({ label, run: () => item.act(act) });
  const buttons = [
    ...(file === undefined ? [] : [button(l10n.t("Open"), "open")]),
    ...(file?.uri.scheme === "file" ? [button(l10n.t("Show in Folder"), "reveal")] : []),
    button(l10n.t("Manifest"), "showManifest"),
  ];
  const severity = found.length === 0 ? "information" : "warning";
  await ask(dialogs, severity, [done, ...found].join(" "), buttons);
}

/** That there is something to know of how the service pages; none where there is not. */
export function findingsWords({ audit: { findings } }: ExportManifest): readonly string[] {
  if (findings.length === 0) {
    return [];
  }
  return [
    findings.length === 1
      ? l10n.t("1 finding on how the service pages: see the manifest.")
      : l10n.t("{0} findings on how the service pages: see the manifest.", findings.length),
  ];
}

async function tellEnded(services: TellServices, item: ListExport): Promise<void> {
  const { rows, scope } = item.note;
  if (rows > 0 && scope === "all") {
    return tellStopped(services, item, holdingWords(item));
  }
  const message =
    rows === 0
      ? l10n.t("The export was stopped before a row came.")
      : l10n.t("The export was stopped.");
  await ask(services.dialogs, "information", message, []);
}

async function tellFailed(services: TellServices, item: ListExport): Promise<void> {
  if (item.failure === undefined) {
    return tellForgotten(services.dialogs, item);
  }
  const first = (what: string): string => l10n.t("The export of {0} failed: {1}", item.title, what);
  await tellError(services, item, { first, holds: holdingWords(item) });
}

/** Errors are not kept beyond their window. */
async function tellForgotten(dialogs: TellServices["dialogs"], item: ListExport): Promise<void> {
  const { what, requestId, traceId } = item.failed ?? {};
  const sentences = [
    l10n.t("The export of {0} failed in an earlier session or another window.", item.title),
    ...(what === undefined ? [] : [what]),
    holdingWords(item),
    ...shortIds({ requestId, traceId }),
  ];
  await ask(dialogs, "information", sentences.join(" "), [resumeButton(item)]);
}

/** "Its part holds 1,200 rows of 12 pages." */
function holdingWords({ note: { rows, pages } }: ListExport): string {
  if (rows === 0) {
    return l10n.t("Nothing of it has come yet.");
  }
  return pages === 1
    ? l10n.t("Its part holds {0} of 1 page.", rowsWords(rows))
    : l10n.t("Its part holds {0} of {1} pages.", rowsWords(rows), countWords(pages));
}
