import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { AppError } from "../../src/platform/base/errors";
import { saveFile } from "../../src/platform/vscode/saveFile";
import { ANSWER_SCHEME } from "../../src/manifest";
import { activateExplorer, eventually, message, walk, type TestHandle } from "./support/explorer";

describe("the network, as the user meets it", () => {
  let explorer: TestHandle;
  let folder: string;

  before(async () => {
    explorer = await activateExplorer();
    folder = mkdtempSync(join(tmpdir(), "network-"));
    explorer.dialogs.takeShown();
  });

  after(async () => {
    rmSync(folder, { recursive: true });
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  const run = (command: string, ...values: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`financialPlanning.${command}`, ...values);
  const traceOfCall = async (): Promise<string | undefined> => {
    await run("connections.refresh");
    await walk(explorer, "Sandbox", "Client records", "Clients", /, /);
    return explorer.history.last?.traceId;
  };

  it("pins a trace id for all calls, and lets it go", async () => {
    explorer.dialogs.script("INC-4711.retry");
    await run("trace.pin");
    await message(explorer, /INC-4711\.retry from now on/);
    assert.equal(await traceOfCall(), "INC-4711.retry");
    assert.equal(await traceOfCall(), "INC-4711.retry");
    await run("trace.unpin");
    assert.match((await traceOfCall()) ?? "", /^fpx-/);
  });

  it("refuses a trace id that would not pass as a header", async () => {
    explorer.dialogs.script("two words");
    await run("trace.pin");
    assert.match(explorer.dialogs.takeShown().join(" "), /Use 1 to 96 letters/);
    assert.equal(explorer.pinnedTrace.current, undefined);
  });

  it("sends no trace id when told so, and speaks of none", async () => {
    const settings = vscode.workspace.getConfiguration("financialPlanning");
    await settings.update("trace.send", false, vscode.ConfigurationTarget.Global);
    try {
      assert.equal(await traceOfCall(), undefined);
      assert.equal(explorer.history.last?.attempts.at(-1)?.echo, "notSent");
      await run("requests.copyTraceId");
      await message(explorer, /trace ids are switched off/);
      await run("trace.pin");
      await message(explorer, /No trace id can be pinned/);
      assert.equal(explorer.pinnedTrace.current, undefined);
    } finally {
      await settings.update("trace.send", undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it("begins trace ids with the prefix that is set", async () => {
    const settings = vscode.workspace.getConfiguration("financialPlanning");
    await settings.update("trace.prefix", "desk7-", vscode.ConfigurationTarget.Global);
    try {
      assert.match((await traceOfCall()) ?? "", /^desk7-/);
    } finally {
      await settings.update("trace.prefix", undefined, vscode.ConfigurationTarget.Global);
    }
    assert.match((await traceOfCall()) ?? "", /^fpx-/);
  });

  it("uses VS Code's networking when it is chosen, and keeps the choice", async () => {
    explorer.dialogs.script("VS Code networking");
    await run("connection.chooseNetworking");
    const { connection } = await explorer.connections.open("sandbox");
    assert.equal(connection.networking, "editor");
    assert.match((await traceOfCall()) ?? "", /^fpx-/);
    await run("connection.chooseNetworking", undefined, "own");
    assert.equal((await explorer.connections.open("sandbox")).connection.networking, "own");
  });

  it("checks the network hop by hop, and shows the whole as text", async () => {
    explorer.dialogs.takeShown();
    explorer.dialogs.script("Show details");
    await run("connection.checkNetwork");
    await message(explorer, /every hop passed/);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, ANSWER_SCHEME);
    const text = document.getText();
    assert.match(text, /^Network check, \d{4}-\d\d-\d\dT[\d:.]+Z\n/);
    assert.match(text, /the gateway\s+passed\s+\d+ ms\s+status 401/);
    assert.match(text, /the service\s+passed\s+request id \S+/);
    const { subscriptionKeys, clients } = explorer.sandbox.facts!;
    for (const secret of [subscriptionKeys.development, clients.serviceAccount.clientSecret]) {
      assert.equal(text.includes(secret), false);
    }
  });

  it("saves an answer that is too large to a file, whole", async () => {
    const settings = vscode.workspace.getConfiguration("financialPlanning");
    await settings.update("network.bodyLimit", 0.002, vscode.ConfigurationTarget.Global);
    try {
      const target = vscode.Uri.file(join(folder, "clients.json"));
      explorer.dialogs.script("Save to file…", target.toString());
      await run("list.open", { connectionId: "sandbox", list: "clients" });
      await run("connections.refresh");
      await walk(explorer, "Sandbox", "Client records", "Clients", /^Could not load/);
      const node = await walk(explorer, "Sandbox", "Client records", "Clients", /^Could not load/);
      await run("node.showError", { nodeId: node.nodeId });
      await message(explorer, /^Saved .* to clients\.json\.$/);
      const rows: unknown = JSON.parse(readFileSync(target.fsPath, "utf8"));
      assert.ok(JSON.stringify(rows).includes("dateOfBirth"));
      assert.deepEqual(readdirSync(folder), ["clients.json"]);
    } finally {
      await settings.update("network.bodyLimit", undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it("opens the file that was saved, however long it is", async () => {
    const settings = vscode.workspace.getConfiguration("financialPlanning");
    await settings.update("network.bodyLimit", 1, vscode.ConfigurationTarget.Global);
    await explorer.sandbox.setFaults([
      { path: "*s", method: "GET", fault: { kind: "huge", bytes: 60_000_000 } },
    ]);
    try {
      const target = vscode.Uri.file(join(folder, "long.json"));
      explorer.dialogs.script("Save to file…", target.toString(), "Open");
      await run("connections.refresh");
      const node = await walk(explorer, "Sandbox", "Client records", "Clients", /^Could not load/);
      await run("node.showError", { nodeId: node.nodeId });
      await message(explorer, /^Saved 57.2 MB to long\.json\.$/);
      await eventually("the file in front", () => {
        const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        const isOpen = input instanceof vscode.TabInputText && input.uri.path === target.path;
        return Promise.resolve(isOpen ? true : undefined);
      });
    } finally {
      await explorer.sandbox.setFaults([]);
      await settings.update("network.bodyLimit", undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it("leaves no part of a file behind when saving fails", async () => {
    const target = vscode.Uri.file(join(folder, "half.json"));
    const before = readdirSync(folder);
    const failing = saveFile(target, async (write) => {
      await write(Buffer.from("[1,2"));
      throw new AppError("canceled", "canceled/byUser");
    });
    await assert.rejects(failing, { code: "canceled/byUser" });
    const nowhere = saveFile(vscode.Uri.file(join(folder, "no", "x.json")), () =>
      Promise.resolve(),
    );
    await assert.rejects(nowhere, { code: "input/notSaved" });
    assert.deepEqual(readdirSync(folder), before);
  });

  it("does not try again what failed when the button's own question was declined", async () => {
    await walk(explorer, "Sandbox");
    let tries = 0;
    explorer.dialogs.script("Enter key", undefined);
    const refused = new AppError("credentials", "credentials/keyMissing");
    await explorer.showError(refused, () => tries++);
    assert.equal(tries, 0);
    explorer.dialogs.script("Enter key", explorer.sandbox.facts!.subscriptionKeys.development);
    await explorer.showError(refused, () => tries++);
    assert.equal(tries, 1);
    await run("connection.useIssuedCredentials");
  });

  it("waits as long as the service asks before it tries again", async () => {
    let tries = 0;
    explorer.dialogs.takeShown();
    explorer.dialogs.script("Retry in 1.0 s");
    const busy = new AppError("service", "service/429", {
      status: 429,
      values: { retryAfterSeconds: 1, wait: "asks" },
    });
    await explorer.showError(busy, () => tries++);
    assert.equal(tries, 1);
    assert.match(explorer.dialogs.takeShown().join(" "), /It asks to wait 1\.0 s/);
  });
});
