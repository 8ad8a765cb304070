import "@vscode-elements/elements/dist/vscode-button/index.js";
import {
  hostToPlan,
  type PlanContent,
  type PlanLine,
  type PlanPanelState,
  planToHost,
} from "../messages/planPanel";
import { connectHost, ignore } from "../../../platform/webview/hostLine";
import { loadIconFont } from "../../../platform/webview/iconFont";
import { pageStyles } from "../../../platform/webview/styles";
import { PlanActEvent } from "./actEvent";
import { PlanTable } from "./planTable";
import { PlanView } from "./planView";

start();

function start(): void {
  const vscode = acquireVsCodeApi();
  defineElements();
  const element = new PlanView();
  const rpc = connectHost(
    vscode,
    {
      show: (content) => {
        element.content = content;
        return undefined;
      },
      update: ({ head, lines }) => {
        if (element.content !== undefined) {
          element.content = { head, lines: replaced(element.content, lines) };
        }
        return undefined;
      },
    },
    { incoming: hostToPlan, outgoing: planToHost },
  );
  element.addEventListener("fp-plan-act", (event) => {
    if (event instanceof PlanActEvent) {
      rpc.call("act", event.detail).catch(ignore);
    }
  });
  document.body.append(element);
  const started = rpc.call("start", {}).then((answer) => {
    // What is shown while the icons load is newer.
    element.content = answer.content;
    return answer;
  });
  Promise.all([started, loadIconFont()]).then(([answer]) => {
    element.texts = answer.texts;
    const state: PlanPanelState = { version: 1, batchId: answer.batchId };
    vscode.setState(state);
  }, ignore);
}

function replaced({ lines }: PlanContent, news: readonly PlanLine[]): readonly PlanLine[] {
  const byKey = new Map(news.map((line) => [line.key, line]));
  return lines.map((line) => byKey.get(line.key) ?? line);
}

function defineElements(): void {
  if (pageStyles.styleSheet !== undefined) {
    document.adoptedStyleSheets.push(pageStyles.styleSheet);
  }
  customElements.define("fp-plan-table", PlanTable);
  customElements.define("fp-plan-view", PlanView);
}
