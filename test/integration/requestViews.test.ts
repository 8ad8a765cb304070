import assert from "node:assert/strict";
import * as vscode from "vscode";
import { REQUEST_PANEL } from "../../src/manifest";
import { RequestPanels } from "../../src/features/requests/host/requestPanels";
import { translate } from "../../src/platform/vscode/translate";
import { aHistory } from "../fakes/history";
import { aCall, turnedAway } from "../e2e/panels/requestSamples";
import { anAction } from "../fakes/action";
import { activateExplorer, eventually, message, walk, type TestHandle } from "./support/explorer";

interface Opened {
  readonly panel: vscode.WebviewPanel;
  readonly rpc: { notify: (name: string, content: unknown) => void };
}

describe("requests: view, panels and their commands", () => {
  let explorer: TestHandle;

  before(async () => {
    explorer = await activateExplorer();
    // What suites before left in front would be meant.
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await walk(explorer, "Sandbox", "Client records", "Clients", /, /);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("financialPlanning.trace.unpin");
    explorer.dialogs.takeShown();
  });

  const tabs = (): readonly vscode.Tab[] =>
    vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(
        ({ input }) =>
          input instanceof vscode.TabInputWebview && input.viewType.endsWith(REQUEST_PANEL),
      );
  const clipboard = async (): Promise<string> => vscode.env.clipboard.readText();

  it("opens one panel per action, the last one where none is named", async () => {
    const last = explorer.history.last!;
    await vscode.commands.executeCommand("financialPlanning.requests.open");
    await eventually("the panel", () => (tabs().length === 1 ? true : undefined));
    assert.equal(tabs()[0]!.label, `Request · ${last.title}`);
    await vscode.commands.executeCommand("financialPlanning.requests.open", { actionId: last.id });
    assert.equal(tabs().length, 1);
    const other = anAction({ id: "other-action", title: "Other", attempts: [aCall()] });
    explorer.history.note(other);
    await vscode.commands.executeCommand("financialPlanning.requests.open", { actionId: other.id });
    await eventually("the other panel", () => (tabs().length === 2 ? true : undefined));
  });

  it("copies the ids of what is named: of the attempt, else of the last one", async () => {
    const attempts = [turnedAway({ requestId: "first-id" }), aCall({ requestId: "second-id" })];
    const numbered = attempts.map((attempt, index) => ({ ...attempt, number: index + 1 }));
    explorer.history.note(anAction({ id: "twice", traceId: "fpx-twice", attempts: numbered }));
    const run = async (name: string, argument: object): Promise<string> => {
      await vscode.commands.executeCommand(`financialPlanning.requests.${name}`, argument);
      return clipboard();
    };
    assert.equal(await run("copyRequestId", { actionId: "twice" }), "second-id");
    assert.equal(await run("copyRequestId", { actionId: "twice", attempt: 1 }), "first-id");
    assert.equal(await run("copyTraceId", { actionId: "twice", attempt: 1 }), "fpx-twice");
    await vscode.commands.executeCommand("financialPlanning.requests.copyTraceId", {
      actionId: "nobody's",
    });
    await message(explorer, /^This request is no longer recorded\./);
  });

  it("pins the trace id of a request", async () => {
    explorer.history.note(anAction({ id: "pinned", traceId: "fpx-pinned", attempts: [aCall()] }));
    await vscode.commands.executeCommand("financialPlanning.requests.pinTraceId", {
      actionId: "pinned",
    });
    assert.equal(explorer.pinnedTrace.current, "fpx-pinned");
  });

  it("says of a body that is not kept what to do", async () => {
    explorer.history.note(anAction({ id: "bodiless", attempts: [aCall()] }));
    await vscode.commands.executeCommand("financialPlanning.requests.openBody", {
      actionId: "bodiless",
      part: "response",
    });
    assert.match(
      await message(explorer, /no longer kept/),
      /Send it again\. To keep bodies from now on, turn on financialPlanning\.requests\.keepBodies/,
    );
  });

  it("shows the view, which asks for its lines, and clears after a question only", async () => {
    await vscode.commands.executeCommand("financialPlanning.requests.show");
    const before = explorer.history.size;
    assert.ok(before > 0);
    explorer.dialogs.script(undefined);
    await vscode.commands.executeCommand("financialPlanning.requests.clear");
    assert.equal(explorer.history.size, before);
    explorer.dialogs.takeShown();
    explorer.dialogs.script("Clear");
    await vscode.commands.executeCommand("financialPlanning.requests.clear");
    assert.match(explorer.dialogs.takeShown()[0] ?? "", /^Clear the history of requests\?\nAll /);
    assert.equal(explorer.history.size, 0);
    await vscode.commands.executeCommand("workbench.action.closePanel");
  });

  it("restores a panel of an action that is known, of one that is gone, and no other", () => {
    const history = aHistory([anAction({ id: "known", title: "Known", attempts: [aCall()] })]);
    const panels = new RequestPanels({
      ...{ history, translate, privacy: explorer.privacy },
      extensionUri: vscode.extensions.getExtension(
        "financial-planning-tools.financial-planning-api-explorer",
      )!.extensionUri,
    });
    const restore = (state: unknown): { readonly title: string; readonly isClosed: boolean } => {
      let isClosed = false;
      const panel = vscode.window.createWebviewPanel(
        REQUEST_PANEL,
        "restored",
        vscode.ViewColumn.One,
      );
      panel.onDidDispose(() => {
        isClosed = true;
      });
      panels.restore(panel, state);
      return {
        get title() {
          return isClosed ? "" : panel.title;
        },
        get isClosed() {
          return isClosed;
        },
      };
    };
    const known = restore({ version: 1, actionId: "known" });
    const gone = restore({ version: 1, actionId: "gone" });
    const foreign = restore({ version: 1, actionId: 7 });
    const again = restore({ version: 1, actionId: "known" });
    assert.deepEqual(
      [known, gone, foreign, again].map(({ isClosed }) => isClosed),
      [false, false, true, true],
    );
    history.note(anAction({ id: "known", title: "Known better", attempts: [aCall()] }));
    assert.equal(known.title, "Request · Known better");
    panels.dispose();
  });

  it("tells a panel of many attempts now and then, and of the last of them", async () => {
    const attempts = Array.from({ length: 30 }, () => aCall());
    const long = anAction({ id: "walk", title: "Walk", attempts });
    const history = aHistory([long]);
    const panels = new RequestPanels({
      ...{ history, translate, privacy: explorer.privacy },
      extensionUri: vscode.extensions.getExtension(
        "financial-planning-tools.financial-planning-api-explorer",
      )!.extensionUri,
    });
    panels.show(long);
    const open = Reflect.get(panels, "open") as Map<string, Opened>;
    const { panel, rpc } = open.get("walk")!;
    const told: string[] = [];
    rpc.notify = (_name, content) => void told.push(JSON.stringify(content));
    for (let count = 1; count <= 200; count++) {
      history.note({ ...long, title: `Walk ${count}` });
    }
    assert.equal(panel.title, "Request · Walk 200");
    assert.equal(told.length, 1, "the first at once");
    await eventually("the last", () => (told.length > 1 ? true : undefined));
    assert.equal(told.length, 2);
    assert.match(told[1]!, /"title":"Walk 200"/);
    panel.dispose();
    panels.dispose();
  });
});
