import assert from "node:assert/strict";
import * as vscode from "vscode";
import { activateExplorer, firstClient, labelOf, type TestHandle, walk } from "./support/explorer";

const CLIENTS = ["Sandbox", "Client records", "Clients"] as const;

describe("clients at hand", () => {
  let explorer: TestHandle;

  before(async () => {
    explorer = await activateExplorer();
  });

  afterEach(async () => {
    await explorer.keptClients.forget("sandbox");
    explorer.tree.forget("sandbox");
    explorer.dialogs.takeShown();
  });

  it("are found by a date of birth, and shown in the tree", async () => {
    explorer.dialogs.script("2 Mar 1961\nOkafor, Ngozi");
    await vscode.commands.executeCommand("financialPlanning.client.find");
    const [first] = (await explorer.keptClients.of("sandbox")).recent;
    // Not on the first page: it was not loaded, and so not found.
    assert.equal(first, undefined);
    explorer.dialogs.script("Load all clients", "02/03/1961\nOkafor, Ngozi");
    await vscode.commands.executeCommand("financialPlanning.client.find");
    const { recent } = await explorer.keptClients.of("sandbox");
    assert.deepEqual([recent[0]?.label, recent[0]?.description], ["Okafor, Ngozi", "1961-03-02"]);
    await vscode.commands.executeCommand("financialPlanning.client.clearRecent");
    assert.deepEqual((await explorer.keptClients.of("sandbox")).recent, []);
  });

  it("stand first in every domain when they are pinned, and only there", async () => {
    const client = await firstClient(explorer);
    const label = labelOf(explorer.tree, client);
    await vscode.commands.executeCommand("financialPlanning.client.pin", client);
    for (const steps of [CLIENTS, ["Sandbox", "Finances"], ["Sandbox", "Risk profiling"]]) {
      const nodes = await explorer.tree.getChildren(await walk(explorer, ...steps));
      const labels = nodes.map((node) => labelOf(explorer.tree, node));
      assert.equal(labels[0], label);
      assert.equal(labels.filter((other) => other === label).length, 1);
      const item = explorer.tree.getTreeItem(nodes[0]!);
      assert.equal(item.contextValue, "pinnedClient");
      assert.equal((item.iconPath as vscode.ThemeIcon).id, "pinned");
    }
    const [pinned] = await explorer.tree.getChildren(await walk(explorer, ...CLIENTS));
    await vscode.commands.executeCommand("financialPlanning.client.unpin", pinned);
    const [after] = await explorer.tree.getChildren(await walk(explorer, ...CLIENTS));
    assert.match(explorer.tree.getTreeItem(after!).contextValue ?? "", /^client\b/);
  });

  it("are opened by an id that was pasted with braces, though no page has them", async () => {
    const edge = "ed9ec11e-0000-4000-8000-000000000009";
    explorer.dialogs.script(`{${edge.toUpperCase()}}`);
    await vscode.commands.executeCommand("financialPlanning.client.openById");
    const [first] = await explorer.tree.getChildren(await walk(explorer, ...CLIENTS));
    assert.match(labelOf(explorer.tree, first!), /^Zygmunt/);
    assert.equal((await explorer.keptClients.of("sandbox")).recent[0]?.clientId, edge);
  });

  it("are not opened by what is no id, nor by one that the service does not know", async () => {
    explorer.dialogs.script("PEN-0042");
    await vscode.commands.executeCommand("financialPlanning.client.openById");
    assert.match(explorer.dialogs.takeShown().join("\n"), /The id of a client is a UUID/);
    explorer.dialogs.script("00000000-0000-4000-8000-000000000000");
    await vscode.commands.executeCommand("financialPlanning.client.openById");
    assert.match(explorer.dialogs.takeShown().join("\n"), /404|not found/i);
    assert.deepEqual((await explorer.keptClients.of("sandbox")).recent, []);
  });

  it("are shown masked in privacy mode, and found by their real names", async () => {
    const client = await firstClient(explorer);
    const configuration = vscode.workspace.getConfiguration("financialPlanning");
    await configuration.update("privacy.mask", true, vscode.ConfigurationTarget.Global);
    try {
      const label = labelOf(explorer.tree, client);
      assert.match(label, /•/);
      const real = client.row.label!.value.split(",")[0]!;
      explorer.dialogs.script(`${real}\n${label}`);
      await vscode.commands.executeCommand("financialPlanning.client.find");
      const { recent } = await explorer.keptClients.of("sandbox");
      assert.equal(recent[0]?.label, client.row.label!.value);
    } finally {
      await configuration.update("privacy.mask", undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
