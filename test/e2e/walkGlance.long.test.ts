import assert from "node:assert/strict";
import { type Editor, startEditor } from "./support/editor";
import { ListHands } from "./support/listHands";
import { endWithFirstFailure } from "./support/sharedWindow";
import { untilRead } from "./support/until";
import type { Workbench } from "./support/workbench";

const CLIENTS = ["Sandbox", "Client records", "Clients"] as const;
const LOOKS = {
  light: "Light Modern",
  dark: "Dark Modern",
  highContrast: "Default High Contrast",
};

/** Profiles, JSON laid out and JSONPath by keys alone, in each look: a picture of each step. */
for (const [look, theme] of Object.entries(LOOKS)) {
  describe(`a list at a glance, by keys, ${look}`, function () {
    endWithFirstFailure(this);
    let editor: Editor;
    let window: Workbench;
    let hands: ListHands;

    const picture = (name: string): Promise<void> => window.screenshot(`glance-${look}-${name}`);
    const run = (title: string): Promise<void> => window.runCommand(`Financial Planning: ${title}`);

    before(async () => {
      editor = await startEditor();
      editor.changeSettings({ "workbench.colorTheme": theme });
      window = await editor.openWindow();
      hands = new ListHands(window);
      await window.openContainer("Financial Planning");
      await window.tree.row("Sandbox");
      for (let depth = 1; depth <= CLIENTS.length; depth++) {
        await window.tree.expand(...CLIENTS.slice(0, depth));
      }
      await hands.openClient("Many");
      await hands.openList("Many", "Holdings");
    });

    after(async () => {
      await window.close();
      await editor.stop();
    });

    it("profiles are turned on, and a bar is chosen in the summary", async () => {
      await hands.button("Profiles").focus();
      await window.page.keyboard.press("Enter");
      await hands.head("value").getByRole("img").waitFor();
      await hands.head("provider").getByRole("img").waitFor();
      await picture("profiles");
      await hands.assertAccessible();
      await hands.go(
        "Tab",
        window.webview().locator("fp-list-grid [aria-rowindex] [tabindex='0']"),
      );
      await window.page.keyboard.press("Control+ArrowUp");
      await window.page.keyboard.press("ArrowUp");
      await hands.go("ArrowRight", hands.head("value"));
      await window.page.keyboard.press("Shift+F10");
      const items = window.webview().locator("fp-grid-menu .item");
      await hands.go("ArrowDown", items.filter({ hasText: "Summary…" }));
      await window.page.keyboard.press("Enter");
      await window.webview().getByText("Standard deviation").waitFor();
      await picture("summary");
      await hands.assertAccessible();
      const summary = window.webview().getByRole("dialog", { name: "Summary of value" });
      await hands.go("Tab", summary.getByRole("button").first());
      await window.page.keyboard.press("Enter");
      await window.webview().locator("fp-grid-bar .chip").first().waitFor();
      await picture("filtered");
    });

    it("cells are found by JSONPath in the find bar", async () => {
      await window.page.keyboard.press("Escape");
      await run("Find in List");
      await hands.button("JSONPath").press("Enter");
      const field = window.webview().getByRole("textbox", { name: "Find by JSONPath" });
      await field.fill("$[*].value");
      await field.press("Enter");
      await window
        .webview()
        .getByText(/^1 of \d+$/)
        .waitFor();
      await window.webview().locator(".body .marked").first().waitFor();
      await picture("path-bar");
      await hands.assertAccessible();
      await field.press("Escape");
    });

    it("the page opens laid out, and as it came by one command", async () => {
      await run("Open Page as JSON");
      await window.tab(/^holdings-page-\d+\.json/).waitFor();
      const laidOut = await window.editor.text();
      assert.match(laidOut, /^\{\n {2}"/);
      await picture("laid-out");
      await run("Show Answer as It Came");
      await untilRead("the bytes", /^\{.*\}\s*$/, () => window.editor.text());
      await picture("as-it-came");
      await run("Show Answer Laid Out");
      await untilRead("the lines", /^\{\n {2}"/, () => window.editor.text());
    });

    it("values are found by JSONPath", async () => {
      await run("Find by JSONPath…");
      await window.quickInput.fill("$..[");
      await window.page.locator(".quick-input-message").getByText("no JSONPath query").waitFor();
      await picture("path-wrong");
      await window.quickInput.fill("$..value");
      await window.quickInput.accept();
      await window.page
        .getByText(/^\d+ matches, marked\.$/)
        .first()
        .waitFor();
      await picture("path-found");
    });
  });
}
