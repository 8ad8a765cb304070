import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { itemOf, type ItemSources } from "../../../../src/features/explorer/host/items";
import type { TreeNode } from "../../../../src/features/explorer/host/nodes";
import { ConnectionTree } from "../../../../src/features/explorer/host/tree";
import { CONNECTIONS_VIEW, ROW_FACTS } from "../../../../src/manifest";
import type { Action } from "../../../../src/platform/base/action";
import { AppError } from "../../../../src/platform/base/errors";
import { NO_MASKING } from "../../../../src/platform/base/masking";
import { anAction, anAttempt } from "../../../fakes/action";
import { holds, readContributes } from "../../../fakes/palette";
import { openBench } from "../../platform/http/support/bench";
import { sendJson } from "../../platform/http/support/servers";
import { treeSources } from "./support/treeSources";

const MENU = readContributes().menus["view/item/context"]!;
const PLACE = { nodeId: "n", connectionId: "c", domain: "crm" } as const;
const CLIENT = { ...PLACE, clientId: "C-1", clientLabel: "Ito, Ren" } as const;
const UNDO = "financialPlanning.pension.undo";

const SOURCES: ItemSources = {
  connection: () => undefined,
  domainDescription: () => undefined,
  clientTotal: () => undefined,
  clientsAtLeast: () => undefined,
  listTotal: () => undefined,
  clientsAction: () => undefined,
  faults: () => [],
  privacy: { masking: NO_MASKING },
  isUnlocked: () => false,
  sameKey: () => undefined,
};

/** What the menu of a row has. */
function offered(viewItem: string | undefined): readonly string[] {
  assert.ok(viewItem !== undefined);
  return MENU.filter(({ when }) => holds(when, [], { view: CONNECTIONS_VIEW, viewItem })).map(
    ({ command }) => command,
  );
}

function ofNode(node: TreeNode, sources = SOURCES): readonly string[] {
  return offered(itemOf(node, sources).contextValue);
}

/** What a menu has of calls. */
function ofCalls(commands: readonly string[]): readonly string[] {
  return commands.flatMap((one) => /\.requests\.(copy\w+|explain)$/.exec(one)?.[1] ?? []).sort();
}

const ANSWERED = anAction({ attempts: [anAttempt({ status: 200, requestId: "r-1" })] });
/** Nobody answered, or it never left: the service gave no id. */
const UNANSWERED = anAction({ attempts: [anAttempt({ failure: "network/refused" })] });
/** Trace ids are switched off. */
const UNTRACED = anAction({ attempts: ANSWERED.attempts });
Reflect.deleteProperty(UNTRACED, "traceId");

const ROW = { id: { value: "C-1", from: "id" } };
const CLIENTS: TreeNode = { ...PLACE, kind: "clients", list: "clients" };
const failed = (error: unknown): TreeNode => ({
  ...{ ...PLACE, kind: "error", parent: CLIENTS, context: {}, error },
  text: { code: "x", what: "It failed.", advice: "" },
});

describe("the menu of a row of the tree", () => {
  it("copies ids of the call that brought what the row shows, and of no other", () => {
    const client = (action?: Action, isPinned = false): TreeNode => ({
      ...{ ...PLACE, kind: "client", isPinned },
      row: action === undefined ? ROW : { ...ROW, action },
    });
    const clients = (action?: Action): readonly string[] =>
      ofNode(CLIENTS, { ...SOURCES, clientsAction: () => action });
    for (const menuOf of [(action?: Action) => ofNode(client(action)), clients]) {
      assert.deepEqual(ofCalls(menuOf()), [], "it was never loaded");
      assert.deepEqual(ofCalls(menuOf(ANSWERED)), ["copyRequestId", "copyTraceId"]);
      assert.deepEqual(ofCalls(menuOf(UNTRACED)), ["copyRequestId"]);
      const others = menuOf(ANSWERED).filter((one) => !menuOf().includes(one));
      assert.equal(others.length, 2, "all else is the same");
    }
    assert.deepEqual(ofCalls(ofNode(client(undefined, true))), []);
  });

  it("explains a failure that a call is behind, and copies the ids that it has", () => {
    const menuOf = (action?: Action): readonly string[] =>
      ofCalls(ofNode(failed(new AppError("network", "network/refused", action && { action }))));
    assert.deepEqual(menuOf(), []);
    assert.deepEqual(ofCalls(ofNode(failed(new Error("locked")))), []);
    assert.deepEqual(menuOf(UNANSWERED), ["copyTraceId", "explain"]);
    assert.deepEqual(menuOf(ANSWERED), ["copyRequestId", "copyTraceId", "explain"]);
  });

  it("knows the call once the first page has come, though the service tells no total", async () => {
    const bench = await openBench({
      answer: (_request, response) => sendJson(response, 200, [{ clientId: "C-1" }]),
    });
    const tree = new ConnectionTree(treeSources(PLACE.connectionId, bench.client));
    const [domain] = await tree.getChildren({ ...PLACE, kind: "connection" });
    const [clients = assert.fail()] = await tree.getChildren(domain);
    const menu = (): readonly string[] => ofCalls(offered(tree.getTreeItem(clients).contextValue));
    assert.deepEqual(menu(), []);
    const drawn: unknown[] = [];
    tree.onDidChangeTreeData((node) => drawn.push(node));
    const [client = assert.fail()] = await tree.getChildren(clients);
    assert.deepEqual(menu(), ["copyTraceId"], "the service gave no other id");
    assert.deepEqual(ofCalls(offered(tree.getTreeItem(client).contextValue)), menu());
    assert.deepEqual(drawn, [clients]);
    await tree.getChildren(clients);
    assert.equal(drawn.length, 1, "once");
    await bench.close();
  });

  it("undoes a PUT only of a pension that has one to undo", () => {
    for (const hasFile of [true, false]) {
      const pension = { ...CLIENT, kind: "pension", pensionId: "P", hasFile, description: "" };
      const [without, having] = [false, true].map((canUndo) =>
        ofNode({ ...pension, canUndo } as TreeNode),
      );
      assert.ok(!without!.includes(UNDO));
      assert.deepEqual(
        having!.filter((command) => command !== UNDO),
        without,
      );
      assert.equal(having!.length, without!.length + 1);
    }
  });

  it("loses nothing by what a row says of itself behind its kind", () => {
    for (const [kind, facts] of Object.entries(ROW_FACTS)) {
      const all = offered(`${kind}:${facts.join(",")}`);
      const bare = offered(kind);
      assert.deepEqual(
        bare.filter((command) => !all.includes(command)),
        [],
        kind,
      );
      assert.ok(bare.length > 0 && all.length > bare.length, kind);
    }
  });
});
