import "@vscode-elements/elements/dist/vscode-button/index.js";
import "@vscode-elements/elements/dist/vscode-icon/index.js";
import {
  type DefinitionsContent,
  type DefinitionsState,
  definitionsToHost,
  hostToDefinitions,
} from "../messages/definitionsPanel";
import { connectHost, ignore } from "../../../platform/webview/hostLine";
import { loadIconFont } from "../../../platform/webview/iconFont";
import { pageStyles } from "../../../platform/webview/styles";
import { DefinitionActEvent } from "./actEvent";
import { ChangeList } from "./changeList";
import { EndpointTable } from "./endpointTable";
import { DefinitionsViewElement } from "./view";

start();

function start(): void {
  const vscode = acquireVsCodeApi();
  defineElements();
  const element = new DefinitionsViewElement();
  const show = (content: DefinitionsContent): undefined => {
    element.content = content;
    return undefined;
  };
  const drawn = Promise.withResolvers<undefined>();
  const rpc = connectHost(
    vscode,
    {
      show,
      reveal: async ({ place }) => {
        // The host says it with its first answer, which waits for the icons here.
        await drawn.promise;
        await element.reveal(place);
        return undefined;
      },
    },
    { incoming: hostToDefinitions, outgoing: definitionsToHost },
  );
  element.addEventListener("fp-definition-act", (event) => {
    if (event instanceof DefinitionActEvent) {
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
    drawn.resolve(undefined);
    const state: DefinitionsState = { version: 1 };
    vscode.setState(state);
  }, ignore);
}

function defineElements(): void {
  if (pageStyles.styleSheet !== undefined) {
    document.adoptedStyleSheets.push(pageStyles.styleSheet);
  }
  customElements.define("fp-endpoint-table", EndpointTable);
  customElements.define("fp-change-list", ChangeList);
  customElements.define("fp-definitions-view", DefinitionsViewElement);
}
