import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ListSession } from "../../src/core/lists/pagedSession";
import { ErrorActions } from "../../src/host/errorActions";
import { translate } from "../../src/host/translate";
import { describeFailure } from "../../src/lists/panelErrors";
import { panelView } from "../../src/lists/panelView";
import { ANSWER_SCHEME, LIST_PANEL } from "../../src/manifest";
import {
  activateExplorer,
  eventually,
  firstClient,
  walk,
  type TestHandle,
} from "./support/explorer";

describe("the list panel", () => {
  let explorer: TestHandle;

  before(async () => {
    explorer = await activateExplorer();
  });

  after(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  const lastUrl = (): URL => new URL(explorer.history.last!.attempts.at(-1)!.url);
  const panelTab = (label: RegExp): vscode.Tab | undefined =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .find(
        ({ input, label: text }) =>
          input instanceof vscode.TabInputWebview &&
          input.viewType.endsWith(LIST_PANEL) &&
          label.test(text),
      );

  async function openHoldings(): Promise<void> {
    const node = await walk(explorer, "Sandbox", "Finances", /, /, "Holdings");
    await vscode.commands.executeCommand("financialPlanning.list.open", node);
    await eventually("the holdings panel", () => panelTab(/^Holdings · /));
  }

  it("opens holdings with page size and page number", async () => {
    await openHoldings();
    await eventually("the first page", () =>
      explorer.history.last?.attempts.at(-1)?.status === 200 ? true : undefined,
    );
    assert.match(lastUrl().pathname, /^\/finances\/v1\/clients\/[^/]+\/holdings$/);
    assert.equal(lastUrl().searchParams.get("pageSize"), "25");
    assert.equal(lastUrl().searchParams.get("pageNumber"), "1");
  });

  it("turns pages by command", async () => {
    await openHoldings();
    const steps = [
      ["nextPage", "2"],
      ["previousPage", "1"],
      ["nextPage", "2"],
      ["reload", "2"],
      ["firstPage", "1"],
    ] as const;
    for (const [step, page] of steps) {
      const before = explorer.history.last;
      await vscode.commands.executeCommand(`financialPlanning.list.${step}`);
      await eventually(`${step} to be asked for`, () =>
        explorer.history.last !== before ? true : undefined,
      );
      assert.equal(lastUrl().searchParams.get("pageNumber"), page, step);
    }
  });

  it("copies the ids of the panel in front, not of the last call", async () => {
    const results = await walk(explorer, "Sandbox", "Risk profiling", /, /, "Results");
    await openHoldings();
    await vscode.commands.executeCommand("financialPlanning.list.reload");
    const ofHoldings = explorer.history.last!;
    await vscode.commands.executeCommand("financialPlanning.list.open", results);
    await eventually("the results panel", () => panelTab(/^Results · /));
    await vscode.commands.executeCommand("financialPlanning.list.reload");
    assert.notEqual(explorer.history.last!.id, ofHoldings.id);
    await openHoldings();
    await eventually("the holdings in front", () =>
      panelTab(/^Holdings · /)?.isActive ? true : undefined,
    );
    await vscode.commands.executeCommand("financialPlanning.requests.copyTraceId");
    assert.equal(await vscode.env.clipboard.readText(), ofHoldings.traceId);
  });

  it("says of a first load that was cancelled that it was, and offers to reload", async () => {
    const query = { pageNumber: 1, pageSize: 25 };
    const session = new ListSession({
      source: { list: "clients" },
      query,
      client: async () => {
        const { client } = await explorer.connections.open("sandbox");
        await client.dispose();
        return client;
      },
      onChange: () => undefined,
    });
    const shown = (): readonly (string | undefined)[] => {
      const { error, empty } = panelView({
        target: { connectionId: "sandbox", list: "clients", ...query },
        connection: explorer.connections.summary("sandbox"),
        state: session.state,
        describeError: (failure) =>
          describeFailure(failure, "clients", { translate, errorActions: new ErrorActions() }),
      });
      return [error?.what, empty?.what, empty?.advice, empty?.actions[0]?.label];
    };
    const restored = "Nothing was asked of the service since the window was opened.";
    assert.deepEqual(shown(), [undefined, "Restored, press Reload.", restored, "Reload"]);
    await session.reload();
    assert.deepEqual(shown(), [undefined, "Cancelled.", "Press Reload.", "Reload"]);
    await explorer.connections.reopen("sandbox");
  });

  it("opens the page as a read-only JSON editor, byte for byte", async () => {
    await openHoldings();
    await vscode.commands.executeCommand("financialPlanning.list.firstPage");
    await vscode.commands.executeCommand("financialPlanning.list.openAsJson");
    const document = vscode.window.activeTextEditor!.document;
    assert.equal(document.uri.scheme, ANSWER_SCHEME);
    assert.equal(document.languageId, "json");
    const bytes = await vscode.workspace.fs.readFile(document.uri);
    const clientId = (await firstClient(explorer)).row.id!.value;
    const { client } = await explorer.connections.open("sandbox");
    const answer = await client.send(
      {
        operationId: "listHoldings",
        path: { clientId },
        query: { pageNumber: 1, pageSize: 25 },
      },
      { action: client.startAction("Holdings") },
    );
    assert.deepEqual(Buffer.from(bytes), Buffer.from(answer.body));
    assert.equal(document.getText(), answer.text);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(document.uri, new Uint8Array()));
  });

  it("opens clients and results", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const clients = await walk(explorer, "Sandbox", "Client records", "Clients");
    await vscode.commands.executeCommand("financialPlanning.list.open", clients);
    await eventually("the clients panel", () => panelTab(/^Clients/));
    const results = await walk(explorer, "Sandbox", "Risk profiling", /, /, "Results");
    await vscode.commands.executeCommand("financialPlanning.list.open", results);
    await eventually("the results panel", () => panelTab(/^Results · /));
    assert.match(lastUrl().pathname, /^\/profiling\/v1\/clients\/[^/]+\/results$/);
  });
});
