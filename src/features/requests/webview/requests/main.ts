import "@vscode-elements/elements/dist/vscode-button/index.js";
import "@vscode-elements/elements/dist/vscode-icon/index.js";
import * as v from "valibot";
import {
  emptyAction,
  type HostToRequests,
  hostToRequests,
  NO_FILTER,
  requestsState,
  type RequestsState,
  type RequestsToHost,
  requestsToHost,
} from "../../messages/requestsView";
import { accepted } from "../../../../platform/base/messageSchemas";
import type { Rpc } from "../../../../platform/base/rpc";
import { connectHost, ignore } from "../../../../platform/webview/hostLine";
import { ActEvent, Notice } from "../../../../platform/webview/notice";
import { pageStyles } from "../../../../platform/webview/styles";
import { FilterBar, FilterEvent } from "./filterBar";
import { LineEvent, LineList } from "./lineList";
import { RequestsViewElement, RESET } from "./view";

type ViewRpc = Rpc<RequestsToHost, HostToRequests>;

start();

function start(): void {
  const vscode = acquireVsCodeApi();
  if (pageStyles.styleSheet !== undefined) {
    document.adoptedStyleSheets.push(pageStyles.styleSheet);
  }
  customElements.define("fp-notice", Notice);
  customElements.define("fp-filter-bar", FilterBar);
  customElements.define("fp-line-list", LineList);
  customElements.define("fp-requests-view", RequestsViewElement);
  const changed = (): undefined => view.store.refresh() as undefined;
  const rpc: ViewRpc = connectHost(
    vscode,
    { changed },
    { incoming: hostToRequests, outgoing: requestsToHost },
  );
  const view = new RequestsViewElement((query) => rpc.call("query", query).catch(() => undefined));
  listen(view, rpc);
  keepState(vscode, view);
  document.body.append(view);
  rpc.call("start", {}).then((answer) => {
    view.texts = answer.texts;
    view.empty = answer.empty;
    view.setFilter(accepted(requestsState, vscode.getState())?.filter ?? NO_FILTER);
  }, ignore);
}

function listen(view: RequestsViewElement, rpc: ViewRpc): void {
  view.addEventListener("fp-open-line", (event) => {
    if (event instanceof LineEvent) {
      rpc.call("open", event.detail).catch(ignore);
    }
  });
  view.addEventListener("fp-copy-line", (event) => {
    if (event instanceof LineEvent) {
      rpc.call("copyTraceId", event.detail).then(() => view.confirmCopied(), ignore);
    }
  });
  view.addEventListener("fp-context", (event) => {
    if (event instanceof CustomEvent && typeof event.detail === "string") {
      view.dataset["vscodeContext"] = event.detail;
    }
  });
  view.addEventListener("fp-act", (event) => {
    if (event instanceof ActEvent) {
      const { id } = event.detail;
      if (id === RESET) {
        view.setFilter(NO_FILTER);
        view.focusFilter();
      } else if (v.is(emptyAction, id)) {
        rpc.call("act", { id }).catch(ignore);
      }
    }
  });
  window.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "f") {
      event.preventDefault();
      view.focusFilter();
    }
  });
}

function keepState(vscode: VsCodeApi, view: RequestsViewElement): void {
  view.addEventListener("fp-filter-set", (event) => {
    if (event instanceof FilterEvent) {
      const state: RequestsState = { version: 1, filter: event.detail };
      vscode.setState(state);
    }
  });
}
