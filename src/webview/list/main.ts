import "@vscode-elements/elements/dist/vscode-button/index.js";
import "@vscode-elements/elements/dist/vscode-icon/index.js";
import "@vscode-elements/elements/dist/vscode-progress-bar/index.js";
import type { HostToPanel, PanelState, PanelToHost } from "../../shared/listPanel";
import { decodePanelState } from "../../shared/panelChecks";
import { isPanelContent, isPanelStart } from "../../shared/panelContent";
import type { Handlers, Rpc } from "../../shared/rpc";
import { connectHost, ignore } from "../parts/hostLine";
import { loadIconFont } from "../parts/iconFont";
import { ActEvent, Notice } from "../parts/notice";
import { CopyEvent, StatusLine } from "../parts/statusLine";
import { pageStyles } from "../parts/styles";
import { Grid } from "./grid";
import { Pager, ResizeEvent, TurnEvent } from "./pager";
import { ListPanelElement } from "./panel";

start();

function start(): void {
  const vscode = acquireVsCodeApi();
  if (pageStyles.styleSheet !== undefined) {
    document.adoptedStyleSheets.push(pageStyles.styleSheet);
  }
  defineElements();
  const panel = new ListPanelElement();
  panel.restore(decodePanelState(vscode.getState())?.place);
  const rpc = connect(vscode, panel);
  listen(panel, rpc);
  keepState(vscode, panel);
  document.body.append(panel);
  Promise.all([rpc.call("start", {}), loadIconFont()]).then(([answer]) => {
    if (isPanelStart(answer)) {
      panel.texts = answer.texts;
      panel.take(answer);
      remember(vscode, panel);
    }
  }, ignore);
}

function defineElements(): void {
  customElements.define("fp-notice", Notice);
  customElements.define("fp-status-line", StatusLine);
  customElements.define("fp-pager", Pager);
  customElements.define("fp-grid", Grid);
  customElements.define("fp-list-panel", ListPanelElement);
}

type PanelRpc = Rpc<PanelToHost, HostToPanel>;

function connect(vscode: VsCodeApi, panel: ListPanelElement): PanelRpc {
  const show: Handlers<HostToPanel>["show"] = (content) => {
    panel.take(content);
    remember(vscode, panel);
    return undefined;
  };
  return connectHost<PanelToHost, HostToPanel>(vscode, { show }, { show: isPanelContent });
}

/** What the user does becomes a call; what comes of it arrives as a new view. */
function listen(panel: ListPanelElement, rpc: PanelRpc): void {
  panel.addEventListener("fp-turn", (event) => {
    if (event instanceof TurnEvent) {
      rpc.call("turn", event.detail).catch(ignore);
    }
  });
  panel.addEventListener("fp-resize", (event) => {
    if (event instanceof ResizeEvent) {
      rpc.call("resize", event.detail).catch(ignore);
    }
  });
  panel.addEventListener("fp-act", (event) => {
    if (event instanceof ActEvent) {
      rpc.call("act", event.detail).catch(ignore);
    }
  });
  panel.addEventListener("fp-open-as-json", () => {
    rpc.call("openAsJson", {}).catch(ignore);
  });
  panel.addEventListener("fp-open-request", () => {
    rpc.call("openRequest", {}).catch(ignore);
  });
  panel.addEventListener("fp-copy", (event) => {
    if (event instanceof CopyEvent) {
      const { what } = event.detail;
      rpc.call("copy", { what }).then(() => panel.confirmCopied(what), ignore);
    }
  });
}

/** The question and the place are kept by the editor; never the rows. */
function keepState(vscode: VsCodeApi, panel: ListPanelElement): void {
  let isWaiting = false;
  panel.addEventListener("fp-place", () => {
    if (!isWaiting) {
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        remember(vscode, panel);
      });
    }
  });
  // The tab was left and is back: the hand goes on where it was.
  window.addEventListener("focus", () => {
    if (document.activeElement === document.body) {
      panel.focusGrid();
    }
  });
}

function remember(vscode: VsCodeApi, panel: ListPanelElement): void {
  const query = panel.view?.query;
  if (query !== undefined) {
    const place = panel.place ?? { top: 0, left: 0, row: 0, column: 0 };
    const state: PanelState = { version: 1, query, place };
    vscode.setState(state);
  }
}
