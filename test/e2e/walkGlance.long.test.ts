import assert from "node:assert/strict";
import type { Heard } from "./support/heard";
import type { KeyHands } from "./support/keyHands";
import { KeyWalk } from "./support/keyWalk";
import { edgeId, ListHands } from "./support/listHands";
import { endWithFirstFailure } from "./support/sharedWindow";
import { type ThemeName, THEMES } from "./support/themes";
import { untilItWorks, untilRead } from "./support/until";
import type { Workbench } from "./support/workbench";

/** Profiles, JSON laid out and JSONPath by keys alone, in each look: a picture of each step. */
for (const look of Object.keys(THEMES) as ThemeName[]) {
  describe(`a list at a glance, by keys, ${look}`, function () {
    endWithFirstFailure(this);
    let walk: KeyWalk;
    let window: Workbench;
    let keys: KeyHands;
    let heard: Heard;
    let hands: ListHands;

    const picture = (name: string): Promise<void> => window.screenshot(`glance-${look}-${name}`);
    const run = (title: string): Promise<void> => keys.command(`Financial Planning: ${title}`);
    const lines = async (): Promise<string> => (await window.editor.visibleLines()).join("\n");

    before(async () => {
      walk = await KeyWalk.start(look, "glance");
      ({ window, keys } = walk);
      ({ heard } = keys);
      hands = new ListHands(window);
    });

    afterEach(function () {
      return walk.noteFailure(this.currentTest);
    });

    after(() => walk.end());

    it("a client is opened by its id, and its holdings", async () => {
      // A window that has just begun shows the view without the focus.
      await untilItWorks((patience) => keys.openView(patience));
      await run("Open Client by Id…");
      await heard.focus("the id", /^textbox/);
      await keys.type(edgeId("Many"));
      await keys.press("Enter");
      await heard.focus("the client", /^treeitem "Zygmunt, Many/);
      // What is under it comes a moment after the focus.
      await window.tree.waitFor(/^Holdings/);
      await keys.go("ArrowDown", /^treeitem "Holdings, in Finances/, 6);
      await keys.press("Enter");
      await heard.focus("the list", /^gridcell/);
    });

    it("profiles are turned on, and a bar is chosen in the summary", async () => {
      await keys.go("Shift+Tab", /^button "Profiles"/);
      await keys.press("Enter");
      await hands.head("value").getByRole("img").waitFor();
      await hands.head("provider").getByRole("img").waitFor();
      await picture("profiles");
      await hands.assertAccessible();
      await keys.go("Tab", /^gridcell/);
      await keys.press("Control+ArrowUp", "ArrowUp");
      await window.go("ArrowRight", hands.head("value"));
      await keys.press("Shift+F10");
      const items = window.webview().locator("fp-grid-menu .item");
      await window.go("ArrowDown", items.filter({ hasText: "Summary…" }));
      await keys.press("Enter");
      await window.webview().getByText("Standard deviation").waitFor();
      await picture("summary");
      await hands.assertAccessible();
      const summary = window.webview().getByRole("dialog", { name: "Summary of value" });
      await window.go("Tab", summary.getByRole("button").first());
      await keys.press("Enter");
      await window.webview().locator("fp-grid-bar .chip").first().waitFor();
      await picture("filtered");
    });

    it("cells are found by JSONPath in the find bar", async () => {
      await keys.press("Escape");
      await run("Find in List");
      await heard.focus("the find bar", /^textbox "Find in rows"/);
      await keys.go("Tab", /^button "JSONPath"/);
      await keys.press("Enter");
      await keys.go("Shift+Tab", /^textbox "Find by JSONPath"/);
      await keys.type("$[*].value");
      await keys.press("Enter");
      await window
        .webview()
        .getByText(/^1 of \d+$/)
        .waitFor();
      await window.webview().locator(".body .marked").first().waitFor();
      await picture("path-bar");
      await hands.assertAccessible();
      await keys.press("Escape");
    });

    it("the page opens laid out, and as it came by one command", async () => {
      await run("Open Page as JSON");
      await window.tab(/^holdings-page-\d+\.json/).waitFor();
      await untilRead("the lines", /^\{\n {2}"/, lines);
      await picture("laid-out");
      await run("Show Answer as It Came");
      // Long lines are wrapped a moment later.
      await untilRead("the bytes", /^\{"items":\[\{"/, lines);
      await picture("as-it-came");
      await run("Show Answer Laid Out");
      await untilRead("the lines", /^\{\n {2}"/, lines);
    });

    it("values are found by JSONPath", async () => {
      await run("Find by JSONPath…");
      // The editor behind the box is one as well.
      await heard.focus("the query", /^textbox ".*Find by JSONPath/);
      await keys.type("$..[");
      await window.page.locator(".quick-input-message").getByText("not a JSONPath query").waitFor();
      await picture("path-wrong");
      await keys.press("Backspace");
      await keys.type("value");
      await keys.press("Enter");
      await window.page
        .getByText(/^\d+ matches, marked\.$/)
        .first()
        .waitFor();
      await picture("path-found");
    });

    it("left no unhandled error in the log", () => {
      assert.deepEqual(window.problems(), []);
    });
  });
}
