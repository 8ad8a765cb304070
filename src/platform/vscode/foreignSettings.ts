import * as vscode from "vscode";
import {
  foldersNamedIn,
  type NamedFolder,
  settingsNamedIn,
  settingsOfSection,
} from "../base/foreignSettings";
import { PLATFORM_WARNINGS } from "../texts/platformWarnings";
import { warningText } from "../texts/warnings";
import type { Dialogs } from "./dialogs";
import { WORKSPACE_SETTINGS } from "./settings";
import { translate } from "./translate";
import { countText } from "./formats";

const SECTION = "financialPlanning";
const SHOWN_NAMES = 10;
/** Of a workspace file: each costs a look at the disk. */
const MOST_FOLDERS = 100;

/**
 * Settings of the explorer that the open workspace or one of its folders names. None of them is
 * used (`readSetting`): the editor's own filter has been got around before
 * (microsoft/vscode#335112). What that filter takes out is not told to extensions, so the files
 * are read as well.
 */
export async function foreignSettings(): Promise<readonly string[]> {
  const { workspaceFolders = [], workspaceFile, isTrusted } = vscode.workspace;
  const folders = workspaceFolders.map(({ uri }) => uri);
  const used = isTrusted ? WORKSPACE_SETTINGS : NONE;
  // Of several folders none may speak for the window: what they say of it is ignored.
  const usedOfFolders = workspaceFile === undefined ? used : NONE;
  const isSaved = workspaceFile !== undefined && workspaceFile.scheme !== "untitled";
  const text = isSaved ? await textOf(workspaceFile) : "";
  // Extensions of a remote window may be told of no folders at all where the window has several.
  const listed = isSaved
    ? foldersNamedIn(text)
        .slice(0, MOST_FOLDERS)
        .flatMap((one) => folderUri(workspaceFile, one))
    : [];
  const files = [...folders, ...listed].map((folder) =>
    vscode.Uri.joinPath(folder, ".vscode", "settings.json").toString(),
  );
  const named = await Promise.all(
    [...new Set(files)].map(async (file) =>
      settingsNamedIn(await textOf(vscode.Uri.parse(file, true)), usedOfFolders),
    ),
  );
  named.push(settingsNamedIn(text, used));
  const applied = [undefined, ...folders].flatMap((scope) => appliedAt(scope, used));
  return [...new Set([...named.flat(), ...applied])].sort();
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Settings of the explorer that the settings of the machine at the other end of a remote window
 * name: the editor takes them for none, and tells nobody. The explorer runs at that end then.
 * @param storage the explorer's folder for all workspaces, `…/User/globalStorage/<id>`
 */
export async function remoteSettings(storage: vscode.Uri): Promise<readonly string[]> {
  const file = vscode.Uri.joinPath(storage, "..", "..", "..", "Machine", "settings.json");
  return vscode.env.remoteName === undefined ? [] : settingsNamedIn(await textOf(file), NONE);
}

/** Names the foreign settings once in this window, as soon as there are any. */
export function noticeForeignSettings(dialogs: Dialogs, storage: vscode.Uri): vscode.Disposable {
  let isTold = false;
  const notifyOfRemote = async (): Promise<void> => {
    const found = await remoteSettings(storage);
    if (found.length > 0) {
      const warning = PLATFORM_WARNINGS["settings/ofRemote"];
      await dialogs.notify("warning", warningText(warning, translate, { names: listed(found) }));
    }
  };
  void notifyOfRemote().catch(() => undefined);
  const notify = async (): Promise<void> => {
    const found = isTold ? [] : await foreignSettings();
    // Asked again: two changes may have been looked at together.
    if (found.length > 0 && !isTold) {
      isTold = true;
      await notice(dialogs, found);
    }
  };
  const check = (): void => void notify().catch(() => undefined);
  check();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration(check),
    vscode.workspace.onDidChangeWorkspaceFolders(check),
    vscode.workspace.onDidGrantWorkspaceTrust(check),
  );
}

async function notice(dialogs: Dialogs, found: readonly string[]): Promise<void> {
  const open = vscode.l10n.t("Open workspace settings");
  const picked = await dialogs.notify(
    "warning",
    warningText(PLATFORM_WARNINGS["settings/ofWorkspace"], translate, { names: listed(found) }),
    [open],
  );
  if (picked === open) {
    await vscode.commands.executeCommand("workbench.action.openWorkspaceSettingsFile");
  }
}

/** The first ones by name: whoever wrote the file also chose how long it is. */
function listed(found: readonly string[]): string {
  const named = found.filter((id) => /^[\w.-]{1,80}$/.test(id)).slice(0, SHOWN_NAMES);
  const rest = found.length - named.length;
  return [...named, ...(rest > 0 ? [vscode.l10n.t("{0} more", countText(rest))] : [])].join(", ");
}

/** Empty where there is no such file. */
async function textOf(file: vscode.Uri): Promise<string> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  } catch {
    return "";
  }
}

/** A path is absolute, or begins at the folder of the workspace file; none for what is no address. */
function folderUri(file: vscode.Uri, { form, value }: NamedFolder): readonly vscode.Uri[] {
  try {
    if (form === "uri") {
      return [vscode.Uri.parse(value, true)];
    }
    const path = value.replaceAll("\\", "/").replace(/^(?=[A-Za-z]:\/)/, "/");
    return [path.startsWith("/") ? file.with({ path }) : vscode.Uri.joinPath(file, "..", path)];
  } catch {
    // Whoever wrote the file must not keep the notice away by what is no address.
    return [];
  }
}

function appliedAt(scope: vscode.Uri | undefined, used: ReadonlySet<string>): readonly string[] {
  const seen = inspect(scope);
  // What is said for a language is shown to nobody who does not ask for that language.
  const forms = [seen, ...(seen?.languageIds ?? []).map((language) => inspect(scope, language))];
  return forms
    .flatMap((form) => [
      ...[form?.workspaceValue, form?.workspaceLanguageValue],
      ...[form?.workspaceFolderValue, form?.workspaceFolderLanguageValue],
    ])
    .flatMap((value) => settingsOfSection(value, used));
}

type Inspected = NonNullable<ReturnType<vscode.WorkspaceConfiguration["inspect"]>>;

function inspect(uri: vscode.Uri | undefined, languageId?: string): Inspected | undefined {
  const scope: vscode.ConfigurationScope | undefined =
    languageId === undefined ? uri : { ...(uri && { uri }), languageId };
  return vscode.workspace.getConfiguration(undefined, scope).inspect(SECTION);
}
