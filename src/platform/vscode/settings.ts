import * as vscode from "vscode";
import type { Settings } from "../../manifest";

type SettingId = keyof Settings;

/** Settings that a workspace may colour; all others count only when the user set them. */
export const WORKSPACE_SETTINGS: ReadonlySet<SettingId> = new Set([
  "financialPlanning.list.pageSize",
  "financialPlanning.pension.files",
  "financialPlanning.pension.checks",
]);

/**
 * Reads a setting. Values that a workspace, folder or remote supplied for an application
 * setting are ignored here too: the editor's own filter has been got around before
 * (microsoft/vscode#335112).
 */
export function readSetting<Id extends SettingId>(id: Id): Settings[Id] {
  const configuration = vscode.workspace.getConfiguration();
  if (WORKSPACE_SETTINGS.has(id)) {
    return configuration.get<Settings[Id]>(id) as Settings[Id];
  }
  const found = configuration.inspect<Settings[Id]>(id);
  return (found?.globalValue ?? found?.defaultValue) as Settings[Id];
}

/** Calls back when one of the settings that start with `prefix` changed. */
export function onSettingChange(prefix: string, changed: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(prefix)) {
      changed();
    }
  });
}
