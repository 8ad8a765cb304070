import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Connection } from "../../src/platform/base/connection";
import { newConnectionId } from "../../src/features/connections/common/connectionRecord";
import { type PayloadTarget, payloadPath } from "../../src/features/pensions/common/target";
import { aConnection } from "../fakes/connection";
import {
  activateExplorer,
  eventually,
  firstClient,
  workspaceFolder,
  type TestHandle,
} from "./support/explorer";
import { lensTitles } from "./support/payloads";

/** Of nobody: the other suites make payload files of theirs. */
const OTHER = "9c858901-8a57-4791-81fe-4c455b099bc9";
const IN_USE = "Connection in use (now Sandbox)";

describe("targets of payload files", () => {
  let explorer: TestHandle;
  let clientId: string;
  let own: Connection;

  before(async () => {
    explorer = await activateExplorer();
    clientId = (await firstClient(explorer)).row.id!.value;
    own = aConnection({ id: newConnectionId(), label: "Acme", environment: "development" });
    await explorer.connections.save(own);
  });

  beforeEach(() => {
    explorer.dialogs.reset();
  });

  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  after(async () => {
    for (const { id } of explorer.connections.stored) {
      await explorer.connections.remove(id);
    }
  });

  const inFolder = (path: string): vscode.Uri => vscode.Uri.joinPath(workspaceFolder(), path);
  const targetOf = (uri: vscode.Uri): PayloadTarget | undefined => explorer.targets.of(uri);

  async function openFile(path: string): Promise<vscode.Uri> {
    const uri = inFolder(path);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode('{ "provider": "A" }'));
    await vscode.window.showTextDocument(uri);
    return uri;
  }

  async function changeTarget(...answers: (string | undefined)[]): Promise<unknown> {
    explorer.dialogs.script(...answers);
    return vscode.commands.executeCommand("financialPlanning.pension.changeTarget");
  }

  /** The line above a payload. */
  async function lensOf(uri: vscode.Uri): Promise<string> {
    const [line = ""] = await lensTitles(await vscode.workspace.openTextDocument(uri));
    return line;
  }

  async function move(from: vscode.Uri, to: vscode.Uri): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(from, to);
    assert.ok(await vscode.workspace.applyEdit(edit));
  }

  it("go through the connection in use, or through one that was chosen for the file", async () => {
    const uri = await openFile(payloadPath({ clientId, pensionId: "PEN-8001" }));
    assert.match(await lensOf(uri), /^PUT → Sandbox · .+ · PEN-8001$/);
    await changeTarget("Acme · Development", OTHER, "PEN-8002");
    assert.deepEqual(targetOf(uri), {
      connectionId: own.id,
      clientId: OTHER,
      pensionId: "PEN-8002",
    });
    assert.match(await lensOf(uri), /^PUT → Acme · Development · 9c858901.+ · PEN-8002 · not/);
    await changeTarget(IN_USE, "Client by id…", clientId, "PEN-8001");
    assert.deepEqual(targetOf(uri), { clientId, pensionId: "PEN-8001" });
  });

  it("offer loaded clients and known pensions, and lead back a question at a time", async () => {
    const uri = await openFile("steps.pension.json");
    await openFile(payloadPath({ clientId, pensionId: "PEN-8010" }));
    await vscode.window.showTextDocument(uri);
    const label = (await firstClient(explorer)).row.label!.value;
    const answers = [
      "Acme · Development",
      "Back",
      IN_USE,
      "Client by id…",
      "Back",
      label,
      "Other pension id…",
      "Back",
      "Back",
      label,
      "PEN-8010",
    ];
    await changeTarget(...answers);
    assert.deepEqual(targetOf(uri), { clientId, pensionId: "PEN-8010" });
    assert.deepEqual(explorer.dialogs.takeShown().slice(0, 4), [
      "Connection of the payload (1 of 3)",
      "Client id, a UUID",
      "Connection of the payload (1 of 3)",
      "Client of the payload (2 of 3)",
    ]);
  });

  it("stay as they were when any of the questions is left", async () => {
    const uri = await openFile("left.pension.json");
    await changeTarget(IN_USE, "Client by id…", OTHER, "PEN-8020");
    const before = targetOf(uri);
    for (const answers of [
      [undefined],
      ["Acme · Development", undefined],
      ["Acme · Development", clientId, undefined],
      ["Acme · Development", "Back", undefined],
    ]) {
      await changeTarget(...answers);
      assert.deepEqual(targetOf(uri), before);
    }
    assert.equal(before?.pensionId, "PEN-8020");
  });

  it("ask anew when their connection is gone, and send nothing elsewhere", async () => {
    const uri = await openFile("gone.pension.json");
    const doomed = aConnection({ id: newConnectionId(), label: "Doomed", environment: "sandbox" });
    await explorer.connections.save(doomed);
    await changeTarget("Doomed · Sandbox", clientId, "Other pension id…", "PEN-8030");
    assert.equal(targetOf(uri)?.connectionId, doomed.id);
    await explorer.connections.remove(doomed.id);
    assert.match(await lensOf(uri), /^PUT → a connection that is gone · .+ · PEN-8030$/);
    explorer.dialogs.takeShown();
    explorer.dialogs.script(undefined);
    const last = explorer.history.last;
    await vscode.commands.executeCommand("financialPlanning.pension.put");
    assert.deepEqual(explorer.dialogs.takeShown(), ["Connection of the payload (1 of 3)"]);
    assert.equal(explorer.history.last, last, "nothing was called");
    assert.equal(targetOf(uri)?.connectionId, doomed.id, "and nothing was chosen");
  });

  it("go with files that are moved or get another name", async () => {
    const uri = await openFile("moved.pension.json");
    await changeTarget("Acme · Development", OTHER, "PEN-8040");
    const chosen = targetOf(uri);
    await move(uri, inFolder("elsewhere/renamed.pension.json"));
    await eventually("the target", () => targetOf(inFolder("elsewhere/renamed.pension.json")));
    assert.deepEqual(targetOf(inFolder("elsewhere/renamed.pension.json")), chosen);
    assert.equal(targetOf(uri), undefined);
    await move(inFolder("elsewhere"), inFolder("further"));
    const last = await eventually("it again", () =>
      targetOf(inFolder("further/renamed.pension.json")),
    );
    assert.deepEqual(last, chosen);
  });

  it("stay when a file leaves the folders that name its pension", async () => {
    const identity = { clientId, pensionId: "PEN-8050" };
    const uri = await openFile(payloadPath(identity));
    await move(uri, inFolder("apart.pension.json"));
    const target = await eventually("the target", () => targetOf(inFolder("apart.pension.json")));
    assert.deepEqual(target, identity);
  });

  it("stay while a file is away, and are forgotten with one that is deleted in the editor", async () => {
    const uri = await openFile("deleted.pension.json");
    await changeTarget(IN_USE, "Client by id…", OTHER, "PEN-8060");
    const chosen = targetOf(uri);
    assert.ok(chosen);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const text = await vscode.workspace.fs.readFile(uri);
    await vscode.workspace.fs.delete(uri);
    await eventually("the watcher", () => explorer.targets.isLeftOver(uri) || undefined);
    await vscode.workspace.fs.writeFile(uri, text);
    await eventually("the watcher", () => !explorer.targets.isLeftOver(uri) || undefined);
    assert.deepEqual(targetOf(uri), chosen);
    const edit = new vscode.WorkspaceEdit();
    edit.deleteFile(uri);
    assert.ok(await vscode.workspace.applyEdit(edit));
    await eventually("forgetting", () => targetOf(uri) === undefined || undefined);
  });
});
