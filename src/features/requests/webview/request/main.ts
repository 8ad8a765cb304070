import "@vscode-elements/elements/dist/vscode-button/index.js";
import "@vscode-elements/elements/dist/vscode-icon/index.js";
import {
  type HostToRequest,
  hostToRequest,
  type RequestContent,
  type RequestPanelState,
  type RequestToHost,
  requestToHost,
} from "../../messages/requestPanel";
import type { Rpc } from "../../../../platform/base/rpc";
import { connectHost, ignore } from "../../../../platform/webview/hostLine";
import { CopyEvent, StatusLine } from "../../../../platform/webview/statusLine";
import { pageStyles } from "../../../../platform/webview/styles";
import { AttemptDetails, CopyFactEvent } from "./attemptDetails";
import { RequestActEvent, RequestPanelElement } from "./panel";
import { Timeline } from "./timeline";

start();

function start(): void {
  const vscode = acquireVsCodeApi();
  if (pageStyles.styleSheet !== undefined) {
    document.adoptedStyleSheets.push(pageStyles.styleSheet);
  }
  customElements.define("fp-status-line", StatusLine);
  customElements.define("fp-timeline", Timeline);
  customElements.define("fp-attempt-details", AttemptDetails);
  customElements.define("fp-request-panel", RequestPanelElement);
  const panel = new RequestPanelElement();
  const take = (content: RequestContent): void => {
    panel.content = content;
    if ("request" in content) {
      const { actionId } = content.request;
      const state: RequestPanelState = { version: 1, actionId };
      vscode.setState(state);
      const context = { webviewSection: "request", preventDefaultContextMenuItems: true, actionId };
      panel.dataset["vscodeContext"] = JSON.stringify(context);
    }
  };
  const show = (content: RequestContent): undefined => take(content) as undefined;
  const rpc = connectHost(vscode, { show }, { incoming: hostToRequest, outgoing: requestToHost });
  listen(panel, rpc);
  document.body.append(panel);
  rpc.call("start", {}).then((answer) => {
    panel.texts = answer.texts;
    panel.statusTexts = answer.statusTexts;
    take(answer.content);
  }, ignore);
}

function listen(panel: RequestPanelElement, rpc: Rpc<RequestToHost, HostToRequest>): void {
  panel.addEventListener("fp-request-act", (event) => {
    if (event instanceof RequestActEvent) {
      rpc.call("act", event.detail).catch(ignore);
    }
  });
  panel.addEventListener("fp-copy", (event) => {
    if (event instanceof CopyEvent) {
      const { what } = event.detail;
      const id = what === "requestId" ? "copyRequestId" : "copyTraceId";
      rpc.call("act", { id }).then(() => panel.confirmCopied(what), ignore);
    }
  });
  panel.addEventListener("fp-copy-fact", (event) => {
    if (event instanceof CopyFactEvent) {
      const { attempt, fact } = event.detail;
      rpc
        .call("copyFact", { attempt, fact })
        .then(() => panel.confirmFactCopied(attempt, fact), ignore);
    }
  });
}
