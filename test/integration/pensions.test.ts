import assert from "node:assert/strict";
import * as vscode from "vscode";
import { payloadPath } from "../../src/features/pensions/common/target";
import { lensTitles, replaceText } from "./support/payloads";
import { heldBy, writeElsewhere } from "./support/pensions";
import {
  activateExplorer,
  eventually,
  firstClient,
  message,
  walk,
  workspaceFolder,
  type TestHandle,
} from "./support/explorer";

describe("pension payloads", () => {
  let explorer: TestHandle;
  let clientId: string;

  before(async () => {
    explorer = await activateExplorer();
    clientId = (await firstClient(explorer)).row.id!.value;
  });

  beforeEach(() => explorer.dialogs.reset());

  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  async function begin(pensionId: string): Promise<vscode.TextDocument> {
    const node = await walk(explorer, "Sandbox", "Client records", "Clients", /, /, "Pensions");
    explorer.dialogs.script(pensionId);
    await vscode.commands.executeCommand("financialPlanning.pension.new", node);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    explorer.dialogs.takeShown();
    assert.equal(
      document.uri.toString(),
      vscode.Uri.joinPath(workspaceFolder(), payloadPath({ clientId, pensionId })).toString(),
    );
    return document;
  }

  const put = (): Thenable<unknown> =>
    vscode.commands.executeCommand("financialPlanning.pension.put");
  const calls = (): number => explorer.history.last?.attempts.length ?? 0;
  /** Of the last action. */
  const methods = (): string[] => explorer.history.last!.attempts.map(({ method }) => method);

  it("begins a file from a template that the service takes as it is", async () => {
    const document = await begin("PEN-9001");
    assert.match(document.getText(), /"provider": /);
    explorer.dialogs.script("Create");
    await put();
    const [question, report] = explorer.dialogs.takeShown();
    assert.match(
      question!,
      /^Create pension PEN-9001 of .+, .+ on Sandbox \(key [0-9a-f]{6}\)\? The service shows no such pension\.\n/,
    );
    assert.match(question!, /Request: PUT \/finances\/v1\/clients\/.+\/pensions\/PEN-9001/);
    assert.match(report!, /^Landed\. \d+ fields stored as sent/);
    assert.match(report!, /Evidence: the PUT response and a read at \d+:\d\d:\d\d/);
    assert.match(report!, / PEN-9001: 201 Created\. Request .+, trace fpx-/);
  });

  it("without a node, offers the clients that are loaded", async () => {
    const client = await firstClient(explorer);
    explorer.dialogs.script(client.row.label!.value, "PEN-9010");
    await vscode.commands.executeCommand("financialPlanning.pension.new");
    const { uri } = vscode.window.activeTextEditor!.document;
    assert.ok(uri.path.endsWith(payloadPath({ clientId, pensionId: "PEN-9010" })));
  });

  it("shows the target above the payload", async () => {
    const document = await begin("PEN-9002");
    const [put, ...others] = await lensTitles(document);
    assert.match(put!, /^PUT → Sandbox · .+, .+ · PEN-9002$/);
    assert.deepEqual(others, ["Dry run", "Compare with service", "Change target"]);
  });

  it("sends the editor's unsaved bytes and names what the service ignored and added", async () => {
    const document = await begin("PEN-9003");
    await replaceText(document, '{ "provider": "Aviva", "value": 18733.190, "colour": "red" }');
    assert.ok(document.isDirty);
    explorer.dialogs.script("Create", "Copy ids");
    await put();
    const report = explorer.dialogs.takeShown()[1]!;
    assert.match(
      report,
      /2 fields stored as sent, 1 ignored by the service \(`colour`\), \d added \(/,
    );
    const ids = await vscode.env.clipboard.readText();
    assert.match(ids, /^x-dt-requestid: \S+\nx-dt-traceid: fpx-\S+$/);
    assert.ok(document.isDirty, "a PUT saves nothing");
  });

  it("replaces on a second PUT and says so with 200", async () => {
    const document = await begin("PEN-9004");
    for (const [button, value, expected] of [
      ["Create", 1, /201 Created/],
      ["Replace", 2, /200 OK/],
      ["Send anyway", 2, /200 OK/],
    ] as const) {
      await replaceText(document, `{ "provider": "Aviva", "value": ${value} }`);
      explorer.dialogs.script(button);
      await put();
      assert.match(explorer.dialogs.takeShown().at(-1)!, expected);
    }
  });

  it("sends nothing when the question is declined", async () => {
    await begin("PEN-9005");
    explorer.dialogs.script(undefined);
    await put();
    assert.deepEqual(methods(), ["GET"]);
    assert.equal(explorer.dialogs.takeShown().length, 1);
    assert.equal(await heldBy(explorer, { clientId, pensionId: "PEN-9005" }), undefined);
  });

  for (const [what, text, place, reason] of [
    ["a missing value", '{\n  "provider": \n}', "2:0", /not JSON/],
    ["a trailing comma", '{ "provider": "A", }', undefined, /not JSON/],
    ["a comment", '// no\n{ "provider": "A" }', undefined, /not JSON/],
    ["nothing", "  \n", undefined, /empty/],
    ["an array", '[{ "provider": "A" }]', "0:0", /not an object/],
  ] as const) {
    it(`refuses ${what} before anything is asked or sent`, async () => {
      const document = await begin(`PEN-91${what.length}`);
      await replaceText(document, text);
      const before = [explorer.history.last, calls()];
      await put();
      assert.match(await message(explorer, reason), /nothing was sent/);
      assert.deepEqual([explorer.history.last, calls()], before);
      assert.equal(document.getText(), text, "the edit is kept");
      if (place !== undefined) {
        const { line, character } = vscode.window.activeTextEditor!.selection.active;
        assert.equal(`${line}:${character}`, place);
      }
    });
  }

  it("opens the service's version without the fields that are the service's own", async () => {
    const node = await walk(explorer, "Sandbox", "Finances", /, /, "Pensions");
    const identity = { clientId, pensionId: "PEN-9200" };
    await writeElsewhere(explorer, identity, '{"provider":"Aviva","value":120.3300}');
    explorer.dialogs.script("Other pension id…", "PEN-9200");
    await vscode.commands.executeCommand("financialPlanning.pension.open", node);
    const text = vscode.window.activeTextEditor!.document.getText();
    assert.match(text, /"value": 120\.3300/, "numbers keep their digits");
    assert.doesNotMatch(text, /lastUpdated|clientId/);
  });

  it("begins no payload when the service could not be asked", async () => {
    const node = await walk(explorer, "Sandbox", "Client records", "Clients", /, /, "Pensions");
    explorer.dialogs.script("0123456789abcdef0123456789abcdef");
    await vscode.commands.executeCommand("financialPlanning.connection.enterSubscriptionKey");
    const argument = { connectionId: "sandbox", clientId, pensionId: "PEN-9250" };
    explorer.dialogs.takeShown();
    await vscode.commands.executeCommand("financialPlanning.pension.open", argument);
    await message(explorer, /subscription key was refused/);
    const uri = vscode.Uri.joinPath(
      workspaceFolder(),
      payloadPath({ clientId, pensionId: "PEN-9250" }),
    );
    const stat = async (): Promise<unknown> => vscode.workspace.fs.stat(uri);
    await assert.rejects(stat, { code: "FileNotFound" }, "no template took its place");
    await vscode.commands.executeCommand("financialPlanning.connection.useIssuedCredentials");
    assert.ok(node);
    await firstClient(explorer);
  });

  it("asks for a target where the path names none, and remembers it", async () => {
    const uri = vscode.Uri.joinPath(workspaceFolder(), "loose.pension.json");
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode('{ "provider": "A" }'));
    await vscode.window.showTextDocument(uri);
    explorer.dialogs.script(...inUse(clientId), "Other pension id…", "PEN-9300", "Create");
    await put();
    assert.match(explorer.dialogs.takeShown().at(-1)!, /^Landed\..* PEN-9300: 201/);
    explorer.dialogs.script("Send anyway");
    await put();
    assert.match(explorer.dialogs.takeShown().at(-1)!, /^Landed\..* PEN-9300: 200 OK/);
    explorer.dialogs.script(...inUse("not a UUID"));
    await vscode.commands.executeCommand("financialPlanning.pension.changeTarget");
    assert.match(
      explorer.dialogs.takeShown().at(-1)!,
      /The id of a client in the service is a UUID/,
    );
  });

  it("says so when the target is not what the file's folder names, and forgets it with the file", async () => {
    const other = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
    const document = await begin("PEN-9320");
    explorer.dialogs.script(...inUse(other), "PEN-9320");
    await vscode.commands.executeCommand("financialPlanning.pension.changeTarget");
    explorer.dialogs.takeShown();
    explorer.dialogs.script(undefined);
    await put();
    assert.match(
      explorer.dialogs.takeShown()[0]!,
      /^Create pension PEN-9320 of 7c9e6679.*\nFolder and name of the file are those of another pension: PEN-9320 of .+, /,
    );
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace.fs.delete(document.uri);
    const again = await begin("PEN-9320");
    const [line] = await lensTitles(again);
    assert.doesNotMatch(line!, /7c9e6679|folder/);
  });

  it("names the client when the service does not know it, and writes nothing", async () => {
    await begin("PEN-9330");
    const nobody = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
    explorer.dialogs.script(...inUse(nobody), "PEN-9330");
    await vscode.commands.executeCommand("financialPlanning.pension.changeTarget");
    explorer.dialogs.script("Create");
    await put();
    await message(
      explorer,
      /cannot write this pension: it does not know the address \(404\)\..* Check client and pension/,
    );
    for (const id of [nobody, clientId]) {
      assert.equal(await heldBy(explorer, { clientId: id, pensionId: "PEN-9330" }), undefined);
    }
  });

  it("shows the service's refusal whole", async () => {
    const document = await begin("PEN-9350");
    await replaceText(document, '{ "startedOn": "yesterday" }');
    explorer.dialogs.script("Create", "Show answer");
    await put();
    await message(explorer, /refused the request \(400\)/);
    const answer = await eventually("the refusal", () => {
      const active = vscode.window.activeTextEditor?.document;
      return active?.uri.path.endsWith("/refusal.json") ? active : undefined;
    });
    assert.match(answer.getText(), /startedOn/);
    assert.equal(document.getText(), '{ "startedOn": "yesterday" }', "the edit is kept");
  });

  it("lists payload files and written pensions in the tree", async () => {
    await begin("PEN-9400");
    const pensions = await walk(explorer, "Sandbox", "Finances", /, /, "Pensions");
    const items = (await explorer.tree.getChildren(pensions)).map((node) =>
      explorer.tree.getTreeItem(node),
    );
    const byLabel = new Map(items.map((item) => [item.label, item]));
    assert.equal(byLabel.get("PEN-9400")?.description, "payload file");
    assert.match(String(byLabel.get("PEN-9004")?.description), /^written \d+:\d\d/);
    assert.equal(items.at(-1)?.label, "New pension payload…");
  });
});

/** Answers to the first questions for a target: no connection of its own, a client by its id. */
function inUse(clientId: string): string[] {
  return ["Connection in use (now Sandbox)", "Client by id…", clientId];
}
