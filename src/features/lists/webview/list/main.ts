import "@vscode-elements/elements/dist/vscode-button/index.js";
import "@vscode-elements/elements/dist/vscode-icon/index.js";
import "@vscode-elements/elements/dist/vscode-progress-bar/index.js";
import { FIRST_LAYOUT, type ListLayout } from "../../messages/listLayout";
import {
  type HostToList,
  hostToList,
  listState,
  type ListState,
  type ListToHost,
  listToHost,
} from "../../messages/listMessages";
import { accepted } from "../../../../platform/base/messageSchemas";
import type { Handlers, Rpc } from "../../../../platform/base/rpc";
import { connectHost, ignore } from "../../../../platform/webview/hostLine";
import { loadIconFont } from "../../../../platform/webview/iconFont";
import { ActEvent, Notice } from "../../../../platform/webview/notice";
import { CopyEvent, StatusLine } from "../../../../platform/webview/statusLine";
import { pageStyles } from "../../../../platform/webview/styles";
import { createAsk } from "./ask";
import { Findings } from "./findings";
import { defineGrid } from "./grid/elements";
import { Measured } from "./measured";
import { Pager } from "./pager";
import { LaidOutEvent, ListPanelElement } from "./panel";
import { Parameters } from "./parameters";
import { type Told, PanelRequest } from "./tell";
import { WalkBar } from "./walk";

type ListRpc = Rpc<ListToHost, HostToList>;

/** The host keeps it for the next panel: not every pixel of a drag has to reach it. */
const KEEP_MILLISECONDS = 300;

start();

function start(): void {
  const vscode = acquireVsCodeApi();
  if (pageStyles.styleSheet !== undefined) {
    document.adoptedStyleSheets.push(pageStyles.styleSheet);
  }
  defineElements();
  const kept = accepted(listState, vscode.getState());
  let panel: ListPanelElement | undefined = undefined as ListPanelElement | undefined;
  const show: Handlers<HostToList>["show"] = async (content) => {
    panel?.take(content);
    remember(vscode, panel);
    await panel?.updateComplete;
    return undefined;
  };
  const wish: Handlers<HostToList>["wish"] = ({ wish: wanted }) => {
    panel?.wish(wanted);
    return undefined;
  };
  const rpc = connectHost(vscode, { show, wish }, { incoming: hostToList, outgoing: listToHost });
  panel = new ListPanelElement(createAsk(rpc));
  listen(panel, rpc);
  keepState(vscode, panel, rpc);
  document.body.append(panel);
  void begin(vscode, panel, rpc, kept?.layout ?? FIRST_LAYOUT);
}

function defineElements(): void {
  customElements.define("fp-notice", Notice);
  customElements.define("fp-status-line", StatusLine);
  customElements.define("fp-pager", Pager);
  customElements.define("fp-walk", WalkBar);
  customElements.define("fp-findings", Findings);
  customElements.define("fp-measured", Measured);
  customElements.define("fp-parameters", Parameters);
  defineGrid();
  customElements.define("fp-list-panel", ListPanelElement);
}

async function begin(
  vscode: VsCodeApi,
  panel: ListPanelElement,
  rpc: ListRpc,
  layout: ListLayout,
): Promise<void> {
  const [answer] = await Promise.all([rpc.call("start", { layout }), loadIconFont()]).catch(() => [
    undefined,
  ]);
  if (answer !== undefined) {
    panel.texts = answer.texts;
    panel.restore(answer.layout);
    panel.take(answer);
    remember(vscode, panel);
  }
}

/** What the user does becomes a call; what comes of it arrives as a new view. */
function listen(panel: ListPanelElement, rpc: ListRpc): void {
  const call = ({ name, parameters }: Told): Promise<unknown> => rpc.call(name, parameters);
  panel.addEventListener("fp-tell", (event) => {
    if (event instanceof PanelRequest) {
      const told = event.detail;
      call(told).then(
        () => (told.name === "copy" ? panel.confirmCopied(told.parameters.what) : undefined),
        ignore,
      );
    }
  });
  panel.addEventListener("fp-act", (event) => {
    if (event instanceof ActEvent) {
      rpc.call("act", event.detail).catch(ignore);
    }
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

/** The question and the layout are kept by the editor; never the rows. */
function keepState(vscode: VsCodeApi, panel: ListPanelElement, rpc: ListRpc): void {
  let isWaiting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  panel.addEventListener("fp-laid-out", (event) => {
    if (!isWaiting) {
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        remember(vscode, panel);
      });
    }
    if (event instanceof LaidOutEvent && !event.detail.isPlaceAlone) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        rpc.call("keepLayout", { layout: panel.layout }).catch(ignore);
      }, KEEP_MILLISECONDS);
    }
  });
  // The tab was left and is back: the hand goes on where it was.
  window.addEventListener("focus", () => {
    if (document.activeElement === document.body) {
      panel.focusGrid();
    }
  });
}

function remember(vscode: VsCodeApi, panel: ListPanelElement | undefined): void {
  const query = panel?.view?.query;
  if (panel !== undefined && query !== undefined) {
    const state: ListState = { version: 2, query, layout: panel.layout };
    vscode.setState(state);
  }
}
