import assert from "node:assert/strict";
import * as vscode from "vscode";
import { payloadPath } from "../../src/features/pensions/common/target";
import {
  activateExplorer,
  eventually,
  firstClient,
  message,
  setAutoSave,
  workspaceFolder,
  type TestHandle,
} from "./support/explorer";
import { writeElsewhere } from "./support/pensions";

const OTHER = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

describe("payload files that are made from others", () => {
  let explorer: TestHandle;
  let clientId: string;

  before(async () => {
    explorer = await activateExplorer();
    clientId = (await firstClient(explorer)).row.id!.value;
    await setAutoSave("off");
  });

  after(() => setAutoSave(undefined));

  beforeEach(() => {
    explorer.dialogs.reset();
  });

  afterEach(async () => {
    for (const { isDirty, uri } of vscode.workspace.textDocuments) {
      if (isDirty) {
        await vscode.window.showTextDocument(uri);
        await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      }
    }
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  const fileOf = (client: string, pensionId: string): vscode.Uri =>
    vscode.Uri.joinPath(workspaceFolder(), payloadPath({ clientId: client, pensionId }));
  const read = async (uri: vscode.Uri): Promise<string> =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  const write = (uri: vscode.Uri, text: string): Thenable<void> =>
    vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));

  async function opened(pensionId: string, text: string): Promise<vscode.TextDocument> {
    const uri = fileOf(clientId, pensionId);
    await write(uri, "{}");
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, 9, 0), text);
    assert.ok(await vscode.workspace.applyEdit(edit));
    return document;
  }

  async function duplicate(resource: unknown, ...answers: string[]): Promise<void> {
    explorer.dialogs.script("Client by id…", ...answers);
    await vscode.commands.executeCommand("financialPlanning.pension.duplicate", resource);
  }

  it("take the text as it stands in the editor, with the ids inside changed", async () => {
    const text = `{ "clientId": "${clientId}", "pensionId": "PEN-8201", "value": 1.10 }`;
    const document = await opened("PEN-8201", text);
    const last = explorer.history.last;
    await duplicate(undefined, OTHER, "PEN-8202");
    const made = fileOf(OTHER, "PEN-8202");
    assert.equal(
      await read(made),
      `{ "clientId": "${OTHER}", "pensionId": "PEN-8202", "value": 1.10 }`,
    );
    const { uri } = vscode.window.activeTextEditor!.document;
    assert.equal(uri.toString(), made.toString());
    assert.match(
      explorer.dialogs.takeShown().at(-1)!,
      /was duplicated\. Changed inside: `clientId`, `pensionId`\. Nothing was sent\.$/,
    );
    assert.equal(document.getText(), text, "the first is left as it was");
    assert.equal(explorer.history.last, last, "nothing was called");
  });

  it("never go over a payload that is there: both are shown", async () => {
    await opened("PEN-8211", '{ "provider": "A" }');
    const there = fileOf(OTHER, "PEN-8211");
    await write(there, '{ "provider": "B" }');
    await duplicate(fileOf(clientId, "PEN-8211"), OTHER, "PEN-8211");
    assert.equal(await read(there), '{ "provider": "B" }');
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(tab instanceof vscode.TabInputTextDiff);
    assert.equal(tab.modified.toString(), there.toString());
    const given = await vscode.workspace.openTextDocument(tab.original);
    assert.equal(given.getText(), '{ "provider": "A" }');
    assert.match(
      explorer.dialogs.takeShown().at(-1)!,
      /has a payload already, which was not overwritten/,
    );
  });

  it("stay on the connection of the first, and are no copy of it onto itself", async () => {
    const { uri } = await opened("PEN-8221", "{}");
    await explorer.targets.remember(uri, {
      clientId,
      pensionId: "PEN-8221",
      connectionId: "sandbox",
    });
    await duplicate(uri, clientId, "PEN-8221");
    assert.match(explorer.dialogs.takeShown().at(-1)!, /This payload is already for that pension/);
    await duplicate(uri, clientId, "PEN-8222");
    assert.deepEqual(explorer.targets.of(fileOf(clientId, "PEN-8222")), {
      clientId,
      pensionId: "PEN-8222",
      connectionId: "sandbox",
    });
  });

  it("have no name that differs from another in capitals only, where their ids do", async () => {
    await opened("PEN-8231", '{ "provider": "capitals" }');
    await duplicate(undefined, clientId, "pen-8231");
    const { document } = vscode.window.activeTextEditor!;
    const [first, made] = [fileOf(clientId, "PEN-8231"), document.uri];
    assert.notEqual(made.path.toLowerCase(), first.path.toLowerCase());
    assert.equal(explorer.targets.of(made)?.pensionId, "pen-8231");
    assert.equal(await read(first), "{}", "what is on disk of the first stays");
    assert.equal(await read(made), '{ "provider": "capitals" }');
  });

  it("begin as a copy of the service's version where there is no file", async () => {
    const identity = { clientId, pensionId: "PEN-8240" };
    await writeElsewhere(explorer, identity, '{"provider":"Only there"}');
    await duplicate({ connectionId: "sandbox", ...identity }, OTHER, "PEN-8241");
    assert.match(await read(fileOf(OTHER, "PEN-8241")), /"provider": "Only there"/);
    explorer.dialogs.takeShown();
    await vscode.commands.executeCommand("financialPlanning.pension.duplicate", {
      ...{ connectionId: "sandbox", clientId, pensionId: "PEN-8242" },
    });
    await message(explorer, /The service has no such pension/);
  });

  it("keep the target that was chosen while they were untitled", async () => {
    const file = vscode.Uri.joinPath(workspaceFolder(), "kept.pension.json");
    const uri = file.with({ scheme: "untitled" });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), '{ "provider": "untitled" }');
    assert.ok(await vscode.workspace.applyEdit(edit));
    const target = { clientId: OTHER, pensionId: "PEN-8250" };
    await explorer.targets.remember(uri, target);
    assert.ok(await vscode.workspace.save(uri));
    assert.equal(await read(file), '{ "provider": "untitled" }');
    const kept = await eventually("the target", () => explorer.targets.of(file));
    assert.deepEqual(kept, target);
    await eventually("forgetting the untitled one", () =>
      explorer.targets.of(uri) === undefined ? true : undefined,
    );
  });
});
