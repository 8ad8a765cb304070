import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { describeReach } from "../../src/features/sandbox/host/reach";
import type { CommandId } from "../../src/manifest";
import {
  activateExplorer,
  eventually,
  firstClient,
  message,
  type TestHandle,
  workspaceFolder,
} from "./support/explorer";
import { freePorts } from "../fakes/freePorts";

const FOREIGN = { "user-agent": "my-integration/1.0" };

/** Editors from npm whose native part was not built start no terminal, and say so in their log. */
function hasTerminals(): boolean {
  const addon = join(vscode.env.appRoot, "node_modules/node-pty");
  return ["build/Release", "prebuilds"].some((folder) => existsSync(join(addon, folder)));
}

describe("the sandbox beside other programs", () => {
  let explorer: TestHandle;

  before(async () => {
    explorer = await activateExplorer();
    // Without pensions of other suites, which would be asked about.
    await explorer.sandbox.restart();
    await firstClient(explorer);
  });

  beforeEach(async () => {
    await run("sandbox.clearCalls");
    await run("sandbox.filterCalls", "all");
    explorer.dialogs.takeShown();
  });

  after(async () => {
    await explorer.sandbox.reset();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  async function run(command: string, ...values: unknown[]): Promise<void> {
    await vscode.commands.executeCommand(`financialPlanning.${command}` as CommandId, ...values);
  }

  /** The rows of the view, as they are drawn. */
  async function rows(parent?: unknown): Promise<readonly vscode.TreeItem[]> {
    const { receivedCalls } = explorer.answering;
    const children = (await receivedCalls.getChildren(parent)) ?? [];
    return Promise.all(children.map(async (row) => receivedCalls.getTreeItem(row)));
  }

  const labels = (items: readonly vscode.TreeItem[]): readonly unknown[] =>
    items.map(({ label }) => (typeof label === "string" ? label : label?.label));

  async function callFromOutside(path: string, headers: Record<string, string>): Promise<number> {
    const { baseUrl } = explorer.sandbox.facts!;
    return (await fetch(`${baseUrl}${path}`, { headers: { ...FOREIGN, ...headers } })).status;
  }

  const text = async (): Promise<string> =>
    eventually("a document", () => vscode.window.activeTextEditor?.document.getText() || undefined);

  it("lists what it received, with the rules that were broken and their sentences", async () => {
    assert.equal(await callFromOutside("/crm/v1/clients?pageSize=0", {}), 401);
    const [call] = await rows();
    assert.ok(call);
    assert.match(String(labels([call])[0]), /^⁨?GET \/crm\/v1\/clients\?pageSize=0⁩?$/);
    assert.match(String(call.description), /401 · 2 rules broken · \d pieces of advice$/);
    assert.equal(call.collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
    const [row] = (await explorer.answering.receivedCalls.getChildren()) ?? [];
    const findings = await rows(row);
    assert.ok(
      findings.some(
        (item) =>
          String(labels([item])[0]).includes("The header Ocp-Apim-Subscription-Key is missing.") &&
          item.description === "Two layers are applied to every call; both are required.",
      ),
    );
  });

  it("opens one with its headers, secrets as fingerprints", async () => {
    const key = explorer.sandbox.facts!.subscriptionKeys.development;
    await callFromOutside("/crm/v1/clients", { "Ocp-Apim-Subscription-Key": key });
    const [item] = await rows();
    const { command, arguments: values } = item!.command!;
    const open = () => vscode.commands.executeCommand(command, ...(values as unknown[]));
    await open();
    const shown = await text();
    assert.match(shown, /"ocp-apim-subscription-key: #[0-9a-f]{6}"/i);
    assert.ok(!shown.includes(key));
    await run("sandbox.clearCalls");
    await open();
    await message(explorer, /no longer has this call/);
  });

  it("is filtered by broken rules, and by who called", async () => {
    const { client } = await explorer.connections.open("sandbox");
    await client.send({ operationId: "listClients" }, { action: client.startAction("Test") });
    await callFromOutside("/crm/v1/nothing", {});
    const all = await rows();
    await run("sandbox.filterCalls", "broken");
    assert.deepEqual(labels(await rows()).length, 1);
    assert.match(explorer.answering.receivedCalls.message ?? "", /broke a rule: 1 of \d+$/);
    await run("sandbox.filterCalls", "others");
    const others = await rows();
    assert.ok(others.length < all.length);
    assert.match(String(labels(others)[0]), /\/crm\/v1\/nothing/);
    explorer.dialogs.script("All calls");
    await run("sandbox.filterCalls");
    assert.equal((await rows()).length, all.length);
  });

  it("is told of calls while the view is watched", async () => {
    await rows();
    const { onDidChangeTreeData } = explorer.answering.receivedCalls;
    const changed = new Promise((resolve) => onDidChangeTreeData?.(resolve));
    await callFromOutside("/crm/v1/clients", {});
    await changed;
    assert.equal((await rows()).length, 1);
  });

  it("is described for other programs: addresses, command line, no secret", async () => {
    explorer.dialogs.script("Sandbox of this window");
    await run("sandbox.runForOthers");
    const shown = await text();
    const { baseUrl, authUrl, subscriptionKeys, clients } = explorer.sandbox.facts!;
    const port = new URL(baseUrl).port;
    assert.ok(shown.includes(baseUrl) && shown.includes(authUrl));
    assert.ok(shown.includes(`npx fp-sandbox --port ${port} --identity-port`));
    const admin = /Address for tests: (\S+)/.exec(shown)?.[1] ?? "";
    assert.equal((await fetch(`${admin}/calls`)).status, 200);
    for (const secret of [subscriptionKeys.development, clients.serviceAccount.clientSecret]) {
      assert.ok(!shown.includes(secret));
    }
  });

  for (const [remote, where, how] of [
    [
      undefined,
      /127\.0\.0\.1 of this machine alone\.$/,
      /A container that uses the network of this machine .+ reaches it/,
    ],
    ["wsl", /127\.0\.0\.1 in WSL\.$/, /on Windows reach the same addresses/],
    [
      "ssh-remote",
      /of the remote machine \(ssh-remote\)\.$/,
      /forward its ports in the view Ports/,
    ],
    ["dev-container", /127\.0\.0\.1 in the container\.$/, /forward its ports in the view Ports/],
    ["attached-container", /127\.0\.0\.1 in the container\.$/, /outside, forward its ports/],
    ["codespaces", /127\.0\.0\.1 in the codespace\.$/, /forward its ports.*--allow-host/],
  ] as const) {
    it(`says where it listens, and how it is reached: ${remote ?? "on this machine"}`, () => {
      const [first = "", ...others] = describeReach(remote);
      assert.match(first, where);
      assert.match(others.join(" "), how);
    });
  }

  it("runs another one in a terminal, with ports as they were wished for", async () => {
    const port = await freePorts(3);
    explorer.dialogs.script("Another one in a terminal", "Made-up data", String(port));
    await run("sandbox.runForOthers");
    const terminal = await eventually("a terminal", () =>
      vscode.window.terminals.find(({ name }) => name === "Sandbox"),
    );
    const { shellPath, shellArgs } = terminal.creationOptions as vscode.TerminalOptions;
    assert.equal(shellPath, process.execPath);
    const words = shellArgs as string[];
    assert.match(String(words[0]), /dist[\\/]sandbox\.js$/);
    for (const [index, flag] of ["--port", "--identity-port", "--admin-port"].entries()) {
      assert.equal(words[words.indexOf(flag) + 1], String(port + index));
    }
    try {
      if (!hasTerminals()) {
        return;
      }
      const { status } = await eventually("an answer of the other sandbox", () =>
        fetch(`http://127.0.0.1:${String(port)}/crm/v1/clients`).catch(() => undefined),
      );
      assert.equal(status, 401);
    } finally {
      terminal.dispose();
    }
  });

  it("answers a call as it was recorded, asked only where it is not made up", async () => {
    await vscode.commands.executeCommand(
      "financialPlanning.node.openRecord",
      await firstClient(explorer),
    );
    const recorded = explorer.history.last!;
    await run("sandbox.answerLikeThis", { actionId: recorded.id });
    assert.match(
      await message(explorer, /as recorded/),
      /the sandbox answers GET \/crm\/v1\/clients\/[-0-9a-f]{36} with 200/,
    );
    const text = await explorer.sandbox.ask("saveScenario", undefined);
    const { answers } = JSON.parse(text) as { answers: { path: string; body: unknown }[] };
    assert.equal(answers.length, 1);
    assert.ok(answers[0]!.body);
  });

  it("is saved as a scenario, loaded from it, and reset", async () => {
    const target = vscode.Uri.joinPath(workspaceFolder(), "saved.fp-scenario.json");
    explorer.dialogs.script(target.toString());
    await run("sandbox.saveScenario");
    const bytes = await vscode.workspace.fs.readFile(target);
    const scenario = JSON.parse(new TextDecoder().decode(bytes)) as { environments: object };
    const one = { ...scenario, environments: { development: { clients: 1 } } };
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(JSON.stringify(one)));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const { client } = await explorer.connections.open("sandbox");
    explorer.dialogs.script(target.toString());
    await run("sandbox.loadScenario");
    assert.ok((await explorer.connections.open("sandbox")).client !== client);
    const few = await count();
    await run("sandbox.reset");
    assert.ok((await count()) > few);
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode('{"version": 7}'));
    await vscode.window.showTextDocument(target);
    await run("sandbox.loadScenario");
    await message(explorer, /saved\.fp-scenario\.json, line 1, column 13: version/);
    await vscode.workspace.fs.delete(target);
  });

  async function count(): Promise<number> {
    const { client } = await explorer.connections.open("sandbox");
    const action = client.startAction("Test");
    const answer = await client.send({ operationId: "listClients" }, { action });
    return (JSON.parse(answer.text) as { totalItems: number }).totalItems;
  }
});
