import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { type Domain, SANDBOX_CONNECTION_ID } from "../../src/platform/base/connection";
import { createDefinitionStore } from "../../src/features/definitions/common/imports/definitionStore";
import { readDefinition } from "../../src/platform/service/definition/definition";
import { SYSTEM_CLOCK } from "../../src/platform/base/clock";
import { createLocks } from "../fakes/locks";
import { MemoryLog } from "../unit/platform/http/support/bench";
import {
  activateExplorer,
  eventually,
  message,
  type TestHandle,
  workspaceFolder,
} from "./support/explorer";
import {
  type CommandArguments,
  type CommandId,
  DEFINITIONS_PANEL,
  EXTENSION_ID,
} from "../../src/manifest";

type DefinitionCommand = Extract<CommandId, `financialPlanning.definition.${string}`>;

function run<Id extends DefinitionCommand>(
  id: Id,
  ...values: CommandArguments[Id]
): Thenable<unknown> {
  return vscode.commands.executeCommand(id, ...values);
}

describe("the provider's definitions", () => {
  let explorer: TestHandle;
  let folder: vscode.Uri;

  before(async () => {
    explorer = await activateExplorer();
    folder = vscode.Uri.joinPath(workspaceFolder(), "definitions");
  });

  beforeEach(() => explorer.dialogs.reset());

  afterEach(async () => {
    for (const { id } of await explorer.definitions.list()) {
      await explorer.definitions.remove(id);
    }
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace.fs.delete(folder, { recursive: true }).then(undefined, () => undefined);
  });

  /** One that the sandbox serves, as a file of the user's. */
  function served(name: string): vscode.Uri {
    const extension = vscode.extensions.getExtension(EXTENSION_ID);
    assert.ok(extension);
    return vscode.Uri.joinPath(extension.extensionUri, "media", "service", "provider", name);
  }

  async function aFile(name: string, text: string): Promise<vscode.Uri> {
    const uri = vscode.Uri.joinPath(folder, name);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    return uri;
  }

  /** The folder that all windows share. */
  function storage(): string {
    const folderOf = Reflect.get(explorer.definitions, "folder") as { readonly path: string };
    return folderOf.path;
  }

  const importFile = (uri: vscode.Uri): Thenable<unknown> =>
    run("financialPlanning.definition.import", { source: "file", value: uri.toString() });

  const active = async (): Promise<Partial<Record<Domain, string>>> =>
    Object.fromEntries(
      Object.entries(await explorer.definitions.active()).map(([domain, { version }]) => [
        domain,
        version,
      ]),
    );

  const operations = async (): Promise<readonly string[]> =>
    readDefinition(await explorer.definition(SANDBOX_CONNECTION_ID)).operations.map(({ id }) => id);

  it("stand where none was imported: the text is ours, byte for byte", async () => {
    assert.equal(await explorer.definition(SANDBOX_CONNECTION_ID), await explorer.description());
    await run("financialPlanning.definition.choose");
    await message(explorer, /No definition of the provider has been imported\. Import one first/);
  });

  it("are imported from a file, drive what is called, and are taken back by Undo", async () => {
    const own = await operations();
    await importFile(served("finances.yaml"));
    assert.deepEqual(await active(), { finances: "2026-1" });
    const said = await message(explorer, /is active/);
    assert.match(said, /^Finances 2026-1 is active for Finances\. It describes \d+ endpoints\./);
    const all = await operations();
    assert.ok(own.every((id) => all.includes(id)));
    assert.ok(all.length > own.length);
    explorer.dialogs.script("Undo");
    await importFile(served("finances-2026-2.json"));
    await message(explorer, /Finances 2026-2 is active for Finances\. Breaking changes: \d+/);
    // Undone in two steps: the version before is active first, then the new one is gone.
    await eventually("the one version", async () =>
      (await explorer.definitions.list()).length === 1 ? true : undefined,
    );
    assert.deepEqual(await active(), { finances: "2026-1" });
  });

  it("come from the clipboard, for the domain that the user says", async () => {
    const paths = { "/clients": { get: { responses: { 200: { description: "all" } } } } };
    const info = { title: "Clients", version: "7" };
    await vscode.env.clipboard.writeText(JSON.stringify({ openapi: "3.1.0", info, paths }));
    explorer.dialogs.script("Clipboard", "Client records");
    await run("financialPlanning.definition.import");
    assert.deepEqual(await active(), { crm: "7" });
    const [stored] = await explorer.definitions.list();
    assert.deepEqual(stored?.source, { kind: "clipboard", name: "" });
    assert.match(await message(explorer, /is active/), /Clients 7 is active for Client records/);
  });

  it("change nothing where a question is declined", async () => {
    const paths = { "/clients": { get: { responses: { 200: { description: "all" } } } } };
    const info = { title: "Clients", version: "7" };
    await vscode.env.clipboard.writeText(JSON.stringify({ openapi: "3.1.0", info, paths }));
    for (const answers of [[undefined], ["Clipboard", undefined], ["File…", undefined]]) {
      explorer.dialogs.script(...answers);
      await run("financialPlanning.definition.import");
    }
    assert.deepEqual([await active(), await explorer.definitions.list()], [{}, []]);
  });

  it("come from an address of the connection's service, and from no other", async () => {
    const { connection } = await explorer.connections.open("sandbox");
    const value = `${connection.baseUrl}/definitions/finances.yaml?token=private`;
    await run("financialPlanning.definition.import", { source: "address", value });
    assert.deepEqual(await active(), { finances: "2026-1" });
    const [stored] = await explorer.definitions.list();
    const name = `${connection.baseUrl}/definitions/finances.yaml`;
    assert.deepEqual(stored?.source, { kind: "address", name });
    const elsewhere = "https://elsewhere.example/finances.yaml";
    await run("financialPlanning.definition.import", { source: "address", value: elsewhere });
    await message(explorer, /^The address is not on a server of this connection\./);
    assert.equal((await explorer.definitions.list()).length, 1);
    explorer.dialogs.script(elsewhere);
    await run("financialPlanning.definition.import", { source: "address" });
    await message(
      explorer,
      /^Sandbox may fetch only addresses below http:\/\/127\.0\.0\.1:\d+.*\. Download the document yourself, then import its file\.$/,
    );
  });

  it("are refused with the place where they are bad, which opens", async () => {
    const uri = await aFile("bad.json", '{\n  "openapi": "3.1.0",\n  "info": {]\n}');
    explorer.dialogs.script("Open at line 3");
    await importFile(uri);
    assert.match(await message(explorer, /line 3/), /^The document is not JSON/);
    const editor = await eventually("the file", () =>
      vscode.window.visibleTextEditors.find(
        ({ document }) => document.uri.toString() === uri.toString(),
      ),
    );
    assert.equal(editor.selection.active.line, 2);
    await vscode.env.clipboard.writeText("openapi: 3.1.0\ninfo:\n\ttitle: tab\n");
    explorer.dialogs.script("Open at line 3");
    await run("financialPlanning.definition.import", { source: "clipboard" });
    const shown = await eventually("what was copied", () =>
      vscode.window.visibleTextEditors.find(({ document }) =>
        document.fileName.endsWith("definition.yaml"),
      ),
    );
    assert.equal(shown.selection.active.line, 2);
    assert.deepEqual(await explorer.definitions.list(), []);
  });

  const refused: readonly (readonly [name: string, text: string | Uint8Array, said: RegExp])[] = [
    ["empty.yaml", "", /^The document is empty\./],
    ["page.json", "<!doctype html><p>Sign in", /^This is a web page or XML/],
    ["latin.yaml", Uint8Array.of(0x61, 0xe9, 0x0a), /^The document is not text in UTF-8\./],
  ];
  for (const [name, text, said] of refused) {
    it(`are refused in words a person can act on: ${name}`, async () => {
      const uri = vscode.Uri.joinPath(folder, name);
      const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
      await vscode.workspace.fs.writeFile(uri, bytes);
      await importFile(uri);
      await message(explorer, said);
      assert.deepEqual(await explorer.definitions.list(), []);
    });
  }

  it("say that a file cannot be read", async () => {
    await importFile(vscode.Uri.joinPath(folder, "nowhere.yaml"));
    await message(explorer, /^The file could not be read\./);
  });

  it("say once more what was imported before, and keep it once", async () => {
    await importFile(served("finances.yaml"));
    await importFile(served("finances-2026-2.json"));
    explorer.dialogs.reset();
    await importFile(served("finances.yaml"));
    await message(
      explorer,
      /Finances 2026-1 was imported before and is active again for Finances\./,
    );
    assert.equal((await explorer.definitions.list()).length, 2);
  });

  it("are switched, and removed after a question that says what follows", async () => {
    await importFile(served("finances.yaml"));
    await importFile(served("finances-2026-2.json"));
    explorer.dialogs.reset();
    explorer.dialogs.script("Finances 2026-1");
    await run("financialPlanning.definition.choose", { domain: "finances" });
    assert.deepEqual(await active(), { finances: "2026-1" });
    await message(explorer, /Now used for Finances: Finances 2026-1\. /);
    await run("financialPlanning.definition.choose", { domain: "finances", id: "" });
    assert.equal(await explorer.definition(SANDBOX_CONNECTION_ID), await explorer.description());
    const [second, first] = await explorer.definitions.list();
    await run("financialPlanning.definition.choose", { id: first?.id ?? "" });
    explorer.dialogs.reset();
    explorer.dialogs.script(undefined);
    await run("financialPlanning.definition.remove", { id: first?.id ?? "" });
    const asked = explorer.dialogs.takeShown().join("\n");
    assert.match(asked, /Remove Finances 2026-1\?\nIt is active: Finances goes back/);
    assert.deepEqual(await active(), { finances: "2026-1" });
    explorer.dialogs.script("Remove", "Remove");
    await run("financialPlanning.definition.remove", { id: first?.id ?? "" });
    assert.deepEqual(await active(), {});
    await run("financialPlanning.definition.remove", { id: second?.id ?? "" });
    // What was compared for a choice before may be told later than this question.
    assert.match(explorer.dialogs.takeShown().join("\n"), /It is not active: Finances stays/);
    assert.deepEqual(await explorer.definitions.list(), []);
  });

  it("open as text, laid out, and their view opens with what changed", async () => {
    await importFile(served("finances.yaml"));
    await importFile(served("finances-2026-2.json"));
    const [version] = await explorer.definitions.list();
    await run("financialPlanning.definition.openDocument", { id: version?.id ?? "" });
    const editor = await eventually("the document", () =>
      vscode.window.visibleTextEditors.find(({ document }) =>
        document.fileName.endsWith("Finances-2026-2.json"),
      ),
    );
    assert.match(editor.document.getText(), /^\{\n {2}"openapi": "3\.1\.\d+",\n/);
    explorer.dialogs.script("Finances 2026-1");
    await run("financialPlanning.definition.compare", { id: version?.id ?? "" });
    await eventually("its tab", () =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.label === "Interface definitions"
        ? true
        : undefined,
    );
  });

  it("say what is active now, also where the version before is damaged", async () => {
    await importFile(served("finances.yaml"));
    const [stored] = await explorer.definitions.list();
    writeFileSync(join(storage(), `${stored?.id ?? ""}.json`), "damaged");
    explorer.dialogs.reset();
    await importFile(served("finances-2026-2.json"));
    await message(
      explorer,
      /^Finances 2026-2 is active for Finances\. It describes \d+ endpoints\./,
    );
    await run("financialPlanning.definition.openDocument", { id: stored?.id ?? "" });
    await message(
      explorer,
      /^The definition `Finances 2026-1` is gone or damaged\. Import it again\./,
    );
  });

  it("are taken for several domains at once, and what is below none is said", async () => {
    const get = { get: { responses: { 200: { description: "all" } } } };
    const info = { title: "All", version: "1" };
    const funds = { "/finances/v1/funds": get, "/finances/v2/rates": get };
    const paths = { "/crm/v1/clients": get, ...funds, "/elsewhere": get };
    const uri = await aFile("all.json", JSON.stringify({ openapi: "3.1.0", info, paths }));
    explorer.dialogs.script("Client records\nFinances");
    await importFile(uri);
    assert.deepEqual(await active(), { crm: "1", finances: "1" });
    const said = await message(explorer, /is active/);
    assert.match(said, /^All 1 is active for Client records, Finances\. /);
    assert.match(
      said,
      /It describes v2 of Finances, but calls go to the version in the connection/,
    );
    assert.match(said, /1 endpoint was left out: its path begins with no known prefix\.$/);
    const ids = await operations();
    assert.ok(ids.includes("listClients") && ids.includes("finances:GET /funds"), ids.join());
  });

  it("keep their view over a reload of the window, one tab of it", async () => {
    const labels = (): readonly string[] =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    const { Active } = vscode.ViewColumn;
    const title = "Interface definitions";
    const panel = vscode.window.createWebviewPanel(DEFINITIONS_PANEL, title, Active);
    await explorer.answering.restoreDefinitions(panel, { version: 1 });
    assert.match(panel.webview.html, /definitions\.js/);
    await run("financialPlanning.definition.show", { domain: "finances" });
    await eventually("the tab", () => (labels().includes(title) ? true : undefined));
    assert.equal(labels().filter((label) => label === title).length, 1);
    const second = vscode.window.createWebviewPanel(DEFINITIONS_PANEL, title, Active);
    const gone = new Promise<void>((resolve) => second.onDidDispose(() => resolve()));
    await explorer.answering.restoreDefinitions(second, { version: 1 });
    await gone;
  });

  it("say that a domain has none to choose from, where others have", async () => {
    await importFile(served("finances.yaml"));
    explorer.dialogs.reset();
    await run("financialPlanning.definition.choose", { domain: "crm" });
    await message(
      explorer,
      /^No definition of Client records has been imported\. Import one first/,
    );
  });

  it("are the same in another window", async () => {
    await importFile(served("finances.yaml"));
    const parts = { locks: createLocks(), clock: SYSTEM_CLOCK, log: new MemoryLog() };
    const other = createDefinitionStore({ folder: storage(), ...parts });
    assert.deepEqual(await other.active(), await explorer.definitions.active());
    await other.activate("finances", undefined);
    await eventually("the description here", async () =>
      (await explorer.definition(SANDBOX_CONNECTION_ID)) === (await explorer.description())
        ? true
        : undefined,
    );
    other.dispose();
  });
});
