import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import type { MarkdownString } from "vscode";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { HeldChanges } from "../../../../src/features/explorer/host/heldChanges";
import type { NamedClient } from "../../../../src/features/lists/common/clientSearch";
import { LoadingTree } from "../../../../src/features/explorer/host/loadingTree";
import type { TreeNode } from "../../../../src/features/explorer/host/nodes";
import { ConnectionTree } from "../../../../src/features/explorer/host/tree";
import { type Bench, CLIENT_ID, openBench } from "../../platform/http/support/bench";
import { until } from "../lists/support/sessions";
import { sendJson } from "../../platform/http/support/servers";
import { VirtualClock } from "../../platform/http/support/virtualClock";
import { treeSources } from "./support/treeSources";

const ID = "connection-1";
const CLIENTS: TreeNode = {
  ...{ kind: "clients", list: "clients", connectionId: ID },
  nodeId: `${ID}/crm/clients`,
};
const FINANCES: TreeNode = {
  ...{ kind: "domain", domain: "finances", connectionId: ID },
  nodeId: `${ID}/finances`,
};

describe("rows of the tree that take their time", () => {
  let bench: Bench;
  let clock: VirtualClock;
  let isHeld: boolean;
  let givenUp: number;
  let held: (() => void)[];
  let tree: ConnectionTree;
  let shown: LoadingTree;
  let drawn: (string | undefined)[];

  beforeEach(async () => {
    [isHeld, givenUp, held, drawn] = [true, 0, [], []];
    clock = new VirtualClock();
    bench = await openBench({
      answer: (_request, response) => {
        response.on("close", () => (givenUp += response.writableEnded ? 0 : 1));
        const answer = (): void =>
          sendJson(response, 200, { items: [{ clientId: CLIENT_ID }], total: 1 });
        if (isHeld) {
          held.push(answer);
        } else {
          answer();
        }
      },
    });
    tree = new ConnectionTree(treeSources(ID, bench.client));
    shown = new LoadingTree(tree, clock);
    shown.onDidChangeTreeData((node) => drawn.push(node?.nodeId));
  });
  afterEach(() => bench.close());

  const kinds = async (node: TreeNode): Promise<readonly string[]> =>
    (await shown.getChildren(node)).map(({ kind }) => kind);

  /** What the editor gets once its patience is over. */
  const kindsLater = async (node: TreeNode): Promise<readonly string[]> => {
    const asked = bench.service.seen.length;
    const children = kinds(node);
    await until(() => bench.service.seen.length > asked);
    clock.advance(1_000);
    return children;
  };

  it("are shown at once where they come in time", async () => {
    isHeld = false;
    assert.deepEqual(await kinds(CLIENTS), ["client"]);
    clock.advance(300);
    assert.equal(clock.pending, 0);
  });

  it("are drawn without what a pointer shows, which is made when one rests on them", async () => {
    isHeld = false;
    const [client] = await shown.getChildren(CLIENTS);
    const item = shown.getTreeItem(client!);
    assert.equal(item.tooltip, undefined);
    const { tooltip } = shown.resolveTreeItem(item, client!);
    assert.match((tooltip as MarkdownString).value, /^\*\*Id\*\* 8e0c6f5e/m);
    const told = shown.getTreeItem(FINANCES);
    assert.equal(shown.resolveTreeItem(told, FINANCES).tooltip, told.tooltip);
    assert.ok(told.tooltip !== undefined);
  });

  it("come before what changed while they were on their way is drawn", async () => {
    const children = kinds(CLIENTS);
    await until(() => held.length > 0);
    drawn = [];
    tree.setFilter("a");
    assert.deepEqual(drawn, []);
    held.forEach((answer) => answer());
    await children;
    clock.advance(299);
    assert.deepEqual(drawn, []);
    clock.advance(1);
    assert.deepEqual(drawn, [undefined], "once, for all of it");
    tree.setFilter("");
    assert.deepEqual(drawn, [undefined, undefined], "at once where nothing is asked for");
  });

  it("hold up changes until they say that they load: the editor would drop them", async () => {
    const children = kinds(CLIENTS);
    await until(() => held.length > 0);
    drawn = [];
    tree.setFilter("a");
    clock.advance(1_000);
    assert.deepEqual([drawn, await children], [[], ["loading"]]);
    clock.advance(300);
    assert.deepEqual(drawn, [undefined]);
    held.forEach((answer) => answer());
    await until(() => drawn.includes(CLIENTS.nodeId));
  });

  it("hold up no change that a reveal waits for", () => {
    const told: string[] = [];
    const changes = new HeldChanges<string>(clock, (node) => told.push(node ?? "all"));
    void changes.during(new Promise(() => undefined));
    changes.add("a");
    changes.release();
    assert.deepEqual(told, ["a"]);
    clock.advance(2_000);
    assert.deepEqual(told, ["a"], "once");
  });

  it("hold up changes on while the next rows are on their way", async () => {
    const told: string[] = [];
    const changes = new HeldChanges<string>(clock, (node) => told.push(node ?? "all"));
    const first = changes.during(turn());
    changes.add("a");
    await first;
    clock.advance(200);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const next = changes.during(promise);
    clock.advance(1_000);
    assert.deepEqual(told, []);
    resolve(undefined);
    await next;
    clock.advance(299);
    assert.deepEqual(told, []);
    clock.advance(1);
    assert.deepEqual(told, ["a"]);
    assert.equal(clock.pending, 0);
  });

  it("hold up no change for longer than two seconds, whatever is waited for", () => {
    const told: string[] = [];
    const changes = new HeldChanges<string>(clock, (node) => told.push(node ?? "all"));
    void changes.during(new Promise(() => undefined));
    changes.add("a");
    clock.advance(1_999);
    assert.deepEqual(told, []);
    clock.advance(1);
    assert.deepEqual(told, ["a"]);
  });

  it("say that they load, and are drawn when they are there", async () => {
    assert.deepEqual(await kindsLater(CLIENTS), ["loading"]);
    assert.deepEqual(await kinds(CLIENTS), ["loading"], "drawn anew meanwhile");
    assert.equal(bench.service.seen.length, 1);
    const [node = assert.fail()] = await shown.getChildren(CLIENTS);
    const { contextValue, label } = shown.getTreeItem(node);
    assert.deepEqual([contextValue, label], ["loading", "Loading…"]);
    assert.deepEqual([tree.find(node), shown.getParent(node)], [node, CLIENTS]);
    drawn = [];
    held.forEach((answer) => answer());
    await until(() => drawn.includes(CLIENTS.nodeId));
    assert.deepEqual(await kinds(CLIENTS), ["client"]);
    assert.equal(bench.service.seen.length, 1);
  });

  it("are drawn where their node was made anew meanwhile: the editor knows the newest only", async () => {
    assert.deepEqual(await kindsLater(CLIENTS), ["loading"]);
    const records: TreeNode = { ...FINANCES, domain: "crm", nodeId: `${ID}/crm` };
    const nodes = await shown.getChildren(records);
    const newest = nodes.find(({ nodeId }) => nodeId === CLIENTS.nodeId) ?? assert.fail();
    const fired: unknown[] = [];
    shown.onDidChangeTreeData((node) => fired.push(node));
    held.forEach((answer) => answer());
    await until(() => fired.length > 0);
    assert.equal(fired.at(-1), newest);
  });

  it("stay while their node loads again, so that none loses the focus", async () => {
    isHeld = false;
    const [row] = await shown.getChildren(CLIENTS);
    isHeld = true;
    const reloaded = tree.clients(ID).then((list) => list.reload());
    await until(() => held.length > 0);
    const children = shown.getChildren(CLIENTS);
    await until(() => clock.pending > 0);
    clock.advance(1_000);
    assert.deepEqual(
      (await children).map(({ nodeId }) => nodeId),
      [row?.nodeId, `${CLIENTS.nodeId}/loading`],
    );
    tree.forget(ID);
    assert.deepEqual(await kinds(CLIENTS), ["loading"], "of another client nothing is shown");
    held.forEach((answer) => answer());
    await reloaded;
  });

  describe("each time, with their list already there", () => {
    let pins: PromiseWithResolvers<readonly NamedClient[]>[];

    beforeEach(async () => {
      [isHeld, pins] = [false, []];
      let isSlow = false;
      const pinned = (): Promise<readonly NamedClient[]> => {
        if (!isSlow) {
          return Promise.resolve([]);
        }
        const answer = Promise.withResolvers<readonly NamedClient[]>();
        pins.push(answer);
        return answer.promise;
      };
      tree = new ConnectionTree({ ...treeSources(ID, bench.client), pinned });
      shown = new LoadingTree(tree, clock);
      shown.onDidChangeTreeData((node) => drawn.push(node?.nodeId));
      assert.deepEqual(await kinds(CLIENTS), ["client"]);
      isSlow = true;
      const children = kinds(CLIENTS);
      await until(() => pins.length === 1);
      clock.advance(1_000);
      assert.deepEqual(await children, ["client", "loading"]);
      drawn = [];
    });

    /** What the editor gets when it asks again and its patience ends at once. */
    const kindsNow = async (): Promise<readonly string[]> => {
      await until(() => drawn.includes(CLIENTS.nodeId));
      const children = kinds(CLIENTS);
      clock.advance(1_000);
      return children;
    };

    it("are given to the editor that asks for them once they are there", async () => {
      pins[0]?.resolve([{ clientId: "C-1", label: "Ada" }]);
      assert.deepEqual(await kindsNow(), ["client", "client"]);
      assert.equal(pins.length, 1);
      const children = kinds(CLIENTS);
      await until(() => pins.length === 2);
      pins[1]?.resolve([]);
      assert.deepEqual(await children, ["client"], "once: then they are asked for again");
    });

    it("are given where they are a failure, too", async () => {
      pins[0]?.reject(new Error("locked"));
      assert.deepEqual(await kindsNow(), ["error"]);
      assert.equal(pins.length, 1);
    });

    it("are loaded anew where the tree changed meanwhile", async () => {
      tree.redraw();
      pins[0]?.resolve([{ clientId: "C-1", label: "Ada" }]);
      assert.deepEqual(await kindsNow(), ["client", "loading"]);
      await until(() => pins.length === 2);
      drawn = [];
      pins[1]?.resolve([]);
      assert.deepEqual(await kindsNow(), ["client"]);
      assert.equal(pins.length, 2);
    });
  });

  it("end when they are cancelled, for all who wait, and wait for a wish to load again", async () => {
    assert.deepEqual(await kindsLater(CLIENTS), ["loading"]);
    const other = kinds(FINANCES);
    drawn = [];
    await tree.cancel(CLIENTS);
    assert.deepEqual(await other, ["canceled"]);
    await until(() => givenUp === 1 && drawn.includes(CLIENTS.nodeId));
    const [node = assert.fail()] = await shown.getChildren(CLIENTS);
    const { contextValue, label, command } = shown.getTreeItem(node);
    assert.deepEqual([contextValue, label], ["canceled", "Cancelled"]);
    assert.equal(command?.command, "financialPlanning.node.retry");
    assert.equal(bench.service.seen.length, 1, "drawing anew asks nobody");
    isHeld = false;
    await tree.retryRows(CLIENTS);
    assert.deepEqual([await kinds(CLIENTS), await kinds(FINANCES)], [["client"], ["client"]]);
    assert.equal(bench.service.seen.length, 2);
  });
});
