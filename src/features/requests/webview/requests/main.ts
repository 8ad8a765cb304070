import * as v from "valibot";
import {
  emptyAction,
  hostToRequests,
  NO_FILTER,
  requestsState,
  type RequestsState,
  requestsToHost,
} from "../../messages/requestsView";
import { accepted } from "../../../../platform/base/messageSchemas";
import { ActEvent, Notice } from "../../../../platform/webview/notice";
import { ignore, listen, startPanel } from "../../../../platform/webview/startPanel";
import { FilterBar, FilterEvent } from "./filterBar";
import { LineEvent, LineList } from "./lineList";
import { RequestsViewElement, RESET } from "./view";

const panel = startPanel({
  incoming: hostToRequests,
  outgoing: requestsToHost,
  elements: {
    "fp-notice": Notice,
    "fp-filter-bar": FilterBar,
    "fp-line-list": LineList,
    "fp-requests-view": RequestsViewElement,
  },
  handlers: {
    changed: () => {
      view.store.refresh();
      return undefined;
    },
  },
  focusFirst: () => view.focusFirst(),
});
const { rpc } = panel;
const view = new RequestsViewElement({
  ask: (query) => rpc.call("query", query).catch(() => undefined),
  askRange: (query) => rpc.call("range", query).catch(() => undefined),
});

listen(view, "fp-open-line", LineEvent, ({ detail }) => panel.send("open", detail));
listen(view, "fp-copy-line", LineEvent, ({ detail }) => {
  rpc
    .call("copyTraceId", detail)
    .then((isCopied) => (isCopied ? view.confirmCopied() : undefined), ignore);
});
listen(view, "fp-cancel-line", LineEvent, ({ detail }) => panel.send("cancel", detail));
listen(view, "fp-context", CustomEvent<string>, ({ detail }) => {
  view.dataset["vscodeContext"] = detail;
});
listen(view, "fp-act", ActEvent, ({ detail: { id } }) => {
  if (id === RESET) {
    view.setFilter(NO_FILTER);
    view.focusFilter();
  } else if (v.is(emptyAction, id)) {
    panel.send("act", { id });
  }
});
listen(view, "fp-filter-set", FilterEvent, ({ detail }) => {
  const state: RequestsState = { version: 1, filter: detail };
  panel.saveState(state);
});
// Before the list names a line: elsewhere in the view the menu is about none.
window.addEventListener(
  "contextmenu",
  () => {
    delete view.dataset["vscodeContext"];
  },
  { capture: true },
);
// First of all listeners: the editor takes keys from the last ones, and would find in its own text.
window.addEventListener(
  "keydown",
  (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "f") {
      event.preventDefault();
      event.stopPropagation();
      view.focusFilter();
    }
  },
  { capture: true },
);

panel.start(view, {}, (answer) => {
  view.texts = answer.texts;
  view.empty = answer.empty;
  view.setFilter(accepted(requestsState, panel.savedState)?.filter ?? NO_FILTER);
});
