import assert from "node:assert/strict";
import * as vscode from "vscode";
import { payloadPath } from "../../src/features/pensions/common/target";
import { FIELD_SHAPES, type FieldsFault } from "../../src/features/sandbox/messages/sandboxFaults";
import {
  activateExplorer,
  eventually,
  firstClient,
  workspaceFolder,
  type TestHandle,
} from "./support/explorer";

const SOURCE = "Financial Planning (service)";
const TEXT = `{
  "provider": "Aviva",
  "schemeName": "Group",
  "contributions": [
    { "payer": "member", "amount": 12.5 }
  ]
}
`;

describe("what the service says of a payload that it refused", () => {
  let explorer: TestHandle;
  let clientId: string;
  let document: vscode.TextDocument;

  before(async () => {
    explorer = await activateExplorer();
    clientId = (await firstClient(explorer)).row.id!.value;
  });

  // A file each: one that is written over is read anew by the editor in its own time.
  let files = 0;
  beforeEach(async () => {
    const path = payloadPath({ clientId, pensionId: `PEN-81${10 + files++}` });
    const uri = vscode.Uri.joinPath(workspaceFolder(), path);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(TEXT));
    document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    explorer.dialogs.takeShown();
  });

  afterEach(async () => {
    await explorer.sandbox.setFaults([]);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  const problems = (): readonly vscode.Diagnostic[] =>
    vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === SOURCE);

  /** Line (from 1), what is underlined, and what is said of it. */
  const shown = (): string[] =>
    problems().map(
      ({ range, message }) => `${range.start.line + 1} ${document.getText(range)}: ${message}`,
    );

  async function put(fault: Omit<FieldsFault, "kind">): Promise<void> {
    const rule = { operationId: "putPension", fault: { kind: "fields", ...fault } } as const;
    await explorer.sandbox.setFaults([rule]);
    explorer.dialogs.script("Create");
    await vscode.commands.executeCommand("financialPlanning.pension.put", document.uri);
  }

  async function edit(): Promise<void> {
    const change = new vscode.WorkspaceEdit();
    change.insert(document.uri, new vscode.Position(1, 2), " ");
    assert.ok(await vscode.workspace.applyEdit(change));
  }

  it("is gone before the next PUT, and says nothing of one that was taken", async () => {
    await put({ shape: "pointers" });
    assert.equal(problems().length, 2);
    await explorer.sandbox.setFaults([]);
    explorer.dialogs.script("Create");
    await vscode.commands.executeCommand("financialPlanning.pension.put", document.uri);
    assert.deepEqual(shown(), []);
  });

  it("stands on the first line where it means none, or a field that is missing", async () => {
    const fields = [
      { path: ["startedOn"], issue: "is required" },
      { path: ["contributions", 4, "amount"], issue: "is missing" },
    ];
    await put({ shape: "dotted", fields });
    const lines = problems().map(({ range }) => range.start.line + 1);
    assert.deepEqual(lines, [1, 4]);
    assert.match(shown()[1]!, /^4 "contributions": contributions\[4\]\.amount: is missing/);
  });

  it("names nobody while privacy mode is on, whoever was never seen", async () => {
    const toggle = () => vscode.commands.executeCommand("financialPlanning.privacy.toggle");
    const fields = [{ path: ["startedOn"], issue: "must not be before Kim Unheard asked" }];
    await put({ shape: "dotted", fields });
    assert.match(shown()[0]!, /before Kim Unheard asked/);
    await toggle();
    try {
      assert.match(shown()[0]!, /startedOn: must not be before •\w{8} asked/);
    } finally {
      await toggle();
    }
    assert.match(shown()[0]!, /before Kim Unheard asked/);
  });

  for (const shape of FIELD_SHAPES) {
    it(`stands on the lines that it means, as ${shape}`, async () => {
      await put({ shape });
      const found = await eventually("problems", () => (shown().length > 0 ? shown() : undefined));
      assert.equal(found.length, 2, found.join("\n"));
      assert.match(found[0]!, /^3 "Group": .*schemeName.* is required \(request \S+\)$/);
      assert.match(found[1]!, /^5 12\.5: .*contributions\[0\]\.amount.* must be a number \(/);
      assert.ok(problems().every(({ code }) => code === 400));
      const { selection } = vscode.window.activeTextEditor!;
      assert.equal(selection.active.line, 2, "the first one is led to");
      await edit();
      assert.deepEqual(shown(), [], "an edit makes it history");
    });
  }
});
