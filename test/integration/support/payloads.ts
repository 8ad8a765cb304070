import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually, workspaceFolder } from "./explorer";

/** Writes a file of the workspace and shows it. */
export async function openFile(name: string, text: string): Promise<vscode.TextDocument> {
  const uri = vscode.Uri.joinPath(workspaceFolder(), name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: false });
  if (document.getText() !== text) {
    // It was open before: whether a watcher ever tells of the new text cannot be relied on here.
    await vscode.commands.executeCommand("workbench.action.files.revert");
  }
  await eventually("the text of the file", () => document.getText() === text || undefined);
  return document;
}

/** Puts another text in the place of a document's, as typing does. */
export async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/** Where a text stands in a document; `by` characters after its beginning. */
export function positionOf(document: vscode.TextDocument, text: string, by = 0): vscode.Position {
  const offset = document.getText().indexOf(text);
  assert.notEqual(offset, -1, `${text} is there`);
  return document.positionAt(offset + by);
}

/** Our warnings on a document: line, rule, and the text that they are under. */
export function ourProblems(document: vscode.TextDocument): string[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ source }) => source === "Financial Planning")
    .map(({ code, range }) => {
      const rule = typeof code === "object" ? code.value : code;
      return `${range.start.line + 1} ${String(rule)} ${document.getText(range)}`;
    });
}

/** Waits until our warnings are these. */
export async function problemsBecome(
  document: vscode.TextDocument,
  expected: readonly string[],
): Promise<void> {
  await eventually(
    () => `${expected.join(" | ")} in place of ${ourProblems(document).join(" | ")}`,
    () => JSON.stringify(ourProblems(document)) === JSON.stringify(expected) || undefined,
  );
}

/** What is offered at a place. */
export async function actionsAt(
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<readonly vscode.CodeAction[]> {
  const range = new vscode.Range(position, position);
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    document.uri,
    range,
    vscode.CodeActionKind.QuickFix.value,
  );
}

/** What is said at a place, by everybody. */
export async function hoversAt(
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<readonly vscode.MarkdownString[]> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    "vscode.executeHoverProvider",
    document.uri,
    position,
  );
  return hovers.flatMap(({ contents }) => contents as vscode.MarkdownString[]);
}

/** Titles of the lines above a payload, once it has some: while they are drawn they have none yet. */
export async function lensTitles({ uri }: vscode.TextDocument): Promise<readonly string[]> {
  return eventually("the lines above the payload", async () => {
    const titles = (await lensesOf(uri)).map(({ command }) => command?.title ?? "");
    return titles.length === 0 || titles.includes("") ? undefined : titles;
  });
}

/** Waits until nothing stands above a document. */
export async function lensesGo({ uri }: vscode.TextDocument): Promise<void> {
  await eventually("no line above the document", async () =>
    (await lensesOf(uri)).length === 0 ? true : undefined,
  );
}

async function lensesOf(uri: vscode.Uri): Promise<readonly vscode.CodeLens[]> {
  return vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri);
}
