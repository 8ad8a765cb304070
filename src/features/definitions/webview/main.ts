import {
  type DefinitionsState,
  definitionsToHost,
  hostToDefinitions,
} from "../messages/definitionsPanel";
import { listen, startPanel } from "../../../platform/webview/startPanel";
import { DefinitionActEvent } from "./actEvent";
import { ChangeList } from "./changeList";
import { EndpointTable } from "./endpointTable";
import { DefinitionsViewElement } from "./view";

const panel = startPanel({
  incoming: hostToDefinitions,
  outgoing: definitionsToHost,
  elements: {
    "fp-endpoint-table": EndpointTable,
    "fp-change-list": ChangeList,
    "fp-definitions-view": DefinitionsViewElement,
  },
  handlers: {
    show: (content) => {
      view.content = content;
      return undefined;
    },
    reveal: async ({ place }) => {
      await view.reveal(place);
      return undefined;
    },
  },
});
const view = new DefinitionsViewElement();
listen(view, "fp-definition-act", DefinitionActEvent, ({ detail }) => panel.send("act", detail));
panel.start(view, {}, (answer) => {
  view.texts = answer.texts;
  view.content = answer.content;
  const state: DefinitionsState = { version: 1 };
  panel.saveState(state);
});
