import * as vscode from "vscode";
import { contextKeySetter } from "../../../platform/vscode/contextKeys";
import { uriInFront } from "../../pensions/host/uriInFront";

interface Listing {
  readonly lists: (uri: vscode.Uri) => boolean;
  readonly onDidChange: readonly vscode.Event<unknown>[];
}

/** Tells the palette whether source control lists the payload in front. */
export function followFront({ lists, onDidChange }: Listing): vscode.Disposable {
  const set = contextKeySetter("financialPlanning.changes.listsFront");
  const { window, workspace } = vscode;
  const tell = (): void => {
    const uri = uriInFront();
    set(uri !== undefined && lists(uri));
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
