import * as vscode from "vscode";
import { isPayload } from "./payloadPatterns";
import type { NamedBefore, PayloadTargets } from "./targets";

/** An untitled payload that is open, or was closed a moment ago, as it is when it is saved. */
interface Untitled extends NamedBefore {
  readonly text: string;
}

/** More are not closed between the saving of one and the word of it. */
const KEPT = 5;

/**
 * The target of an untitled payload stays when it is saved, wherever that is. The editor does
 * not say which document a saved one was before: it is told by its text.
 */
export function watchSavedAs(targets: PayloadTargets): vscode.Disposable {
  const closed: Untitled[] = [];
  const workspace = vscode.workspace;
  const untitledOf = (document: vscode.TextDocument): Untitled => {
    const { uri } = document;
    return { uri, chosen: targets.chosenFor(uri), text: document.getText() };
  };
  return vscode.Disposable.from(
    workspace.onDidCloseTextDocument((document) => {
      if (document.isUntitled && isPayload(document.uri)) {
        closed.push(untitledOf(document));
        closed.splice(0, closed.length - KEPT);
        void targets.forget(document.uri);
      }
    }),
    workspace.onDidSaveTextDocument((document) => {
      const { uri } = document;
      const isFree = targets.chosenFor(uri) === undefined || targets.isLeftOver(uri);
      if (isPayload(uri) && isFree) {
        const open = workspace.textDocuments.filter((one) => one.isUntitled && isPayload(one.uri));
        const text = document.getText();
        const alike = [...open.map(untitledOf), ...closed].filter((one) => one.text === text);
        const [origin] = alike;
        // Two with the same text: which of them it was is not guessed.
        if (origin !== undefined && alike.length === 1) {
          void targets.moveTarget(origin, uri);
        }
      }
      closed.length = 0;
    }),
  );
}
