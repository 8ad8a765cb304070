import * as vscode from "vscode";
import { isAppError } from "../core/errors";
import type { CallMap, Checks, Handlers, Rpc } from "../shared/rpc";
import { DisposableStore } from "./disposables";
import { webviewHtml, webviewOptions } from "./webviewHtml";
import { connectWebview } from "./webviewRpc";

export interface PanelOptions<In extends CallMap<In>> {
  /** The id of the manifest. */
  readonly viewType: string;
  readonly title: string;
  /** File name of the panel's script among the built ones. */
  readonly script: string;
  readonly extensionUri: vscode.Uri;
  readonly handlers: Handlers<In>;
  readonly checks: Checks<In>;
  /** Called when the tab is gone, however that came about. */
  readonly onClose: () => void;
}

/** An editor tab with a webview of ours and the line to it. */
export interface OpenedPanel<Out extends CallMap<Out>, In extends CallMap<In>> {
  readonly panel: vscode.WebviewPanel;
  readonly rpc: Rpc<Out, In>;
}

/** Opens a tab that can load nothing but its own script, and listens to it until it closes. */
export function openPanel<Out extends CallMap<Out>, In extends CallMap<In>>(
  options: PanelOptions<In>,
): OpenedPanel<Out, In> {
  const { viewType, title, script, handlers, checks } = options;
  const root = vscode.Uri.joinPath(options.extensionUri, "dist", "webview");
  const panel = vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active, {
    ...webviewOptions(root),
    enableFindWidget: true,
  });
  const { webview } = panel;
  const store = new DisposableStore();
  const connection = connectWebview<Out, In>(webview, {
    handlers,
    checks,
    // The host has told the user in its own way; the panel only learns that it was so.
    describeFailure: (error) => ({
      code: isAppError(error) ? error.code : "internal/unexpected",
      text: "",
    }),
  });
  store.add(connection);
  panel.onDidDispose(() => {
    store.dispose();
    options.onClose();
  });
  webview.html = webviewHtml({ webview, root, script, title });
  return { panel, rpc: connection.rpc };
}
