import * as vscode from "vscode";
import { onPayloadsChange, payloadSelector } from "./payloadPatterns";

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
