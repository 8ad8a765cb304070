import "@vscode-elements/elements/dist/vscode-progress-bar/index.js";
import { hostToList, listState, type ListState, listToHost } from "../../messages/listMessages";
import { accepted } from "../../../../platform/base/messageSchemas";
import { ActEvent, Notice } from "../../../../platform/webview/notice";
import { ignore, listen, startPanel } from "../../../../platform/webview/startPanel";
import { CopyEvent, StatusLine } from "../../../../platform/webview/statusLine";
import { createAsk } from "./ask";
import { Findings } from "./findings";
import { GRID_ELEMENTS } from "./grid/elements";
import { Measured } from "./measured";
import { Pager } from "./pager";
import { LaidOutEvent, ListPanelElement } from "./panel";
import { PanelRequest } from "./panelRequest";
import { Parameters } from "./parameters";
import { WalkBar } from "./walk";

/** The host keeps the layout for the next panel: not every pixel of a drag has to reach it. */
const KEEP_MILLISECONDS = 300;

const panel = startPanel({
  incoming: hostToList,
  outgoing: listToHost,
  elements: {
    "fp-notice": Notice,
    "fp-status-line": StatusLine,
    "fp-pager": Pager,
    "fp-walk": WalkBar,
    "fp-findings": Findings,
    "fp-measured": Measured,
    "fp-parameters": Parameters,
    ...GRID_ELEMENTS,
    "fp-list-panel": ListPanelElement,
  },
  handlers: {
    show: async (content) => {
      list.show(content);
      saveState();
      await list.updateComplete;
      return undefined;
    },
    wish: ({ wish }) => {
      list.runCommand(wish);
      return undefined;
    },
  },
  focusFirst: () => list.focusGrid(),
});
const { rpc } = panel;
const list = new ListPanelElement(createAsk(rpc));
let isSaving = false;
let keeping: ReturnType<typeof setTimeout> | undefined;

// What the user does becomes a call; what comes of it arrives as a new view.
listen(list, "fp-request", PanelRequest, ({ detail: call }) => {
  rpc
    .call(call.name, call.parameters)
    .then(
      () => (call.name === "copy" ? list.confirmCopied(call.parameters.what) : undefined),
      ignore,
    );
});
listen(list, "fp-act", ActEvent, ({ detail }) => panel.send("act", detail));
list.addEventListener("fp-open-request", () => panel.send("openRequest", {}));
listen(list, "fp-copy", CopyEvent, ({ detail: { what } }) => {
  rpc.call("copy", { what }).then(() => list.confirmCopied(what), ignore);
});
listen(list, "fp-laid-out", LaidOutEvent, ({ detail: { isPlaceAlone } }) => {
  if (!isSaving) {
    isSaving = true;
    requestAnimationFrame(() => {
      isSaving = false;
      saveState();
    });
  }
  if (!isPlaceAlone) {
    clearTimeout(keeping);
    keeping = setTimeout(
      () => panel.send("keepLayout", { layout: list.layout }),
      KEEP_MILLISECONDS,
    );
  }
});

const saved = accepted(listState, panel.savedState);
panel.start(list, saved === undefined ? {} : { layout: saved.layout }, (answer) => {
  list.texts = answer.texts;
  list.restore(answer.layout);
  const { rows, ...content } = answer;
  if (answer.view.isMasked && saved !== undefined && saved.isMasked !== true) {
    // The rows are those that the values leave.
    list.forgetValues();
    list.show(content);
  } else {
    list.show({ ...content, ...(rows && { rows }) });
  }
  saveState();
});

/** The editor keeps the question and the layout; never the rows. */
function saveState(): void {
  const { view, layout } = list;
  if (view !== undefined) {
    const { query, isMasked } = view;
    const state: ListState = { version: 2, query, layout, isMasked };
    panel.saveState(state);
  }
}
