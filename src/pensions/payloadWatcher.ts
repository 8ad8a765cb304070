import * as vscode from "vscode";
import { onPayloadsChange, payloadSelector } from "../host/payloadPatterns";

export interface PayloadWatching {
  readonly created: () => void;
  readonly deleted: (uri: vscode.Uri) => void;
}

/** Tells of payload files that come and go, those that the setting names among them. */
export function watchPayloads(watching: PayloadWatching): vscode.Disposable {
  let watchers = watch(watching);
  return vscode.Disposable.from(
    onPayloadsChange(() => {
      void watchers.dispose();
      watchers = watch(watching);
      watching.created();
    }),
    { dispose: () => void watchers.dispose() },
  );
}

function watch({ created, deleted }: PayloadWatching): vscode.Disposable {
  const watchers = payloadSelector().flatMap(({ pattern }) => {
    if (pattern === undefined) {
      return [];
    }
    const watcher = vscode.workspace.createFileSystemWatcher(pattern, false, true);
    return [watcher, watcher.onDidCreate(created), watcher.onDidDelete(deleted)];
  });
  return vscode.Disposable.from(...watchers);
}
