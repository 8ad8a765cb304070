import { env, l10n } from "vscode";
import type { ExportManifest } from "../../core/lists/export/exportManifest";
import { idLines } from "../../host/errorMessages";
import { shortenId } from "../../shared/statusLine";
import type { ExportAct } from "./exportItem";
import type { ExportServices } from "../exportServices";
import { bytesWords, countWords, rowsWords } from "./exportWords";
import type { ListExport } from "./listExport";
import type { Placed } from "./putInPlace";

export type TellServices = Pick<ExportServices, "dialogs" | "describe" | "errorActions">;

interface Button {
  readonly label: string;
  readonly run: () => Promise<unknown>;
}

/** Says what came of a run, with the buttons that help. */
export async function tellOutcome(services: TellServices, item: ListExport): Promise<void> {
  switch (item.state) {
    case "finished":
      return item.placed && tellFinished(services, item, item.placed);
    case "stopped":
      return tellStopped(services, item);
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

async function tellStopped({ dialogs }: TellServices, item: ListExport): Promise<void> {
  if (item.note.rows === 0 || item.note.scope !== "all") {
    const rows = item.note.rows;
    const message =
      rows === 0
        ? l10n.t("The export was stopped before a row came.")
        : l10n.t("The export was stopped.");
    await ask(dialogs, "information", message, []);
    return;
  }
  const message = l10n.t("The export was stopped. {0}", holdingWords(item));
  await ask(dialogs, "information", message, [
    { label: l10n.t("Resume"), run: () => item.act("resume") },
    { label: l10n.t("Remove…"), run: () => item.act("remove") },
  ]);
}

async function tellFailed(
  { dialogs, describe, errorActions }: TellServices,
  item: ListExport,
): Promise<void> {
  const error = item.failure;
  if (error === undefined) {
    return tellForgotten(dialogs, item);
  }
  const text = await describe(error);
  const resume = (): Promise<void> => item.act("resume");
  // What only tries again is what Resume does.
  const [best] = errorActions.of(error, text).filter((action) => action !== "retry");
  const ids = idLines(text);
  const buttons: readonly Button[] = [
    { label: l10n.t("Resume"), run: resume },
    ...(best === undefined
      ? []
      : [
          {
            label: errorActions.label(best, error),
            run: async () => (await errorActions.run(best, error)) && resume(),
          },
        ]),
    ...(ids === "" ? [] : [{ label: l10n.t("Copy ids"), run: () => copy(ids) }]),
  ];
  const { what, advice, requestId, traceId } = text;
  const sentences = [
    l10n.t("The export of {0} failed: {1}", item.title, what),
    advice,
    holdingWords(item),
    ...shortIds({ requestId, traceId }),
  ];
  await ask(dialogs, "error", sentences.join(" "), buttons);
}

interface Ids {
  readonly requestId: string | undefined;
  readonly traceId: string | undefined;
}

function shortIds({ requestId, traceId }: Ids): readonly string[] {
  return [
    ...(requestId === undefined ? [] : [l10n.t("Request {0}.", shortenId(requestId))]),
    ...(traceId === undefined ? [] : [l10n.t("Trace {0}.", shortenId(traceId))]),
  ];
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
  const resume = { label: l10n.t("Resume"), run: () => item.act("resume") };
  await ask(dialogs, "information", sentences.join(" "), [resume]);
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

async function copy(text: string): Promise<void> {
  await env.clipboard.writeText(text);
}

async function ask(
  dialogs: TellServices["dialogs"],
  severity: "information" | "warning" | "error",
  message: string,
  buttons: readonly Button[],
): Promise<void> {
  const labels = buttons.map(({ label }) => label);
  const picked = await dialogs.notify(severity, message, labels);
  await buttons.find(({ label }) => label === picked)?.run();
}
