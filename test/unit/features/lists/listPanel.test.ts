import "../../../../src/errorTexts";
import assert from "node:assert/strict";
// First: it stands in for the editor.
import { answers, uriOf } from "../../../fakes/editorSurfaces";
import { setImmediate as turn } from "node:timers/promises";
import { ListPanel } from "../../../../src/features/lists/host/listPanel";
import { NO_RULES } from "../../../../src/features/lists/common/listRules";
import { FIRST_LAYOUT, type ListTab } from "../../../../src/features/lists/messages/listLayout";
import { NO_PRIVACY } from "../../../fakes/privacy";
import { aQuery, endpointOf } from "./support/sessions";
import { openTables } from "./table/support/tables";

interface Message {
  readonly kind: string;
  readonly id: number;
  readonly name?: string;
  readonly result?: { readonly layout: { readonly tab: ListTab } };
}

const NOTHING = { dispose: () => undefined };

/** The panel of a list over a webview whose page is played by the test. */
function openPanel({ isActive = false } = {}) {
  let viewStateChanged = (): unknown => assert.fail("nobody follows which panel is in front");
  const tab = {
    ...{ visible: true, active: isActive },
    onDidChangeViewState: (listener: () => unknown) => {
      viewStateChanged = listener;
      return NOTHING;
    },
  };
  const posted: Message[] = [];
  let receive: (message: unknown) => void = () => assert.fail("nobody listens");
  const webview = {
    asWebviewUri: (uri: unknown) => uri,
    onDidReceiveMessage: (listener: (message: unknown) => void) => {
      receive = listener;
      return { dispose: () => undefined };
    },
    postMessage: (message: Message) => Promise.resolve(posted.push(message) > 0),
  };
  const services = {
    ...{ privacy: NO_PRIVACY, rules: { rules: () => NO_RULES }, drift: { of: () => undefined } },
    ...{ extensionUri: uriOf("file:///explorer"), seenLists: { of: () => undefined } },
    ...{ connection: () => undefined, connections: () => [], snapshotComparisons: {} },
  };
  const query = aQuery();
  const tables = openTables();
  const panel = new ListPanel({
    ...{ panel: Object.assign(tab, { webview }), services },
    ...{ endpoint: endpointOf(query.operationId), query, layout: undefined },
    ...{ table: tables.open(), openTable: () => tables.open(), dismissed: new Set() },
    ...{ keepColumns: () => Promise.resolve(), openBeside: () => Promise.resolve() },
  } as never);
  let lastId = 0;
  return {
    panel,
    /** The user goes to its tab. */
    activate: () => {
      tab.active = true;
      viewStateChanged();
    },
    /** A page begins, with the tab that it kept; gives the tab that it is told to show. */
    begin: async (tab: ListTab): Promise<ListTab | undefined> => {
      const id = ++lastId;
      receive({
        kind: "call",
        id,
        name: "start",
        parameters: { layout: { ...FIRST_LAYOUT, tab } },
      });
      const answer = (): Message | undefined =>
        posted.find((message) => message.id === id && message.kind !== "call");
      while (answer() === undefined) {
        await turn();
      }
      return answer()?.result?.layout.tab;
    },
    /** The page answers what it was asked last. */
    reply: async (): Promise<void> => {
      const { id } = posted.findLast(({ kind }) => kind === "call") ?? assert.fail("not asked");
      receive({ kind: "reply", id });
      await turn();
    },
  };
}

describe("the panel of a list", () => {
  it("begins with the tab that was wanted while its page was hidden, once", async () => {
    const { panel, begin } = openPanel();
    assert.equal(await begin("chart"), "chart");
    panel.showTab("compare");
    assert.equal(await begin("chart"), "compare");
    assert.equal(await begin("table"), "table");
    panel.dispose();
  });

  it("leaves a page that went to the tab at once where the user goes from there", async () => {
    const { panel, begin, reply } = openPanel();
    assert.equal(await begin("table"), "table");
    panel.showTab("compare");
    await reply();
    assert.equal(await begin("chart"), "chart");
    panel.dispose();
  });

  it("tells the palette what can be measured of the panel in front, and of no other", () => {
    const told: unknown[] = [];
    answers.set("executeCommand", (_command: string, key: string, value: unknown) => {
      told.push([key, value]);
    });
    const { panel, activate } = openPanel();
    assert.deepEqual(told, []);
    activate();
    // Results have a parameter for their fields.
    panel.setEndpoint(endpointOf("listResults"));
    const key = "financialPlanning.list.canMeasure";
    answers.delete("executeCommand");
    assert.deepEqual(told, [
      [key, false],
      [key, true],
    ]);
    panel.dispose();
  });
});
