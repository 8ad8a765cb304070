import * as vscode from "vscode";
import { contextKeySetter } from "../../../platform/vscode/contextKeys";
import { uriInFront } from "../../pensions/host/uriInFront";
import type { OfferedPayload } from "./pendingPensions";

interface Listing {
  /** Undefined for what source control does not list. */
  readonly payloadOf: (uri: vscode.Uri) => OfferedPayload | undefined;
  readonly onDidChange: readonly vscode.Event<unknown>[];
}

/** Tells the palette whether source control lists the payload in front, and what it can do with it. */
export function followFront({ payloadOf, onDidChange }: Listing): vscode.Disposable {
  const setListed = contextKeySetter("financialPlanning.changes.listsFront");
  const setUnstaged = contextKeySetter("financialPlanning.changes.canStageFront");
  const setStaged = contextKeySetter("financialPlanning.changes.canUnstageFront");
  const setDiscardable = contextKeySetter("financialPlanning.changes.canDiscardFront");
  const { window, workspace } = vscode;
  const tell = (): void => {
    const uri = uriInFront();
    const payload = uri && payloadOf(uri);
    setListed(payload !== undefined);
    // Either, where nobody knows whether it is staged: it changes nothing where it is already.
    setUnstaged(payload !== undefined && payload.isStaged !== true);
    setStaged(payload !== undefined && payload.isStaged !== false);
    setDiscardable(payload?.canDiscard === true);
  };
  tell();
  return vscode.Disposable.from(
    window.onDidChangeActiveTextEditor(tell),
    // Tabs, by which comparisons are known, may come after their editors.
    window.tabGroups.onDidChangeTabs(tell),
    window.tabGroups.onDidChangeTabGroups(tell),
    workspace.onDidChangeWorkspaceFolders(tell),
    ...onDidChange.map((event) => event(tell)),
  );
}
