import "@vscode-elements/elements/dist/vscode-button/index.js";
import "@vscode-elements/elements/dist/vscode-icon/index.js";
import { hostToSession, sessionToHost } from "../messages/sessionPanel";
import { connectHost, ignore } from "../../../platform/webview/hostLine";
import { loadIconFont } from "../../../platform/webview/iconFont";
import { pageStyles } from "../../../platform/webview/styles";
import { SessionActEvent, SessionViewElement } from "./view";

start();

function start(): void {
  const vscode = acquireVsCodeApi();
  if (pageStyles.styleSheet !== undefined) {
    document.adoptedStyleSheets.push(pageStyles.styleSheet);
  }
  customElements.define("fp-session-view", SessionViewElement);
  const element = new SessionViewElement();
  const rpc = connectHost(
    vscode,
    {
      show: (view) => {
        element.view = view;
        return undefined;
      },
    },
    { incoming: hostToSession, outgoing: sessionToHost },
  );
  element.addEventListener("fp-session-act", (event) => {
    if (event instanceof SessionActEvent) {
      rpc.call("act", event.detail).catch(ignore);
    }
  });
  document.body.append(element);
  const started = rpc.call("start", {}).then((answer) => {
    // What is shown while the icons load is newer.
    element.view = answer.view;
    return answer;
  });
  Promise.all([started, loadIconFont()]).then(([answer]) => {
    element.texts = answer.texts;
  }, ignore);
}
