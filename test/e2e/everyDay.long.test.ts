import assert from "node:assert/strict";
import { SETTINGS } from "../../src/manifest";
import { SHORTENED, TOO_WIDE } from "./panels/measure";
import { type Editor, startEditor } from "./support/editor";
import { endWithFirstFailure } from "./support/sharedWindow";
import { type ThemeName, THEMES } from "./support/themes";
import { untilRead } from "./support/until";
import type { Workbench } from "./support/workbench";

const CLIENTS = ["Sandbox", "Client records", "Clients"] as const;

/** What is done on any day beside the main job: connections, settings, and tickets for several calls. */
for (const theme of Object.keys(THEMES) as ThemeName[]) {
  describe(`every day, ${theme}`, function () {
    endWithFirstFailure(this);
    let editor: Editor;
    let window: Workbench;

    const picture = (name: string): Promise<void> =>
      window.screenshot(`every-day-${theme}-${name}`);

    before(async () => {
      editor = await startEditor({ settings: { "workbench.colorTheme": THEMES[theme].setting } });
      window = await editor.openWindow({ width: 1280, height: 800 });
      await window.openContainer("Financial Planning");
      await window.tree.row("Sandbox");
    });

    after(async () => {
      await window.close();
      await editor.stop();
    });

    it("has all settings, each with what it does", async () => {
      const { page } = window;
      await window.runCommand("Preferences: Open Settings (UI)");
      await page.locator(".settings-editor .suggest-input-container").first().click();
      await page.keyboard.type("financialPlanning");
      const shown = page.locator('.setting-item-contents[data-key^="financialPlanning."]');
      await shown.first().waitFor();
      const wanted = Object.keys(SETTINGS).length;
      // Rows out of sight do not exist, and one is as high as its description.
      const seen = new Set<string>();
      for (let part = 0; seen.size < wanted; part++) {
        const before = seen.size;
        for (const one of await shown.all()) {
          seen.add((await one.getAttribute("data-key")) ?? "");
          assert.match(await one.locator(".setting-item-description").innerText(), /\w{3}/);
        }
        if (part % 6 === 0) {
          await picture(`settings-${String(part / 6)}`);
        }
        assert.ok(part < 60, `${before} of ${wanted} settings are found`);
        await page.locator(".settings-editor .settings-tree-container").hover();
        await page.mouse.wheel(0, 60);
      }
      await window.runCommand("View: Close All Editors");
    });

    it("adds a connection in a window of 1280 × 800, without scrolling", async () => {
      await window.runCommand("Financial Planning: Add Connection…");
      const form = window.webview();
      await form.getByLabel("Label", { exact: true }).waitFor();
      await form.getByRole("button", { name: "Save", exact: true }).waitFor();
      await picture("add-connection");
      const main = form.locator("fp-connection-form main");
      const [all, room] = await main.evaluate(
        ({ scrollHeight, clientHeight }: { scrollHeight: number; clientHeight: number }) =>
          [scrollHeight, clientHeight] as const,
      );
      assert.ok(all <= room, `${all} of ${room} pixels`);
      for (const measure of [TOO_WIDE, SHORTENED]) {
        assert.deepEqual(await form.locator("body").evaluate(measure), []);
      }
      await form.getByLabel("Label", { exact: true }).fill("Acme production");
      await form.getByLabel("Base URL", { exact: true }).fill("https://127.0.0.1:9");
      await form.getByLabel("Auth URL", { exact: true }).fill("https://127.0.0.1:9");
      await form.getByLabel("Client ID", { exact: true }).fill("acme-batch");
      await form.getByRole("radio", { name: "PRODUCTION" }).click();
      await picture("add-connection-filled");
      await form.getByRole("button", { name: "Save", exact: true }).click();
      await window.tree.row(/^Acme production/);
      await picture("connection-added");
      await window.notifications.dismissAll();
      await window.runCommand("View: Close All Editors");
    });

    it("switches between connections from the palette", async () => {
      await window.runCommand("Financial Planning: Switch Connection…");
      await window.quickInput.row(/Acme production/).waitFor();
      await picture("switch-connection");
      await window.quickInput.choose(/Acme production/);
      await window.quickInput.waitUntilClosed();
      await window.statusBarItem(/Acme production/).waitFor();
      await window.notifications.message(/^PRODUCTION is locked/);
      await picture("switched");
      await window.notifications.dismissAll();
      await window.runCommand("Financial Planning: Switch Connection…");
      await window.quickInput.choose(/^Sandbox/);
      await window.quickInput.waitUntilClosed();
      await window.statusBarItem(/Sandbox/).waitFor();
    });

    it("copies one ticket for several requests", async () => {
      for (let depth = 1; depth <= CLIENTS.length; depth++) {
        await window.tree.expand(...CLIENTS.slice(0, depth));
      }
      await window.tree.expand(...CLIENTS, /, /);
      for (const list of ["Holdings", "Results"]) {
        await window.tree.click(...CLIENTS, /, /, list);
        await window.tab(new RegExp(`^${list} · `)).waitFor();
        await window.webview().locator("fp-list-grid .cell").first().waitFor();
      }
      await window.showPanel("Financial Planning Requests");
      const row = (index: number) =>
        window.viewWebview().locator(`.canvas [data-index='${String(index)}'] .status`);
      await row(2).waitFor();
      await row(0).click();
      await row(2).click({ modifiers: ["Shift"] });
      await window.viewWebview().locator(".row[aria-selected=true]").nth(2).waitFor();
      await row(1).click({ button: "right" });
      await window.menu.item("Copy Request for Support Ticket").waitFor();
      await picture("tickets-menu");
      await window.writeClipboard("nothing yet");
      await window.menu.choose("Copy Request for Support Ticket");
      const ticket = await untilRead("the clipboard", /Trace id/, () => window.readClipboard());
      await window.statusBarItem(/support ticket about 3 requests/).waitFor();
      await picture("tickets-copied");
      assert.equal(ticket.match(/^## /gm)?.length, 3);
      assert.match(ticket, /fingerprint `[0-9a-f]{6}`/);
      assert.doesNotMatch(ticket, /eyJ[\w-]{20,}/);
    });

    it("left no unhandled error in the log", () => {
      assert.deepEqual(window.problems(), []);
    });
  });
}
