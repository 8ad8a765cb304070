import assert from "node:assert/strict";
import * as vscode from "vscode";
import { SCHEMA_SCHEME } from "../../src/manifest";
import {
  PAYLOAD_SCHEMA_URL,
  type SchemaFiles,
} from "../../src/features/pensions/host/editing/schemaFiles";
import { activateExplorer, eventually, type TestHandle } from "./support/explorer";
import {
  actionsAt,
  hoversAt,
  openFile,
  ourProblems,
  positionOf,
  problemsBecome,
  replaceText,
} from "./support/payloads";

const CHECKS = "financialPlanning.pension.checks";
/** What the editor's own assistant offers for every problem. */
const OF_THE_EDITOR = ["Fix", "Explain"];
const { Global, Workspace } = vscode.ConfigurationTarget;

describe("typing payloads", () => {
  let explorer: TestHandle;

  before(async () => {
    explorer = await activateExplorer();
  });

  afterEach(async () => {
    const settings = vscode.workspace.getConfiguration();
    await settings.update(CHECKS, undefined, Global);
    await settings.update(CHECKS, undefined, Workspace);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("is completed with the fields of the definition, and what they may hold", async () => {
    const document = await openFile("fields.pension.json", '{\n  "provider": "A",\n  \n}');
    const labels = await completions(document, new vscode.Position(2, 2), "schemeName");
    assert.ok(labels.includes("contributions") && labels.includes("valuedOn"));
    assert.ok(!labels.includes("provider"), "it is there already");
    assert.ok(!labels.includes("pensionId"), "the service sets it");
    await replaceText(document, '{ "status": "" }');
    const values = await completions(document, positionOf(document, '""', 1), '"deferred"');
    assert.ok(values.includes('"inDrawdown"'));
  });

  it("says of a field what the definition does", async () => {
    const document = await openFile("hover.pension.json", '{ "retirementAge": 67 }');
    await eventually("a hover", async () => {
      const hovers = await hoversAt(document, positionOf(document, "retirementAge", 3));
      return hovers.some(({ value }) => value.includes("67")) || undefined;
    });
  });

  it("is validated by the editor's JSON service, from the definition", async () => {
    const document = await openFile("types.pension.json", '{\n  "provider": 3\n}');
    const problem = await eventually("a problem", () =>
      vscode.languages.getDiagnostics(document.uri).find(({ range }) => range.start.line === 1),
    );
    assert.match(problem.message, /string/);
    assert.notEqual(problem.source, "Financial Planning");
  });

  it("has a schema that can only be read", async () => {
    const uri = vscode.Uri.parse(PAYLOAD_SCHEMA_URL);
    const schema = JSON.parse((await vscode.workspace.openTextDocument(uri)).getText()) as object;
    assert.ok("$defs" in schema);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(uri, new Uint8Array(1)));
    const other = vscode.Uri.parse(`${SCHEMA_SCHEME}:///other.json`);
    await assert.rejects(async () => vscode.workspace.fs.readFile(other), /EntryNotFound/);
  });

  it("is completed by another definition as soon as that is the active one", async () => {
    const schemas = explorer.answering.schemas as SchemaFiles;
    const document = await openFile("renewed.pension.json", "{\n  \n}");
    const place = new vscode.Position(1, 2);
    await completions(document, place, "provider");
    const before: unknown = Reflect.get(schemas, "schema");
    const schema = new TextEncoder().encode('{ "properties": { "fresh": {} } }');
    Reflect.set(schemas, "schema", () => Promise.resolve(schema));
    try {
      schemas.renew();
      assert.ok(!(await completions(document, place, "fresh")).includes("provider"));
    } finally {
      Reflect.set(schemas, "schema", before);
      schemas.renew();
    }
    await completions(document, place, "provider");
  });

  it("warns on the line, and no more once it is mended", async () => {
    const document = await openFile(
      "warnings.pension.json",
      '{\n  "provider": "A",\n  "colour": "red",\n  "currency": "XYZ"\n}',
    );
    await problemsBecome(document, ['3 unknownField "colour"', '4 currency "XYZ"']);
    const [unknown] = vscode.languages
      .getDiagnostics(document.uri)
      .filter(({ source }) => source === "Financial Planning");
    assert.match(unknown!.message, /The service does not know colour/);
    assert.equal(unknown!.severity, vscode.DiagnosticSeverity.Warning);
    const { target } = unknown!.code as { target: vscode.Uri };
    assert.match(target.toString(true), /^command:workbench\.action\.openSettings\?.*checks/);
    await replaceText(document, '{ "provider": "A" }');
    await problemsBecome(document, []);
  });

  it("warns in documents that are not saved, and forgets those that are closed", async () => {
    const uri = vscode.Uri.parse("untitled:/nowhere/loose.pension.json");
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    await replaceText(document, '{ "currency": "XYZ" }');
    await problemsBecome(document, ['1 currency "XYZ"']);
    await completions(document, new vscode.Position(0, 2), "provider");
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await eventually("nothing", () => ourProblems(document).length === 0 || undefined);
  });

  it("does not say again what the JSON service says, but mends it", async () => {
    const document = await openFile("twice.pension.json", '{\n"notes": "a",\n"notes": "b"\n}');
    await eventually("its warning", () => problemOfJson(document, 520));
    await problemsBecome(document, []);
    await apply(document, positionOf(document, '"notes"', 2), /^Remove/);
    assert.equal(document.getText(), '{\n"notes": "b"\n}');
    await replaceText(document, '{ "currency": "gbp" }');
    await eventually("its warning", () => problemOfJson(document, undefined));
    await problemsBecome(document, []);
  });

  it("offers what mends it, and makes that change only", async () => {
    const document = await openFile(
      "fixes.pension.json",
      '{\n  "schemeNam": "S",\n  "valuedOn": "2024-2-3",\n  "startedOn": "2020-1-5"\n}',
    );
    // Of dates the JSON service of some editors speaks too, and then it alone.
    await eventually("a warning", () =>
      ourProblems(document).includes('2 unknownField "schemeNam"') ? true : undefined,
    );
    const date = await titles(document, "2024-2-3");
    assert.deepEqual(date, [
      "Change to '2024-02-03' (preferred)",
      "Fix all 2 of the check 'date'",
      "Turn off the check 'date'",
    ]);
    const name = await titles(document, "schemeNam");
    assert.deepEqual(name.slice(0, 2), ["Rename to 'schemeName'", "Remove 'schemeNam'"]);
    await apply(document, positionOf(document, "schemeNam", 2), /^Rename/);
    await apply(document, positionOf(document, "2024-2-3", 2), /^Fix all 2/);
    assert.equal(
      document.getText(),
      '{\n  "schemeName": "S",\n  "valuedOn": "2024-02-03",\n  "startedOn": "2020-01-05"\n}',
    );
    await problemsBecome(document, []);
    assert.deepEqual(await titles(document, "provider", '{ "provider": "A" }'), []);
  });

  it("turns a check off for the user, and in the workspace where that has a say", async () => {
    const document = await openFile("off.pension.json", '{ "colour": 1, "currency": "XYZ" }');
    await problemsBecome(document, ['1 unknownField "colour"', '1 currency "XYZ"']);
    const settings = (): ReturnType<vscode.WorkspaceConfiguration["inspect"]> =>
      vscode.workspace.getConfiguration().inspect(CHECKS);
    await apply(document, positionOf(document, "colour", 2), /^Turn off/);
    assert.deepEqual(settings()?.globalValue, { unknownField: "off" });
    await problemsBecome(document, ['1 currency "XYZ"']);
    await vscode.workspace
      .getConfiguration()
      .update(CHECKS, { currency: "information" }, Workspace);
    await eventually("information", () => {
      const [problem] = vscode.languages.getDiagnostics(document.uri);
      return problem?.severity === vscode.DiagnosticSeverity.Information || undefined;
    });
    await apply(document, positionOf(document, "XYZ", 2), /^Turn off/);
    await problemsBecome(document, []);
    assert.deepEqual(settings()?.workspaceValue, { currency: "off" });
    assert.deepEqual(settings()?.globalValue, { unknownField: "off" });
  });

  it("says nothing about JSON files that are no payloads", async () => {
    const document = await openFile("plain.json", '{ "colour": 1, "valuedOn": "2024-2-3" }');
    const payload = await openFile("beside.pension.json", '{ "colour": 1 }');
    await problemsBecome(payload, ['1 unknownField "colour"']);
    assert.deepEqual(ourProblems(document), []);
    assert.deepEqual(await titles(document, "colour"), []);
  });
});

/** The labels that are offered at a place, once this one is among them. */
function completions(
  document: vscode.TextDocument,
  position: vscode.Position,
  awaited: string,
): Promise<readonly string[]> {
  return eventually(`${awaited} among completions`, async () => {
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      position,
    );
    const labels = items.map(({ label }) => (typeof label === "string" ? label : label.label));
    return labels.includes(awaited) ? labels : undefined;
  });
}

