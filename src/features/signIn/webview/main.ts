import { hostToSession, sessionToHost } from "../messages/sessionPanel";
import { listen, startPanel } from "../../../platform/webview/startPanel";
import { SessionActEvent, SessionViewElement } from "./view";

const panel = startPanel({
  incoming: hostToSession,
  outgoing: sessionToHost,
  elements: { "fp-session-view": SessionViewElement },
  handlers: {
    show: (view) => {
      element.view = view;
      return undefined;
    },
  },
});
const element = new SessionViewElement();
listen(element, "fp-session-act", SessionActEvent, ({ detail }) => panel.send("act", detail));
panel.start(element, {}, (answer) => {
  element.texts = answer.texts;
  element.view = answer.view;
});
