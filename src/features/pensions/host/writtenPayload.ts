import * as vscode from "vscode";
import { demandIdentity, type PayloadTarget, type PensionIdentity } from "../common/target";
import type { Privacy } from "../../../platform/vscode/privacy";
import { createPayload, type CreateServices } from "./createPayload";
import { openDiff } from "../../../platform/vscode/surfaces";
import { existingPayload } from "./payloadFiles";
import type { PayloadTargets } from "./targets";

export interface WrittenServices extends CreateServices {
  readonly targets: PayloadTargets;
  readonly privacy: Pick<Privacy, "isOn">;
  readonly showAnswer: (name: string, bytes: Uint8Array) => vscode.Uri;
}

/** A text that is to be the payload of a pension, and what it is called beside the one there. */
interface GivenText {
  readonly text: string;
  /** "sent": part of a file name. */
  readonly kind: string;
  /** Title of the comparison. */
  readonly title: string;
}

/** Opens the payload of a pension with what was sent to it once. */
export async function openWrittenPayload(
  services: WrittenServices,
  identity: PensionIdentity,
  text: string,
): Promise<void> {
  const title = vscode.l10n.t("{0}: as it was sent ↔ payload now", identity.pensionId);
  await openPayloadWith(services, identity, { text, kind: "sent", title });
}

/**
 * Opens the payload of a pension with a text. A payload file that says something else is not
 * overwritten: both are shown side by side, the file to be edited. True where it was made.
 */
export async function openPayloadWith(
  services: WrittenServices,
  target: PayloadTarget,
  { text, kind, title }: GivenText,
): Promise<boolean> {
  demandIdentity(target);
  const { showAnswer, privacy } = services;
  const uri = await existingPayload(target);
  const document =
    uri === undefined
      ? await createPayload(services, target, text)
      : await vscode.workspace.openTextDocument(uri);
  if (document.getText() === text) {
    await vscode.window.showTextDocument(document, { preview: false });
    return uri === undefined;
  }
  const encode = (content: string): Uint8Array => new TextEncoder().encode(content);
  const given = showAnswer(`${target.pensionId}-${kind}.json`, encode(text));
  // Beside a masked text everything in the file would look changed: a masked copy does not.
  const now = privacy.isOn
    ? showAnswer(`${target.pensionId}.json`, encode(document.getText()))
    : document.uri;
  await openDiff(given, now, title);
  return false;
}
