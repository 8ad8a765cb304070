import * as vscode from "vscode";
import { isPayloadBySetting, onPayloadsChange } from "../../host/payloadPatterns";
import { PAYLOAD_FILES_CONTEXT } from "../../manifest";

/** Keeps the context key that shows buttons and keys in payload files that only a setting names. */
export function followOpenPayloads(): vscode.Disposable {
  const { workspace } = vscode;
  let last = "[]";
  const update = (): void => {
    const open = workspace.textDocuments
      .filter(({ uri, isClosed }) => !isClosed && isPayloadBySetting(uri))
      .map(({ uri }) => uri.toString());
    const now = JSON.stringify(open);
    if (now !== last) {
      last = now;
      void vscode.commands.executeCommand("setContext", PAYLOAD_FILES_CONTEXT, open);
    }
  };
  update();
  return vscode.Disposable.from(
    workspace.onDidOpenTextDocument(update),
    workspace.onDidCloseTextDocument(update),
    onPayloadsChange(update),
  );
}
