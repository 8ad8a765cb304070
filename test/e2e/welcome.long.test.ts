import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Locator } from "playwright-core";
import { payloadPath } from "../../src/features/pensions/common/target";
import { EDGE_CLIENTS } from "../../src/features/sandbox/server/data/edge/edgeClients";
import { type Editor, leaveWindow, startEditor } from "./support/editor";
import { THEMES, type ThemeName, useTheme } from "./support/themes";
import { untilItWorks } from "./support/until";
import type { Workbench } from "./support/workbench";

const { clientId } = EDGE_CLIENTS.wide;

/** Each view while it has nothing to show: the next action stands there, and does what it says. */
describe("empty views, by hand", () => {
  let editor: Editor;
  let window: Workbench;

  const pane = (title: string): Locator =>
    window.page.locator(".pane").filter({
      has: window.page.locator(".pane-header", { hasText: title }),
    });
  const button = (name: string, view: Locator = window.page.locator("body")): Locator =>
    view.locator(".welcome-view-content").getByRole("button", { name, exact: true });

  const inAllLooks = async (name: string): Promise<void> => {
    for (const theme of Object.keys(THEMES) as ThemeName[]) {
      await useTheme(window, theme);
      await window.screenshot(`welcome-${name}-${theme}`);
    }
  };

  before(async () => {
    editor = await startEditor();
  });

  after(() => editor.stop());

  beforeEach(async () => {
    const folder = editor.newFolder();
    const file = join(folder, payloadPath({ clientId, pensionId: "PEN-1" }));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{\n  "provider": "Aviva"\n}\n');
    window = await editor.openWindow({ folder, width: 1280, height: 800 });
  });

  afterEach(async function () {
    await leaveWindow(this.currentTest, window);
  });

  it("the tree has the sandbox, and adds a connection", async () => {
    await window.openContainer("Financial Planning");
    await window.tree.row("Sandbox");
    const label = window.webview().getByRole("textbox", { name: "Label" });
    await window.tree.open(["Add Connection…"], label);
    assert.equal(await pane("Exports").count(), 0, "a view of exports that has none");
  });

  it("Requests sends one", async () => {
    await window.runCommand("Financial Planning: Show Requests");
    const empty = window.viewWebview();
    await empty.getByText("No requests are recorded yet.").waitFor();
    await inAllLooks("requests");
    await empty.getByRole("button", { name: "Send request…" }).click();
    await window.tab(/^Send [Rr]equest/).waitFor();
  });

  it("Received Calls starts the sandbox, then says how other programs reach it", async () => {
    await window.openContainer("Financial Planning");
    await window.tree.expand("Sandbox");
    await window.runCommand("Financial Planning: Show Calls Received by Sandbox");
    const runForOthers = button("Run Sandbox for Other Programs…");
    await runForOthers.waitFor();
    await inAllLooks("received-running");
    await window.runCommand("Financial Planning: Stop Sandbox");
    await window.modal.clickUntil("Stop sandbox", button("Start Sandbox"));
    await inAllLooks("received-stopped");
    await untilItWorks(async (timeout) => {
      // The editor draws the button anew with each theme, and a click then gets lost.
      if (await button("Start Sandbox").isVisible()) {
        await button("Start Sandbox").click({ timeout });
      }
      await runForOthers.waitFor({ timeout });
    });
    await untilItWorks(async (timeout) => {
      await runForOthers.click({ timeout });
      await window.quickInput.row("Sandbox of this window").first().waitFor({ timeout });
    });
    await window.quickInput.cancel();
  });

  it("Pensions to Write begins a plan", async () => {
    await window.openContainer("Source Control");
    await pane("Pensions to Write").locator(".pane-header").click();
    await button("Plan and PUT Pensions…").waitFor();
    await inAllLooks("pensions-to-write");
    await untilItWorks(async (timeout) => {
      if (await button("Plan and PUT Pensions…").isVisible()) {
        await button("Plan and PUT Pensions…").click({ timeout });
      }
      await window.tab(/^Plan/).first().waitFor({ timeout });
    });
    await window.screenshot("welcome-pensions-to-write-begun");
  });
});
