import {
  hostToSend,
  KEPT_BODY_LENGTH,
  type SendDraft,
  sendState,
  type SendState,
  sendToHost,
} from "../../messages/sendPanel";
import { accepted } from "../../../../platform/base/messageSchemas";
import { ActEvent, Notice } from "../../../../platform/webview/notice";
import { ignore, listen, startPanel } from "../../../../platform/webview/startPanel";
import { CopyEvent, StatusLine } from "../../../../platform/webview/statusLine";
import { SendAskEvent, SendFormElement } from "./form";

const panel = startPanel({
  incoming: hostToSend,
  outgoing: sendToHost,
  elements: {
    "fp-notice": Notice,
    "fp-status-line": StatusLine,
    "fp-send-form": SendFormElement,
  },
  handlers: {
    show: (view) => {
      form.show(view);
      return undefined;
    },
    fill: ({ draft }) => {
      fills++;
      form.fill(draft);
      saveState();
      return undefined;
    },
    point: () => {
      form.point();
      return undefined;
    },
  },
});
const { rpc } = panel;
const form = new SendFormElement();
/** How often the host filled the draft in, as far as this panel knows. */
let fills = 0;

// What the user does becomes a call; what comes of it arrives as a new view.
form.addEventListener("fp-edit", () => {
  saveState();
  withDraft((draft) => rpc.call("edit", { draft }));
});
form.addEventListener("fp-place", saveState);
listen(form, "fp-ask", SendAskEvent, ({ detail: { what } }) => {
  switch (what) {
    case "send":
    case "showDryRun":
    case "openBody":
    case "fill":
      return withDraft((draft) => rpc.call(what, { draft }));
    default:
      panel.send(what, {});
  }
});
listen(form, "fp-copy", CopyEvent, ({ detail: { what } }) => {
  rpc.call("copy", { what }).then(() => form.confirmCopied(what), ignore);
});
listen(form, "fp-act", ActEvent, ({ detail }) => panel.send("act", detail));

panel.start(form, {}, (answer) => {
  ({ fills } = answer);
  const kept = accepted(sendState, panel.savedState);
  // A hidden panel is not told what is filled in: the host's draft is the newer one then.
  form.begin(answer, kept?.fills === fills ? kept : undefined);
  // The last keystrokes before hiding may not have reached the host.
  withDraft((draft) => rpc.call("edit", { draft }));
});

function withDraft(call: (draft: SendDraft) => Promise<undefined>): void {
  if (form.draft !== undefined) {
    call(form.draft).catch(ignore);
  }
}

/** A long body would make each keystroke slow; the host has it as long as the tab lives. */
function saveState(): void {
  const { draft, top } = form;
  if (draft !== undefined) {
    const { body, ...rest } = draft;
    const kept = body.length > KEPT_BODY_LENGTH ? rest : draft;
    const state: SendState = { version: 1, draft: kept, fills, top };
    panel.saveState(state);
  }
}
