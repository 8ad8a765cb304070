import assert from "node:assert/strict";
import * as vscode from "vscode";
import { PAYLOAD_SCHEMA_URL } from "../../src/features/pensions/host/editing/schemaFiles";
import { activateExplorer, eventually, message, type TestHandle } from "./support/explorer";
import {
  actionsAt,
  lensesGo,
  lensTitles,
  openFile,
  ourProblems,
  positionOf,
  problemsBecome,
} from "./support/payloads";

const FILES = "financialPlanning.pension.files";
const SCHEMAS = "json.schemas";
const { Global, Workspace } = vscode.ConfigurationTarget;
const TEXT = '{ "colour": "red" }';

describe("payload files that the setting names", () => {
  let explorer: TestHandle;
  const foreign = { fileMatch: ["other.json"], url: "https://other.example/schema.json" };

  before(async () => {
    explorer = await activateExplorer();
  });

  beforeEach(() => {
    explorer.dialogs.reset();
  });

  afterEach(async () => {
    for (const target of [Global, Workspace]) {
      await set(FILES, undefined, target);
      await set(SCHEMAS, undefined, target);
    }
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("are none before, are some while it says so, and none after", async () => {
    const document = await openFile("payloads/one.json", TEXT);
    await lensesGo(document);
    assert.deepEqual(ourProblems(document), []);
    await set(FILES, ["payloads/*.json"], Workspace);
    await problemsBecome(document, ['1 unknownField "colour"']);
    const [put] = await lensTitles(document);
    assert.match(put!, /^PUT → Sandbox · no target yet/);
    const actions = await actionsAt(document, positionOf(document, "colour", 2));
    assert.ok(actions.some(({ title }) => title === "Remove 'colour'"));
    const other = await openFile("elsewhere/one.json", TEXT);
    await lensesGo(other);
    await set(FILES, undefined, Workspace);
    await problemsBecome(document, []);
    await lensesGo(document);
  });

  it("are checked as soon as they are opened, and by what the user set too", async () => {
    await set(FILES, ["**/*.{body,sent}.json", 3, ""], Global);
    const document = await openFile("deep/er/x.sent.json", TEXT);
    await problemsBecome(document, ['1 unknownField "colour"']);
  });

  it("get the schema where the user wants the entry, beside the pattern", async () => {
    await set(SCHEMAS, [foreign], Workspace);
    explorer.dialogs.script("Add to settings");
    await set(FILES, ["schemas-a/*.json"], Workspace);
    assert.match(await message(explorer, /schemas-a/), /json\.schemas/);
    const entry = { fileMatch: ["schemas-a/*.json"], url: PAYLOAD_SCHEMA_URL };
    await eventually("the entry", () =>
      JSON.stringify(inspect(SCHEMAS)?.workspaceValue) === JSON.stringify([foreign, entry])
        ? true
        : undefined,
    );
    assert.equal(inspect(SCHEMAS)?.globalValue, undefined);
    const document = await openFile("schemas-a/x.json", "{\n  \n}");
    await eventually("completions", async () => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        new vscode.Position(1, 2),
      );
      return items.some(({ label }) => label === "schemeName") || undefined;
    });
  });

  it("are offered the schema once, never silently", async () => {
    await set(FILES, ["schemas-b/*.json"], Global);
    await message(explorer, /schemas-b/);
    assert.equal(inspect(SCHEMAS)?.globalValue, undefined);
    await set(FILES, ["schemas-b/*.json", "schemas-c/*.json"], Global);
    assert.doesNotMatch(await message(explorer, /schemas-c/), /schemas-b/);
    await set(FILES, ["schemas-b/*.json"], Global);
    await openFile("schemas-b/x.json", TEXT);
    assert.deepEqual(explorer.dialogs.takeShown(), []);
    assert.equal(inspect(SCHEMAS)?.globalValue, undefined);
  });

  it("are not asked about where there is an entry", async () => {
    await set(SCHEMAS, [{ fileMatch: ["/schemas-d/*.json"], url: PAYLOAD_SCHEMA_URL }], Global);
    await set(FILES, ["**/schemas-d/*.json"], Global);
    const document = await openFile("schemas-d/x.json", TEXT);
    await problemsBecome(document, ['1 unknownField "colour"']);
    assert.deepEqual(explorer.dialogs.takeShown(), []);
  });

  it("are no answers of the service, whatever their names", async () => {
    await set(FILES, ["*.json"], Global);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(PAYLOAD_SCHEMA_URL));
    await lensesGo(document);
    const payload = await openFile("any.json", TEXT);
    await problemsBecome(payload, ['1 unknownField "colour"']);
    assert.deepEqual(ourProblems(document), []);
  });
});

function inspect(id: string): ReturnType<vscode.WorkspaceConfiguration["inspect"]> {
  return vscode.workspace.getConfiguration().inspect(id);
}

async function set(id: string, value: unknown, target: vscode.ConfigurationTarget): Promise<void> {
  await vscode.workspace.getConfiguration().update(id, value, target);
}

/** The titles above a document. */
