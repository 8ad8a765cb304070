import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  Connections,
  type ConnectionsOptions,
} from "../../src/features/connections/host/connections";
import { EditorTools } from "../../src/features/assistants/host/editorTools";
import type { AssistantsServices } from "../../src/features/assistants/host/services";
import { payloadPath } from "../../src/features/pensions/common/target";
import { EDGE_CLIENTS } from "../../src/features/sandbox/server/data/edge/edgeClients";
import type { Connection } from "../../src/platform/base/connection";
import { createRedactor } from "../../src/platform/http/redaction";
import type { PrivacyMode } from "../../src/features/privacy/register";
import {
  ASSISTANT_TOOLS,
  type AssistantTool,
  editorToolName,
  EXTENSION_ID,
} from "../../src/manifest";
import {
  activateExplorer,
  eventually,
  firstClient,
  type TestHandle,
  workspaceFolder,
} from "./support/explorer";
import { type Operator, startOperator } from "./support/operator";

interface Answer {
  readonly ok: boolean;
  readonly call?: { readonly traceId: string; readonly requestId: string };
  readonly more?: string;
  readonly masked?: string;
  readonly total?: number;
  readonly error?: { readonly code: string; readonly what: string; readonly advice: string };
  readonly data: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const KEY = "0f5c2a9e7b134d68a1c3e5f708192a3b";
const NOBODY = "00000000-0000-4000-8000-000000000000";

describe("tools for assistants", () => {
  let explorer: TestHandle;
  let clientId: string;
  let lastName: string;

  before(async () => {
    explorer = await activateExplorer();
    const { row } = await firstClient(explorer);
    clientId = row.id!.value;
    lastName = row.label!.value.split(",")[0]!;
    await explorer.sandbox.ask("clearCalls", undefined);
  });

  beforeEach(() => explorer.dialogs.reset());

  afterEach(async () => {
    await tell(undefined);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  after(async () => {
    for (const { id } of explorer.connections.stored) {
      await explorer.connections.remove(id);
    }
  });

  async function tell(mode: "off" | "masked" | "asItIs" | undefined): Promise<void> {
    const { Global } = vscode.ConfigurationTarget;
    const setting = "financialPlanning.assistants.data";
    await vscode.workspace.getConfiguration().update(setting, mode, Global);
  }

  /** As an assistant does; the editor asks nobody in its test mode. */
  async function invoke(
    tool: AssistantTool,
    input: Readonly<Record<string, unknown>> = {},
  ): Promise<Answer> {
    const { content } = await vscode.lm.invokeTool(editorToolName(tool), {
      ...{ input, toolInvocationToken: undefined },
    });
    const [part] = content;
    assert.ok(part instanceof vscode.LanguageModelTextPart);
    return { ...(JSON.parse(part.value) as Answer), text: part.value };
  }

  async function clientsOf(tool: "listClients" | "findClients", input = {}) {
    const answer = await invoke(tool, input);
    assert.ok(answer.ok, answer.text);
    return (answer.data as { clients: { clientId: string; name: string }[] }).clients;
  }

  it("are all known to the editor, each with its schema", () => {
    const known = vscode.lm.tools.filter(({ name }) => name.startsWith("financialPlanning_"));
    assert.deepEqual(
      known.map(({ name }) => name).sort(),
      ASSISTANT_TOOLS.map(editorToolName).sort(),
    );
    assert.ok(known.every(({ inputSchema }) => inputSchema !== undefined));
  });

  it("read what they are for, masked, with pseudonyms that later questions may name", async () => {
    const [first] = await clientsOf("listClients", { rows: 1 });
    assert.match(first!.clientId, /^••••/);
    const found = await clientsOf("findClients", { query: lastName });
    assert.ok(found.some((one) => one.clientId === first!.clientId));
    assert.ok(!JSON.stringify(found).includes(lastName));
    const { masks } = explorer.privacy as PrivacyMode;
    assert.equal(first!.clientId, masks.maskLabel(clientId, "id"), "those of privacy mode");
    const record = await invoke("readClient", { clientId: first!.clientId });
    assert.ok(record.ok, record.text);
    assert.ok(!record.text.includes(lastName) && !record.text.includes(clientId), record.text);
    const holdings = await invoke("pageList", {
      ...{ endpoint: "listHoldings", clientId: first!.clientId, rows: 2 },
    });
    assert.match(holdings.masked ?? "", /pseudonyms/);
    assert.match((await invoke("listConnections")).text, /"name":"Sandbox"/);
    assert.match((await invoke("describeEndpoint")).text, /listHoldings/);
    const schema = { endpoint: "putPension", part: "body", at: "contributions" };
    assert.match((await invoke("describeSchema", schema)).text, /"amount"/);
    const explained = await invoke("explainRequest", { id: holdings.call!.traceId });
    assert.match(explained.text, /"explanation":\[\{"heading"/);
    assert.match(
      (await invoke("writeTicket", { id: holdings.call!.requestId })).text,
      /support ticket/,
    );
  });

  it("leave every call on the record, with who asked and by which tool", async () => {
    const { call } = await invoke("readClient", { clientId });
    const [found] = explorer.history.find(call!.traceId);
    assert.equal(found?.action.assistantTool, "readClient");
    assert.equal(found.action.attempts[0]?.requestId, call!.requestId);
    await vscode.commands.executeCommand("financialPlanning.connections.refresh");
    await firstClient(explorer);
    assert.equal(explorer.history.last?.assistantTool, undefined, "the user's own have none");
  });

  it("tell data as it is where the user chose so, and nothing where it is off", async () => {
    await tell("asItIs");
    const record = await invoke("readClient", { clientId });
    assert.ok(record.text.includes(`"lastName":"${lastName}"`), record.text);
    assert.equal(record.masked, undefined);
    const privacy = "financialPlanning.privacy.mask";
    const { Global } = vscode.ConfigurationTarget;
    await vscode.workspace.getConfiguration().update(privacy, true, Global);
    try {
      await eventually("privacy mode", () => explorer.privacy.isOn || undefined);
      const masked = await invoke("readClient", { clientId });
      assert.ok(masked.ok, masked.text);
      assert.ok(!masked.text.includes(lastName), "privacy mode masks in any case");
    } finally {
      await vscode.workspace.getConfiguration().update(privacy, undefined, Global);
      await eventually("its end", () => !explorer.privacy.isOn || undefined);
    }
    await tell("off");
    const { error } = JSON.parse(
      await explorer.answering.assistants.invoke("listClients", {}, NEVER),
    ) as Answer;
    assert.equal(error?.code, "assistants/off");
    const environment = explorer.answering.assistants.serverEnvironment();
    await assert.rejects(environment, { code: "assistants/off" });
  });

  it("ask before they run, by the name of the connection and what is read", async () => {
    const { assistants } = explorer.answering;
    for (const tool of ASSISTANT_TOOLS) {
      const { confirmationMessages, invocationMessage } = await assistants.prepare(tool, {});
      assert.ok(confirmationMessages && invocationMessage, tool);
      const { title, message } = confirmationMessages;
      assert.ok(message instanceof vscode.MarkdownString && message.isTrusted !== true);
      if (!["listConnections", "explainRequest", "writeTicket"].includes(tool)) {
        assert.match(`${title} ${message.value}`, /'Sandbox|\\'Sandbox/, tool);
      }
    }
    const { call } = await invoke("readClient", { clientId });
    const asked = await assistants.prepare("explainRequest", { id: call!.traceId });
    assert.match(asked.confirmationMessages!.title, /'Sandbox'/);
  });

  it("say in two sentences what they cannot do", async () => {
    const { masks } = explorer.privacy as PrivacyMode;
    const other = masks.maskLabel("11111111-2222-4333-8444-555555555555", "id");
    for (const [tool, input, code] of [
      ["readClient", { clientId: NOBODY }, /^service\/404$/],
      ["readClient", { clientId: "nobody" }, /^input\//],
      ["readClient", { clientId: other }, /unknownPseudonym/],
      ["pageList", { endpoint: "listHoldings" }, /pathMissing/],
      ["listClients", { connection: "Nowhere" }, /unknownConnection/],
      ["explainRequest", { id: "fpx-00000000" }, /idNotFound/],
      ["writeTicket", { id: "fpx-00000000" }, /idNotFound/],
      ["describeEndpoint", { endpoint: "none" }, /unknownEndpoint/],
    ] as const) {
      const { ok, error } = await invoke(tool, input);
      assert.equal(ok, false);
      assert.match(error?.code ?? "", code, tool);
      assert.match(`${error?.what} ${error?.advice}`, /\. .*\.$/);
    }
  });

  it("bound a list of 200,000", async () => {
    const many = { endpoint: "listHoldings", clientId: EDGE_CLIENTS.many.clientId, rows: 50 };
    const { total, more, text } = await invoke("pageList", many);
    assert.equal(total, 200_000);
    assert.match(more ?? "", /"page": 2/);
    assert.ok(text.length < 30_000);
  });

  it("write a payload file, check it and try it, and replace one only after a yes", async () => {
    const identity = { clientId, pensionId: "ASSIST-1" };
    const uri = vscode.Uri.joinPath(workspaceFolder(), payloadPath(identity));
    const read = async (): Promise<string> =>
      new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    const values = { provider: "Aviva", colour: "red" };
    try {
      const written = await invoke("writePensionPayload", { ...identity, values });
      assert.match(written.text, /"fileIs":"created"/);
      assert.match(written.text, /colour/, "the checks speak of it");
      assert.match(written.text, /"effect":"create"/);
      assert.equal(await read(), `${JSON.stringify(values, undefined, 2)}\n`);
      const pseudonym = { ...identity, values: { planNumber: "•4F2A9K7C" } };
      const refused = await invoke("writePensionPayload", pseudonym);
      assert.equal(refused.error?.code, "assistants/pseudonymInPayload");
      explorer.dialogs.takeShown();
      explorer.dialogs.script(undefined);
      await assert.rejects(invoke("writePensionPayload", { ...identity, values: {} }));
      assert.match(explorer.dialogs.takeShown().join("\n"), /^Let the assistant replace /m);
      assert.match(await read(), /Aviva/);
      explorer.dialogs.script("Replace");
      const replaced = await invoke("writePensionPayload", { ...identity, values: {} });
      assert.match(replaced.text, /"fileIs":"replaced"/);
      assert.equal(await read(), "{}\n");
      const document = await vscode.workspace.openTextDocument(uri);
      assert.equal(document.getText(), "{}\n", "an open editor shows it at once");
      const edit = new vscode.WorkspaceEdit();
      edit.insert(uri, new vscode.Position(0, 1), '"provider": "mine"');
      assert.ok(await vscode.workspace.applyEdit(edit));
      const open = await invoke("writePensionPayload", { ...identity, values });
      assert.equal(open.error?.code, "assistants/fileOpen", "what the user types is kept");
      assert.equal(await read(), "{}\n");
    } finally {
      await vscode.workspace.openTextDocument(uri).then((document) => document.save());
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await vscode.workspace.fs.delete(uri);
    }
  });

  it("are refused by what belongs to somebody who is signed out", async () => {
    const { operator, connection } = await ownConnection({
      ...{ accessModel: "userPresent", callbackUrl: "http://127.0.0.1/callback" },
    });
    try {
      const { error } = await invoke("listClients", { connection: connection.id });
      assert.equal(error?.code, "credentials/signInNeeded");
      assert.equal(operator.service.connections(), 0);
    } finally {
      await operator.close();
    }
  });

  it("tell Production as it is after one question in a window, else masked", async () => {
    await tell("asItIs");
    const { operator, connection } = await ownConnection({ environment: "production" });
    const other = await ownConnection({ environment: "production" });
    try {
      explorer.dialogs.script(undefined);
      const declined = await clientsOf("listClients", { connection: connection.id });
      assert.match(declined[0]!.name, /^Person •/);
      assert.match(explorer.dialogs.takeShown().join("\n"), /real people/);
      explorer.dialogs.script("Give Unmasked");
      const told = await clientsOf("listClients", { connection: other.connection.id });
      assert.equal(told[0]!.name, "Okafor, Ngozi");
      await clientsOf("listClients", { connection: other.connection.id });
      assert.equal(explorer.dialogs.takeShown().length, 1, "asked once");
    } finally {
      await Promise.all([operator.close(), other.operator.close()]);
    }
  });

  it("reach the sandbox alone in Restricted Mode", async () => {
    const { operator, connection } = await ownConnection({ environment: "development" });
    const options = Reflect.get(explorer.connections, "options") as ConnectionsOptions;
    const restricted = new Connections({ ...options, isTrusted: () => false });
    const tools = new EditorTools({
      ...(explorer as unknown as AssistantsServices),
      connections: restricted,
      open: (id) => restricted.open(id),
      rules: () => ({}),
      redactor: createRedactor(),
    });
    try {
      const ask = async (input: object): Promise<Answer> =>
        JSON.parse(await tools.invoke("listClients", input, NEVER)) as Answer;
      assert.equal((await ask({ connection: connection.id })).error?.code, "refused/untrusted");
      assert.equal(operator.service.connections(), 0);
      assert.ok((await ask({ connection: "sandbox", rows: 1 })).ok);
    } finally {
      await restricted.dispose();
      await operator.close();
    }
  });

  it("stop when they are cancelled", async () => {
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    await assert.rejects(
      explorer.answering.assistants.invoke("listClients", {}, source.token),
      vscode.CancellationError,
    );
  });

  it("are offered as a server too, which reads the sandbox of this window", async () => {
    const env = await explorer.answering.assistants.serverEnvironment();
    const { extensionPath } = vscode.extensions.getExtension(EXTENSION_ID)!;
    const client = new Client({ name: "test", version: "1" });
    await client.connect(
      new StdioClientTransport({
        ...{ command: process.execPath, args: [`${extensionPath}/dist/mcp.js`], env },
      }),
    );
    try {
      const { content } = await client.callTool({
        name: "findClients",
        arguments: { query: lastName },
      });
      const [{ text }] = content as [{ text: string }];
      const { masks } = explorer.privacy as PrivacyMode;
      assert.ok(text.includes(masks.maskLabel(clientId, "id")), "the same pseudonyms");
    } finally {
      await client.close();
    }
  });

  it("sent no write: all that the sandbox received were reads", async () => {
    const calls = await explorer.sandbox.ask("receivedCalls", { most: 1_000 });
    assert.ok(calls.length >= 10, String(calls.length));
    const isToken = (target: string): boolean => target === "/identity/connect/token";
    assert.deepEqual(
      calls.filter(({ method, target }) => method !== "GET" && !isToken(target)),
      [],
    );
  });

  /** Saved, with its secrets entered. */
  async function ownConnection(
    change: Partial<Connection>,
  ): Promise<{ readonly operator: Operator; readonly connection: Connection }> {
    const operator = await startOperator();
    const label = `Acme ${Math.random().toString(36).slice(2)}`;
    const connection = operator.connection({ ...change, label });
    await explorer.connections.save(connection);
    explorer.dialogs.script(KEY, "s3cret-of-nobody");
    for (const secret of ["SubscriptionKey", "ClientSecret"]) {
      const command = `financialPlanning.connection.enter${secret}`;
      await vscode.commands.executeCommand(command, { nodeId: connection.id });
    }
    explorer.dialogs.reset();
    return { operator, connection };
  }
});

const NEVER: vscode.CancellationToken = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose: () => undefined }),
};
