import * as vscode from "vscode";
import { isPayloadBySetting, onPayloadsChange } from "../payloadPatterns";
import { PAYLOAD_FILES_CONTEXT } from "../../../../manifest";
import { setContextKey } from "../../../../platform/vscode/contextKeys";

/**
 * Keeps the context key that shows buttons and keys in payload files that only a setting names: by
 * their paths, since a window has other addresses for files of its remote than an extension there.
 */
export function trackOpenPayloads(): vscode.Disposable {
  const workspace = vscode.workspace;
  let last = "[]";
  const update = (): void => {
    const open = workspace.textDocuments
      .filter(({ uri, isClosed }) => !isClosed && isPayloadBySetting(uri))
      .flatMap(({ uri }) => pathsOf(uri));
    const now = JSON.stringify(open);
    if (now !== last) {
      last = now;
      void setContextKey(PAYLOAD_FILES_CONTEXT, open);
    }
  };
  update();
  return vscode.Disposable.from(
    workspace.onDidOpenTextDocument(update),
    workspace.onDidCloseTextDocument(update),
    onPayloadsChange(update),
  );
}

/** As this machine writes it, and as a window on Windows writes that of a file elsewhere. */
function pathsOf({ fsPath, path }: vscode.Uri): readonly string[] {
  return [...new Set([fsPath, path.replaceAll("/", "\\")])];
}
