import * as vscode from "vscode";
import { HAS_PAYLOADS_CONTEXT } from "../manifest";
import { onPayloadsChange, payloadPatterns } from "./payloadPatterns";
import { UnseenPayloads } from "./unseenPayloads";

/** The folder of a workspace folder that payloads are in (`core/pensions/target.ts`). */
const FOLDER = "pensions";

/**
 * Keeps the context key that shows the view of batches: true while a workspace folder has payloads
 * where they usually are, or a setting says where. A look at one folder's type; nothing is read.
 * `onSeen` is called once such a folder comes in sight in source control, and takes its place there.
 */
export function tellOfPayloads(onSeen: () => Promise<void>): vscode.Disposable {
  const unseen = new UnseenPayloads(onSeen);
  const look = async (): Promise<void> => {
    const found = await foldersWithPayloads();
    unseen.show(found);
    await vscode.commands.executeCommand("setContext", HAS_PAYLOADS_CONTEXT, found.length > 0);
  };
  const again = (): void => void look();
  const watcher = vscode.workspace.createFileSystemWatcher(`**/${FOLDER}`);
  again();
  return vscode.Disposable.from(
    unseen,
    watcher,
    watcher.onDidCreate(again),
    watcher.onDidDelete(again),
    vscode.workspace.onDidChangeWorkspaceFolders(again),
    onPayloadsChange(again),
  );
}

/** With patterns of the user's own it may be any of them. */
async function foldersWithPayloads(): Promise<readonly vscode.WorkspaceFolder[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (payloadPatterns().length > 0) {
    return folders;
  }
  const found = await Promise.all(folders.map(({ uri }) => isThere(uri)));
  return folders.filter((_, index) => found[index] === true);
}

async function isThere(folder: vscode.Uri): Promise<boolean> {
  try {
    const { type } = await vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, FOLDER));
    return (type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}