function problemOfJson(
  { uri }: vscode.TextDocument,
  code: number | undefined,
): vscode.Diagnostic | undefined {
  const ofJson = vscode.languages
    .getDiagnostics(uri)
    .filter(({ source }) => source !== "Financial Planning");
  return ofJson.find((problem) => problem.code === code);
}

/** The titles of what is offered at a text; in the place of the document's where one is given. */
async function titles(
  document: vscode.TextDocument,
  at: string,
  text = document.getText(),
): Promise<readonly string[]> {
  if (text !== document.getText()) {
    await replaceText(document, text);
  }
  const actions = await actionsAt(document, positionOf(document, at, 2));
  return actions
    .filter(({ title }) => !OF_THE_EDITOR.includes(title))
    .map(({ title, isPreferred }) => `${title}${isPreferred ? " (preferred)" : ""}`);
}

async function apply(
  document: vscode.TextDocument,
  position: vscode.Position,
  wanted: RegExp,
): Promise<void> {
  const actions = await actionsAt(document, position);
  const action = actions.find(({ title }) => wanted.test(title));
  assert.ok(action, actions.map(({ title }) => title).join(" | "));
  if (action.edit !== undefined) {
    assert.ok(await vscode.workspace.applyEdit(action.edit));
  }
  if (action.command !== undefined) {
    const { command, arguments: values } = action.command;
    await vscode.commands.executeCommand(command, ...((values ?? []) as unknown[]));
  }
}
