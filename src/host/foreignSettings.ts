import * as vscode from "vscode";
import { settingsNamedIn, settingsOfSection } from "../core/foreignSettings";
import type { Dialogs } from "./dialogs";

const SECTION = "financialPlanning";
const SHOWN_NAMES = 10;

/**
 * Settings of the explorer that the open workspace or one of its folders names. None of them is
 * used (`readSetting`): the editor's own filter has been got around before
 * (microsoft/vscode#335112). What that filter takes out is not told to extensions, so the files
 * are read as well.
 */
export async function foreignSettings(): Promise<readonly string[]> {
  const { workspaceFolders = [], workspaceFile } = vscode.workspace;
  const folders = workspaceFolders.map(({ uri }) => uri);
  const files = [
    ...folders.map((folder) => vscode.Uri.joinPath(folder, ".vscode", "settings.json")),
    ...(workspaceFile === undefined || workspaceFile.scheme === "untitled" ? [] : [workspaceFile]),
  ];
  const named = await Promise.all(files.map(namedIn));
  const applied = [undefined, ...folders].flatMap(appliedAt);
  return [...new Set([...named.flat(), ...applied])].sort();
}

/** Names the foreign settings once in this window, as soon as there are any. */
export function noticeForeignSettings(dialogs: Dialogs): vscode.Disposable {
  let isTold = false;
  const tell = async (): Promise<void> => {
    const found = isTold ? [] : await foreignSettings();
    // Asked again: two changes may have been looked at together.
    if (found.length > 0 && !isTold) {
      isTold = true;
      await notice(dialogs, found);
    }
  };
  const look = (): void => void tell().catch(() => undefined);
  look();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration(look),
    vscode.workspace.onDidChangeWorkspaceFolders(look),
  );
}

async function notice(dialogs: Dialogs, found: readonly string[]): Promise<void> {
  const open = vscode.l10n.t("Open workspace settings");
  const message = vscode.l10n.t(
    "This workspace tries to set {0}. It is ignored: these settings count from your user settings only.",
    listed(found),
  );
  if ((await dialogs.notify("warning", message, [open])) === open) {
    await vscode.commands.executeCommand("workbench.action.openWorkspaceSettingsFile");
  }
}

/** The first ones by name: whoever wrote the file also chose how long it is. */
function listed(found: readonly string[]): string {
  const named = found.filter((id) => /^[\w.-]{1,80}$/.test(id)).slice(0, SHOWN_NAMES);
  const rest = found.length - named.length;
  return [...named, ...(rest > 0 ? [vscode.l10n.t("{0} more", rest)] : [])].join(", ");
}

/** Nothing where there is no such file. */
async function namedIn(file: vscode.Uri): Promise<readonly string[]> {
  try {
    return settingsNamedIn(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  } catch {
    return [];
  }
}

function appliedAt(scope: vscode.Uri | undefined): readonly string[] {
  const seen = inspect(scope);
  // What is said for a language is shown to nobody who does not ask for that language.
  const forms = [seen, ...(seen?.languageIds ?? []).map((language) => inspect(scope, language))];
  return forms
    .flatMap((form) => [
      ...[form?.workspaceValue, form?.workspaceLanguageValue],
      ...[form?.workspaceFolderValue, form?.workspaceFolderLanguageValue],
    ])
    .flatMap(settingsOfSection);
}

type Inspected = NonNullable<ReturnType<vscode.WorkspaceConfiguration["inspect"]>>;

function inspect(uri: vscode.Uri | undefined, languageId?: string): Inspected | undefined {
  const scope: vscode.ConfigurationScope | undefined =
    languageId === undefined ? uri : { ...(uri && { uri }), languageId };
  return vscode.workspace.getConfiguration(undefined, scope).inspect(SECTION);
}
