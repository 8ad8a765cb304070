import * as vscode from "vscode";
import { demandIdentity, type PensionIdentity } from "../core/pensions/target";
import { createPayload, existingPayload } from "./payloadFiles";
import type { PayloadTargets } from "./targets";

export interface WrittenServices {
  readonly targets: PayloadTargets;
  readonly showAnswer: (name: string, bytes: Uint8Array) => vscode.Uri;
}

/**
 * Opens the payload of a pension with what was sent to it once. A payload file that says
 * something else is not overwritten: both are shown side by side, the file to be edited.
 */
export async function openWrittenPayload(
  { targets, showAnswer }: WrittenServices,
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
  const sent = showAnswer(`${identity.pensionId}-sent.json`, new TextEncoder().encode(text));
  const title = vscode.l10n.t("{0}: as it was sent ↔ payload now", identity.pensionId);
  await vscode.commands.executeCommand("vscode.diff", sent, document.uri, title);
}
