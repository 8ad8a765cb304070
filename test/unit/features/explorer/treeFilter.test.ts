import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import type { TreeNode } from "../../../../src/features/explorer/host/nodes";
import { ConnectionTree, type TreeSources } from "../../../../src/features/explorer/host/tree";
import { openBench, type Bench } from "../../platform/http/support/bench";
import { sendJson } from "../../platform/http/support/servers";
import { treeSources } from "./support/treeSources";

const ID = "connection-1";
const CLIENTS: TreeNode = {
  ...{ kind: "clients", list: "clients", connectionId: ID },
  nodeId: `${ID}/crm/clients`,
};
const NAMES = ["Ruth Abernathy", "René Ito", "Rutger Ito"];
const ids = NAMES.map((_, index) => `00000000-0000-4000-8000-00000000000${index}`);

describe("the tree", () => {
  let bench: Bench;
  let sources: TreeSources;
  let tree: ConnectionTree;

  beforeEach(async () => {
    bench = await openBench({
      answer: (_request, response) =>
        sendJson(response, 200, {
          items: NAMES.map((name, index) => ({ clientId: ids[index], name })),
          total: 3,
        }),
    });
    sources = treeSources(ID, bench.client);
    tree = new ConnectionTree(sources);
  });
  afterEach(() => bench.close());

  const labels = async (): Promise<readonly unknown[]> =>
    (await tree.getChildren(CLIENTS)).map((node) => tree.getTreeItem(node).label);

  it("shows the clients alone that have all words, whatever their case and accents", async () => {
    assert.equal((await labels()).length, 3);
    tree.setFilter(" ITO  ren ");
    assert.equal(tree.filterText, "ITO  ren");
    assert.match(String(await labels()), /^\W*René Ito\W*$/);
    tree.setFilter("000000000002");
    assert.match(String(await labels()), /^\W*Rutger Ito\W*$/);
    tree.setFilter("");
    assert.equal((await labels()).length, 3);
    assert.equal(bench.service.seen.length, 1);
  });

  it("says where nothing is left, and above what it is filtered by", async () => {
    tree.setFilter("nobody");
    assert.match(String(await labels()), /Nothing that is loaded here matches/);
    assert.equal(tree.message, "Filtered by “nobody”");
    tree.setFilter("");
    assert.equal(tree.message, undefined);
  });

  it("finds what is shown in the place of a name, and not the name", async () => {
    const masking = {
      ...sources.privacy.masking,
      maskLabel: (text: string): string => text.replaceAll(/\w/g, "•"),
    };
    tree = new ConnectionTree({ ...sources, privacy: { masking } });
    tree.setFilter("ruth");
    assert.match(String(await labels()), /Nothing that is loaded here matches/);
    assert.equal(tree.message, "Filtered by “••••”");
  });

  it("lets the filter go for a client that somebody asks for", async () => {
    tree.setFilter("ruth");
    const found = await tree.clientNode(ID, ids[0] ?? "");
    assert.equal(found?.kind, "client");
    assert.equal(tree.filterText, "ruth");
    await tree.clientNode(ID, ids[1] ?? "");
    assert.equal(tree.filterText, "");
  });

  it("shows how many rows a list has once a page of it told", () => {
    const list: TreeNode = {
      ...{ kind: "list", list: "holdings", connectionId: ID, domain: "finances" },
      ...{ clientId: ids[0] ?? "", clientLabel: "Ruth", nodeId: "n" },
    };
    assert.equal(tree.getTreeItem(list).description, undefined);
    const seen = sources.seenLists.of(ID, "listHoldings");
    seen.noteTotal({ id: (ids[0] ?? "").toUpperCase() }, 1234);
    assert.equal(tree.getTreeItem(list).description, "1,234");
    assert.equal(tree.getTreeItem({ ...list, clientId: ids[1] ?? "" }).description, undefined);
    seen.noteTotal({ id: ids[0] ?? "" }, undefined);
    assert.equal(tree.getTreeItem(list).description, undefined);
  });
});
