import * as vscode from "vscode";
import { isPayload, isPayloadBySetting } from "../../pensions/host/payloadPatterns";
import { type ConnectionNames, targetConnection } from "../../pensions/host/targetConnection";
import type { PayloadTargets } from "../../pensions/host/targets";
import type { PensionRecords } from "../../pensions/common/writing/records";
import { PAYLOAD_FOLDER } from "../../../manifest";
import type { OfferedPayload } from "./pendingPensions";

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

interface UnseenSources extends ConnectionNames {
  readonly targets: Pick<PayloadTargets, "chosenFor" | "of">;
  readonly records: Pick<PensionRecords, "get">;
}

/**
 * What can be told of a payload while nobody has looked at source control: whether a version of its
 * pension was seen, of marks nothing. Undefined where it will not be listed.
 */
export function unseenPayload(
  services: UnseenSources,
  uri: vscode.Uri,
): OfferedPayload | undefined {
  if (folderListing(services.targets, uri) === undefined) {
    return undefined;
  }
  const target = services.targets.of(uri);
  const connection = targetConnection(services, target);
  const record =
    target && connection && services.records.get({ ...target, connectionId: connection.id });
  const canDiscard = record?.seen !== undefined && !record.isAbsent;
  return { canDiscard };
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
