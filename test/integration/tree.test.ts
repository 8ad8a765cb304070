import assert from "node:assert/strict";
import { activateExplorer, firstClient, labelOf, walk, type TestHandle } from "./support/explorer";

describe("the tree", () => {
  let explorer: TestHandle;

  before(async () => {
    explorer = await activateExplorer();
  });

  it("shows the sandbox connection and its three domains with their prefixes", async () => {
    const connection = await walk(explorer, "Sandbox");
    const domains = await explorer.tree.getChildren(connection);
    assert.deepEqual(
      domains.map((node) => {
        const item = explorer.tree.getTreeItem(node);
        return [item.label, item.description];
      }),
      [
        ["Client records", "/crm/v1"],
        ["Finances", "/finances/v1"],
        ["Risk profiling", "/profiling/v1"],
      ],
    );
  });

  it("loads clients one page at a time and says how many are shown", async () => {
    const clients = await walk(explorer, "Sandbox", "Client records", "Clients");
    const nodes = await explorer.tree.getChildren(clients);
    assert.equal(nodes.length, 101);
    const more = nodes.at(-1)!;
    const item = explorer.tree.getTreeItem(more);
    assert.deepEqual([item.label, item.description], ["Load 100 more", "100 of 2,000"]);
  });

  it("shows a client's record, holdings, pensions and results", async () => {
    const client = await firstClient(explorer);
    const children = await explorer.tree.getChildren(client);
    assert.deepEqual(
      children.map((node) => labelOf(explorer.tree, node)),
      ["Client record", "Holdings", "Pensions", "Results"],
    );
  });
});
