import {
  hostToPlan,
  type PlanContent,
  type PlanLine,
  type PlanPanelState,
  planToHost,
} from "../messages/planPanel";
import { listen, startPanel } from "../../../platform/webview/startPanel";
import { PlanActEvent } from "./actEvent";
import { PlanTable } from "./planTable";
import { PlanView } from "./planView";

const panel = startPanel({
  incoming: hostToPlan,
  outgoing: planToHost,
  elements: { "fp-plan-table": PlanTable, "fp-plan-view": PlanView },
  handlers: {
    show: (content) => {
      view.content = content;
      return undefined;
    },
    update: ({ head, lines }) => {
      if (view.content !== undefined) {
        view.content = { head, lines: replaceLines(view.content, lines) };
      }
      return undefined;
    },
  },
});
const view = new PlanView();
listen(view, "fp-plan-act", PlanActEvent, ({ detail }) => panel.send("act", detail));
panel.start(view, {}, (answer) => {
  view.texts = answer.texts;
  view.content = answer.content;
  const state: PlanPanelState = { version: 1, batchId: answer.batchId };
  panel.saveState(state);
});

function replaceLines({ lines }: PlanContent, changed: readonly PlanLine[]): readonly PlanLine[] {
  const byKey = new Map(changed.map((line) => [line.key, line]));
  return lines.map((line) => byKey.get(line.key) ?? line);
}
