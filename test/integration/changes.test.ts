import assert from "node:assert/strict";
import * as vscode from "vscode";
import { payloadPath } from "../../src/features/pensions/common/target";
import {
  change,
  followControls,
  followDecorations,
  groupOf,
  groupsBecome,
  openChanges,
  resourceOf,
  watchedFolder,
} from "./support/changes";
import {
  activateExplorer,
  eventually,
  firstClient,
  message,
  type TestHandle,
  walk,
  workspaceFolder,
} from "./support/explorer";
import { heldBy, writeElsewhere } from "./support/pensions";

const AVIVA = '{\n  "provider": "Aviva",\n  "value": 100.50\n}\n';
const LEGAL = AVIVA.replace("Aviva", "Legal & General");

describe("payload files as source control", () => {
  let explorer: TestHandle;
  let clientId: string;
  // From the beginning: suites before this one may be the first to open the view.
  followControls();
  const decorations = followDecorations();
  const folder = workspaceFolder();

  before(async () => {
    explorer = await activateExplorer();
    clientId = (await firstClient(explorer)).row.id!.value;
    await watchedFolder(vscode.Uri.joinPath(folder, "pensions"));
    await watchedFolder(vscode.Uri.joinPath(folder, "pensions", clientId));
    await write("SCM-FIRST", AVIVA);
    await openChanges(explorer);
    await eventually("the first look", () => resourceOf(folder, "SCM-FIRST"));
  });

  beforeEach(() => explorer.dialogs.reset());

  after(async () => {
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, "pensions"), { recursive: true });
    // What was written is known of the client that other suites look at.
    await explorer.sandbox.restart();
  });

  afterEach(async () => {
    await explorer.sandbox.setFaults([]);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  const identity = (pensionId: string): { clientId: string; pensionId: string } => ({
    clientId,
    pensionId,
  });
  const uriOf = (pensionId: string): vscode.Uri =>
    vscode.Uri.joinPath(folder, payloadPath(identity(pensionId)));
  const onDisk = async (pensionId: string): Promise<string> =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(uriOf(pensionId)));

  async function write(pensionId: string, text: string): Promise<vscode.Uri> {
    const uri = uriOf(pensionId);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    return uri;
  }

  /** Payloads whose pensions were read; the service holds the second text, if any. */
  async function read(...pensions: readonly (readonly [string, string, string?])[]): Promise<void> {
    for (const [pensionId, mine, theirs] of pensions) {
      if (theirs !== undefined) {
        await writeElsewhere(explorer, identity(pensionId), theirs);
      }
      await write(pensionId, mine);
    }
    await change("refresh");
  }

  it("tells what a PUT of each would do, in groups with letters and words", async () => {
    await read(
      ...([
        ["EFF-1", AVIVA],
        ["EFF-2", LEGAL, AVIVA],
        ["EFF-3", AVIVA, AVIVA],
      ] as const),
      ["EFF-4", '{ "value": "much" }', AVIVA],
      ["EFF-5", "[", AVIVA],
    );
    await groupsBecome(folder, "EFF-", {
      changes: ["EFF-1", "EFF-2"],
      invalid: ["EFF-4", "EFF-5"],
    });
    assert.deepEqual(
      ["EFF-1", "EFF-2", "EFF-3", "EFF-4", "EFF-5"].map((id) => decorations.of(uriOf(id))?.badge),
      ["A", "M", undefined, "!", "!"],
    );
    const tip = String(resourceOf(folder, "EFF-2")?.decorations?.tooltip);
    assert.match(tip, /^Pension: Replace, 1 field: `provider`\nCompared with the service, read /);
    assert.match(String(resourceOf(folder, "EFF-5")?.decorations?.tooltip), /^Pension: Invalid\n/);
    const { color } = decorations.of(uriOf("EFF-1"))!;
    assert.deepEqual(color, new vscode.ThemeColor("financialPlanning.payloadCreate"));
  });

  it("says the letter at the pension of the tree too, and only at that of its connection", async () => {
    await read(["TREE-1", LEGAL, AVIVA]);
    const node = await walk(explorer, "Sandbox", "Finances", /, /, "Pensions", "TREE-1");
    const { resourceUri } = explorer.tree.getTreeItem(node);
    assert.equal(decorations.of(resourceUri!)?.badge, "M");
    const other = resourceUri!.with({ path: resourceUri!.path.replace("/sandbox/", "/other/") });
    assert.equal(decorations.of(other), undefined);
  });

  it("shows as conflict what the service changed, and as gone what it has no more", async () => {
    await read(["CON-1", AVIVA, AVIVA], ["CON-2", LEGAL, AVIVA]);
    await groupsBecome(folder, "CON-", { changes: ["CON-2"] });
    await writeElsewhere(explorer, identity("CON-1"), AVIVA.replace("100.50", "7"));
    await writeElsewhere(explorer, identity("CON-2"), AVIVA.replace("Aviva", "Theirs"));
    await change("refresh");
    await groupsBecome(folder, "CON-", { conflicts: ["CON-1", "CON-2"] });
    assert.equal(decorations.of(uriOf("CON-2"))?.badge, "C");
  });

  it("goes by what was seen last where the service cannot be read, and by nothing else", async () => {
    await read(["UNK-1", AVIVA, AVIVA]);
    await explorer.sandbox.setFaults([
      { operationId: "getPension", fault: { kind: "status", status: 405 } },
    ]);
    await write("UNK-1", LEGAL);
    await write("UNK-2", AVIVA);
    await change("refresh");
    await groupsBecome(folder, "UNK-", { changes: ["UNK-1"], unknown: ["UNK-2"] });
    assert.deepEqual(
      ["UNK-1", "UNK-2"].map((id) => decorations.of(uriOf(id))?.badge),
      ["M", "?"],
    );
  });

  it("follows files that change, come and go", async () => {
    await read(["FOL-1", AVIVA, AVIVA]);
    await groupsBecome(folder, "FOL-", {});
    await write("FOL-1", LEGAL);
    await groupsBecome(folder, "FOL-", { changes: ["FOL-1"] });
    await write("FOL-2", "{");
    await groupsBecome(folder, "FOL-", { changes: ["FOL-1"], invalid: ["FOL-2"] });
    await vscode.workspace.fs.delete(uriOf("FOL-1"));
    await groupsBecome(folder, "FOL-", { invalid: ["FOL-2"] });
  });

  it("loses the payloads of a folder that goes, and finds them again under another name", async () => {
    const other = "0b1c5c9e-5d6e-4e0b-9a53-0a5f2b1c7c11";
    const moved = "0b1c5c9e-5d6e-4e0b-9a53-0a5f2b1c7c12";
    const client = vscode.Uri.joinPath(folder, "pensions", other);
    const file = vscode.Uri.joinPath(client, "GONE-1.pension.json");
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode("{"));
    await groupsBecome(folder, "GONE-", { invalid: ["GONE-1"] });
    const target = vscode.Uri.joinPath(folder, "pensions", moved);
    await vscode.workspace.fs.rename(client, target);
    await eventually("its new place", () =>
      resourceOf(folder, "GONE-1")?.resourceUri.path.includes(moved) ? true : undefined,
    );
    await vscode.workspace.fs.delete(target, { recursive: true });
    await groupsBecome(folder, "GONE-", {});
  });

  it("stages a file whatever its state, keeps the mark, and takes it away", async () => {
    await read(["STA-1", LEGAL, AVIVA], ["STA-2", "{"], ["STA-3", AVIVA, AVIVA]);
    await change("stage", resourceOf(folder, "STA-1"), resourceOf(folder, "STA-2"));
    await groupsBecome(folder, "STA-", { staged: ["STA-1", "STA-2"] });
    await write("STA-1", AVIVA);
    await eventually("faded, and staged all the same", () =>
      resourceOf(folder, "STA-1")?.decorations?.faded === true ? true : undefined,
    );
    assert.equal(decorations.of(uriOf("STA-1")), undefined);
    await change("unstage", uriOf("STA-1"));
    await groupsBecome(folder, "STA-", { staged: ["STA-2"] });
    await vscode.workspace.fs.delete(uriOf("STA-2"));
    await groupsBecome(folder, "STA-", {});
    await change("refresh");
    await write("STA-2", "{");
    await groupsBecome(folder, "STA-", { invalid: ["STA-2"] });
  });

  it("stages and unstages all of a group, and all of a folder", async () => {
    await read(["ALL-1", LEGAL, AVIVA], ["ALL-2", "{"]);
    await change("stageAll", groupOf(folder, "invalid"));
    await groupsBecome(folder, "ALL-", { staged: ["ALL-2"], changes: ["ALL-1"] });
    await change("unstageAll", groupOf(folder, "staged"));
    await groupsBecome(folder, "ALL-", { changes: ["ALL-1"], invalid: ["ALL-2"] });
    await change("stageAll");
    await groupsBecome(folder, "ALL-", { staged: ["ALL-1", "ALL-2"] });
    await change("unstageAll");
    await groupsBecome(folder, "ALL-", { changes: ["ALL-1"], invalid: ["ALL-2"] });
  });

  it("brings the known version back after a question, saved, and to be undone in its editor", async () => {
    await read(["DIS-1", LEGAL, AVIVA]);
    const document = await vscode.workspace.openTextDocument(uriOf("DIS-1"));
    await vscode.window.showTextDocument(document);
    explorer.dialogs.script(undefined);
    await change("discard", resourceOf(folder, "DIS-1"));
    const [question] = explorer.dialogs.takeShown();
    assert.match(question!, /^Discard the changes of .*DIS-1\.pension\.json.*\?\n/);
    assert.equal(await onDisk("DIS-1"), LEGAL, "nothing without a yes");
    explorer.dialogs.script("Discard");
    await change("discard", resourceOf(folder, "DIS-1"));
    assert.equal(await onDisk("DIS-1"), AVIVA);
    assert.equal(document.isDirty, false);
    await groupsBecome(folder, "DIS-", {});
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("undo");
    assert.equal(document.getText(), LEGAL);
    await document.save();
    await groupsBecome(folder, "DIS-", { changes: ["DIS-1"] });
    assert.equal((await heldBy(explorer, identity("DIS-1")))?.["provider"], "Aviva");
  });

  it("discards half a payload too, and never one without a version to go back to", async () => {
    await read(["HALF-1", '{ "provider": ', AVIVA], ["HALF-2", AVIVA]);
    explorer.dialogs.script("Discard");
    await change("discard", resourceOf(folder, "HALF-1"), resourceOf(folder, "HALF-2"));
    const [question] = explorer.dialogs.takeShown();
    assert.match(question!, /\n1 payload stays as it is: no version to go back to is known\.\n/);
    assert.deepEqual(JSON.parse(await onDisk("HALF-1")), { provider: "Aviva", value: 100.5 });
    assert.equal(await onDisk("HALF-2"), AVIVA);
    explorer.dialogs.reset();
    await change("discard", resourceOf(folder, "HALF-2"));
    await message(
      explorer,
      /^The changes were not discarded, because the pension has not been read from the service yet\./,
    );
    assert.equal(await onDisk("HALF-2"), AVIVA);
  });

  it("marks changed lines against the version known, whose name has its age", async () => {
    await read(["GUT-1", LEGAL, AVIVA], ["GUT-2", AVIVA]);
    const known = await decorations.original(folder, uriOf("GUT-1"));
    // After midnight its time has the date before it.
    assert.match(known!.path, /^\/GUT-1 \(Sandbox, read .*\d+:\d\d.*\)\.json$/);
    const text = async (): Promise<string> =>
      new TextDecoder().decode(await vscode.workspace.fs.readFile(known!));
    assert.equal(await text(), AVIVA);
    await write("GUT-1", LEGAL.replaceAll("  ", "\t"));
    await eventually("laid out as the payload now", async () =>
      (await text()) === AVIVA.replaceAll("  ", "\t") ? true : undefined,
    );
    assert.equal(await decorations.original(folder, uriOf("GUT-2")), undefined);
    const document = await vscode.workspace.openTextDocument(known!);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), " ");
    await vscode.workspace.applyEdit(edit);
    assert.equal(await document.save(), false, "it is only read");
  });

  it("compares with a click, and opens alone what there is nothing to compare with", async () => {
    await read(["CMP-1", LEGAL, AVIVA], ["CMP-2", AVIVA]);
    await change("openChange", uriOf("CMP-1"), true);
    const tab = await eventually("a comparison", () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.input instanceof vscode.TabInputTextDiff ? activeTab : undefined;
    });
    assert.match(tab.label, /^CMP-1: read .* ↔ payload$/);
    const { modified } = tab.input as vscode.TabInputTextDiff;
    assert.equal(modified.toString(), uriOf("CMP-1").toString());
    await change("openChange", resourceOf(folder, "CMP-2"));
    await eventually("the payload", () =>
      vscode.window.activeTextEditor?.document.uri.path.endsWith("CMP-2.pension.json")
        ? true
        : undefined,
    );
  });

  it("has no marks and only masked versions while privacy mode is on", async () => {
    const numbered = AVIVA.replace("{", '{\n  "planNumber": "QX-7731-0042",');
    await read(["PRI-1", LEGAL, numbered]);
    const known = (await decorations.original(folder, uriOf("PRI-1")))!;
    const document = await vscode.workspace.openTextDocument(known);
    assert.match(document.getText(), /QX-7731-0042/);
    await vscode.commands.executeCommand("financialPlanning.privacy.toggle");
    try {
      await eventually("masked", () =>
        /QX-7731-0042/.test(document.getText()) ? undefined : true,
      );
      assert.equal(await decorations.original(folder, uriOf("PRI-1")), undefined);
    } finally {
      await vscode.commands.executeCommand("financialPlanning.privacy.turnOff");
    }
    await eventually("shown again", () =>
      /QX-7731-0042/.test(document.getText()) ? true : undefined,
    );
  });

  it("refuses bytes that are no text, and says where", async () => {
    const bytes = new Uint8Array([...Buffer.from('{ "provider": "'), 0xff, ...Buffer.from('" }')]);
    await vscode.workspace.fs.writeFile(uriOf("BYT-1"), bytes);
    await groupsBecome(folder, "BYT-", { invalid: ["BYT-1"] });
    const tip = String(resourceOf(folder, "BYT-1")?.decorations?.tooltip);
    assert.match(tip, /a lone surrogate \(line 1/);
  });

  it("shows both files of one pension as invalid, and neither when one is gone", async () => {
    await read(["SAME-1", LEGAL, AVIVA]);
    const twin = vscode.Uri.joinPath(folder, "SAME-2.json");
    await vscode.workspace.fs.writeFile(twin, new TextEncoder().encode(AVIVA));
    await explorer.targets.remember(twin, identity("SAME-1"));
    await groupsBecome(folder, "SAME-", { invalid: ["SAME-1", "SAME-2.json"] });
    assert.match(String(resourceOf(folder, "SAME-1")?.decorations?.tooltip), /SAME-2\.json/);
    await vscode.workspace.fs.delete(twin);
    await explorer.targets.forget(twin);
    await groupsBecome(folder, "SAME-", { changes: ["SAME-1"] });
  });
});
