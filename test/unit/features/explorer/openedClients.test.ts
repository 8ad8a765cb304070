import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import type { TreeNode } from "../../../../src/features/explorer/host/nodes";
import { ConnectionTree } from "../../../../src/features/explorer/host/tree";
import { openBench, type Bench } from "../../platform/http/support/bench";
import { sendJson } from "../../platform/http/support/servers";
import { treeSources } from "./support/treeSources";

const ID = "connection-1";
const CLIENTS: TreeNode = {
  ...{ kind: "clients", list: "clients", connectionId: ID },
  nodeId: `${ID}/crm/clients`,
};
const idOf = (row: number): string => `00000000-0000-4000-8000-${String(row).padStart(12, "0")}`;

describe("a client that was opened", () => {
  let bench: Bench;
  let tree: ConnectionTree;

  beforeEach(async () => {
    bench = await openBench({
      answer: ({ path }, response) => {
        const from = (Number(new URL(path, "http://x").searchParams.get("pageNumber")) - 1) * 2;
        const items = [from, from + 1].map((row) => ({ clientId: idOf(row), name: `Row ${row}` }));
        sendJson(response, 200, { items, total: 6 });
      },
    });
    tree = new ConnectionTree({ ...treeSources(ID, bench.client), pageSize: () => 2 });
  });
  afterEach(() => bench.close());

  const shown = async (): Promise<readonly (string | undefined)[]> =>
    (await tree.getChildren(CLIENTS)).flatMap((node) =>
      node.kind === "client" ? [node.row.id?.value] : [],
    );

  it("stands first while its page is loaded and not shown, and is found there", async () => {
    assert.deepEqual(await shown(), [idOf(0), idOf(1)]);
    const list = await tree.clients(ID);
    await list.loadMore();
    await list.loadMore();
    assert.equal(await tree.clientNode(ID, idOf(5)), undefined, "before it is opened");
    tree.addOpened(ID, { clientId: idOf(5), label: "Row 5" });
    assert.deepEqual(await shown(), [idOf(5), idOf(0), idOf(1)]);
    assert.equal(
      (await tree.clientNode(ID, idOf(5)))?.nodeId,
      `${CLIENTS.nodeId}/client:${idOf(5)}`,
    );
  });

  it("stands once, in its place, where its page is shown", async () => {
    assert.equal((await shown()).length, 2);
    tree.addOpened(ID, { clientId: idOf(3), label: "Row 3" });
    assert.deepEqual(await shown(), [idOf(3), idOf(0), idOf(1)]);
    await tree.loadMore(CLIENTS);
    assert.deepEqual(await shown(), [0, 1, 2, 3].map(idOf));
  });
});
