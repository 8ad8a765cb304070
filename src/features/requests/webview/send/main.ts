import "@vscode-elements/elements/dist/vscode-button/index.js";
import "@vscode-elements/elements/dist/vscode-icon/index.js";
import type { Rpc } from "../../../../platform/base/rpc";
import {
  type HostToSend,
  hostToSend,
  KEPT_BODY_LENGTH,
  type SendDraft,
  sendState,
  type SendState,
  type SendToHost,
  sendToHost,
} from "../../messages/sendPanel";
import { accepted } from "../../../../platform/base/messageSchemas";
import { connectHost, ignore } from "../../../../platform/webview/hostLine";
import { ActEvent, Notice } from "../../../../platform/webview/notice";
import { CopyEvent, StatusLine } from "../../../../platform/webview/statusLine";
import { pageStyles } from "../../../../platform/webview/styles";
import { SendAskEvent, SendFormElement } from "./form";

start();

function start(): void {
  const vscode = acquireVsCodeApi();
  if (pageStyles.styleSheet !== undefined) {
    document.adoptedStyleSheets.push(pageStyles.styleSheet);
  }
  customElements.define("fp-notice", Notice);
  customElements.define("fp-status-line", StatusLine);
  customElements.define("fp-send-form", SendFormElement);
  const form = new SendFormElement();
  const kept = accepted(sendState, vscode.getState());
  const rpc = connect(vscode, form);
  listen(vscode, form, rpc);
  document.body.append(form);
  rpc.call("start", {}).then((answer) => {
    form.begin(answer, kept);
    // The last keystrokes before hiding may not have reached the host.
    withDraft(form, (draft) => rpc.call("edit", { draft }));
  }, ignore);
}

type SendRpc = Rpc<SendToHost, HostToSend>;

function connect(vscode: VsCodeApi, form: SendFormElement): SendRpc {
  return connectHost(
    vscode,
    {
      show: (view) => {
        form.take(view);
        return undefined;
      },
      fill: ({ draft }) => {
        form.fill(draft);
        remember(vscode, form);
        return undefined;
      },
      point: () => {
        form.point();
        return undefined;
      },
    },
    { incoming: hostToSend, outgoing: sendToHost },
  );
}

/** What the user does becomes a call; what comes of it arrives as a new view. */
function listen(vscode: VsCodeApi, form: SendFormElement, rpc: SendRpc): void {
  form.addEventListener("fp-edit", () => {
    remember(vscode, form);
    withDraft(form, (draft) => rpc.call("edit", { draft }));
  });
  form.addEventListener("fp-place", () => remember(vscode, form));
  form.addEventListener("fp-ask", (event) => {
    if (event instanceof SendAskEvent) {
      ask(form, rpc, event.detail.what);
    }
  });
  form.addEventListener("fp-copy", (event) => {
    if (event instanceof CopyEvent) {
      const { what } = event.detail;
      rpc.call("copy", { what }).then(() => form.confirmCopied(what), ignore);
    }
  });
  form.addEventListener("fp-act", (event) => {
    if (event instanceof ActEvent) {
      rpc.call("act", event.detail).catch(ignore);
    }
  });
}

function ask(form: SendFormElement, rpc: SendRpc, what: SendAskEvent["detail"]["what"]): void {
  switch (what) {
    case "send":
    case "showDryRun":
    case "openBody":
    case "fill":
      return withDraft(form, (draft) => rpc.call(what, { draft }));
    default:
      rpc.call(what, {}).catch(ignore);
  }
}

function withDraft(form: SendFormElement, call: (draft: SendDraft) => Promise<undefined>): void {
  if (form.draft !== undefined) {
    call(form.draft).catch(ignore);
  }
}

/** A long body would make each keystroke slow; the host has it as long as the tab lives. */
function remember(vscode: VsCodeApi, form: SendFormElement): void {
  const { draft, top } = form;
  if (draft !== undefined) {
    const { body, ...rest } = draft;
    const kept = body.length > KEPT_BODY_LENGTH ? rest : draft;
    const state: SendState = { version: 1, draft: kept, top };
    vscode.setState(state);
  }
}
