import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  activateExplorer,
  firstClient,
  labelOf,
  message,
  type TestHandle,
  walk,
} from "./support/explorer";
import { lensTitles, replaceText } from "./support/payloads";
import {
  diffInFront,
  documentInFront,
  heldBy,
  pension,
  showPayload,
  writeElsewhere,
} from "./support/pensions";

const FIRST = '{\n  "provider": "Aviva",\n  "value": 100.50\n}\n';

describe("versions of a pension", () => {
  let explorer: TestHandle;
  let clientId: string;
  let number = 9700;

  before(async () => {
    explorer = await activateExplorer();
    clientId = (await firstClient(explorer)).row.id!.value;
  });

  beforeEach(() => explorer.dialogs.reset());

  afterEach(async () => {
    await explorer.sandbox.setFaults([]);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  const identity = (): { clientId: string; pensionId: string } => ({
    ...{ clientId, pensionId: `PEN-${number}` },
  });
  const argument = (): object => ({ connectionId: "sandbox", ...identity() });

  async function put(text: string, button: string): Promise<vscode.TextDocument> {
    const document = await showPayload(identity(), text);
    explorer.dialogs.script(button);
    await pension("put", document.uri);
    assert.match(explorer.dialogs.takeShown().at(-1)!, /^Landed\./);
    return document;
  }

  /** What the tree says of the pension; undefined where it does not show it. */
  async function described(): Promise<string | undefined> {
    const parent = await walk(explorer, "Sandbox", "Finances", /, /, "Pensions");
    const nodes = await explorer.tree.getChildren(parent);
    const node = nodes.find((child) => labelOf(explorer.tree, child) === identity().pensionId);
    return node && String(explorer.tree.getTreeItem(node).description);
  }

  it("goes back to what was there before a PUT, and leaves the payload alone", async () => {
    number++;
    await put(FIRST, "Create");
    const second = FIRST.replace("100.50", "200");
    const document = await put(second, "Replace");
    assert.ok((await lensTitles(document)).includes("Undo last PUT"));
    explorer.dialogs.script("Put back");
    await pension("undo", document.uri);
    const [question, report] = explorer.dialogs.takeShown();
    assert.match(
      question!,
      /^Put back pension PEN-\d+ of .+ on Sandbox \(key \w+\) as it was at .+\? 1 field changes\.\n/,
    );
    const [now, before] = await diffInFront(/service at .+ ↔ as it was at /);
    assert.match(now, /"value": 200/);
    assert.match(before, /"value": 100\.50/);
    assert.doesNotMatch(now + before, /lastUpdated/);
    assert.match(report!, /^Landed\. 2 fields stored as sent/);
    assert.equal((await heldBy(explorer, identity()))?.["value"], 100.5);
    assert.equal(document.getText(), second);
  });

  it("offers the way back with the report, but not for a pension that was not there before", async () => {
    number++;
    const document = await put(FIRST, "Create");
    assert.ok(!(await lensTitles(document)).includes("Undo last PUT"));
    await pension("undo", document.uri);
    await message(explorer, /^No earlier version of this pension is known\./);
    explorer.dialogs.reset();
    await replaceText(document, FIRST.replace("100.50", "300"));
    explorer.dialogs.script("Replace", "Undo", "Put back");
    await pension("put", document.uri);
    const [, , question, report] = explorer.dialogs.takeShown();
    assert.match(question!, /^Put back pension/);
    assert.match(report!, /^Landed\./);
    assert.equal((await heldBy(explorer, identity()))?.["value"], 100.5);
  });

  it("compares without writing, and says what differs and whose change it is", async () => {
    number++;
    const document = await put(FIRST, "Create");
    await pension("compare", document.uri);
    assert.match(explorer.dialogs.takeShown()[0]!, /^Pension PEN-\d+: nothing differs\.$/);
    await writeElsewhere(explorer, identity(), '{"provider":"Theirs","value":100.50}');
    await replaceText(document, FIRST.replace("100.50", "400"));
    await pension("compare", document.uri);
    await diffInFront(/service at .+ ↔ payload$/);
    assert.match(
      explorer.dialogs.takeShown()[0]!,
      /^Pension PEN-\d+: 2 fields differ \(`provider`, `value`\)\. Only the service changed `provider` since .+\.$/,
    );
    assert.equal((await heldBy(explorer, identity()))?.["value"], 100.5, "nothing was written");
  });

  it("leaves to the user what both sides changed, in one step that is undone at once", async () => {
    number++;
    const document = await put(FIRST, "Create");
    await writeElsewhere(explorer, identity(), '{"provider":"Theirs","value":1}');
    const mine = FIRST.replace("100.50", "2");
    await replaceText(document, mine);
    await pension("takeOver", document.uri);
    assert.match(
      explorer.dialogs.takeShown()[0]!,
      /^Took over 1 field \(`provider`\)\. Save .* 1 field changed on both sides \(`value`\): the payload keeps your value\.$/,
    );
    assert.equal(document.getText(), mine.replace('"Aviva"', '"Theirs"'));
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("undo");
    assert.equal(document.getText(), mine);
  });

  it("shows the exact request without sending it", async () => {
    number++;
    const document = await put(FIRST, "Create");
    const text = FIRST.replace("100.50", "500");
    await replaceText(document, text);
    await pension("dryRun", document.uri);
    const shown = (await documentInFront(/-dry-run\.txt$/)).getText();
    assert.match(
      shown,
      /^Dry run of .+: nothing was sent\.\n\nPension PEN-\d+ of .+ 1 field changes\.\n/,
    );
    assert.match(shown, /^Changes: `value`$/m);
    assert.match(shown, /^Request +PUT http:\/\/127\.0\.0\.1:\d+\/finances\/v1\/clients\/\S+$/m);
    assert.match(shown, /^Authorization +Bearer •+$/m);
    assert.match(shown, /^Retries +up to 3/m);
    assert.ok(shown.endsWith(`until the end of this text:\n\n${text}`), shown);
    assert.equal((await heldBy(explorer, identity()))?.["value"], 100.5);
  });

  it("shows the service's version to be read, and says where there is none to show", async () => {
    number++;
    await writeElsewhere(explorer, identity(), '{"provider":"Only there"}');
    await pension("show", argument());
    const document = await documentInFront(new RegExp(`/${identity().pensionId}\\.json$`));
    assert.match(document.getText(), /"provider": "Only there"/);
    assert.match(document.getText(), /"lastUpdated"/);
    number++;
    await pension("show", argument());
    assert.match(
      explorer.dialogs.takeShown()[0]!,
      /^The service has no such pension, or you have no access to it \(404\)/,
    );
  });

  it("deletes after a question, takes what is gone for done, and brings it back", async () => {
    number++;
    await put(FIRST, "Create");
    explorer.dialogs.script(undefined);
    await pension("delete", argument());
    const [declined] = explorer.dialogs.takeShown();
    assert.match(
      declined!,
      /^Delete pension PEN-\d+ of .+ on Sandbox \(key \w+\)\?\nWhat the service/,
    );
    assert.ok(await heldBy(explorer, identity()), "a no deletes nothing");
    explorer.dialogs.script("Delete");
    await pension("delete", argument());
    assert.match(explorer.dialogs.takeShown()[1]!, /^Deleted\. Pension PEN-\d+ of .+ is gone/);
    assert.equal(await heldBy(explorer, identity()), undefined);
    assert.match((await described())!, /^deleted \d/, "its payload file is still there");
    explorer.dialogs.script("Delete");
    await pension("delete", argument());
    assert.match(explorer.dialogs.takeShown()[1]!, /^(Already gone|Deleted)\. /);
  });

  it("brings back a deleted pension", async () => {
    number++;
    await put(FIRST, "Create");
    explorer.dialogs.script("Delete", "Undo", "Put back");
    await pension("delete", argument());
    const [, , question, report] = explorer.dialogs.takeShown();
    assert.match(question!, /^Put back pension .* The service shows no such pension\.\n/);
    assert.match(report!, /^Landed\./);
    assert.equal((await heldBy(explorer, identity()))?.["value"], 100.5);
  });

  it("are told apart in the tree: written, changed in the file, seen, gone", async () => {
    number++;
    const document = await put(FIRST, "Create");
    assert.match((await described())!, /^written \d/);
    await replaceText(document, FIRST.replace("100.50", "9"));
    assert.equal(await described(), "changed · payload file");
    await replaceText(document, '{\n"value": 100.5,\n"provider": "Aviva"}');
    assert.match((await described())!, /^written \d/, "another layout is no change");
    await document.save();
    number++;
    await writeElsewhere(explorer, identity(), FIRST);
    assert.equal(await described(), undefined);
    await pension("show", argument());
    assert.equal(await described(), "seen just now");
    explorer.dialogs.script("Delete");
    await pension("delete", argument());
    assert.equal(await described(), undefined, "deleted, and without a file");
  });

  it("asks by the Delete key for the pension that is selected", async () => {
    number++;
    await put(FIRST, "Create");
    const parent = await walk(explorer, "Sandbox", "Finances", /, /, "Pensions");
    const nodes = await explorer.tree.getChildren(parent);
    const node = nodes.find((child) => labelOf(explorer.tree, child) === identity().pensionId)!;
    explorer.dialogs.script("Delete");
    await vscode.commands.executeCommand("financialPlanning.node.delete", node);
    assert.match(explorer.dialogs.takeShown()[0]!, /^Delete pension PEN-\d+/);
    assert.equal(await heldBy(explorer, identity()), undefined);
  });
});
