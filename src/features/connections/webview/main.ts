import {
  formState,
  type FormState,
  formToHost,
  hostToForm,
  type SentDraft,
} from "../messages/connectionForm";
import { accepted } from "../../../platform/base/messageSchemas";
import { ActEvent, Notice } from "../../../platform/webview/notice";
import { ignore, listen, startPanel } from "../../../platform/webview/startPanel";
import { AskEvent, ConnectionFormElement, SecretEvent } from "./form";

const panel = startPanel({
  incoming: hostToForm,
  outgoing: formToHost,
  elements: { "fp-notice": Notice, "fp-connection-form": ConnectionFormElement },
  handlers: {
    show: (view) => {
      form.view = view;
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
const form = new ConnectionFormElement();
/** How often the host filled the draft in, as far as this panel knows. */
let fills = 0;

// What the user does becomes a call; what comes of it arrives as a new view.
form.addEventListener("fp-edit", () => {
  saveState();
  withDraft((sent) => rpc.call("edit", sent).finally(() => form.judged(sent.draft)));
});
form.addEventListener("fp-place", saveState);
listen(form, "fp-ask", AskEvent, ({ detail: { what } }) => {
  if (what === "save" || what === "test") {
    withDraft((sent) => rpc.call(what, sent));
  } else {
    panel.send(what, {});
  }
});
listen(form, "fp-secret", SecretEvent, ({ detail: { name } }) => {
  withDraft((sent) => rpc.call("enterSecret", { name, ...sent }));
});
listen(form, "fp-act", ActEvent, ({ detail }) => panel.send("act", detail));

panel.start(form, {}, (answer) => {
  ({ fills } = answer);
  const kept = accepted(formState, panel.savedState);
  // A hidden panel is not told what is filled in: the host's draft is the newer one then.
  const current = kept?.fills === fills ? kept : undefined;
  form.begin(answer, current);
  if (current !== undefined) {
    // The last keystrokes before hiding may not have reached the host.
    panel.send("edit", { draft: current.draft, fills });
  }
});

function withDraft(call: (sent: SentDraft) => Promise<undefined>): void {
  const { draft } = form;
  if (draft !== undefined) {
    call({ draft, fills }).catch(ignore);
  }
}

function saveState(): void {
  const { draft, top } = form;
  if (draft !== undefined) {
    const state: FormState = { version: 1, draft, fills, top };
    panel.saveState(state);
  }
}
