import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { PensionNode, TreeNode } from "../../src/features/explorer/host/nodes";
import { LIST_PANEL } from "../../src/manifest";
import { FIRST_LAYOUT } from "../../src/features/lists/messages/listLayout";
import type { ListState } from "../../src/features/lists/messages/listMessages";
import { isRecord } from "../../src/platform/base/shapes";
import { forgetDefinitions, importDefinition, importServed } from "./support/definitions";
import {
  activateExplorer,
  eventually,
  firstClient,
  labelOf,
  message,
  type TestHandle,
  walk,
  workspaceFolder,
} from "./support/explorer";

describe("lists that come and go with definitions", () => {
  let explorer: TestHandle;

  before(async () => {
    explorer = await activateExplorer();
    explorer.tree.forget("sandbox");
  });

  beforeEach(() => explorer.dialogs.reset());

  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await explorer.sandbox.setFaults([]);
    await forgetDefinitions(explorer);
    explorer.tree.forget("sandbox");
  });

  const labels = async (node: TreeNode): Promise<readonly string[]> =>
    (await explorer.tree.getChildren(node)).map((child) => labelOf(explorer.tree, child));

  describe("of pensions, a page at a time", () => {
    /** Pages of one, so that every list of several has more. */
    const ONE_EACH = [
      { path: "*/pensions", fault: { kind: "paging", variant: "clamped", size: 1 } },
    ] as const;

    it("grow by Load more until all are there, each once", async () => {
      const node = await pensionsOfSeveral();
      const whole = await pensionsUnder(node);
      explorer.tree.forget("sandbox");
      await explorer.sandbox.setFaults(ONE_EACH);
      const paged = await again(node);
      const first = await explorer.tree.getChildren(paged);
      assert.deepEqual(
        first.map(({ kind }) => kind),
        ["pension", "more", "newPension"],
      );
      const asked = pensionPages();
      for (let shown = 1; shown < whole.length; shown++) {
        const children = await explorer.tree.getChildren(paged);
        const more = children.find(({ kind }) => kind === "more");
        assert.ok(more, `${shown} of ${whole.length}`);
        const item = explorer.tree.getTreeItem(more);
        assert.equal(item.description, `${shown} of ${whole.length}`);
        assert.equal(item.command?.command, "financialPlanning.node.loadMore");
        await vscode.commands.executeCommand("financialPlanning.node.loadMore", more);
        assert.equal((await pensionsUnder(paged)).length, shown + 1);
      }
      assert.deepEqual(idsOf(await pensionsUnder(paged)).toSorted(), idsOf(whole).toSorted());
      const last = (await explorer.tree.getChildren(paged)).map(({ kind }) => kind);
      assert.ok(!last.includes("more"), last.join());
      assert.equal(pensionPages(), asked + whole.length - 1, "each page once");
    });

    it("keep what is there when the next page fails, and go on when it is tried again", async () => {
      const node = await pensionsOfSeveral();
      const whole = await pensionsUnder(node);
      explorer.tree.forget("sandbox");
      await explorer.sandbox.setFaults(ONE_EACH);
      const paged = await again(node);
      const more = (await explorer.tree.getChildren(paged)).find(({ kind }) => kind === "more");
      const fault = { kind: "status", status: 404 } as const;
      await explorer.sandbox.setFaults([...ONE_EACH, { path: "*/pensions", fault }]);
      await vscode.commands.executeCommand("financialPlanning.node.loadMore", more);
      const kinds = (await explorer.tree.getChildren(paged)).map(({ kind }) => kind);
      assert.ok(kinds.includes("error") && kinds.includes("pension"), kinds.join());
      await explorer.sandbox.setFaults(ONE_EACH);
      const error = (await explorer.tree.getChildren(paged)).find(({ kind }) => kind === "error");
      await vscode.commands.executeCommand("financialPlanning.node.retry", error);
      const shown = await pensionsUnder(paged);
      assert.equal(shown.length, 2);
      assert.ok(idsOf(shown).every((id) => idsOf(whole).includes(id)));
    });

    it("say that one is named and not shown by a read: its payload is a template", async () => {
      const whole = await pensionsUnder(await pensionsOfSeveral());
      const [node] = whole.filter(({ hasFile }) => !hasFile);
      assert.ok(node);
      const fault = { kind: "status", status: 404 } as const;
      await explorer.sandbox.setFaults([{ method: "GET", path: "*/pensions/*", fault }]);
      await vscode.commands.executeCommand("financialPlanning.pension.open", node);
      const told = await message(explorer, /list of pensions names/);
      assert.match(
        told,
        new RegExp(
          `names ${node.pensionId}\\. The service answered a read of the pension with 404, so`,
        ),
      );
      assert.match(told, /starts from a template, which is not the service's version\.$/);
      const { document } = vscode.window.activeTextEditor!;
      assert.ok(document.uri.path.endsWith(`/${node.pensionId}.pension.json`));
      explorer.dialogs.takeShown();
      explorer.dialogs.script(undefined);
      await vscode.commands.executeCommand("financialPlanning.pension.put", document.uri);
      const question = await message(explorer, /The service shows no such pension\./);
      assert.match(question, /the service lists this pension: this PUT may replace/);
      await vscode.workspace.fs.delete(document.uri);
    });

    /** The Pensions node of a client that has several. */
    async function pensionsOfSeveral(): Promise<TreeNode> {
      await importServed(explorer, "finances.yaml");
      const domain = await walk(explorer, "Sandbox", "Finances");
      for (const client of (await explorer.tree.getChildren(domain)).slice(0, 20)) {
        const children = client.kind === "client" ? await explorer.tree.getChildren(client) : [];
        const pensions = children.find(({ kind }) => kind === "pensions");
        if (pensions !== undefined && (await pensionsUnder(pensions)).length > 2) {
          return pensions;
        }
      }
      return assert.fail("no client of the first page has several pensions");
    }

    /** The same node of a tree that knows nothing any more. */
    async function again({ nodeId }: TreeNode): Promise<TreeNode> {
      const domain = await walk(explorer, "Sandbox", "Finances");
      for (const client of await explorer.tree.getChildren(domain)) {
        if (nodeId.startsWith(`${client.nodeId}/`)) {
          const children = await explorer.tree.getChildren(client);
          return children.find((one) => one.nodeId === nodeId) ?? assert.fail("it is gone");
        }
      }
      return assert.fail("its client is gone");
    }

    async function pensionsUnder(node: TreeNode): Promise<readonly PensionNode[]> {
      const children = await explorer.tree.getChildren(node);
      return children.flatMap((child) => (child.kind === "pension" ? [child] : []));
    }

    const idsOf = (nodes: readonly PensionNode[]): string[] =>
      nodes.map(({ pensionId }) => pensionId);

    function pensionPages(): number {
      const { actions } = explorer.history.query({}, 0, 500);
      return actions.filter(({ title }) => /^Pensions page/.test(title)).length;
    }
  });

  describe("of a domain that has many", () => {
    it("stand under a node of their own, which opens them", async () => {
      await importLists(21);
      const client = await walk(explorer, "Sandbox", "Finances", /, /);
      assert.deepEqual((await labels(client)).slice(-1), ["More lists"]);
      const more = await walk(explorer, "Sandbox", "Finances", /, /, "More lists");
      assert.equal(more.kind, "moreLists");
      assert.equal(explorer.tree.getTreeItem(more).collapsibleState, 1);
      const held = await explorer.tree.getChildren(more);
      assert.equal(held.length, 21);
      assert.ok(held.every(({ kind }) => kind === "otherList"));
      const [first = assert.fail()] = held;
      assert.equal(labelOf(explorer.tree, first), "Notes 01");
      await vscode.commands.executeCommand("financialPlanning.list.open", first);
      const url = await eventually("the call", () => {
        const asked = explorer.history.last?.attempts.at(-1)?.url ?? "";
        return asked.includes("/notes-01") ? asked : undefined;
      });
      assert.match(
        url,
        /\/finances\/v1\/clients\/[0-9a-f-]{36}\/notes-01\?pageSize=25&pageNumber=1$/,
      );
    });

    it("stand beside the others where they are fewer", async () => {
      await importLists(20);
      const client = await walk(explorer, "Sandbox", "Finances", /, /);
      const shown = await labels(client);
      assert.ok(!shown.includes("More lists"), shown.join());
      assert.equal(shown.filter((label) => /^Notes \d\d$/.test(label)).length, 20);
    });

    /** A definition of the Finances domain with so many lists of a client. */
    async function importLists(count: number): Promise<void> {
      const parameter = (name: string, place: string, schema: object): object => ({
        ...{ name, in: place, required: place === "path", schema },
      });
      const get = (summary: string): object => ({
        summary,
        parameters: [
          parameter("clientId", "path", { type: "string", format: "uuid" }),
          parameter("pageSize", "query", { type: "integer" }),
          parameter("pageNumber", "query", { type: "integer" }),
        ],
        responses: { 200: { description: "A page." } },
      });
      const numbers = Array.from({ length: count }, (_, index) =>
        String(index + 1).padStart(2, "0"),
      );
      const paths = Object.fromEntries(
        numbers.map((one) => [`/clients/{clientId}/notes-${one}`, { get: get(`Notes ${one}`) }]),
      );
      const text = JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Many", version: "1" },
        paths,
      });
      const uri = vscode.Uri.joinPath(workspaceFolder(), "many-lists.json");
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
      explorer.dialogs.script("Finances", "Use");
      await importDefinition(explorer, uri);
      await vscode.workspace.fs.delete(uri);
    }
  });

  describe("of a panel that is restored", () => {
    it("are said to be gone and asked for by nobody, until a definition has them again", async () => {
      await importServed(explorer, "finances.yaml");
      const node = await walk(explorer, "Sandbox", "Finances", /, /, "Contributions");
      assert.equal(node.kind, "otherList");
      const { operationId } = node.endpoint;
      await forgetDefinitions(explorer);
      await firstClient(explorer);
      const clientId = explorer.tree.loadedClients("sandbox")[0]?.clientId ?? "";
      const state: ListState = {
        ...{ version: 2, layout: FIRST_LAYOUT },
        query: {
          ...{ connectionId: "sandbox", operationId, path: { clientId } },
          ...{ subject: "Okafor, Ngozi", parameters: {}, pageNumber: 1, pageSize: 25 },
          ...{ mode: "page", copy: 0 },
        },
      };
      const before = explorer.history.last?.id;
      const column = vscode.ViewColumn.Active;
      const panel = vscode.window.createWebviewPanel(LIST_PANEL, "", column, {});
      const shown = watch(panel);
      await explorer.answering.restorePanel(panel, state);
      assert.match(panel.title, /Okafor, Ngozi · Sandbox$/);
      const gone = /definition does not have this list/;
      await eventually("that it is gone", () => shown.find((text) => gone.test(text)));
      await vscode.commands.executeCommand("financialPlanning.list.reload").then(undefined, String);
      assert.equal(explorer.history.last?.id, before, "what nobody describes is not called");
      const { length } = shown;
      await importServed(explorer, "finances.yaml");
      await eventually("that it is back", () =>
        shown.slice(length).find((text) => !gone.test(text) && text.includes("Contributions")),
      );
      await eventually("the panel in front", () => (panel.active ? true : undefined));
      await vscode.commands.executeCommand("financialPlanning.list.reload");
      const attempt = explorer.history.last?.attempts.at(-1);
      assert.equal(attempt?.status, 200);
      assert.match(attempt.url, /\/contributions\?/);
      panel.dispose();
    });

    /** The texts of all that is sent to a panel, answers to it too. */
    function watch({ webview }: vscode.WebviewPanel): readonly string[] {
      const sent: string[] = [];
      const post = webview.postMessage.bind(webview);
      Object.defineProperty(webview, "postMessage", {
        value: (message: unknown) => {
          const text = isRecord(message) ? JSON.stringify(message) : "";
          sent.push(text);
          return post(message);
        },
      });
      return sent;
    }
  });
});
