import * as vscode from "vscode";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { saveFile } from "../../../platform/vscode/saveFile";
import type { ChartImage } from "../messages/chartImage";
import { bytesText } from "../../../platform/vscode/formats";

/**
 * Asks where to, and writes a drawing that has been checked on arrival.
 * @param name of the file that is proposed, without its extension
 * @throws AppError `input/notSaved`
 */
export async function saveImage(
  dialogs: Dialogs,
  name: string,
  { format, content }: ChartImage,
): Promise<void> {
  const target = await dialogs.saveFile(`${fileName(name)}.${format}`);
  if (target === undefined) {
    return;
  }
  const bytes = Buffer.from(content, format === "svg" ? "utf8" : "base64");
  await saveFile(target, (write) => write(bytes));
  const open = vscode.l10n.t("Open");
  const saved = target.path.split("/").at(-1) ?? "";
  const message = vscode.l10n.t("Saved {0} to {1}.", bytesText(bytes.byteLength), saved);
  if ((await dialogs.notify("information", message, [open])) === open) {
    await vscode.commands.executeCommand("vscode.open", target);
  }
}

const NAME_LIMIT = 80;

/** What every file system takes as a name: a title can hold anything. */
function fileName(name: string): string {
  const tame = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return Array.from(tame).slice(0, NAME_LIMIT).join("") || "chart";
}
