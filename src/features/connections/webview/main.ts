import "@vscode-elements/elements/dist/vscode-button/index.js";
import "@vscode-elements/elements/dist/vscode-icon/index.js";
import {
  formState,
  type FormState,
  type FormToHost,
  formToHost,
  type HostToForm,
  hostToForm,
} from "../messages/connectionForm";
import { accepted } from "../../../platform/base/messageSchemas";
import type { Rpc } from "../../../platform/base/rpc";
import { connectHost, ignore } from "../../../platform/webview/hostLine";
import { loadIconFont } from "../../../platform/webview/iconFont";
import { ActEvent, Notice } from "../../../platform/webview/notice";
import { pageStyles } from "../../../platform/webview/styles";
import { AskEvent, ConnectionFormElement, SecretEvent } from "./form";

start();

function start(): void {
  const vscode = acquireVsCodeApi();
  if (pageStyles.styleSheet !== undefined) {
    document.adoptedStyleSheets.push(pageStyles.styleSheet);
  }
  customElements.define("fp-notice", Notice);
  customElements.define("fp-connection-form", ConnectionFormElement);
  const form = new ConnectionFormElement();
  const kept = accepted(formState, vscode.getState());
  const rpc = connect(vscode, form);
  listen(vscode, form, rpc);
  document.body.append(form);
  const started = rpc.call("start", {}).then((answer) => {
    // What is shown while the icons load is newer.
    form.view = answer.view;
    return answer;
  });
  Promise.all([started, loadIconFont()]).then(([answer]) => {
    form.begin({ ...answer, view: form.view ?? answer.view }, kept);
    if (kept !== undefined) {
      // The last keystrokes before hiding may not have reached the host.
      rpc.call("edit", { draft: kept.draft }).catch(ignore);
    }
  }, ignore);
}

type FormRpc = Rpc<FormToHost, HostToForm>;

function connect(vscode: VsCodeApi, form: ConnectionFormElement): FormRpc {
  return connectHost(
    vscode,
    {
      show: (view) => {
        form.view = view;
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
    { incoming: hostToForm, outgoing: formToHost },
  );
}

/** What the user does becomes a call; what comes of it arrives as a new view. */
function listen(vscode: VsCodeApi, form: ConnectionFormElement, rpc: FormRpc): void {
  form.addEventListener("fp-edit", () => {
    remember(vscode, form);
    withDraft(form, (draft) => rpc.call("edit", { draft }));
  });
  form.addEventListener("fp-place", () => remember(vscode, form));
  form.addEventListener("fp-ask", (event) => {
    if (!(event instanceof AskEvent)) {
      return;
    }
    const { what } = event.detail;
    if (what === "save" || what === "test") {
      withDraft(form, (draft) => rpc.call(what, { draft }));
    } else {
      rpc.call(what, {}).catch(ignore);
    }
  });
  form.addEventListener("fp-secret", (event) => {
    if (event instanceof SecretEvent) {
      const { name } = event.detail;
      withDraft(form, (draft) => rpc.call("enterSecret", { name, draft }));
    }
  });
  form.addEventListener("fp-act", (event) => {
    if (event instanceof ActEvent) {
      rpc.call("act", event.detail).catch(ignore);
    }
  });
}

function withDraft(
  form: ConnectionFormElement,
  call: (draft: FormState["draft"]) => Promise<undefined>,
): void {
  if (form.draft !== undefined) {
    call(form.draft).catch(ignore);
  }
}

function remember(vscode: VsCodeApi, form: ConnectionFormElement): void {
  const { draft, top } = form;
  if (draft !== undefined) {
    const state: FormState = { version: 1, draft, top };
    vscode.setState(state);
  }
}
