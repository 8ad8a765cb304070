import assert from "node:assert/strict";
import { type Editor, sharedEditor } from "./support/editor";
import { SharedWindow } from "./support/sharedWindow";
import { untilItWorks } from "./support/until";
import type { Workbench } from "./support/workbench";

const CLIENTS = ["Sandbox", "Client records", "Clients"] as const;

async function expandTo(window: Workbench, path: readonly string[]): Promise<void> {
  for (const depth of path.keys()) {
    await window.tree.expand(...path.slice(0, depth + 1));
  }
}

/** A menu that is opened while the tree still changes is closed by the change. */
async function openClients(window: Workbench): Promise<void> {
  await expandTo(window, CLIENTS);
  await window.tree.row(...CLIENTS, /, /);
}

/** A menu that the tree closes while it changes has chosen nothing: it is opened again. */
async function openList(window: Workbench): Promise<void> {
  await untilItWorks(async (timeout) => {
    await window.tree.menuItem(CLIENTS, "Open List");
    await window
      .tab(/^Clients/)
      .first()
      .waitFor({ timeout });
  });
}

/** The limit is read anew for each call; a saved setting takes a moment to arrive. */
async function reloadUntil(window: Workbench, text: string): Promise<void> {
  const panel = window.webview();
  const shown = panel.getByText(text);
  await shown.or(panel.locator("fp-pager .page")).first().waitFor();
  await untilItWorks(async (timeout) => {
    if (!(await shown.isVisible())) {
      await panel.getByRole("button", { name: "Reload" }).click({ timeout });
    }
    await shown.waitFor({ timeout });
  });
}

describe("the network, by hand", () => {
  let editor: Editor;
  let window: Workbench;
  const shared = new SharedWindow();

  before(async () => {
    editor = await sharedEditor();
  });

  beforeEach(async () => {
    editor.changeSettings({ "workbench.colorTheme": "Dark Modern" });
    window = await shared.take(() => editor.openWindow());
    await window.openContainer("Financial Planning");
  });

  afterEach(async function () {
    editor.changeSettings({ "financialPlanning.network.bodyLimit": undefined });
    await shared.giveBack(this.currentTest);
  });

  after(() => shared.close());

  it("is checked hop by hop: one sentence, the whole on request", async () => {
    await window.tree.menuItem(["Sandbox"], "Check Network");
    await window.notifications.message(/every hop passed/);
    await window.screenshot("network-checked");
    await window.notifications.click(/every hop passed/, "Show details");
    await window.tab(/^network-check\.txt/).waitFor();
    assert.match(await window.editor.text(), /the gateway\s+passed/);
    await window.screenshot("network-check-details");
  });

  it("is VS Code's own when it is chosen, for this connection", async () => {
    await window.tree.menuItem(["Sandbox"], "Choose Networking…");
    await window.screenshot("network-choice");
    await window.quickInput.choose("VS Code networking");
    await openClients(window);
    await window.statusBarItem(/Sandbox · token/).click();
    await window.quickInput.row(/Networking/).waitFor();
    await window.screenshot("network-status");
    await window.page.keyboard.press("Escape");
    await window.tree.menuItem(["Sandbox"], "Choose Networking…");
    await window.quickInput.choose("Explorer's own networking");
  });

  it("carries the trace id that is pinned, and the status bar says so", async () => {
    await window.runCommand("Financial Planning: Pin Trace Id…");
    await window.quickInput.fill("INC-4711");
    await window.screenshot("trace-asked");
    await window.quickInput.accept();
    await window.notifications.message(/INC-4711 from now on/);
    await window.screenshot("trace-pinned");
    await window.notifications.dismissAll();
    await openClients(window);
    await openList(window);
    await window.webview().locator("fp-status-line").getByText("INC-4711").waitFor();
    await window.screenshot("trace-in-panel");
    await window.runCommand("Financial Planning: Unpin Trace Id");
  });

  it("offers to save an answer that is too large", async () => {
    editor.changeSettings({ "financialPlanning.network.bodyLimit": 0.001 });
    await window.reload();
    await expandTo(window, CLIENTS.slice(0, -1));
    await window.tree.row(...CLIENTS);
    await openList(window);
    await reloadUntil(window, "The answer is larger than the limit");
    await window.webview().getByRole("button", { name: "Save to file…" }).waitFor();
    await window.screenshot("answer-too-large");
    await window.webview().getByRole("button", { name: "Save to file…" }).click();
    await window.quickInput.input().waitFor();
    await window.screenshot("answer-save");
    await window.quickInput.accept();
    await window.notifications.message(/^Saved .* to clients\.json\./);
    await window.screenshot("answer-saved");
  });
});
