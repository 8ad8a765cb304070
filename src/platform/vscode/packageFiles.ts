import * as vscode from "vscode";

/** What the package says of itself. */
export function manifestOf({ extension }: vscode.ExtensionContext): {
  readonly displayName: string;
  readonly version: string;
} {
  return extension.packageJSON as { displayName: string; version: string };
}

/** The service definition (OpenAPI 3.1, JSON) that ships with the extension. */
export async function readDefinitionText({
  extensionUri,
}: vscode.ExtensionContext): Promise<string> {
  const file = ["media", "service", "financial-planning-open-api.json"];
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, ...file));
  return new TextDecoder().decode(bytes);
}
