import "../../../../src/errorTexts";
import assert from "node:assert/strict";
// First: it stands in for the editor.
import { answers, uriOf } from "../../../fakes/editorSurfaces";
import { setImmediate as turn } from "node:timers/promises";
import { ListPanel } from "../../../../src/features/lists/host/listPanel";
import { NO_RULES } from "../../../../src/features/lists/common/listRules";
import {
  FIRST_LAYOUT,
  type ListLayout,
  type ListTab,
} from "../../../../src/features/lists/messages/listLayout";
import type { ListView, PageStep } from "../../../../src/features/lists/messages/listMessages";
import type { ListConnection } from "../../../../src/features/lists/host/services";
import type { ServiceClient } from "../../../../src/platform/service/client";
import { NO_PRIVACY } from "../../../fakes/privacy";
import { openBench } from "../../platform/http/support/bench";
import { sendJson } from "../../platform/http/support/servers";
import { aQuery, askedPage, endpointOf, until } from "./support/sessions";
import { openTables } from "./table/support/tables";

interface Message {
  readonly kind: string;
  readonly id: number;
  readonly name?: string;
  readonly result?: { readonly layout: { readonly tab: ListTab } };
}

interface Opening {
  readonly isActive?: boolean;
  readonly layout?: ListLayout;
  readonly client?: () => Promise<ServiceClient>;
  readonly connection?: () => ListConnection | undefined;
  readonly keepColumns?: (columns: unknown) => unknown;
}

const NOTHING = { dispose: () => undefined };

