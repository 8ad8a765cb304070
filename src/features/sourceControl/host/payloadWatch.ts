import * as vscode from "vscode";
import { isPayload } from "../../pensions/host/payloadPatterns";
import { watchPayloads } from "../../pensions/host/payloadWatcher";
import type { PayloadTargets } from "../../pensions/host/targets";

/**
 * The folder of payloads, and those of clients in it: of a folder that is gone or was moved a
 * watcher tells, and of nothing that is in it.
 */
const FOLDERS = ["**/pensions", "**/pensions/*"];

interface PayloadListener {
  /** These files hold something else, are new or are gone. */
  readonly files: (uris: readonly vscode.Uri[]) => void;
  /** Any file may have come or gone. */
  readonly all: () => void;
}

/** Tells which payload files have to be read again, those with a chosen target among them. */
export function followPayloads(
  targets: Pick<PayloadTargets, "chosenFor">,
  { files, all }: PayloadListener,
): vscode.Disposable {
  const one = (uri: vscode.Uri): void => files([uri]);
  const workspace = vscode.workspace;
  return vscode.Disposable.from(
    watchPayloads({ changed: (uri) => (uri === undefined ? all() : one(uri)), deleted: one }),
    ...FOLDERS.flatMap((pattern) => watchFolder(pattern, all)),
    workspace.onDidSaveTextDocument(({ uri }) => {
      // The name of one with a chosen target may be any, and not every file system tells of changes.
      if (isPayload(uri) || targets.chosenFor(uri) !== undefined) {
        one(uri);
      }
    }),
    workspace.onDidCreateFiles(all),
    workspace.onDidDeleteFiles(all),
    workspace.onDidRenameFiles(all),
    workspace.onDidChangeWorkspaceFolders(all),
  );
}

function watchFolder(pattern: string, changed: () => void): vscode.Disposable[] {
  const watcher = vscode.workspace.createFileSystemWatcher(pattern, false, true, false);
  return [watcher, watcher.onDidCreate(changed), watcher.onDidDelete(changed)];
}
