import * as vscode from "vscode";
import { HELP_PAGES } from "../common/helpPages";

/** The page on the editor in front; undefined where it is none of the explorer's. */
export function helpPage(): string | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputText) {
    return "pensions";
  }
  // The editor puts a word of its own before the type of a panel.
  const type = input instanceof vscode.TabInputWebview ? input.viewType.replace(/^.*-/, "") : "";
  return HELP_PAGES[type];
}
