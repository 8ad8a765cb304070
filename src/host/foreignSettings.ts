import * as vscode from "vscode";
import type { Dialogs } from "./dialogs";

const SECTION = "financialPlanning";
/** The only setting that a workspace may colour. */
const WORKSPACE_SETTING = "financialPlanning.list.pageSize";

/** A setting that somebody else than the user tries to supply. */
export interface ForeignSetting {
  readonly id: string;
  readonly place: "workspace" | "folder";
}

/**
 * Settings of the explorer that a workspace or a folder names, whatever their form: flat, as a
 * nested object, for a language, known or made up. None of them is used (`readSetting`); the
 * editor's own filter has been got around before (microsoft/vscode#335112).
 */
export function foreignSettings(): readonly ForeignSetting[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const found = [undefined, ...folders.map(({ uri }) => uri)].flatMap((scope) => inspectAt(scope));
  const byName = new Map(found.map((setting) => [`${setting.place} ${setting.id}`, setting]));
  return [...byName.values()].filter(({ id }) => id !== WORKSPACE_SETTING);
}

/** Names the foreign settings once in this window, as soon as there are any. */
export function noticeForeignSettings(dialogs: Dialogs): vscode.Disposable {
  let isTold = false;
  const tell = (): void => {
    const found = isTold ? [] : foreignSettings();
    if (found.length > 0) {
      isTold = true;
      void notice(dialogs, found);
    }
  };
  tell();
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(SECTION)) {
      tell();
    }
  });
}

async function notice(dialogs: Dialogs, found: readonly ForeignSetting[]): Promise<void> {
  const open = vscode.l10n.t("Open workspace settings");
  const names = [...new Set(found.map(({ id }) => id))].sort();
  const message = vscode.l10n.t(
    "This workspace tries to set {0}. It is ignored: these settings count from your user settings only.",
    names.join(", "),
  );
  if ((await dialogs.notify("warning", message, [open])) === open) {
    await vscode.commands.executeCommand("workbench.action.openWorkspaceSettingsFile");
  }
}

function inspectAt(scope: vscode.Uri | undefined): readonly ForeignSetting[] {
  // As a language of some document, so that forms for a language are looked at too.
  const languages = scope === undefined ? ["json", "jsonc", "plaintext"] : ["json"];
  const scopes: vscode.ConfigurationScope[] = languages.map((languageId) =>
    scope === undefined ? { languageId } : { uri: scope, languageId },
  );
  return [scope, ...scopes].flatMap((at) => {
    const seen = vscode.workspace.getConfiguration(undefined, at).inspect(SECTION);
    const named = (place: ForeignSetting["place"], values: readonly unknown[]): ForeignSetting[] =>
      values.flatMap((value) => leaves(SECTION, value)).map((id) => ({ id, place }));
    return [
      ...named("workspace", [seen?.workspaceValue, seen?.workspaceLanguageValue]),
      ...named("folder", [seen?.workspaceFolderValue, seen?.workspaceFolderLanguageValue]),
    ];
  });
}

/** The settings in a value: names of what is no object any more. */
function leaves(path: string, value: unknown): readonly string[] {
  if (value === undefined) {
    return [];
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return [path];
  }
  return Object.entries(value).flatMap(([name, inner]) => leaves(`${path}.${name}`, inner));
}
