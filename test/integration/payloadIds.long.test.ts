import assert from "node:assert/strict";
import * as vscode from "vscode";
import { payloadPath } from "../../src/features/pensions/common/target";
import { markdownText } from "../../src/platform/base/markdownText";
import {
  activateExplorer,
  firstClient,
  noteSeen,
  type TestHandle,
  workspaceFolder,
} from "./support/explorer";
import { startOperator } from "./support/operator";
import { hoversAt, openFile, positionOf, replaceText } from "./support/payloads";

const UNKNOWN = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const KEY = "0123456789abcdef0123456789abcdef";
const PRIVACY = "financialPlanning.privacy.mask";

describe("ids in payloads", () => {
  let explorer: TestHandle;
  let clientId: string;
  let name: string;

  before(async () => {
    explorer = await activateExplorer();
    const { row } = await firstClient(explorer);
    clientId = row.id!.value;
    name = row.label!.value;
  });

  afterEach(async () => {
    await vscode.workspace
      .getConfiguration()
      .update(PRIVACY, undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    explorer.dialogs.reset();
  });

  const calls = (): number => explorer.history.size;

  const payload = (pensionId: string, text: string): Promise<vscode.TextDocument> =>
    openFile(payloadPath({ clientId, pensionId }), text);

  it("say which client they are, in text that nothing can be run from", async () => {
    const document = await payload("PEN-8001", `{ "notes": "${clientId.toUpperCase()}" }`);
    const before = calls();
    const sheet = await ourHover(document, clientId.toUpperCase());
    assert.ok(sheet.value.includes(markdownText(name)), sheet.value);
    assert.ok(!sheet.isTrusted && !sheet.value.includes("command:"), sheet.value);
    assert.equal(calls(), before, "nobody is called for a hover");
  });

  it("say a pseudonym in privacy mode", async () => {
    const document = await payload("PEN-8001", `{ "notes": "${clientId}" }`);
    await vscode.workspace
      .getConfiguration()
      .update(PRIVACY, true, vscode.ConfigurationTarget.Global);
    const sheet = await ourHover(document, clientId);
    assert.match(sheet.value, /Person •[0-9A-Z]{8}/);
    assert.ok(!sheet.value.includes(name) && !sheet.value.includes(clientId), sheet.value);
  });

  it("say what is known of a pension", async () => {
    await payload("PEN-8003", '{ "provider": "B" }');
    await noteSeen(explorer, { clientId, pensionId: "PEN-8003" }, "write");
    const document = await payload(
      "PEN-8002",
      '{\n"pensionId": "PEN-8009",\n"notes": "PEN-8003"\n}',
    );
    const known = await ourHover(document, "PEN-8003");
    assert.match(plain(known), /^Pension PEN-8003/);
    assert.match(plain(known), /\*\*Payload file\*\* PEN-8003\.pension\.json/);
    assert.match(plain(known), /\*\*Known\*\* written \d+:\d\d/);
    assert.ok(plain(known).includes(name));
    const named = await ourHover(document, "PEN-8009");
    assert.match(plain(named), /\*\*Payload file\*\* none/);
    assert.ok(!plain(named).includes("Go to Definition"));
    assert.match(plain(known), /Go to Definition opens the payload\.$/);
  });

  it("are not found in names of fields, in other texts, and in files that are no payloads", async () => {
    const document = await payload("PEN-8004", `{ "${clientId}": "PEN-1", "notes": "PEN-2" }`);
    for (const text of [clientId, "PEN-1", "PEN-2"]) {
      assert.equal(await findHover(document, text), undefined, text);
    }
    const plainFile = await openFile("plain.json", `{ "notes": "${clientId}" }`);
    assert.equal(await findHover(plainFile, clientId), undefined);
    assert.deepEqual(await definitions(plainFile, clientId), []);
  });

  it("lead from a pension to its payload", async () => {
    const other = await payload("PEN-8003", '{ "provider": "B" }');
    const document = await payload("PEN-8005", '{ "pensionId": "PEN-8003" }');
    const [link] = await definitions(document, "PEN-8003");
    assert.equal(link?.targetUri.toString(), other.uri.toString());
    assert.equal(document.getText(link.originSelectionRange), "PEN-8003");
    await replaceText(document, '{ "pensionId": "PEN-8999" }');
    assert.deepEqual(await definitions(document, "PEN-8999"), []);
  });

  it("lead from a client to its record, which is read once", async () => {
    const document = await payload("PEN-8006", `{ "notes": "${clientId}" }`);
    const before = calls();
    const [link] = await definitions(document, clientId);
    assert.equal(calls(), before + 1);
    const record = await vscode.workspace.openTextDocument(link!.targetUri);
    assert.ok(record.getText().includes(clientId));
    for (let turn = 0; turn < 5; turn++) {
      assert.equal((await definitions(document, clientId)).length, 1);
    }
    assert.equal(calls(), before + 1);
  });

  it("lead nowhere where the service knows no such client, and ask it once", async () => {
    const document = await payload("PEN-8007", `{ "notes": "${UNKNOWN}" }`);
    const before = calls();
    for (let turn = 0; turn < 3; turn++) {
      assert.deepEqual(await definitions(document, UNKNOWN), []);
    }
    assert.equal(calls(), before + 1);
    assert.deepEqual(explorer.dialogs.takeShown(), []);
  });

  it("call nobody where that would sign in, or start what was stopped", async () => {
    const document = await payload("PEN-8008", `{ "notes": "${clientId}" }`);
    const operator = await startOperator();
    const connection = operator.connection();
    await explorer.connections.save(connection);
    explorer.dialogs.script(KEY, "a secret of the client");
    const node = { nodeId: connection.id };
    await vscode.commands.executeCommand("financialPlanning.connection.enterSubscriptionKey", node);
    await vscode.commands.executeCommand("financialPlanning.connection.enterClientSecret", node);
    try {
      explorer.connections.use(connection.id);
      assert.deepEqual(await definitions(document, clientId), []);
      assert.deepEqual([operator.identity.seen.length, operator.service.seen.length], [0, 0]);
      const { client } = await explorer.connections.open(connection.id);
      await client.send({ operationId: "listClients" }, { action: client.startAction("Clients") });
      assert.equal((await definitions(document, clientId)).length, 1);
      assert.equal(operator.service.seen.length, 2);
    } finally {
      explorer.connections.use("sandbox");
      await explorer.connections.remove(connection.id);
      await operator.close();
    }
  });

  it("work in documents that were never saved, once their target is chosen", async () => {
    const uri = vscode.Uri.parse(
      `untitled:/nowhere/${payloadPath({ clientId, pensionId: "PEN-8" })}`,
    );
    const document = await vscode.workspace.openTextDocument(uri);
    await replaceText(document, '{ "pensionId": "PEN-8003" }');
    assert.match(plain(await ourHover(document, "PEN-8003")), /^Pension PEN-8003/);
    assert.ok(workspaceFolder());
  });
});

/** Markdown without the marks that keep text from being Markdown. */
function plain({ value }: vscode.MarkdownString): string {
  return value.replace(/\\(?=[!-/:-@[-`{-~])/g, "");
}

/** What we say at a text of a document, if anything. */
async function findHover(
  document: vscode.TextDocument,
  text: string,
): Promise<vscode.MarkdownString | undefined> {
  const hovers = await hoversAt(document, positionOf(document, text, 2));
  return hovers.find(({ value }) => /^(Client|Pension) /.test(value));
}

async function ourHover(
  document: vscode.TextDocument,
  text: string,
): Promise<vscode.MarkdownString> {
  const sheet = await findHover(document, text);
  assert.ok(sheet, `a hover on ${text}`);
  return sheet;
}

async function definitions(
  document: vscode.TextDocument,
  text: string,
): Promise<readonly vscode.LocationLink[]> {
  return vscode.commands.executeCommand<vscode.LocationLink[]>(
    "vscode.executeDefinitionProvider",
    document.uri,
    positionOf(document, text, 2),
  );
}
