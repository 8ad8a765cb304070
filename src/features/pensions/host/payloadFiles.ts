import { homedir } from "node:os";
import * as vscode from "vscode";
import {
  hasPayloadPath,
  isClientId,
  isPensionId,
  payloadPath,
  type PensionIdentity,
  targetOfPath,
} from "../common/target";
import type { PensionKey } from "../common/writing/records";
import { KNOWN_SCHEME, PAYLOAD_FOLDER, PAYLOAD_SUFFIX } from "../../../manifest";

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
  const pensions = vscode.Uri.joinPath(folder, PAYLOAD_FOLDER);
  const names = (await namesIn(pensions)).filter((name) => isSameName(name, clientId));
  const files = await Promise.all(
    names.map(async (name) => {
      const uri = vscode.Uri.joinPath(pensions, name);
      const files = (await namesIn(uri)).filter((file) => file.endsWith(PAYLOAD_SUFFIX));
      return files.map((file) => vscode.Uri.joinPath(uri, file));
    }),
  );
  return files.flat();
}

/** Names in a folder; of one that is not there yet none. */
async function namesIn(folder: vscode.Uri): Promise<readonly string[]> {
  try {
    return (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name);
  } catch {
    return [];
  }
}

/** A UUID is the same in capitals, and a name is on many file systems. */
function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
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
 * The same, or what was made in place of a file that no folder took: the untitled document while it is
 * open, and where no folder can be written to the file that it was saved as. Beside one of them
 * nothing is begun anew.
 */
export async function existingOrUntitled(
  identity: PensionIdentity,
): Promise<vscode.Uri | undefined> {
  return (await existingPayload(identity)) ?? (await madeWithoutFolder(identity));
}

async function madeWithoutFolder(identity: PensionIdentity): Promise<vscode.Uri | undefined> {
  if (!hasPayloadPath(identity)) {
    return undefined;
  }
  const { file, untitled } = await placesWithoutFolder(identity);
  if (writableFolders().length === 0 && (await exists(file))) {
    return file;
  }
  const name = untitled.toString();
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === name);
  return open === undefined || open.getText() === "" ? undefined : untitled;
}

/** The workspace folders that payload files can be made in. */
export function writableFolders(): readonly vscode.WorkspaceFolder[] {
  const { workspaceFolders = [], fs } = vscode.workspace;
  return workspaceFolders.filter(({ uri }) => fs.isWritableFileSystem(uri.scheme) !== false);
}

/** Where a payload is made without a folder, and what it is saved as unless the user says otherwise. */
export async function placesWithoutFolder(
  identity: PensionIdentity,
): Promise<{ readonly file: vscode.Uri; readonly untitled: vscode.Uri }> {
  const file = await newPayloadFile(vscode.Uri.file(homedir()), identity);
  return { file, untitled: file.with({ scheme: "untitled" }) };
}

/** Only a file that is said not to be there may be written: any other trouble is no "no". */
export async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") {
      return false;
    }
    throw error;
  }
}

/**
 * Where the payload file of a pension is made. Many file systems take names that differ in capitals
 * alone for one, and one of two pensions would be written over the other: it gets another name.
 */
export async function newPayloadFile(
  folder: vscode.Uri,
  identity: PensionIdentity,
): Promise<vscode.Uri> {
  const plain = vscode.Uri.joinPath(folder, payloadPath(identity));
  const name = nameOf(plain);
  const names = await namesIn(vscode.Uri.joinPath(plain, ".."));
  const isTaken = names.some((other) => other !== name && isSameName(other, name));
  return isTaken ? vscode.Uri.joinPath(folder, payloadPath(identity, true)) : plain;
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** First part of the paths of what stands for a pension and is no document. */
const PENSIONS = "pension";

/**
 * What stands for a pension of a connection where the editor decorates addresses: what is said of
 * its payload is said of this, and nothing that others say of the file.
 */
export function pensionUri({ connectionId, clientId, pensionId }: PensionKey): vscode.Uri {
  const path = `/${[PENSIONS, connectionId, clientId.toLowerCase(), pensionId].join("/")}`;
  return vscode.Uri.from({ scheme: KNOWN_SCHEME, path });
}
