import assert from "node:assert/strict";
import * as vscode from "vscode";
import { AppError } from "../../src/platform/base/errors";
import { createMasking } from "../../src/features/privacy/common/masking";
import type { TreeNode } from "../../src/features/explorer/host/nodes";
import { PrivacyMode } from "../../src/features/privacy/register";
import type { TypedMemento } from "../../src/platform/vscode/state";
import { translate } from "../../src/platform/vscode/translate";
import type { AnswerDocuments } from "../../src/features/lists/host/answerDocuments";
import { ANSWER_SCHEME, type CommandId, EXTENSION_ID } from "../../src/manifest";
import { RequestPanels } from "../../src/features/requests/host/requestPanels";
import { anAction, anAttempt } from "../fakes/action";
import { aHistory } from "../fakes/history";
import {
  activateExplorer,
  eventually,
  firstClient,
  labelOf,
  message,
  noteSeen,
  type TestHandle,
  walk,
  workspaceFolder,
} from "./support/explorer";

const REQUEST_ID = "aaaaaaaa-2b0c-4c43-9b37-6f1d2c3e4a5b";
const SETTING = "financialPlanning.privacy.mask";
const CLIENTS = ["Sandbox", "Client records", "Clients"] as const;

describe("privacy mode", () => {
  let explorer: TestHandle;
  let client: Extract<TreeNode, { kind: "client" }>;
  let id: string;
  let name: string;
  let born: string;

  before(async () => {
    explorer = await activateExplorer();
    client = await firstClient(explorer);
    id = client.row.id!.value;
    name = client.row.label!.value;
    born = client.row.description!.value;
  });

  beforeEach(() => {
    explorer.dialogs.takeShown();
  });

  afterEach(async () => {
    await turn(false);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("masks name, birth date and id of a client in the tree, and shows them again", async () => {
    const before = itemOf(client);
    assert.deepEqual([before.label, before.description], [name, born]);
    let drawn = 0;
    const listening = explorer.tree.onDidChangeTreeData(() => drawn++);
    await run("financialPlanning.privacy.toggle");
    assert.ok(explorer.privacy.isOn);
    assert.ok(drawn > 0, "the tree is drawn anew");
    listening.dispose();
    const item = itemOf(client);
    assert.match(labelOf(explorer.tree, client), /^Person •[0-9A-Z]{8}$/);
    assert.match(String(item.description), /^•[0-9A-Z]{3}-[0-9A-Z]{2}-[0-9A-Z]{2}$/);
    assert.equal(item.id, before.id, "what was expanded stays");
    const tooltip = plain((item.tooltip as vscode.MarkdownString).value);
    assert.match(tooltip, /\*\*Id\*\* ••••[0-9a-f]{4}-/);
    assert.ok(tooltip.includes(labelOf(explorer.tree, client)));
    assert.match(tooltip, /\*\*Request\*\* \S+/, "support needs it");
    assertPrivate(JSON.stringify(item) + tooltip);
    await run("financialPlanning.privacy.turnOff");
    assert.deepEqual([itemOf(client).label, itemOf(client).description], [name, born]);
  });

  it("gives the same pseudonyms after it was off, and different ones to different names", async () => {
    await turn(true);
    const first = await labels();
    await turn(false);
    await turn(true);
    const nodes = await clientNodes();
    assert.deepEqual(await labels(), first);
    const names = nodes.flatMap((node) => (node.kind === "client" ? [node.row.label?.value] : []));
    assert.equal(new Set(await labels()).size, new Set(names).size);
  });

  it("masks ids of pensions in the tree", async () => {
    await noteSeen(explorer, { clientId: id, pensionId: "PEN-7311" }, "read");
    await turn(true);
    const pensions = await childOf(client, "pensions");
    const [pension] = await explorer.tree.getChildren(pensions);
    assert.match(labelOf(explorer.tree, pension!), /^PEN-•[0-9A-Z]{8}$/);
  });

  it("is not turned off by a workspace", async () => {
    await turn(true);
    const { Workspace } = vscode.ConfigurationTarget;
    const settings = vscode.workspace.getConfiguration();
    await assert.rejects(async () => settings.update(SETTING, false, Workspace));
    assert.ok(explorer.privacy.isOn);
  });

  it("copies an id masked and says so, and as it is on request", async () => {
    await turn(true);
    await run("financialPlanning.node.copyId", client);
    const masked = await vscode.env.clipboard.readText();
    assert.match(masked, /^••••[0-9a-f]{4}-/);
    assert.match(await message(explorer, /^Copied •/), /masked as privacy mode wants it/);
    explorer.dialogs.script("Copy unmasked");
    await run("financialPlanning.node.copyId", client);
    await eventually("the id", async () =>
      (await vscode.env.clipboard.readText()) === id ? true : undefined,
    );
  });

  it("opens a masked copy of a record, whose name says so", async () => {
    await turn(true);
    const document = await openRecord();
    assert.equal(document.uri.path, "/client-masked.json");
    const record = JSON.parse(document.getText()) as Record<string, unknown>;
    assert.match(String(record["clientId"]), /^••••/);
    assert.equal(typeof (record["employment"] as { annualIncome: unknown }).annualIncome, "number");
    assertPrivate(document.getText());
    await turn(false);
    assertPrivate(document.getText());
  });

  it("masks an answer where it is open, and shows it again", async () => {
    const document = await openRecord();
    assert.ok(document.getText().includes(id));
    const plainText = document.getText();
    await turn(true);
    await eventually("a masked text", () => document.getText().includes("•") || undefined);
    assertPrivate(document.getText());
    await turn(false);
    await eventually("the text", () => document.getText() === plainText || undefined);
  });

  it("draws anew what is so long that extensions get no document of it", async () => {
    const documents = explorer.answering.files as AnswerDocuments;
    await documents.open("long.txt", Buffer.alloc(53_000_000, "a line of it\n"));
    const uri = await eventually("its tab", () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.input instanceof vscode.TabInputText ? activeTab.input.uri : undefined;
    });
    assert.equal(uri.path, "/long.txt");
    const known = vscode.workspace.textDocuments.map((document) => document.uri.path);
    assert.ok(!known.includes(uri.path), "else this proves nothing");
    const changed: string[] = [];
    const listening = documents.onDidChangeFile((events) =>
      changed.push(...events.map((event) => event.uri.toString())),
    );
    await turn(true);
    listening.dispose();
    // Others that are open are drawn anew with it.
    assert.equal(changed.filter((one) => one === uri.toString()).length, 1, changed.join());
  });

  it("shows nothing of an answer that is no JSON, and long ones masked by a thread", async () => {
    await turn(true);
    const documents = explorer.answering.files as AnswerDocuments;
    const read = async (text: string): Promise<string> => {
      const uri = documents.add("a.json", new TextEncoder().encode(text));
      return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    };
    assert.match(await read(`<p>${name}</p>`), /^This text is not JSON, so/);
    const long = JSON.stringify(Array.from({ length: 20_000 }, () => ({ clientId: id, name })));
    const masked = await read(long);
    assert.equal((JSON.parse(masked) as unknown[]).length, 20_000);
    assertPrivate(masked);
  });

  it("asks before it copies a request that is to be run", async () => {
    await openRecord();
    await turn(true);
    await vscode.env.clipboard.writeText("untouched");
    explorer.dialogs.script("cURL for bash", undefined);
    await run("financialPlanning.requests.copyAs");
    assert.equal(await vscode.env.clipboard.readText(), "untouched");
    assert.match(explorer.dialogs.takeShown().at(-1)!, /^Copy the request unmasked\?\nPrivacy/);
    explorer.dialogs.script("cURL for bash", "Copy unmasked");
    await run("financialPlanning.requests.copyAs");
    assert.ok((await vscode.env.clipboard.readText()).includes(id));
  });

  it("asks about a PUT under the pseudonym that the tree shows", async () => {
    await turn(true);
    const file = vscode.Uri.joinPath(workspaceFolder(), "pensions", id, "PEN-7312.pension.json");
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode("{}"));
    explorer.dialogs.script(undefined);
    await run("financialPlanning.pension.put", file);
    const question = explorer.dialogs
      .takeShown()
      .find((text) => text.startsWith("Create pension"))!;
    const label = labelOf(explorer.tree, client);
    assert.ok(
      question.startsWith(`Create pension PEN-7312 of ${label} on Sandbox (key `),
      question,
    );
    assert.match(question, /Request: PUT \S+\/clients\/••••[^/]+\/pensions\/PEN-7312\n/);
    assertPrivate(question);
    const lenses = await explorer.answering.lenses.provideCodeLenses(
      await vscode.workspace.openTextDocument(file),
      new vscode.CancellationTokenSource().token,
    );
    assert.equal(lenses![0]!.command!.title, `PUT → Sandbox · ${label} · PEN-7312`);
    await vscode.workspace.fs.delete(file);
  });

  it("masks what a request panel shows, its title too, and turns with the mode", async () => {
    await turn(true);
    itemOf(client);
    const path = `/crm/v1/clients/${id}`;
    const action = anAction({
      ...{ id: "typed", title: `GET ${path}` },
      attempts: [anAttempt({ pathTemplate: path, url: `http://h${path}`, requestId: REQUEST_ID })],
    });
    const { privacy } = explorer;
    const panels = new RequestPanels({
      ...{ history: aHistory([action]), translate, privacy },
      extensionUri: vscode.extensions.getExtension(EXTENSION_ID)!.extensionUri,
    });
    panels.show(action, (masking) => [
      { heading: "", lines: [{ icon: "info", text: `${name} (${born})` }] },
      { heading: "", lines: [{ icon: "info", text: masking.maskLabel("Unheard, Mr", "person") }] },
    ]);
    const { panel } = openPanels(panels).get("typed")!;
    const contentOf = Reflect.get(panels, "content") as (id: string) => unknown;
    const content = (): string => JSON.stringify(contentOf.call(panels, "typed"));
    assert.match(panel.title, /^Request · GET \/crm\/v1\/clients\/••••/);
    assert.ok(content().includes(REQUEST_ID), "support asks for it");
    assertPrivate(content());
    assert.ok(!content().includes("Unheard, Mr"), "what was explained before is masked too");
    assertPrivate(panel.title);
    await turn(false);
    assert.equal(panel.title, `Request · GET ${path}`);
    assert.ok(content().includes(`${name} (${born})`) && content().includes("Unheard, Mr"));
    panel.dispose();
    panels.dispose();
  });

  it("gives threads the key that its own pseudonyms are made under, and keeps it", async () => {
    await turn(true);
    const { key, masking } = explorer.privacy;
    assert.equal(createMasking(key).maskLabel(name, "person"), masking.maskLabel(name, "person"));
    const state = Reflect.get(explorer.privacy, "state") as TypedMemento;
    const other = new PrivacyMode(state);
    assert.equal(other.masking.maskLabel(id, "id"), masking.maskLabel(id, "id"));
    const stored = state.get("privacy.key");
    await state.set("privacy.key", "too short");
    assert.notDeepEqual(Buffer.from(other.key), Buffer.from(key), "a broken one is replaced");
    assert.equal(other.key.length, key.length);
    // The editor gives each write back to its window, an older one sometimes behind a newer one.
    await eventually("the key as it was", async () => {
      await state.set("privacy.key", stored);
      return other.masking.maskLabel(id, "id") === masking.maskLabel(id, "id") || undefined;
    });
    other.dispose();
  });

  it("masks names and ids in errors", async () => {
    await turn(true);
    itemOf(client);
    const error = new AppError("input", "input/ownParameter", {
      values: { name: `${name} ${id}` },
    });
    void explorer.showError(error);
    const shown = await message(explorer, /•/);
    assert.match(shown, /Person •\w{8} ••••/);
    assertPrivate(shown);
    const body = new TextEncoder().encode('{"message":"Client Kim Unheard is not in your role"}');
    void explorer.showError(new AppError("service", "service/403", { status: 403, body }));
    const said = await message(explorer, /The service says/);
    assert.match(said, /“Client •\w{8} is not in your role”/);
  });

  function openPanels(panels: RequestPanels): Map<string, { panel: vscode.WebviewPanel }> {
    return Reflect.get(panels, "open") as Map<string, { panel: vscode.WebviewPanel }>;
  }

  async function turn(on: boolean): Promise<void> {
    if (explorer.privacy.isOn !== on) {
      await run("financialPlanning.privacy.toggle");
    }
    assert.equal(explorer.privacy.isOn, on);
  }

  async function run(command: CommandId, ...values: unknown[]): Promise<void> {
    await vscode.commands.executeCommand(command, ...values);
  }

  async function openRecord(): Promise<vscode.TextDocument> {
    await run("financialPlanning.node.openRecord", client);
    const { document } = vscode.window.activeTextEditor!;
    assert.equal(document.uri.scheme, ANSWER_SCHEME);
    return document;
  }

  async function clientNodes(): Promise<TreeNode[]> {
    const nodes = await explorer.tree.getChildren(await walk(explorer, ...CLIENTS));
    return nodes.filter(({ kind }) => kind === "client");
  }

  async function labels(): Promise<string[]> {
    return (await clientNodes()).map((node) => labelOf(explorer.tree, node));
  }

  async function childOf(node: TreeNode, kind: TreeNode["kind"]): Promise<TreeNode> {
    return (await explorer.tree.getChildren(node)).find((child) => child.kind === kind)!;
  }

  function itemOf(node: TreeNode): vscode.TreeItem {
    return explorer.tree.getTreeItem(node);
  }

  /** As it reads, without the escapes that keep values from being Markdown. */
  function plain(markdown: string): string {
    return markdown.replaceAll("&nbsp;", " ").replace(/\\([^\w\s])/g, "$1");
  }

  /** `id` is not shown by the editor, so items keep it. */
  function assertPrivate(text: string): void {
    const shown = text.replaceAll(client.nodeId, "");
    for (const part of [id, name, born, ...name.split(", ")]) {
      assert.ok(!shown.includes(part), `${part} in ${shown.slice(0, 500)}`);
    }
  }
});
