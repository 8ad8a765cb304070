import * as vscode from "vscode";
import type { ExportServices } from "./exportServices";
import type { Placed } from "./moveIntoPlace";

/** Opens an export, its folder or its manifest. */
export async function openPlaced(
  { answers }: Pick<ExportServices, "answers">,
  { file, manifest }: Placed,
  act: "open" | "reveal" | "showManifest",
): Promise<void> {
  if (file === undefined) {
    const bytes = new TextEncoder().encode(`${JSON.stringify(manifest, undefined, 2)}\n`);
    await (manifest.isMasked
      ? answers.openOwn("manifest.json", bytes)
      : answers.open("manifest.json", bytes));
    return;
  }
  if (act === "reveal") {
    return reveal(file.uri);
  }
  // Not as a document: the editor shows files above 50 MB, and gives none to an extension.
  const uri = act === "open" ? file.uri : file.manifest;
  await vscode.commands.executeCommand("vscode.open", uri, { preview: true });
}

/** Shows a file in its folder; a browser has no file manager to show it in, only the editor's. */
export async function reveal(uri: vscode.Uri): Promise<void> {
  const isBrowser = vscode.env.uiKind === vscode.UIKind.Web;
  await vscode.commands.executeCommand(isBrowser ? "revealInExplorer" : "revealFileInOS", uri);
}
