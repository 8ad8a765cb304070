import * as vscode from "vscode";
import { isAppError } from "../../../../platform/base/errors";
import { type Payload, readPayload } from "../../common/payload";

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
