import * as vscode from "vscode";
import type { ExportServices } from "../exportServices";
import type { Placed } from "./putInPlace";

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
    await vscode.commands.executeCommand("revealFileInOS", file.uri);
    return;
  }
  // Not as a document: the editor shows files above 50 MB, and gives none to an extension.
  const uri = act === "open" ? file.uri : file.manifest;
  await vscode.commands.executeCommand("vscode.open", uri, { preview: true });
}