/** The panel of a list over a webview whose page is played by the test. */
function openPanel(opening: Opening = {}) {
  const { isActive = false, layout, client, connection, keepColumns } = opening;
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
    connection: connection ?? (() => undefined),
    ...{ connections: () => [], snapshotComparisons: {}, client },
  };
  const query = aQuery();
  const tables = openTables();
  const panel = new ListPanel({
    ...{ panel: Object.assign(tab, { webview }), services },
    ...{ endpoint: endpointOf(query.operationId), query, layout },
    ...{ table: tables.open(), openTable: () => tables.open(), dismissed: new Set() },
    keepColumns: (columns: unknown) => Promise.resolve(keepColumns?.(columns)),
    ...{ openBeside: () => Promise.resolve() },
  } as never);
  let lastId = 0;
  return {
    panel,
    title: () => (tab as { readonly title?: string }).title,
    /** What the page was told last. */
    view: async (): Promise<ListView> => {
      await turn();
      const shown = posted.findLast(({ name }) => name === "show") ?? assert.fail("nothing shown");
      return (shown as unknown as { readonly parameters: { readonly view: ListView } }).parameters
        .view;
    },
    /** The user goes to its tab. */
    activate: () => {
      tab.active = true;
      viewStateChanged();
    },
    /** A page begins, with the tab that it kept, if any; gives the tab that it is told to show. */
    begin: async (tab?: ListTab): Promise<ListTab | undefined> => {
      const id = ++lastId;
      receive({
        kind: "call",
        id,
        name: "start",
        parameters: tab === undefined ? {} : { layout: { ...FIRST_LAYOUT, tab } },
      });
      const answer = (): Message | undefined =>
        posted.find((message) => message.id === id && message.kind !== "call");
      while (answer() === undefined) {
        await turn();
      }
      return answer()?.result?.layout.tab;
    },
    /** The page calls the host. */
    tell: async (name: string, parameters: unknown): Promise<void> => {
      const id = ++lastId;
      receive({ kind: "call", id, name, parameters });
      await until(() => posted.some((message) => message.id === id && message.kind === "reply"));
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

  it("keeps the layout of before where its page was hidden before it had an answer", async () => {
    const { panel, begin } = openPanel({ layout: { ...FIRST_LAYOUT, tab: "chart" } });
    assert.equal(await begin(), "chart");
    assert.equal(await begin(), "chart");
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

  it("is called as its connection is, and keeps its name when that is removed", async () => {
    let found: ListConnection | undefined = { label: "Acme", environment: "development" };
    const { panel, title, view } = openPanel({ connection: () => found });
    assert.match(title() ?? "", /· Acme$/);
    found = { label: "Bolt", environment: "production" };
    panel.connectionChanged();
    assert.match(title() ?? "", /· Bolt$/);
    assert.equal((await view()).environment.word, "PRODUCTION");
    found = undefined;
    panel.connectionChanged();
    assert.match(title() ?? "", /· Bolt$/);
    const { connection, empty } = await view();
    assert.equal(connection, "Bolt");
    assert.match(empty?.what ?? "", /no longer exists/);
    panel.dispose();
  });

  it("shows no rows of what its connection was before, and says so", async () => {
    const bench = await openBench({
      answer: (_, response) => sendJson(response, 200, { items: [{ n: 1 }], total: 1 }),
    });
    const found = { label: "Acme", environment: "development" } as const;
    const client = (): Promise<ServiceClient> => Promise.resolve(bench.client);
    const { panel, view } = openPanel({ client, connection: () => found });
    const before = async () =>
      (await view()).comparison?.offers.find(({ source }) => source === "before");
    await panel.acts.turn("reload");
    await panel.acts.turn("reload");
    assert.equal((await before())?.refusal, undefined);
    panel.invalidateRows("another");
    assert.equal((await view()).empty, undefined);
    panel.invalidateRows(panel.query.connectionId);
    const { empty, paging } = await view();
    assert.match(empty?.what ?? "", /another service, environment or user/);
    assert.equal(paging, undefined);
    assert.match((await before())?.refusal ?? "", /no earlier rows/);
    await panel.acts.turn("reload");
    assert.equal((await view()).empty, undefined);
    panel.dispose();
    await bench.close();
  });

  it("turns from the page whose first rows it shows, and names its address", async () => {
    const row = JSON.stringify({ text: "x".repeat(20_000) });
    const bench = await openBench({
      answer: ({ path }, response) => {
        const [page] = askedPage(path);
        response.writeHead(200, { "content-type": "application/json" });
        response.write(
          `{"total":25,"items":[${Array(page === 3 ? 5 : 10)
            .fill(row)
            .join()}`,
        );
        if (page !== 2) {
          response.end("]}");
        }
      },
    });
    const { panel, view } = openPanel({ client: () => Promise.resolve(bench.client) });
    await panel.acts.turn("reload");
    const turning = panel.acts.turn("next");
    while ((await view()).query.pageNumber !== 2) {
      await turn();
    }
    const { paging, address, isLoading } = await view();
    assert.deepEqual([paging?.firstRow, paging?.hasPrevious, isLoading], [11, true, true]);
    assert.deepEqual(askedPage(address.url), [2, 10]);
    await panel.acts.turn("next");
    await turning;
    assert.deepEqual(askedPage(bench.service.seen.at(-1)?.path ?? ""), [3, 10]);
    panel.dispose();
    await bench.close();
  });

  it("keeps columns for the next panel only where they were laid out here", async () => {
    const kept: unknown[] = [];
    const { panel, tell } = openPanel({ keepColumns: (columns) => kept.push(columns) });
    const { view, columns } = FIRST_LAYOUT;
    await tell("keepLayout", { layout: { ...FIRST_LAYOUT, view: { ...view, search: "x" } } });
    assert.deepEqual(kept, []);
    const other = { ...columns, hidden: ["/a"] };
    await tell("keepLayout", { layout: { ...FIRST_LAYOUT, columns: other } });
    await tell("keepLayout", { layout: { ...FIRST_LAYOUT, tab: "chart", columns: other } });
    assert.deepEqual(kept, [other]);
    panel.dispose();
  });

  it("tells the palette what can be measured of the panel in front, and of no other", () => {
    const told: [string, unknown][] = [];
    answers.set("executeCommand", (_command: string, key: string, value: unknown) => {
      told.push([key, value]);
    });
    const { panel, activate } = openPanel();
    assert.equal(told.length, 0);
    activate();
    // Results have a parameter for their fields.
    panel.setEndpoint(endpointOf("listResults"));
    const key = "financialPlanning.list.canMeasure";
    answers.delete("executeCommand");
    assert.deepEqual(
      told.filter(([name]) => name === key),
      [
        [key, false],
        [key, true],
      ],
    );
    panel.dispose();
  });

  it("tells the palette which pages the list in front has, and whether it loads", async () => {
    const waiting: (() => void)[] = [];
    const bench = await openBench({
      answer: ({ path }, response) => {
        const [page] = askedPage(path);
        const items = Array.from({ length: page < 3 ? 10 : 5 }, (_, row) => ({
          n: page * 10 + row,
        }));
        waiting.push(() => sendJson(response, 200, { items, total: 25 }));
      },
    });
    // Told before, and no more until it is another: the same setters serve every panel.
    const now = new Map<string, unknown>();
    answers.set("executeCommand", (_command: string, key: string, value: unknown) => {
      now.set(key.replace("financialPlanning.list.", ""), value);
    });
    const can = (): readonly string[] =>
      [...now.keys()]
        .filter((key) => key.startsWith("can") && now.get(key) === true)
        .map((key) => key.slice("can".length));
    const { panel, activate } = openPanel({ client: () => Promise.resolve(bench.client) });
    activate();
    const answer = async (step: PageStep): Promise<void> => {
      const turned = panel.acts.turn(step);
      await until(() => waiting.length > 0);
      assert.ok(can().includes("Cancel"), "it loads");
      waiting.pop()?.();
      await turned;
    };
    assert.notEqual(now.get("hasCall"), true, "nobody was asked");
    await answer("reload");
    assert.equal(now.get("hasCall"), true);
    assert.deepEqual(can(), ["GoToNext", "GoToLast"]);
    await answer("next");
    assert.deepEqual(can().toSorted(), ["GoToLast", "GoToNext", "GoToPrevious"]);
    await answer("last");
    assert.deepEqual(can(), ["GoToPrevious"]);
    const seen = bench.service.seen.length;
    await panel.acts.turn("next");
    await panel.acts.turn("last");
    assert.equal(bench.service.seen.length, seen, "what is not offered asks nobody");
    const turned = panel.acts.turn("previous");
    await until(() => waiting.length > 0);
    await panel.acts.walk("stop");
    await turned;
    assert.deepEqual(can(), ["GoToPrevious"], "nothing loads any more");
    answers.delete("executeCommand");
    waiting.pop()?.();
    panel.dispose();
    await bench.close();
  });
});
