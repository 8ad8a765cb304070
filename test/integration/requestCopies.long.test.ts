import assert from "node:assert/strict";
import { strFromU8, unzipSync } from "fflate";
import * as vscode from "vscode";
import type { CommandId } from "../../src/manifest";
import {
  activateExplorer,
  firstClient,
  message,
  storedToken,
  workspaceFolder,
  type TestHandle,
} from "./support/explorer";

const UNTOUCHED = "untouched";

describe("copies of a recorded call", () => {
  let explorer: TestHandle;
  let clientId: string;

  before(async () => {
    explorer = await activateExplorer();
    clientId = (await firstClient(explorer)).row.id!.value;
  });

  beforeEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand(
      "financialPlanning.node.openRecord",
      await firstClient(explorer),
    );
    explorer.dialogs.takeShown();
    await vscode.env.clipboard.writeText(UNTOUCHED);
  });

  async function run(command: CommandId, ...values: unknown[]): Promise<string> {
    await vscode.commands.executeCommand(command, ...values);
    return vscode.env.clipboard.readText();
  }

  async function read(file: vscode.Uri): Promise<Uint8Array> {
    return vscode.workspace.fs.readFile(file);
  }

  async function secrets(): Promise<readonly string[]> {
    const { subscriptionKeys } = explorer.sandbox.facts!;
    return [subscriptionKeys.development, await storedToken(explorer)];
  }

  it("a ticket holds the ids of the last call, no address, no client, no secret", async () => {
    const { traceId, attempts } = explorer.history.last!;
    const text = await run("financialPlanning.requests.copyTicket");
    const ids = [traceId!, attempts.at(-1)!.requestId!];
    ids.forEach((id) => assert.ok(text.includes(id), id));
    assert.match(text, /- Access model: service account/);
    assert.match(text, /- Networking: own, without a proxy/);
    assert.ok(text.includes(`${vscode.env.appName} ${vscode.version}`));
    const hidden = [clientId, "127.0.0.1", ...(await secrets())];
    hidden.forEach((value) => assert.ok(!text.includes(value), value));
  });

  it("a ticket of the call that is named, or the explanation that there is none", async () => {
    const named = (await firstClient(explorer)).row.action!;
    const argument = { actionId: named.id };
    const text = await run("financialPlanning.requests.copyTicket", argument);
    assert.ok(text.includes(named.traceId!));
    await run("financialPlanning.requests.copyTicket", { actionId: "nowhere" });
    await message(explorer, /no longer recorded/);
  });

  it("a ticket and evidence of several calls, the oldest first, with the key's fingerprint", async () => {
    const older = (await firstClient(explorer)).row.action!;
    await vscode.commands.executeCommand("financialPlanning.connections.refresh");
    const newer = (await firstClient(explorer)).row.action!;
    assert.notEqual(older.id, newer.id);
    const argument = { actionId: newer.id, actionIds: [newer.id, "forgotten", older.id] };
    const text = await run("financialPlanning.requests.copyTicket", argument);
    const places = [older, newer].map(({ traceId }) => text.indexOf(traceId!));
    assert.ok(places[0]! > 0 && places[0]! < places[1]!);
    assert.equal(text.match(/^## /gm)?.length, 2);
    assert.match(text, /- Subscription key: fingerprint `[\da-f]{6}`/);
    const target = vscode.Uri.joinPath(workspaceFolder(), "several.zip");
    explorer.dialogs.script(target.toString());
    await run("financialPlanning.requests.exportEvidence", argument);
    const files = unzipSync(await vscode.workspace.fs.readFile(target));
    const har = JSON.parse(strFromU8(files["requests.har"]!)) as { log: { entries: unknown[] } };
    assert.equal(har.log.entries.length, older.attempts.length + newer.attempts.length);
    explorer.dialogs.takeShown();
    await vscode.workspace.fs.delete(target);
  });

  it("evidence is saved as a zip of three files", async () => {
    const target = vscode.Uri.joinPath(workspaceFolder(), "evidence.zip");
    explorer.dialogs.script(target.toString());
    await run("financialPlanning.requests.exportEvidence");
    const files = unzipSync(await vscode.workspace.fs.readFile(target));
    assert.deepEqual(Object.keys(files).sort(), ["log.txt", "requests.har", "ticket.md"]);
    const all = Object.values(files).map((file) => strFromU8(file));
    const hidden = [clientId, ...(await secrets())];
    for (const text of all) {
      hidden.forEach((value) => assert.ok(!text.includes(value), value));
    }
    assert.match(explorer.dialogs.takeShown().join("\n"), /evidence-\d{14}\.zip/);
    await vscode.workspace.fs.delete(target);
  });

  it("nothing is saved when the place is declined", async () => {
    explorer.dialogs.script(undefined);
    assert.equal(await run("financialPlanning.requests.exportEvidence"), UNTOUCHED);
    assert.equal(explorer.dialogs.takeShown().length, 1);
  });

  it("a copy has placeholders in place of secrets", async () => {
    explorer.dialogs.script("cURL for bash");
    const text = await run("financialPlanning.requests.copyAs");
    assert.match(text, /^curl \\\n {2}'http:\/\/127\.0\.0\.1:\d+\/crm\/v1\/clients\//);
    assert.match(text, /"Authorization: Bearer \$FP_TOKEN"/);
    (await secrets()).forEach((secret) => assert.ok(!text.includes(secret)));
  });

  it("secrets are copied only when the question is answered with yes", async () => {
    const [key, accessToken] = await secrets();
    explorer.dialogs.script("With secrets…", "Python with urllib", undefined);
    assert.equal(await run("financialPlanning.requests.copyAs"), UNTOUCHED);
    const question = explorer.dialogs.takeShown().at(-1)!;
    assert.match(question, /secrets of 'Sandbox'/);
    assert.match(question, /access token, which is good until .*, and the subscription key/);
    assert.ok(!question.includes(accessToken!));
    explorer.dialogs.script("With secrets…", "Python with urllib", "Copy with secrets");
    const text = await run("financialPlanning.requests.copyAs");
    assert.ok(text.includes(key!));
    assert.ok(text.includes(accessToken!));
  });

  it("secrets do not go to an address that is not the connection's any more", async () => {
    const { last } = explorer.history;
    const attempt = { ...last!.attempts[0]!, url: "http://127.0.0.1:9/elsewhere" };
    explorer.history.note({ ...last!, id: "elsewhere", attempts: [attempt] });
    explorer.dialogs.script("With secrets…", "cURL for bash");
    const argument = { actionId: "elsewhere" };
    assert.equal(await run("financialPlanning.requests.copyAs", argument), UNTOUCHED);
    await message(explorer, /went to a base URL that/);
  });

  it("a body that is not kept is said not to be kept", async () => {
    const { last } = explorer.history;
    const attempt = { ...last!.attempts[0]!, method: "PUT", requestBytes: 2 };
    explorer.history.note({ ...last!, id: "put", attempts: [attempt] });
    const argument = { actionId: "put" };
    assert.equal(await run("financialPlanning.requests.copyAs", argument), UNTOUCHED);
    await message(explorer, /no longer kept/);
  });

  it("a fixture is the answer byte for byte, with what the call was beside it", async () => {
    const { last } = explorer.history;
    const { number, requestId } = last!.attempts.at(-1)!;
    const bodies = await explorer.history.bodies(last!.id, number);
    const target = vscode.Uri.joinPath(workspaceFolder(), "fixtures", "client.json");
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(target, ".."));
    explorer.dialogs.script("As it came", target.toString());
    await run("financialPlanning.requests.saveFixture");
    assert.deepEqual(Buffer.from(await read(target)), Buffer.from(bodies!.response!));
    const facts = vscode.Uri.joinPath(target, "..", "client.call.json");
    const text = strFromU8(await read(facts));
    (await secrets()).forEach((secret) => assert.ok(!text.includes(secret)));
    assert.doesNotMatch(text, /authorization|subscription|127\.0\.0\.1/i);
    const { headers, ...told } = JSON.parse(text) as Record<string, unknown>;
    assert.deepEqual(told, {
      ...{ body: "client.json", isMasked: false, method: "GET", operationId: "getClient" },
      ...{ path: `/crm/v1/clients/${clientId}`, query: [], status: 200 },
      ...{ traceId: last!.traceId, requestId },
      time: new Date(last!.attempts.at(-1)!.startedAt).toISOString(),
    });
    assert.match(JSON.stringify(headers), /"name":"content-type","value":"application\/json/);
    explorer.dialogs.takeShown();
    explorer.dialogs.script("Masked", undefined);
    await run("financialPlanning.requests.saveFixture");
    const proposed = vscode.Uri.joinPath(target, "..", "client-200.json").toString();
    assert.ok(explorer.dialogs.takeShown().includes(proposed), "the folder is remembered");
    await vscode.workspace.fs.delete(target);
    explorer.dialogs.script("Masked", target.toString(), undefined);
    await run("financialPlanning.requests.saveFixture");
    assert.match(explorer.dialogs.takeShown().at(-1)!, /^Replace client\.call\.json\?/);
    assert.equal(strFromU8(await read(facts)), text, "declined");
    explorer.dialogs.script("Masked", target.toString(), "Replace");
    await run("financialPlanning.requests.saveFixture");
    const masked = [strFromU8(await read(target)), strFromU8(await read(facts))].join();
    assert.ok(!masked.includes(clientId));
    assert.match(masked, /"isMasked": true/);
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(target, ".."), { recursive: true });
  });

  it("a fixture of the record in front, whatever was called since", async () => {
    const record = explorer.history.last!;
    explorer.history.note({ ...record, id: "later", attempts: record.attempts });
    explorer.dialogs.script("Masked", undefined);
    await run("financialPlanning.requests.saveFixture");
    assert.ok(explorer.dialogs.takeShown().some((shown) => shown.endsWith("client-200.json")));
  });

  it("types of an answer come from the definition, without any of its values", async () => {
    explorer.dialogs.script("TypeScript");
    const text = await run("financialPlanning.requests.copyTypes");
    assert.match(text, /^\/\/ GET \/crm\/v1\/clients\/\{clientId\}, answer with status 200\n/);
    assert.match(text, /From the interface definition/);
    assert.match(text, /export interface Client \{/);
    assert.ok(!text.includes(clientId));
  });

  it("types of an answer come from its shape where no definition has it", async () => {
    const { last } = explorer.history;
    const bodies = await explorer.history.bodies(last!.id, last!.attempts.at(-1)!.number);
    const { operationId, ...attempt } = last!.attempts.at(-1)!;
    assert.equal(operationId, "getClient");
    explorer.history.note({ ...last!, id: "typed", attempts: [attempt] });
    explorer.history.noteBodies({ actionId: "typed", attempt: attempt.number, ...bodies! });
    explorer.dialogs.script("C#");
    const text = await run("financialPlanning.requests.copyTypes", { actionId: "typed" });
    assert.match(text, /From the shape of one answer/);
    assert.match(text, /public partial class Client\b/);
  });

  it("types of an answer have no client's id as the name of a member in privacy mode", async () => {
    const { last } = explorer.history;
    const { operationId, ...attempt } = last!.attempts.at(-1)!;
    assert.equal(operationId, "getClient");
    explorer.history.note({ ...last!, id: "named", attempts: [attempt] });
    const response = new TextEncoder().encode(`{"${clientId}":{"units":1.5}}`);
    const bodies = { response, responseType: "application/json" };
    explorer.history.noteBodies({ actionId: "named", attempt: attempt.number, ...bodies });
    await run("financialPlanning.privacy.toggle");
    try {
      explorer.dialogs.script("TypeScript");
      const text = await run("financialPlanning.requests.copyTypes", { actionId: "named" });
      assert.match(text, /From the shape of one answer[^]*units: +number;/);
      assert.ok(!text.includes(clientId));
    } finally {
      await run("financialPlanning.privacy.turnOff");
    }
  });

  it("types of an endpoint's body are chosen from the definition", async () => {
    explorer.dialogs.script(
      "PUT /finances/v1/clients/{clientId}/pensions/{pensionId}",
      "TypeScript",
    );
    const text = await run("financialPlanning.definition.copyTypes");
    assert.match(text, /body of the request/);
    assert.match(text, /export interface Pension \{/);
  });
});
