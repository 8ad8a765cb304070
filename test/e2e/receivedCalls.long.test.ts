import { type Editor, startEditor } from "./support/editor";
import { THEMES, type ThemeName, useTheme } from "./support/themes";
import { untilItWorks } from "./support/until";
import type { Workbench } from "./support/workbench";

describe("the sandbox for other programs, by hand", () => {
  let editor: Editor;
  let window: Workbench;

  before(async () => {
    editor = await startEditor();
    // Drawn as text, not as a picture.
    editor.changeSettings({ "terminal.integrated.gpuAcceleration": "off" });
    window = await editor.openWindow({ folder: false });
  });

  after(async () => {
    await window.close();
    await editor.stop();
  });

  it("is described, and shows what it receives with the rules that were broken", async () => {
    const { page } = window;
    await window.runCommand("Financial Planning: Run Sandbox for Other Programs…");
    await window.quickInput.row("Sandbox of this window").first().click();
    const text = page.locator(".monaco-editor .view-lines").first();
    await text.filter({ hasText: "npx fp-sandbox --port" }).waitFor();
    const [, baseUrl = ""] = /Service:\s(http:\S+)/.exec(await text.innerText()) ?? [];
    await fetch(`${baseUrl}/crm/v1/clients?pageSize=0`);
    await fetch(`${baseUrl}/crm/v1/clients/8E0C6F5E-0D1B-4A53-9A55-0F6F2B1F7C11`);
    const view = page.locator(".part.panel .pane", { hasText: "Received Calls" });
    const call = view.locator(".monaco-list-row", { hasText: "pageSize=0" });
    await call.waitFor();
    const header = view.locator(".monaco-list-row", { hasText: "Ocp-Apim-Subscription-Key" });
    // The second call draws the rows anew.
    await untilItWorks(async (timeout) => {
      if ((await call.getAttribute("aria-expanded", { timeout })) !== "true") {
        await call.locator(".monaco-tl-twistie").click({ timeout });
      }
      await header.waitFor({ timeout });
    });
    for (const theme of Object.keys(THEMES) as ThemeName[]) {
      await useTheme(window, theme);
      await window.screenshot(`received-calls-${theme}`);
    }
    await call.locator(".label-name").click();
    await window.tab(/^received-call-\d+\.json/).waitFor();
    await window.screenshot("received-call");
  });

  it("runs in a terminal, and ends with it", async () => {
    const { page } = window;
    await window.runCommand("Financial Planning: Run Sandbox for Other Programs…");
    await window.quickInput.row("Another one in a terminal").first().click();
    await window.quickInput.row("Made-up data").first().click();
    await window.quickInput.fill("0");
    await window.quickInput.accept();
    const terminal = page.locator(".part.panel .xterm-rows");
    await terminal.filter({ hasText: "Press Ctrl+C to stop." }).waitFor();
    await window.screenshot("sandbox-in-terminal");
    await page.keyboard.press("Control+C");
    await terminal.waitFor({ state: "detached" });
  });
});
