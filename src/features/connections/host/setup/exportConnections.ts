import * as vscode from "vscode";
import type { Connection } from "../../../../platform/base/connection";
import { CONNECTION_FILE_SUFFIX, writeConnectionFile } from "../../common/connectionFile";
import { AppError } from "../../../../platform/base/errors";
import type { Dialogs } from "../../../../platform/vscode/dialogs";
import { saveFile } from "../../../../platform/vscode/saveFile";
import { environmentWord } from "../../../../platform/vscode/words";
import type { ConnectionSetupServices } from "./services";
import { countText } from "../../../../platform/vscode/formats";

/** Writes connections of the user's choice to a file, without their secrets. */
export async function exportConnections({
  dialogs,
  stored,
}: Pick<ConnectionSetupServices, "dialogs" | "stored">): Promise<void> {
  const all = stored();
  if (all.length === 0) {
    throw new AppError("input", "input/nothingToExport");
  }
  const chosen = await choose(dialogs, all);
  if (chosen.length === 0) {
    return;
  }
  const target = await dialogs.saveFile(`connections${CONNECTION_FILE_SUFFIX}`);
  if (target === undefined) {
    return;
  }
  const bytes = new TextEncoder().encode(writeConnectionFile(chosen));
  await saveFile(target, (write) => write(bytes));
  await offerToOpen(dialogs, target, chosen.length);
}

async function choose(
  dialogs: Dialogs,
  all: readonly Connection[],
): Promise<readonly Connection[]> {
  if (all.length === 1) {
    return all;
  }
  const items = all.map((connection) => ({
    label: connection.label,
    description: environmentWord(connection.environment),
    connection,
  }));
  const picked = await dialogs.pickMany(vscode.l10n.t("Connections to export"), items);
  return (picked ?? []).map(({ connection }) => connection);
}

async function offerToOpen(dialogs: Dialogs, target: vscode.Uri, count: number): Promise<void> {
  const open = vscode.l10n.t("Open file");
  const name = target.path.split("/").at(-1) ?? "";
  const message =
    count === 1
      ? vscode.l10n.t("Exported 1 connection to {0}. It holds no secret.", name)
      : vscode.l10n.t(
          "Exported {0} connections to {1}. It holds no secret.",
          countText(count),
          name,
        );
  if ((await dialogs.notify("information", message, [open])) === open) {
    await vscode.window.showTextDocument(target);
  }
}
