import * as vscode from "vscode";
import { AppError, isAppError } from "../../../../platform/base/errors";
import { type Payload, readPayload } from "../../common/payload";
import type { PensionKey } from "../../common/writing/records";
import type { NodeArgument, PensionArgument } from "../../../../manifest";
import { existingPayload } from "../payloadFiles";
import { isEditable } from "../payloadPatterns";
import { demandTarget, type TargetServices } from "../chooseTarget";
import { uriInFront } from "../uriInFront";

export interface PlaceSources extends TargetServices {
  readonly pensionOf: (node: NodeArgument) => PensionArgument | undefined;
}

/** The pension that a command is about, and its payload where one is meant. */
export interface PensionPlace extends PensionKey {
  readonly document: vscode.TextDocument | undefined;
}

export interface PayloadPlace extends PensionPlace {
  readonly document: vscode.TextDocument;
}

/**
 * What a command was given: an address, a node of the tree, a pension by its ids, or nothing, which
 * means the editor in front. Throws `input/noPayload`, `pensions/readOnly`, and kind `canceled` where
 * no target was chosen.
 */
export async function placeOf(sources: PlaceSources, resource: unknown): Promise<PensionPlace> {
  const pension = pensionIn(sources, resource);
  if (pension?.pensionId !== undefined) {
    const { connectionId, clientId, pensionId } = pension;
    return { connectionId, clientId, pensionId, document: undefined };
  }
  return payloadPlaceOf(sources, resource);
}

/**
 * The same for commands that need the payload itself. Of a pension that was given it goes through the
 * connection of that, as the commands do that need no payload, unless its file is bound to another.
 */
export async function payloadPlaceOf(
  sources: PlaceSources,
  resource: unknown,
): Promise<PayloadPlace> {
  const document = await payloadOf(sources, resource);
  const through = pensionIn(sources, resource)?.connectionId;
  const target = await demandTarget(sources, document.uri, through);
  if (target === undefined) {
    throw new AppError("canceled", "canceled/byUser");
  }
  return { ...target, document };
}

/** The payload document that is meant, whatever it is for; what can only be read is none. */
export async function payloadOf(
  sources: PlaceSources,
  resource: unknown,
): Promise<vscode.TextDocument> {
  const uri = await addressOf(sources, resource);
  if (uri === undefined) {
    throw new AppError("input", "input/noPayload");
  }
  if (!isEditable(uri)) {
    throw new AppError("input", "pensions/readOnly");
  }
  return vscode.workspace.openTextDocument(uri);
}

async function addressOf(
  sources: PlaceSources,
  resource: unknown,
): Promise<vscode.Uri | undefined> {
  if (resource instanceof vscode.Uri) {
    return resource;
  }
  const pension = pensionIn(sources, resource);
  if (pension?.pensionId !== undefined) {
    return existingPayload({ clientId: pension.clientId, pensionId: pension.pensionId });
  }
  return uriInFront();
}

/** The pension that a command was given by its ids or by its node. */
export function pensionIn(
  { pensionOf }: PlaceSources,
  resource: unknown,
): PensionArgument | undefined {
  if (typeof resource !== "object" || resource === null || resource instanceof vscode.Uri) {
    return undefined;
  }
  if ("nodeId" in resource) {
    return pensionOf(resource as NodeArgument);
  }
  return "clientId" in resource ? (resource as PensionArgument) : undefined;
}

/**
 * The document of an address as it is now: a closed one keeps the text that it had, whatever became of
 * its file. Undefined where it is gone, as an untitled one is with its tab.
 */
export async function openNow(
  document: vscode.TextDocument,
): Promise<vscode.TextDocument | undefined> {
  if (!document.isClosed) {
    return document;
  }
  try {
    return document.isUntitled ? undefined : await vscode.workspace.openTextDocument(document.uri);
  } catch {
    return undefined;
  }
}

/** The same; throws `input/noPayload` where it is gone. */
export async function demandOpen(document: vscode.TextDocument): Promise<vscode.TextDocument> {
  const now = await openNow(document);
  if (now === undefined) {
    throw new AppError("input", "input/noPayload");
  }
  return now;
}

/** The payload of a document; where it cannot be one, the cursor goes to the place. */
export async function readOrReveal(document: vscode.TextDocument): Promise<Payload> {
  try {
    return readPayload(document.getText());
  } catch (error) {
    const offset = isAppError(error) ? error.values["offset"] : undefined;
    if (typeof offset === "number") {
      const place = document.positionAt(offset);
      await vscode.window.showTextDocument(document, { selection: new vscode.Range(place, place) });
    }
    throw error;
  }
}
