import * as vscode from "vscode";
import type { Dialogs } from "../../../platform/vscode/dialogs";

/** The pages of `docs` for users, in the order in which they are offered. */
const PAGES = [
  "connections",
  "sign-in",
  "lists",
  "exports",
  "analysis",
  "pensions",
  "source-control",
  "definitions",
  "requests",
  "privacy",
  "assistants",
  "sandbox",
  "network",
  "settings",
  "troubleshooting",
  "stored-data",
] as const;
const TITLE = /^# (.+)$/m;
/** The first paragraph below the title. */
const SUMMARY = /^# .+\n+([^#|\n-][^\n]*)/m;

/** Asks which page where none is named, and opens it as the editor shows Markdown. */
export async function openDocumentation(
  { dialogs, extensionUri }: { readonly dialogs: Dialogs; readonly extensionUri: vscode.Uri },
  page?: string,
): Promise<void> {
  const folder = vscode.Uri.joinPath(extensionUri, "docs");
  const name = PAGES.find((known) => known === page) ?? (await pickPage(dialogs, folder));
  if (name !== undefined) {
    await showPage(vscode.Uri.joinPath(folder, `${name}.md`));
  }
}

async function pickPage(dialogs: Dialogs, folder: vscode.Uri): Promise<string | undefined> {
  const items = await Promise.all(
    PAGES.map(async (name) => {
      const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, `${name}.md`));
      const text = new TextDecoder().decode(bytes);
      const [, label = name] = TITLE.exec(text) ?? [];
      const [, detail = ""] = SUMMARY.exec(text) ?? [];
      return { label, detail: detail.replaceAll(/\*\*|`|\[|\]\([^)]*\)/g, ""), name };
    }),
  );
  return (await dialogs.pick(vscode.l10n.t("What do you want to read about?"), items))?.name;
}

/** The preview belongs to a shipped extension, which may be switched off. */
async function showPage(page: vscode.Uri): Promise<void> {
  const commands = await vscode.commands.getCommands(true);
  if (commands.includes("markdown.showPreview")) {
    await vscode.commands.executeCommand("markdown.showPreview", page);
  } else {
    await vscode.window.showTextDocument(page);
  }
}
