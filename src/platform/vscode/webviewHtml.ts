import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { webviewDocument } from "./webviewDocument";

export interface WebviewPage {
  readonly webview: vscode.Webview;
  /** Folder of the built panels: the only place that a panel may load from. */
  readonly root: vscode.Uri;
  /** File name of the panel's script in `root`. */
  readonly script: string;
  readonly title: string;
}

/** Options that every panel of ours is made with; nothing outside `root` can be loaded. */
export function webviewOptions(root: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, enableCommandUris: false, localResourceRoots: [root] };
}

/** The document of a panel, for the webview that shows it. */
export function webviewHtml({ webview, root, script, title }: WebviewPage): string {
  const address = (file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(root, file)).toString();
  return webviewDocument({
    nonce: randomBytes(16).toString("base64"),
    source: webview.cspSource,
    script: address(script),
    codicons: address("codicon.css"),
    title,
    language: vscode.env.language,
  });
}
