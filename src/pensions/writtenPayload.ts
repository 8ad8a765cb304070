import * as vscode from "vscode";
import { demandIdentity, type PensionIdentity } from "../core/pensions/target";
import type { Privacy } from "../host/privacy";
import { createPayload, existingPayload } from "./payloadFiles";
import type { PayloadTargets } from "./targets";

export interface WrittenServices {
  readonly targets: PayloadTargets;
  readonly privacy: Pick<Privacy, "isOn">;
  readonly showAnswer: (name: string, bytes: Uint8Array) => vscode.Uri;
}

/**
 * Opens the payload of a pension with what was sent to it once. A payload file that says
 * something else is not overwritten: both are shown side by side, the file to be edited.
 */
export async function openWrittenPayload(
  { targets, showAnswer, privacy }: WrittenServices,
  identity: PensionIdentity,
  text: string,
): Promise<void> {
  demandIdentity(identity);
  const uri = await existingPayload(identity);
  const document =
    uri === undefined
      ? await createPayload(identity, text)
      : await vscode.workspace.openTextDocument(uri);
  if (uri === undefined) {
    await targets.forget(document.uri);
  }
  if (document.getText() === text) {
    await vscode.window.showTextDocument(document, { preview: false });
    return;
  }
  const encode = (content: string): Uint8Array => new TextEncoder().encode(content);
  const sent = showAnswer(`${identity.pensionId}-sent.json`, encode(text));
  // Beside a masked text everything in the file would look changed: a masked copy does not.
  const now = privacy.isOn
    ? showAnswer(`${identity.pensionId}.json`, encode(document.getText()))
    : document.uri;
  const title = vscode.l10n.t("{0}: as it was sent ↔ payload now", identity.pensionId);
  await vscode.commands.executeCommand("vscode.diff", sent, now, title);
}
