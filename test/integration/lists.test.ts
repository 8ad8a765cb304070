import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ANSWER_SCHEME, LIST_PANEL } from "../../src/manifest";
import { layOut } from "../../src/platform/json/layOut";
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
  const panelTabs = (label: RegExp): readonly vscode.Tab[] =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(
        ({ input, label: text }) =>
          input instanceof vscode.TabInputWebview &&
          input.viewType.endsWith(LIST_PANEL) &&
          label.test(text),
      );
  const panelTab = (label: RegExp): vscode.Tab | undefined => panelTabs(label)[0];

  /** Runs a command of the panel in front, which asks for a page. */
  async function run(step: string, page: string): Promise<void> {
    const before = explorer.history.last;
    await vscode.commands.executeCommand(`financialPlanning.list.${step}`);
    await eventually(`${step} to be asked for`, () =>
      explorer.history.last !== before ? true : undefined,
    );
    assert.equal(lastUrl().searchParams.get("pageNumber"), page, step);
  }

  async function openHoldings(): Promise<void> {
    const node = await walk(explorer, "Sandbox", "Finances", /, /, "Holdings");
    await vscode.commands.executeCommand("financialPlanning.list.open", node);
    await eventually("the holdings in front", () =>
      panelTabs(/^Holdings · /).some(({ isActive, group }) => isActive && group.isActive)
        ? true
        : undefined,
    );
  }

  it("opens one panel where its row is clicked twice", async () => {
    const node = await walk(explorer, "Sandbox", "Finances", /, /, "Holdings");
    const click = (): Thenable<unknown> =>
      vscode.commands.executeCommand("financialPlanning.list.open", node);
    await Promise.all([click(), click()]);
    await eventually("the panel", () => panelTab(/^Holdings · /));
    assert.equal(panelTabs(/^Holdings · /).length, 1);
  });

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
      await run(step, page);
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

  it("goes to the last page, which is as far as the service says that it goes", async () => {
    await openHoldings();
    await run("firstPage", "1");
    await run("lastPage", "2");
    await run("firstPage", "1");
  });

  it("loads all pages under one trace id, one after the other", async () => {
    await openHoldings();
    await vscode.commands.executeCommand("financialPlanning.list.loadAll");
    const { attempts, title } = explorer.history.last!;
    assert.equal(title, "Holdings, all pages");
    const pages = attempts.map(({ url }) => new URL(url).searchParams.get("pageNumber"));
    assert.deepEqual(pages.slice(0, 2), ["1", "2"]);
    assert.ok(attempts.every(({ status }) => status === 200));
    await vscode.commands.executeCommand("financialPlanning.list.stopLoading");
    await vscode.commands.executeCommand("financialPlanning.list.openAsJson");
    const rows = JSON.parse(vscode.window.activeTextEditor!.document.getText()) as unknown[];
    assert.equal(rows.length, 37);
    await openHoldings();
    await run("firstPage", "1");
  });

  it("asks how the rows are found, and leaves all as it is when nobody says", async () => {
    await openHoldings();
    const before = explorer.history.last!.id;
    explorer.dialogs.script(undefined);
    await vscode.commands.executeCommand("financialPlanning.list.changeRules");
    await vscode.commands.executeCommand("financialPlanning.list.find");
    assert.equal(explorer.history.last!.id, before);
  });

  it("copies the address of the page in front, whole", async () => {
    await openHoldings();
    await run("firstPage", "1");
    await vscode.commands.executeCommand("financialPlanning.list.copyAddress");
    assert.equal(await vscode.env.clipboard.readText(), lastUrl().href);
  });

  it("opens the same list beside as a panel of its own, as often as it is asked to", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await openHoldings();
    const tabs = (): number => panelTabs(/^Holdings · /).length;
    await vscode.commands.executeCommand("financialPlanning.list.openToSide");
    await eventually("a second panel", () => (tabs() === 2 ? true : undefined));
    assert.equal(vscode.window.tabGroups.all.length, 2);
    // Asked for by its node it is brought to the front, not made once more.
    await openHoldings();
    assert.equal(tabs(), 2);
    const node = await walk(explorer, "Sandbox", "Finances", /, /, "Holdings");
    await vscode.commands.executeCommand("financialPlanning.list.openToSide", node);
    await eventually("a third panel", () => (tabs() === 3 ? true : undefined));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("opens any list of the definition, for a client that is chosen or typed", async () => {
    const client = await firstClient(explorer);
    const { value } = client.row.id!;
    explorer.dialogs.script("Holdings", client.row.label!.value);
    await vscode.commands.executeCommand("financialPlanning.list.openEndpoint");
    await eventually("the holdings", () => panelTab(/^Holdings · .+, /));
    assert.ok(lastUrl().pathname.includes(value));
    const sandbox = await walk(explorer, "Sandbox");
    explorer.dialogs.script("Results", "Enter an id…", value);
    await vscode.commands.executeCommand("financialPlanning.list.openEndpoint", sandbox);
    await eventually("the results", () => panelTab(/^Results · .+, /));
    assert.match(lastUrl().pathname, new RegExp(`^/profiling/v1/clients/${value}/results$`));
  });

  it("asks a client's node for nothing but the list", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const client = await firstClient(explorer);
    explorer.dialogs.script("Results");
    await vscode.commands.executeCommand("financialPlanning.list.openEndpoint", client);
    const label = client.row.label!.value;
    await eventually("the results", () => panelTab(new RegExp(`^Results · ${label}`)));
  });

  it("opens the page as read-only JSON, laid out, and byte for byte as it came", async () => {
    await openHoldings();
    await vscode.commands.executeCommand("financialPlanning.list.firstPage");
    await vscode.commands.executeCommand("financialPlanning.list.openAsJson");
    const laidOut = vscode.window.activeTextEditor!.document;
    assert.equal(laidOut.uri.scheme, ANSWER_SCHEME);
    assert.equal(laidOut.languageId, "json");
    await vscode.commands.executeCommand("financialPlanning.answer.showAsItCame");
    const document = vscode.window.activeTextEditor!.document;
    assert.equal(document.languageId, "json");
    assert.notEqual(document.uri.toString(), laidOut.uri.toString());
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
    assert.equal(laidOut.getText(), layOut(answer.text));
    assert.ok(laidOut.lineCount > document.lineCount);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(document.uri, new Uint8Array()));
    await vscode.commands.executeCommand("financialPlanning.answer.showLaidOut");
    assert.equal(
      vscode.window.activeTextEditor!.document.uri.toString(),
      laidOut.uri.toString(),
      "and back",
    );
  });

  it("means by a page that is opened the call that brought it, not one that failed since", async () => {
    const reload = (): Thenable<unknown> =>
      vscode.commands.executeCommand("financialPlanning.list.reload");
    await openHoldings();
    await reload();
    const { requestId } = explorer.history.last!.attempts.at(-1)!;
    await explorer.sandbox.setFaults([
      { path: "*/holdings", method: "GET", fault: { kind: "status", status: 403 } },
    ]);
    await reload();
    assert.equal(explorer.history.last!.attempts.at(-1)!.status, 403);
    await explorer.sandbox.setFaults([]);
    await vscode.commands.executeCommand("financialPlanning.list.openAsJson");
    await vscode.commands.executeCommand("financialPlanning.requests.copyRequestId");
    assert.equal(await vscode.env.clipboard.readText(), requestId);
    await openHoldings();
    await reload();
  });

  it("finds values of the page by JSONPath, and copies them as they are written", async () => {
    await openHoldings();
    await vscode.commands.executeCommand("financialPlanning.list.openAsJson");
    const text = vscode.window.activeTextEditor!.document.getText();
    explorer.dialogs.script("$..value", "Copy");
    await vscode.commands.executeCommand("financialPlanning.answer.findByPath");
    const values = [...text.matchAll(/"value": (\S+?),?\n/g)].map(([, value]) => value);
    assert.ok(values.length > 1);
    assert.equal(await vscode.env.clipboard.readText(), values.join("\n"));
  });

  it("finds values of a recorded answer by JSONPath", async () => {
    await openHoldings();
    const { id: actionId } = explorer.history.last!;
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    explorer.dialogs.script("$..value", "Copy");
    await vscode.commands.executeCommand("financialPlanning.answer.findByPath", { actionId });
    const { document } = vscode.window.activeTextEditor!;
    const values = [...document.getText().matchAll(/"value": (\S+?),?\n/g)].map(([, one]) => one);
    assert.ok(values.length > 1);
    assert.equal(await vscode.env.clipboard.readText(), values.join("\n"));
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
