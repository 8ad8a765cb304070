import assert from "node:assert/strict";
import * as vscode from "vscode";
import { isAppError } from "../../src/platform/base/errors";
import { readFaultRules } from "../../src/features/sandbox/server/faults/faultRules";
import { readyFaults } from "../../src/features/sandbox/host/readyFaults";
import { activateExplorer, eventually, message, type TestHandle, walk } from "./support/explorer";

const COMMAND = "financialPlanning.sandbox.chooseFaults";

describe("faults of the sandbox, chosen", () => {
  let explorer: TestHandle;

  before(async () => {
    explorer = await activateExplorer();
  });

  afterEach(async () => {
    await explorer.sandbox.setFaults([]);
    explorer.dialogs.takeShown();
  });

  async function choose(...labels: readonly string[]): Promise<void> {
    explorer.dialogs.script(labels.join("\n"));
    await vscode.commands.executeCommand(COMMAND);
  }

  async function status(operationId: "listClients"): Promise<number> {
    const { client } = await explorer.connections.open("sandbox");
    const action = client.startAction("Test");
    try {
      return (await client.send({ operationId }, { action })).status;
    } catch (error) {
      assert.ok(isAppError(error), String(error));
      return error.status ?? 0;
    }
  }

  async function node(): Promise<vscode.TreeItem> {
    return explorer.tree.getTreeItem(await walk(explorer, "Sandbox"));
  }

  it("count from the next call on, are named at the node, and None ends them", async () => {
    await status("listClients");
    await choose("Every call: 401, the token is refused", "Every answer: no request id");
    assert.match(await message(explorer, /faults are on/), /^2 faults are on/);
    assert.equal(await status("listClients"), 401);
    const { description, tooltip } = await node();
    assert.match(String(description), /2 faults on$/);
    assert.match(
      (tooltip as vscode.MarkdownString).value,
      /Fault on\*\* Every answer\\: no request/,
    );
    await choose("None", "Every answer: no request id");
    await message(explorer, /as it should/);
    assert.equal(await status("listClients"), 200);
    assert.doesNotMatch(String((await node()).description), /fault/);
  });

  it("leave the node when they are used up", async () => {
    await choose("Next read: 500 once");
    assert.match(String((await node()).description), /1 fault on$/);
    await status("listClients");
    await eventually("no fault", async () =>
      /fault/.test(String((await node()).description)) ? undefined : true,
    );
  });

  it("stay as they are when the choice is cancelled, and are gone after a restart", async () => {
    await choose("Next PUT: 409");
    explorer.dialogs.script(undefined);
    await vscode.commands.executeCommand(COMMAND);
    assert.deepEqual(
      explorer.sandbox.faults.map(({ name }) => name),
      ["putConflict"],
    );
    await explorer.sandbox.restart();
    assert.deepEqual(explorer.sandbox.faults, []);
  });

  it("are all such that the program takes them, each under a name of its own", () => {
    const all = readyFaults();
    assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
    for (const { name, rules } of all) {
      assert.ok(readFaultRules(rules), name);
    }
  });
});
