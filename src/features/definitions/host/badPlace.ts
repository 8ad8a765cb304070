import * as vscode from "vscode";
import { l10n } from "vscode";
import type { AppError } from "../../../platform/base/errors";
import type { FoundText } from "./importSources";
import type { DefinitionServices } from "./services";

/** Says why a document was refused, with a button that leads to the place. */
export async function showBadPlace(
  { dialogs, describe, addOwn }: DefinitionServices,
  { text, uri }: FoundText,
  error: AppError,
): Promise<void> {
  const line = Number(error.values["line"]);
  const column = Number(error.values["column"] ?? 1);
  const { what, advice } = await describe(error);
  const open = l10n.t("Open at line {0}", line);
  const picked = await dialogs.notify("error", `${what} ${advice}`, [open]);
  if (picked !== open) {
    return;
  }
  const isJson = /^\s*[{[]/.test(text);
  const name = isJson ? "definition.json" : "definition.yaml";
  const shown = uri ?? addOwn(name, new TextEncoder().encode(text));
  const document = await vscode.workspace.openTextDocument(shown);
  const place = new vscode.Position(line - 1, Math.max(0, column - 1));
  const end = document.lineAt(Math.min(place.line, document.lineCount - 1)).range.end;
  // A place at the end of a line is a point, all others are shown to the line's end.
  await vscode.window.showTextDocument(document, {
    selection: new vscode.Range(place, end.isAfter(place) ? end : place),
  });
}
