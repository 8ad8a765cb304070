import * as vscode from "vscode";
import { HAS_PAYLOADS_CONTEXT, PAYLOAD_FOLDER } from "../../../manifest";
import { setContextKey } from "../../../platform/vscode/contextKeys";
import { onPayloadsChange, payloadPatterns, payloadSelector } from "./payloadPatterns";

/**
 * Tells which workspace folders have payloads where they usually are, or a setting says where; keeps
 * the context key that shows the view of batches. A look at one folder's type; nothing is read.
 */
export function watchPayloadFolders(
  onFound: (folders: readonly vscode.WorkspaceFolder[]) => void,
): vscode.Disposable {
  const look = async (): Promise<void> => {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const found = await Promise.all(folders.map(({ uri }) => isThere(uri)));
    const isSet = payloadPatterns().length > 0;
    const having = folders.filter((_, index) => isSet || found[index] === true);
    onFound(having);
    const hasPayloads = isSet || having.length > 0;
    await setContextKey(HAS_PAYLOADS_CONTEXT, hasPayloads);
  };
  const again = (): void => void look();
  const watcher = vscode.workspace.createFileSystemWatcher(`**/${PAYLOAD_FOLDER}`);
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
    const { type } = await vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, PAYLOAD_FOLDER));
    return (type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}

interface PayloadWatching {
  /** One was made, or holds something else; without an address other files are payloads now. */
  readonly changed: (uri?: vscode.Uri) => void;
  readonly deleted: (uri: vscode.Uri) => void;
}

/** Tells of payload files that come, change and go, those that the setting names among them. */
export function watchPayloads(watching: PayloadWatching): vscode.Disposable {
  let watchers = watch(watching);
  return vscode.Disposable.from(
    onPayloadsChange(() => {
      void watchers.dispose();
      watchers = watch(watching);
      watching.changed();
    }),
    { dispose: () => void watchers.dispose() },
  );
}

function watch({ changed, deleted }: PayloadWatching): vscode.Disposable {
  const watchers = payloadSelector().flatMap(({ pattern }) => {
    if (pattern === undefined) {
      return [];
    }
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    return [
      watcher,
      watcher.onDidCreate(changed),
      watcher.onDidChange(changed),
      watcher.onDidDelete(deleted),
    ];
  });
  return vscode.Disposable.from(...watchers);
}
