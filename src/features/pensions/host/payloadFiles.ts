import * as vscode from "vscode";
import {
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
