import { env, l10n } from "vscode";
import { idLines } from "../../../host/errorMessages";
import type { BulkServices } from "../../exportServices";
import type { DataSetItem } from "./dataSetItem";
import { clientsWords } from "./dataSetLook";
import { bytesWords, rowsWords } from "../exportWords";

interface Button {
  readonly label: string;
  readonly run: () => Promise<unknown>;
}

type Services = Pick<BulkServices, "dialogs" | "describe" | "errorActions">;

/** Says what came of a run, with the buttons that help. */
export async function tellDataSet(services: Services, item: DataSetItem): Promise<void> {
  switch (item.state) {
    case "finished":
      return tellFinished(services, item);
    case "stopped":
      return tellStopped(services, item);
    case "failed":
      return tellFailed(services, item);
    default:
      return;
  }
}

async function tellFinished({ dialogs }: Services, item: DataSetItem): Promise<void> {
  const { done, note } = item;
  if (done === undefined) {
    return;
  }
  const { refused } = done.clients;
  const isAll = refused === 0 && done.clientsWithFindings === 0;
  const sentences = [
    l10n.t(
      "Exported {0} of {1} to {2} ({3}).",
      ...[rowsWords(done.rows, done.query.operationId), clientsWords(note.pages)],
      ...[note.target, bytesWords(done.bytes)],
    ),
    ...(refused === 0
      ? []
      : [l10n.t("{0} were refused: see the manifest.", clientsWords(refused))]),
    ...(done.clientsWithFindings === 0
      ? []
      : [
          l10n.t(
            "Pages of {0} showed something odd: see the journal.",
            clientsWords(done.clientsWithFindings),
          ),
        ]),
  ];
  await ask(dialogs, isAll ? "information" : "warning", sentences, [
    { label: l10n.t("Show in Folder"), run: () => item.act("reveal") },
    { label: l10n.t("Manifest"), run: () => item.act("showManifest") },
  ]);
}

async function tellStopped({ dialogs }: Services, item: DataSetItem): Promise<void> {
  const sentences = [l10n.t("The export was stopped."), holdingWords(item)];
  await ask(dialogs, "information", sentences, [
    { label: l10n.t("Resume"), run: () => item.act("resume") },
    { label: l10n.t("Remove…"), run: () => item.act("remove") },
  ]);
}

async function tellFailed(
  { dialogs, describe, errorActions }: Services,
  item: DataSetItem,
): Promise<void> {
  const error = item.failure;
  const text = await describe(error);
  const resume = (): Promise<void> => item.act("resume");
  // What only tries again is what Resume does.
  const [best] = errorActions.of(error, text).filter((action) => action !== "retry");
  const ids = idLines(text);
  const help: Button[] =
    best === undefined
      ? []
      : [
          {
            label: errorActions.label(best, error),
            run: async () => (await errorActions.run(best, error)) && resume(),
          },
        ];
  const copyIds = { label: l10n.t("Copy ids"), run: async () => env.clipboard.writeText(ids) };
  const sentences = [
    l10n.t("The export of {0} stays as it is: {1}", item.note.title, text.what),
    ...[text.advice, holdingWords(item)],
  ];
  const buttons = [{ label: l10n.t("Resume"), run: resume }, ...help];
  await ask(dialogs, "error", sentences, ids === "" ? buttons : [...buttons, copyIds]);
}

/** "Its folder holds 1,200 rows of 37 clients." */
export function holdingWords({ note: { rows, pages } }: DataSetItem): string {
  return pages === 0
    ? l10n.t("Nothing of it has come yet.")
    : l10n.t("Its folder holds {0} of {1}.", rowsWords(rows), clientsWords(pages));
}

async function ask(
  dialogs: Services["dialogs"],
  severity: "information" | "warning" | "error",
  sentences: readonly string[],
  buttons: readonly Button[],
): Promise<void> {
  const labels = buttons.map(({ label }) => label);
  const picked = await dialogs.notify(severity, sentences.join(" "), labels);
  await buttons.find(({ label }) => label === picked)?.run();
}
