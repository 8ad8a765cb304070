import assert from "node:assert/strict";
import { leaveWindow, sharedEditor } from "./support/editor";
import type { Workbench } from "./support/workbench";

/** README as the editor shows it of an extension that is installed. */
describe("the explorer's page among the extensions", () => {
  let window: Workbench;

  before(async () => {
    window = await (await sharedEditor()).openWindow();
  });

  after(async function () {
    await leaveWindow(this.currentTest, window);
  });

  it("has no picture that is missing, and no link that leads nowhere", async () => {
    await window.openContainer("Extensions");
    const item = window.page.locator(".extension-list-item");
    await item.filter({ hasText: "Financial Planning API Explorer" }).first().click();
    const page = window.webview();
    await page.getByRole("heading", { name: "The first five minutes" }).waitFor();
    assert.equal(await page.locator("img").count(), 0, "a picture would need the web");
    const links = await page.locator("a[href]").all();
    const targets = await Promise.all(links.map((link) => link.getAttribute("href")));
    assert.deepEqual(
      targets.filter((target) => !/^(?:https?:|#)/.test(target ?? "")),
      [],
    );
    await window.screenshot("extension-page");
  });
});
