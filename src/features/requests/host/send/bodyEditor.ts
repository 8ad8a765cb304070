import * as vscode from "vscode";
import type { BodyEditor } from "./services";

/** Opens the body as an untitled JSON document beside the form; nothing is saved by it. */
export async function openBodyEditor(
  text: string,
  follow: { onChange: (text: string) => void; onClose: () => void },
): Promise<BodyEditor> {
  const document = await vscode.workspace.openTextDocument({ language: "json", content: text });
  await show(document);
  const isOurs = (other: vscode.TextDocument): boolean =>
    other.uri.toString() === document.uri.toString();
  const following = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (isOurs(event.document)) {
        follow.onChange(event.document.getText());
      }
    }),
    vscode.workspace.onDidCloseTextDocument((closed) => {
      // Another language of a document is told as if it closed and opened.
      if (isOurs(closed) && !vscode.workspace.textDocuments.some(isOurs)) {
        follow.onClose();
      }
    }),
  );
  return {
    name: document.uri.path,
    reveal: () => void show(document),
    dispose: () => void following.dispose(),
  };
}

async function show(document: vscode.TextDocument): Promise<void> {
  const viewColumn = vscode.ViewColumn.Beside;
  await vscode.window.showTextDocument(document, { viewColumn, preview: false });
}
