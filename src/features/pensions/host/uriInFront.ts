import * as vscode from "vscode";

/** The document that the editor in front is about: in a comparison what is changed, whichever side has the focus. */
export function uriInFront(): vscode.Uri | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return tab instanceof vscode.TabInputTextDiff
    ? tab.modified
    : vscode.window.activeTextEditor?.document.uri;
}
