import * as vscode from "vscode";
import { anywhere, usablePatterns } from "../common/editing/patterns";
import { ANSWER_SCHEME, KNOWN_SCHEME, PAYLOAD_SUFFIX, SCHEMA_SCHEME } from "../../../manifest";
import { onSettingChange, readSetting } from "../../../platform/vscode/settings";

const SETTING = "financialPlanning.pension.files";

/** Undefined until they are asked for, and again once they may be others. */
let known: readonly string[] | undefined;
let isFollowing = false;

/** The patterns of the setting; of a folder that nobody vouched for, its own count not. */
export function payloadPatterns(): readonly string[] {
  // Each change of any document asks several times, and the editor makes a whole configuration for it.
  known ??= usablePatterns(readSetting(SETTING));
  if (!isFollowing) {
    isFollowing = true;
    onPayloadsChange(() => undefined);
  }
  return known;
}

/** What the editor is told to ask us about; read-only documents among it are none of ours. */
export function payloadSelector(): vscode.DocumentFilter[] {
  return [`*${PAYLOAD_SUFFIX}`, ...payloadPatterns()].map((pattern) => ({
    pattern: anywhere(pattern),
  }));
}

/** True for documents that are payload files, by their name or by the setting. */
export function isPayload(uri: vscode.Uri): boolean {
  return isEditable(uri) && (hasSuffix(uri) || matches(uri, payloadSelector()));
}

/** True for payload files that only the setting names. */
export function isPayloadBySetting(uri: vscode.Uri): boolean {
  return !hasSuffix(uri) && isPayload(uri);
}

/** Calls back when other files are payload files than before. */
export function onPayloadsChange(changed: () => void): vscode.Disposable {
  const change = (): void => {
    known = undefined;
    changed();
  };
  return vscode.Disposable.from(
    onSettingChange(SETTING, change),
    vscode.workspace.onDidGrantWorkspaceTrust(change),
  );
}

function hasSuffix({ path }: vscode.Uri): boolean {
  return path.endsWith(PAYLOAD_SUFFIX);
}

const OWN_SCHEMES: ReadonlySet<string> = new Set([ANSWER_SCHEME, KNOWN_SCHEME, SCHEMA_SCHEME]);

/** False for the other side of a comparison, an answer, a version of git: nothing that is sent. */
export function isEditable({ scheme }: vscode.Uri): boolean {
  const { fs } = vscode.workspace;
  return !OWN_SCHEMES.has(scheme) && fs.isWritableFileSystem(scheme) !== false;
}

/** The editor matches documents only, by address and language. */
function matches(uri: vscode.Uri, selector: vscode.DocumentFilter[]): boolean {
  return vscode.languages.match(selector, { uri, languageId: "" } as vscode.TextDocument) > 0;
}
