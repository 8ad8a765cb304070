import { l10n } from "vscode";
import type { DataSetItem } from "./dataSetItem";
import { clientsWords } from "./dataSetLook";
import { ask, tellError, tellStopped, type TellServices } from "../itemMessages";
import { bytesWords, rowsWords } from "../exportWords";

/** Says what came of a run, with the buttons that help. */
export async function tellDataSet(services: TellServices, item: DataSetItem): Promise<void> {
  switch (item.state) {
    case "finished":
      return tellFinished(services, item);
    case "stopped":
      return tellStopped(services, item, holdingWords(item));
    case "failed":
      return tellFailed(services, item);
    default:
      return;
  }
}

async function tellFinished({ dialogs }: TellServices, item: DataSetItem): Promise<void> {
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
  await ask(dialogs, isAll ? "information" : "warning", sentences.join(" "), [
    { label: l10n.t("Show in Folder"), run: () => item.act("reveal") },
    { label: l10n.t("Manifest"), run: () => item.act("showManifest") },
  ]);
}

async function tellFailed(services: TellServices, item: DataSetItem): Promise<void> {
  const first = (what: string): string =>
    l10n.t("The export of {0} stays as it is: {1}", item.note.title, what);
  await tellError(services, item, { first, holds: holdingWords(item) });
}

/** "Its folder holds 1,200 rows of 37 clients." */
export function holdingWords({ note: { rows, pages } }: DataSetItem): string {
  return pages === 0
    ? l10n.t("Nothing of it has come yet.")
    : l10n.t("Its folder holds {0} of {1}.", rowsWords(rows), clientsWords(pages));
}
