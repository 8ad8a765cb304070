import { fillText } from "../../src/platform/base/texts";
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as vscode from "vscode";
import { SANDBOX_CONNECTION_ID } from "../../src/platform/base/connection";
import { readDefinition } from "../../src/platform/service/definition/definition";
import { listEndpoint } from "../fakes/listEndpoint";
import { NO_RULES } from "../../src/features/lists/common/listRules";
import { ListSession } from "../../src/features/lists/common/session";
import type { ServiceClient } from "../../src/platform/service/client";
import { ErrorActions } from "../../src/platform/vscode/errorActions";
import { translate } from "../../src/platform/vscode/translate";
import { describeFailure } from "../../src/features/lists/host/listNotices";
import { openTables } from "../unit/features/lists/table/support/tables";
import {
  activateExplorer,
  eventually,
  labelOf,
  message,
  storedToken,
  walk,
  type TestHandle,
} from "./support/explorer";

describe("what goes wrong", () => {
  let explorer: TestHandle;

  before(async () => {
    explorer = await activateExplorer();
    // Other suites wrote pensions: the command would ask whether they may be lost.
    await explorer.sandbox.stop();
  });

  beforeEach(async () => {
    await explorer.sandbox.restart();
    explorer.dialogs.reset();
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
    const last = explorer.history.last;
    for (let time = 0; time < 5; time++) {
      await clientsFail();
    }
    assert.equal(explorer.history.last, last);
    const error = await walk(explorer, "Sandbox", "Client records", "Clients", /^Could not load/);
    await vscode.commands.executeCommand("financialPlanning.node.retry", error);
    assert.notEqual(explorer.history.last, last, "only a retry does");
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
    await settings.update("tokenLifetime", 300, vscode.ConfigurationTarget.Global);
    const { now } = Date;
    try {
      await vscode.commands.executeCommand("financialPlanning.sandbox.restart");
      await walk(explorer, "Sandbox", "Client records", "Clients", /, /);
      const before = explorer.connections.summary("sandbox").session!;
      assert.equal(Math.round((before.expiresAt! - before.obtainedAt) / 1000), 300);
      const token = await storedToken(explorer);
      const last = explorer.history.last!;
      // Nobody waits for it: in this window it is five minutes later.
      Date.now = () => now() + 300_000;
      explorer.dialogs.takeShown();
      await vscode.commands.executeCommand("financialPlanning.connections.refresh");
      assert.notEqual(explorer.history.last!.id, last.id, "the service was asked again");
      assert.deepEqual(
        explorer.history.last!.attempts.map(({ status }) => status),
        [200],
      );
      const after = explorer.connections.summary("sandbox").session!;
      assert.ok(after.obtainedAt >= before.expiresAt!, "with a token that was got afterwards");
      assert.notEqual(await storedToken(explorer), token);
      assert.deepEqual(explorer.dialogs.takeShown(), [], "nobody was asked");
    } finally {
      Date.now = now;
      await settings.update("tokenLifetime", undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it("results elsewhere: a 404 offers the other prefixes by name", async () => {
    await explorer.connections.setResultsPrefix("sandbox", "/elsewhere/v1");
    const node = await walk(explorer, "Sandbox", "Risk profiling", /, /, "Results");
    assert.ok(node.kind === "list");
    await vscode.commands.executeCommand("financialPlanning.list.open", node);
    const attempt = explorer.history.last!.attempts.at(-1)!;
    assert.match(new URL(attempt.url).pathname, /^\/elsewhere\/v1\/clients\/[^/]+\/results$/);
    assert.equal(attempt.status, 404);

    const client = async (): Promise<ServiceClient> =>
      (await explorer.connections.open("sandbox")).client;
    const table = openTables().open();
    const session = new ListSession({
      translate: fillText,
      endpoint: listEndpoint(
        readDefinition(await explorer.definition(SANDBOX_CONNECTION_ID)),
        "listResults",
      ),
      query: {
        ...{ connectionId: "sandbox", operationId: "listResults" },
        ...{ path: { clientId: node.clientId }, parameters: {} },
        ...{ pageNumber: 1, pageSize: 25, mode: "page", copy: 0 },
      },
      ...{ table, client, rules: () => NO_RULES, onChange: () => undefined },
    });
    await session.reload();
    const { error } = session.state.failure!;
    const errorActions = new ErrorActions();
    const { what, actions } = describeFailure(error, "listResults", { translate, errorActions });
    assert.match(
      what,
      /^The service has no endpoint of results at this address \(404\)\. The service says:/,
    );
    assert.deepEqual(actions, [
      { id: "changeResultsPrefix", label: "Change prefix" },
      { id: "showRequest", label: "Show request" },
    ]);

    const offered = offersOf(explorer);
    explorer.dialogs.script("/profiling/v1");
    assert.equal(
      await errorActions.run(actions[0]!.id, error),
      true,
      "then the list is asked for again",
    );
    assert.deepEqual(offered(), [
      "/profiling/v1",
      "/crm/v1",
      "/finances/v1",
      "No prefix",
      "Other…",
    ]);
    await session.reload();
    assert.equal(session.state.failure, undefined);
    assert.match(session.state.action!.attempts.at(-1)!.url, /\/profiling\/v1\/clients\//);
    assert.ok(session.state.loaded!.page.rows > 0);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
});

/** The labels of the next choice that is offered. */
function offersOf({ dialogs }: TestHandle): () => readonly string[] {
  const labels: string[] = [];
  dialogs.pick = (title, items) => {
    Reflect.deleteProperty(dialogs, "pick");
    labels.push(...items.map(({ label }) => label));
    return dialogs.pick(title, items);
  };
  return () => labels;
}

async function listen(): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
