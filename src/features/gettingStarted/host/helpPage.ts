import * as vscode from "vscode";
import {
  CONNECTION_FORM_PANEL,
  DEFINITIONS_PANEL,
  LIST_PANEL,
  PLAN_PANEL,
  REQUEST_PANEL,
  SEND_PANEL,
  SESSION_PANEL,
} from "../../../manifest";

/** The page of the documentation on each panel. */
const PAGES: Readonly<Record<string, string>> = {
  [LIST_PANEL]: "lists",
  [REQUEST_PANEL]: "requests",
  [SEND_PANEL]: "requests",
  [CONNECTION_FORM_PANEL]: "connections",
  [SESSION_PANEL]: "sign-in",
  [PLAN_PANEL]: "source-control",
  [DEFINITIONS_PANEL]: "definitions",
};

/** The page on the editor in front; undefined where it is none of the explorer's. */
export function helpPage(): string | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputText) {
    return "pensions";
  }
  // The editor puts a word of its own before the type of a panel.
  const type = input instanceof vscode.TabInputWebview ? input.viewType.replace(/^.*-/, "") : "";
  return PAGES[type];
}
