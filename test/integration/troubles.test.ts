import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as vscode from "vscode";
import {
  activateExplorer,
  eventually,
  labelOf,
  message,
  walk,
  type TestHandle,
} from "./support/explorer";

describe("what goes wrong", () => {
  let explorer: TestHandle;

  before(async () => {
    explorer = await activateExplorer();
    // Other suites wrote pensions: stopping asks whether they may be lost.
    explorer.dialogs.script("Stop sandbox");
    await vscode.commands.executeCommand("financialPlanning.sandbox.stop");
    explorer.dialogs.takeShown();
  });

  beforeEach(async () => {
    await vscode.commands.executeCommand("financialPlanning.sandbox.restart");
    explorer.dialogs.takeShown();
  });

  after(async () => {
    await vscode.commands.executeCommand("financialPlanning.sandbox.restart");
  });

  async function clientsFail(): Promise<{ label: string; tooltip: string; description: string }> {
    const node = await walk(explorer, "Sandbox", "Client records", "Clients", /^Could not load/);
    const { description, tooltip } = explorer.tree.getTreeItem(node);
    return {
      label: labelOf(explorer.tree, node),
      description: String(description),
      tooltip: (tooltip as vscode.MarkdownString).value,
    };
  }

  const enter = (command: string, value: string): Thenable<unknown> => {
    explorer.dialogs.script(value);
    return vscode.commands.executeCommand(`financialPlanning.connection.${command}`);
  };

  it("a wrong key: says so, with both ids, and mends it", async () => {
    await enter("enterSubscriptionKey", "0123456789abcdef0123456789abcdef");
    const failed = await clientsFail();
    assert.equal(failed.label, "Could not load · 401");
    assert.match(failed.description, /subscription key was refused \(401\)/);
    assert.match(failed.tooltip, /\*\*Request\*\* \S+[^]*\*\*Trace\*\* fpx/);
    await vscode.commands.executeCommand("financialPlanning.connection.useIssuedCredentials");
    await walk(explorer, "Sandbox", "Client records", "Clients", /, /);
  });

  it("the other key: the other data set", async () => {
    await enter("enterSubscriptionKey", explorer.sandbox.facts!.subscriptionKeys.production);
    const clients = await walk(explorer, "Sandbox", "Client records", "Clients");
    await explorer.tree.getChildren(clients);
    assert.equal(explorer.tree.getTreeItem(clients).description, "300");
    await vscode.commands.executeCommand("financialPlanning.connection.useIssuedCredentials");
  });

  it("a wrong secret: names the secret", async () => {
    await enter("enterClientSecret", "surely-not-the-secret");
    assert.match((await clientsFail()).description, /refused the client ID or the client secret/);
    await vscode.commands.executeCommand("financialPlanning.connection.useIssuedCredentials");
  });

  it("a stopped sandbox: says so and offers to start it", async () => {
    await vscode.commands.executeCommand("financialPlanning.sandbox.stop");
    const error = await walk(explorer, "Sandbox", /^Could not load/);
    assert.match(String(explorer.tree.getTreeItem(error).description), /sandbox is stopped/);
    explorer.dialogs.script("Start sandbox");
    await vscode.commands.executeCommand("financialPlanning.node.showError", error);
    await eventually("the sandbox to run", () =>
      explorer.sandbox.state === "running" ? true : undefined,
    );
    await walk(explorer, "Sandbox", "Client records", "Clients", /, /);
  });

  it("a wrong key: drawing the tree again does not ask the service again", async () => {
    await enter("enterSubscriptionKey", "0123456789abcdef0123456789abcdef");
    await clientsFail();
    const last = explorer.recent.last;
    for (let time = 0; time < 5; time++) {
      await clientsFail();
    }
    assert.equal(explorer.recent.last, last);
    const error = await walk(explorer, "Sandbox", "Client records", "Clients", /^Could not load/);
    await vscode.commands.executeCommand("financialPlanning.node.retry", error);
    assert.notEqual(explorer.recent.last, last, "only a retry does");
    await vscode.commands.executeCommand("financialPlanning.connection.useIssuedCredentials");
  });

  it("a killed sandbox: is noticed, and the next call says so", async () => {
    await walk(explorer, "Sandbox", "Client records", "Clients", /, /);
    const ended = new Promise<void>((resolve) => {
      const subscription = explorer.sandbox.onDidChange(() => {
        subscription.dispose();
        resolve();
      });
    });
    process.kill(explorer.sandbox.processId!, "SIGKILL");
    await ended;
    const error = await walk(explorer, "Sandbox", /^Could not load/);
    assert.match(
      String(explorer.tree.getTreeItem(error).description),
      /sandbox ended unexpectedly/,
    );
    await vscode.commands.executeCommand("financialPlanning.node.retry", error);
    await walk(explorer, "Sandbox", "Client records", "Clients", /, /);
  });

  it("a port in use: names the port", async () => {
    const taken = await listen();
    const { port } = taken.address() as AddressInfo;
    const settings = vscode.workspace.getConfiguration("financialPlanning.sandbox");
    await vscode.commands.executeCommand("financialPlanning.sandbox.stop");
    await settings.update("servicePort", port, vscode.ConfigurationTarget.Global);
    try {
      await vscode.commands.executeCommand("financialPlanning.sandbox.restart");
      await message(explorer, new RegExp(`Port ${port} is used`));
      const starts: string[] = [];
      const subscription = explorer.sandbox.onDidChange(() => starts.push(explorer.sandbox.state));
      for (let time = 0; time < 5; time++) {
        const error = await walk(explorer, "Sandbox", /^Could not load/);
        assert.match(String(explorer.tree.getTreeItem(error).description), /Port \d+ is used/);
      }
      subscription.dispose();
      assert.deepEqual(starts, [], "drawing the tree again does not start it again");
    } finally {
      await settings.update("servicePort", undefined, vscode.ConfigurationTarget.Global);
      await new Promise((resolve) => taken.close(resolve));
    }
    await vscode.commands.executeCommand("financialPlanning.sandbox.restart");
    await walk(explorer, "Sandbox", "Client records", "Clients", /, /);
  });

  it("an expired token: is renewed without a question", async () => {
    const settings = vscode.workspace.getConfiguration("financialPlanning.sandbox");
    await settings.update("tokenLifetime", 1, vscode.ConfigurationTarget.Global);
    try {
      await vscode.commands.executeCommand("financialPlanning.sandbox.restart");
      await walk(explorer, "Sandbox", "Client records", "Clients", /, /);
      await new Promise((resolve) => setTimeout(resolve, 2200));
      await vscode.commands.executeCommand("financialPlanning.connections.refresh");
      await walk(explorer, "Sandbox", "Client records", "Clients", /, /);
      assert.equal(explorer.recent.last?.attempts.at(-1)?.status, 200);
    } finally {
      await settings.update("tokenLifetime", undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it("results elsewhere: a 404 offers the other prefixes by name", async () => {
    await explorer.connections.setResultsPrefix("sandbox", "/elsewhere/v1");
    const { client } = await explorer.connections.open("sandbox");
    const node = await walk(explorer, "Sandbox", "Risk profiling", /, /, "Results");
    assert.equal(node.kind, "list");
    await vscode.commands.executeCommand("financialPlanning.list.open", node);
    assert.match(
      client.describe({
        operationId: "listResults",
        path: { clientId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301" },
      }).url,
      /\/elsewhere\/v1\//,
    );
    explorer.dialogs.script("/profiling/v1");
    await vscode.commands.executeCommand("financialPlanning.connection.changeResultsPrefix");
    const { connection } = await explorer.connections.open("sandbox");
    assert.equal(connection.prefixes.profiling, "/profiling/v1");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
});

async function listen(): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
