import * as vscode from "vscode";
import { isPayload, isPayloadBySetting } from "../../pensions/host/payloadPatterns";
import type { PayloadTargets } from "../../pensions/host/targets";
import { PAYLOAD_FOLDER } from "../../../manifest";

/**
 * The folder whose payloads in source control a file is one of, if it is there: one that is in its
 * place below `pensions` (`pensions/common/target.ts`), that the setting names, or with a chosen target.
 */
export function folderListing(
  targets: Pick<PayloadTargets, "chosenFor">,
  uri: vscode.Uri,
): vscode.WorkspaceFolder | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  return folder !== undefined && isListed(targets, uri, folder) ? folder : undefined;
}

/** Within its folder, with slashes. */
export function placeIn(folder: vscode.WorkspaceFolder, uri: vscode.Uri): string {
  const root = folder.uri.path.endsWith("/") ? folder.uri.path : `${folder.uri.path}/`;
  return uri.path.startsWith(root) ? uri.path.slice(root.length) : uri.path;
}

function isListed(
  targets: Pick<PayloadTargets, "chosenFor">,
  uri: vscode.Uri,
  folder: vscode.WorkspaceFolder,
): boolean {
  const [root, client, file, ...deeper] = placeIn(folder, uri).split("/");
  const isInPlace =
    root === PAYLOAD_FOLDER && client !== undefined && file !== undefined && deeper.length === 0;
  return targets.chosenFor(uri) !== undefined
    ? vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== false
    : isPayload(uri) && (isInPlace || isPayloadBySetting(uri));
}
