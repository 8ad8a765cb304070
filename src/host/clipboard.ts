import * as vscode from "vscode";

const SHOWN_MILLISECONDS = 3000;

/** Copies a text that is short enough to be shown, and says so in the status bar. */
export async function copyText(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  const message = vscode.l10n.t("$(copy) Copied {0}", text);
  vscode.window.setStatusBarMessage(message, SHOWN_MILLISECONDS);
}
