import * as vscode from "vscode";
import { isAppError } from "../base/errors";
import { plainText } from "../base/plainText";
import type { BothCalls, Calls, Handlers, Rpc } from "../base/rpc";
import { DisposableStore } from "./disposables";
import { webviewHtml, webviewOptions } from "./webviewHtml";
import { connectWebview } from "./webviewRpc";

export interface PageOptions<Out extends Calls, In extends Calls> extends BothCalls<Out, In> {
  readonly title: string;
  /** File name of the page's script among the built ones. */
  readonly script: string;
  readonly extensionUri: vscode.Uri;
  readonly handlers: Handlers<In>;
  /** Called when the tab or view is gone, however that came about. */
  readonly onClose: () => void;
}

export interface PanelOptions<Out extends Calls, In extends Calls> extends PageOptions<Out, In> {
  /** The id of the manifest. */
  readonly viewType: string;
}

/** An editor tab with a webview of ours and the line to it. */
export interface OpenedPanel<Out extends Calls, In extends Calls> {
  readonly panel: vscode.WebviewPanel;
  readonly rpc: Rpc<Out, In>;
}

/** Opens a tab that can load nothing but its own script, and listens to it until it closes. */
export function openPanel<Out extends Calls, In extends Calls>(
  options: PanelOptions<Out, In>,
): OpenedPanel<Out, In> {
  const { viewType, title } = options;
  const root = rootOf(options.extensionUri);
  const panel = vscode.window.createWebviewPanel(
    viewType,
    plainText(title),
    vscode.ViewColumn.Active,
    { ...webviewOptions(root), enableFindWidget: true },
  );
  return { panel, rpc: fillPage<Out, In>(panel, options) };
}

/** Fills a tab or view that the editor made, with the same limits; gives the line to it. */
export function fillPage<Out extends Calls, In extends Calls>(
  place: Pick<vscode.WebviewPanel, "webview" | "visible" | "onDidDispose">,
  { extensionUri, title, script, handlers, incoming, outgoing, onClose }: PageOptions<Out, In>,
): Rpc<Out, In> {
  const root = rootOf(extensionUri);
  const { webview } = place;
  webview.options = webviewOptions(root);
  const store = new DisposableStore();
  const connection = connectWebview<Out, In>(place, {
    handlers,
    incoming,
    outgoing,
    // The host has told the user in its own way; the panel only learns that it was so.
    describeFailure: (error) => ({
      code: isAppError(error) ? error.code : "internal/unexpected",
      text: "",
    }),
  });
  store.add(connection);
  place.onDidDispose(() => {
    store.dispose();
    onClose();
  });
  webview.html = webviewHtml({ webview, root, script, title });
  return connection.rpc;
}

function rootOf(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, "dist", "webview");
}
