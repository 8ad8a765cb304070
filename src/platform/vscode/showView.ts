import * as vscode from "vscode";
import { webviewFocus } from "./webviewFocus";

/**
 * Brings a view up and gives it the focus, by the editor's own command for it. The palette or question
 * that was just closed gives the focus back to the panel in front, which would take it from the view.
 */
export async function showView(id: string): Promise<void> {
  await webviewFocus.settled();
  await vscode.commands.executeCommand(`${id}.focus`);
}
