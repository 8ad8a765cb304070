import { homedir } from "node:os";
import * as vscode from "vscode";
import {
  isClientId,
  isPensionId,
  payloadPath,
  type PensionIdentity,
  targetOfPath,
} from "../core/pensions/target";
import { PAYLOAD_SUFFIX } from "../shared/payloadSuffix";

/** A payload file in the workspace and the pension it is for. */
export interface PayloadFile extends PensionIdentity {
  readonly uri: vscode.Uri;
}

/** More payload files of one client are not listed; nobody reads such a list. */
const FILES_PER_CLIENT = 500;

/** The payload files of one client, in every workspace folder, by pension id. */
export async function findPayloadFiles(clientId: string): Promise<readonly PayloadFile[]> {
  if (!isClientId(clientId)) {
    return [];
  }
  const uris = await Promise.all(
    (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => listFolder(uri, clientId)),
  );
  return uris
    .flat()
    .slice(0, FILES_PER_CLIENT)
    .flatMap((uri) => {
      const target = targetOfPath(uri.path);
      return target === undefined ? [] : [{ ...target, uri }];
    })
    .sort((one, other) => one.pensionId.localeCompare(other.pensionId));
}

/** Looked up, not searched for: a search reads the whole folder and is not there everywhere. */
async function listFolder(folder: vscode.Uri, clientId: string): Promise<vscode.Uri[]> {
  const uri = vscode.Uri.joinPath(folder, "pensions", clientId);
  try {
    const entries = await vscode.workspace.fs.readDirectory(uri);
    return entries
      .filter(([name]) => name.endsWith(PAYLOAD_SUFFIX))
      .map(([name]) => vscode.Uri.joinPath(uri, name));
  } catch {
    // No such folder yet: no payloads.
    return [];
  }
}

/** The pension that a document's path names. */
export function targetOfUri(uri: vscode.Uri): PensionIdentity | undefined {
  return targetOfPath(uri.path);
}

/** The payload file of a pension where it exists in the workspace. */
export async function existingPayload(identity: PensionIdentity): Promise<vscode.Uri | undefined> {
  const files = isPensionId(identity.pensionId) ? await findPayloadFiles(identity.clientId) : [];
  return files.find(({ pensionId }) => pensionId === identity.pensionId)?.uri;
}

/**
 * Makes the payload file of a pension and returns its document: a file in the first
 * workspace folder, or where no folder is open an untitled one that is written only when
 * the user saves it. An existing file is never overwritten.
 */
export async function createPayload(
  identity: PensionIdentity,
  content: string,
): Promise<vscode.TextDocument> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) {
    return createUntitled(identity, content);
  }
  const uri = vscode.Uri.joinPath(folder.uri, payloadPath(identity));
  if (!(await exists(uri))) {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(content));
  }
  return vscode.workspace.openTextDocument(uri);
}

async function createUntitled(
  identity: PensionIdentity,
  content: string,
): Promise<vscode.TextDocument> {
  const file = vscode.Uri.joinPath(vscode.Uri.file(homedir()), payloadPath(identity));
  if (await exists(file)) {
    return vscode.workspace.openTextDocument(file);
  }
  const document = await vscode.workspace.openTextDocument(file.with({ scheme: "untitled" }));
  if (document.getText() === "") {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), content);
    await vscode.workspace.applyEdit(edit);
  }
  return document;
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
