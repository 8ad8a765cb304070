import {
  hostToRequest,
  type RequestContent,
  type RequestPanelState,
  requestToHost,
} from "../../messages/requestPanel";
import { ignore, listen, startPanel } from "../../../../platform/webview/startPanel";
import { CopyEvent, StatusLine } from "../../../../platform/webview/statusLine";
import { AttemptDetails, CopyFactEvent } from "./attemptDetails";
import { RequestActEvent, RequestPanelElement } from "./panel";
import { Timeline } from "./timeline";

const panel = startPanel({
  incoming: hostToRequest,
  outgoing: requestToHost,
  elements: {
    "fp-status-line": StatusLine,
    "fp-timeline": Timeline,
    "fp-attempt-details": AttemptDetails,
    "fp-request-panel": RequestPanelElement,
  },
  handlers: {
    show: (content) => {
      show(content);
      return undefined;
    },
  },
});
const { rpc } = panel;
const element = new RequestPanelElement();
listen(element, "fp-request-act", RequestActEvent, ({ detail }) => panel.send("act", detail));
listen(element, "fp-copy", CopyEvent, ({ detail: { what } }) => {
  const id = what === "requestId" ? "copyRequestId" : "copyTraceId";
  rpc
    .call("act", { id })
    .then((isCopied) => (isCopied ? element.confirmCopied(what) : undefined), ignore);
});
listen(element, "fp-copy-fact", CopyFactEvent, ({ detail: { attempt, fact } }) => {
  rpc
    .call("copyFact", { attempt, fact })
    .then(() => element.confirmFactCopied(attempt, fact), ignore);
});
panel.start(element, {}, (answer) => {
  element.texts = answer.texts;
  element.statusTexts = answer.statusTexts;
  show(answer.content);
});

function show(content: RequestContent): void {
  element.content = content;
  if ("request" in content) {
    const { actionId, facts } = content.request;
    const state: RequestPanelState = { version: 1, actionId };
    panel.saveState(state);
    const context = { webviewSection: "request", preventDefaultContextMenuItems: true };
    element.dataset["vscodeContext"] = JSON.stringify({ ...context, actionId, ...facts });
  } else {
    delete element.dataset["vscodeContext"];
  }
}
