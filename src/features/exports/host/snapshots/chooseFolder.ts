import { l10n } from "vscode";
import { AppError } from "../../../../platform/base/errors";
import type { Dialogs } from "../../../../platform/vscode/dialogs";
import type { SnapshotFolder } from "../exportServices";

/** Asks where snapshots are kept from now on; undefined when the user declined. */
export async function chooseSnapshotFolder(
  dialogs: Pick<Dialogs, "openFolder">,
  folder: SnapshotFolder,
): Promise<string | undefined> {
  const title = l10n.t("Folder that snapshots are kept in");
  const chosen = await dialogs.openFolder(title, l10n.t("Keep snapshots here"));
  if (chosen === undefined) {
    return undefined;
  }
  if (chosen.scheme !== "file") {
    throw new AppError("input", "snapshots/folderElsewhere");
  }
  await folder.set(chosen.fsPath);
  return chosen.fsPath;
}
