import * as vscode from "vscode";
import { HAS_PAYLOADS_CONTEXT } from "../../../manifest";
import { onPayloadsChange, payloadPatterns } from "./payloadPatterns";

/** The folder of a workspace folder that payloads are in (`pensions/common/target.ts`). */
const FOLDER = "pensions";

/**
 * Tells which workspace folders have payloads where they usually are, or a setting says where; keeps
 * the context key that shows the view of batches. A look at one folder's type; nothing is read.
 */
export function tellOfPayloads(
  tell: (folders: readonly vscode.WorkspaceFolder[]) => void,
): vscode.Disposable {
  const look = async (): Promise<void> => {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const found = await Promise.all(folders.map(({ uri }) => isThere(uri)));
    const isSet = payloadPatterns().length > 0;
    const having = folders.filter((_, index) => isSet || found[index] === true);
    tell(having);
    const hasPayloads = isSet || having.length > 0;
    await vscode.commands.executeCommand("setContext", HAS_PAYLOADS_CONTEXT, hasPayloads);
  };
  const again = (): void => void look();
  const watcher = vscode.workspace.createFileSystemWatcher(`**/${FOLDER}`);
  again();
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(again),
    watcher.onDidDelete(again),
    vscode.workspace.onDidChangeWorkspaceFolders(again),
    onPayloadsChange(again),
  );
}

async function isThere(folder: vscode.Uri): Promise<boolean> {
  try {
    const { type } = await vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, FOLDER));
    return (type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}
