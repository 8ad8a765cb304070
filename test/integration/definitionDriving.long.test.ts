import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { PensionNode, TreeNode } from "../../src/features/explorer/host/nodes";
import { LIST_PANEL } from "../../src/manifest";
import {
  forgetDefinitions,
  importDefinition,
  importServed as importServedTo,
} from "./support/definitions";
import {
  activateExplorer,
  eventually,
  labelOf,
  type TestHandle,
  walk,
  workspaceFolder,
} from "./support/explorer";
import { hoversAt, openFile, positionOf } from "./support/payloads";
import { heldBy, showPayload } from "./support/pensions";

describe("what an imported definition drives", () => {
  let explorer: TestHandle;

  before(async () => {
    explorer = await activateExplorer();
    explorer.tree.forget("sandbox");
  });

  beforeEach(() => explorer.dialogs.reset());

  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await explorer.sandbox.setFaults([]);
    await forgetAll();
  });

  const forgetAll = (): Promise<void> => forgetDefinitions(explorer);
  const importServed = (name: string): Promise<void> => importServedTo(explorer, name);
  const importFrom = (uri: vscode.Uri): Promise<void> => importDefinition(explorer, uri);

  const labels = async (node: TreeNode): Promise<readonly string[]> =>
    (await explorer.tree.getChildren(node)).map((child) => labelOf(explorer.tree, child));

  it("is shown in the tree: the domain's version, its lists and those of a client", async () => {
    const client = await walk(explorer, "Sandbox", "Finances", /, /);
    assert.deepEqual(await labels(client), ["Holdings", "Pensions"]);
    await importServed("finances.yaml");
    const domain = await walk(explorer, "Sandbox", "Finances");
    const { description, tooltip } = await eventually("the version", () => {
      const item = explorer.tree.getTreeItem(domain);
      return String(item.description).includes("2026-1") ? item : undefined;
    });
    assert.equal(description, "/finances/v1 · 2026-1");
    assert.match(typeof tooltip === "string" ? tooltip : "", /finances\.yaml/);
    const [before] = await labels(domain);
    assert.equal(before, "Funds that can be held", "before the clients, which are many");
    assert.deepEqual(await labels(client), [...["Holdings", "Pensions", "Contributions"]]);
    await forgetAll();
    await eventually("our own lists", async () =>
      (await labels(client)).includes("Contributions") ? undefined : true,
    );
    assert.deepEqual(await labels(client), ["Holdings", "Pensions"]);
    assert.match((await labels(domain))[0] ?? "", /, /);
  });

  it("opens lists of its own as panels, by their addresses, and says when they are gone", async () => {
    await importServed("finances.yaml");
    const node = await walk(
      explorer,
      "Sandbox",
      "Client records",
      "Clients",
      /, /,
      "Contributions",
    );
    assert.equal(explorer.tree.getTreeItem(node).description, "in Finances");
    await vscode.commands.executeCommand("financialPlanning.list.open", node);
    const url = await eventually("the page", () => answered(/\/contributions\?/));
    assert.match(url, /\/finances\/v1\/clients\/[0-9a-f-]{36}\/contributions\?pageSize=25&pageN/);
    await eventually("its panel", () =>
      panelLabels().find((label) => /^Contributions · /.test(label)),
    );
    await vscode.commands.executeCommand("financialPlanning.list.copyAddress", node);
    assert.equal(await vscode.env.clipboard.readText(), url);
    await forgetAll();
    const before = explorer.history.last;
    await vscode.commands.executeCommand("financialPlanning.list.reload");
    assert.equal(explorer.history.last, before, "what nobody describes is not called");
  });

  it("fills the Pensions node, each pension once, asking only when it is looked at", async () => {
    await importServed("finances.yaml");
    const client = await walk(explorer, "Sandbox", "Finances", /, /);
    const calls = (): number =>
      explorer.history.query({}, 0, 500).actions.filter(({ title }) => /^Pensions page/.test(title))
        .length;
    const before = calls();
    await explorer.tree.getChildren(client);
    assert.equal(calls(), before);
    const pensions = await walk(explorer, "Sandbox", "Finances", /, /, "Pensions");
    const listed = (await explorer.tree.getChildren(pensions)).filter(isPension);
    assert.equal(calls(), before + 1);
    assert.ok(listed.length > 0);
    const [first = assert.fail()] = listed;
    const item = explorer.tree.getTreeItem(first);
    const name = first.row?.label?.value ?? assert.fail("no name was found");
    assert.equal(labelOf(explorer.tree, first), first.pensionId);
    assert.equal(item.description, name);
    assert.match(item.contextValue ?? "", /^pension\b/);
    const { clientId, pensionId } = first;
    const body = "{}\n";
    const document = await showPayload({ clientId, pensionId }, body);
    const again = (await explorer.tree.getChildren(pensions)).filter(isPension);
    assert.deepEqual(
      again.map((one) => one.pensionId).sort(),
      listed.map((one) => one.pensionId).sort(),
    );
    const withFile = again.find((one) => one.pensionId === pensionId);
    assert.deepEqual([withFile?.hasFile, withFile?.row?.label], [true, first.row?.label]);
    assert.equal(calls(), before + 1, "drawing anew is not asking anew");
    await vscode.workspace.fs.delete(document.uri);
  });

  it("shows why pensions could not be listed beside those that are known, and tries again", async () => {
    await importServed("finances.yaml");
    const [first = assert.fail()] = await pensionsOfClient();
    await showPayload(first, "{}\n");
    explorer.tree.forget("sandbox");
    const fault = { kind: "status", status: 404 } as const;
    await explorer.sandbox.setFaults([{ path: "*/pensions", fault }]);
    const pensions = await walk(explorer, "Sandbox", "Finances", /, /, "Pensions");
    const kinds = async (): Promise<readonly string[]> =>
      (await explorer.tree.getChildren(pensions)).map(({ kind }) => kind);
    assert.deepEqual(await kinds(), ["pension", "error", "newPension"]);
    await explorer.sandbox.setFaults([]);
    const error = (await explorer.tree.getChildren(pensions)).find(({ kind }) => kind === "error");
    await vscode.commands.executeCommand("financialPlanning.node.retry", error);
    assert.ok(!(await kinds()).includes("error"));
  });

  it("has what changed in answers in the problems of their payload, at the field", async () => {
    await importServed("finances.yaml");
    const [first = assert.fail()] = await pensionsOfClient();
    const fault = { kind: "shapeDrift", variant: "retyped", field: "schemeName" } as const;
    await explorer.sandbox.setFaults([{ operationId: "getPension", fault }]);
    const document = await showPayload(
      first,
      '{\n  "schemeName": "A",\n  "introducedLater": 1\n}\n',
    );
    assert.deepEqual(driftOf(document), []);
    await heldBy(explorer, first);
    const found = await eventually("the finding", () => driftOf(document)[0]);
    assert.match(
      found,
      /^2 type 2 In answers of the service: `schemeName` is object; the definition/,
    );
    await explorer.sandbox.setFaults([]);
    await forgetAll();
    await eventually("nothing left of it", () =>
      driftOf(document).length === 0 ? true : undefined,
    );
  });

  it("is what completes payloads: values, descriptions, references, as deep as cycles go", async () => {
    const plan = {
      type: "object",
      properties: {
        status: { $ref: "#/components/schemas/Status" },
        replaces: { $ref: "#/components/schemas/Plan" },
      },
    };
    const status = { type: "string", enum: ["zirconOpen", "zirconShut"], description: "Zircon." };
    const body = { "application/json": { schema: { $ref: "#/components/schemas/Plan" } } };
    const put = { requestBody: { content: body }, responses: { 200: { description: "OK" } } };
    const document = {
      ...{ openapi: "3.1.0", info: { title: "Plans", version: "1" } },
      servers: [{ url: "https://provider.example/finances/v1" }],
      paths: { "/clients/{c}/pensions/{p}": { put } },
      components: { schemas: { Plan: plan, Status: status } },
    };
    const uri = vscode.Uri.joinPath(workspaceFolder(), "plans.json");
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(JSON.stringify(document)));
    await importFrom(uri);
    await vscode.workspace.fs.delete(uri);
    const text = '{\n  "replaces": { "replaces": { "status": "" } }\n}';
    const payload = await openFile("imported.pension.json", text);
    await eventually("the values of the provider", async () => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        payload.uri,
        positionOf(payload, '""', 1),
      );
      const found = items.map(({ label }) => (typeof label === "string" ? label : label.label));
      return found.includes('"zirconShut"') ? found : undefined;
    });
    await eventually("its description", async () => {
      const hovers = await hoversAt(payload, positionOf(payload, "status", 2));
      return hovers.some(({ value }) => value.includes("Zircon")) || undefined;
    });
  });

  function panelLabels(): readonly string[] {
    return vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(
        ({ input }) =>
          input instanceof vscode.TabInputWebview && input.viewType.endsWith(LIST_PANEL),
      )
      .map(({ label }) => label);
  }

  function answered(wanted: RegExp): string | undefined {
    const attempt = explorer.history.last?.attempts.at(-1);
    return attempt?.status === 200 && wanted.test(attempt.url) ? attempt.url : undefined;
  }

  async function pensionsOfClient(): Promise<readonly PensionNode[]> {
    const pensions = await walk(explorer, "Sandbox", "Finances", /, /, "Pensions");
    return (await explorer.tree.getChildren(pensions)).filter(isPension);
  }
});

function isPension(node: TreeNode): node is PensionNode {
  return node.kind === "pension";
}

/** Line, kind and text of what is said of answers. */
function driftOf({ uri }: vscode.TextDocument): readonly string[] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter(({ source }) => source === "Interface definition")
    .map(({ range, code, message, severity }) => {
      const kind = typeof code === "object" ? code.value : code;
      return `${range.start.line + 1} ${String(kind)} ${severity} ${message}`;
    });
}
