import * as vscode from "vscode";
import type { PensionRecords } from "../common/writing/records";
import { contextKeySetter } from "../../../platform/vscode/contextKeys";
import type { PayloadLenses } from "./codeLens";
import { isPayload } from "./payloadPatterns";
import { uriInFront } from "./uriInFront";

/** Tells the palette whether the last PUT of the payload in front can be undone. */
export function followUndo(
  lenses: Pick<PayloadLenses, "canUndo" | "onDidChangeCodeLenses">,
  records: Pick<PensionRecords, "refresh">,
): vscode.Disposable {
  const set = contextKeySetter("financialPlanning.pension.canUndo");
  const tell = (): void => set(lenses.canUndo(uriInFront()));
  const look = (): void => {
    tell();
    // Of a PUT before this window, or of another one, the disk alone tells; news come as a change.
    const uri = uriInFront();
    if (uri !== undefined && isPayload(uri)) {
      records.refresh().catch(() => undefined);
    }
  };
  look();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(look),
    lenses.onDidChangeCodeLenses(tell),
  );
}
