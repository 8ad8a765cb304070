import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Heard } from "./support/heard";
import type { KeyHands } from "./support/keyHands";
import { KeyWalk } from "./support/keyWalk";
import { endWithFirstFailure } from "./support/sharedWindow";
import { type ThemeName, THEMES } from "./support/themes";
import { until, untilItWorks, untilRead } from "./support/until";
import type { Workbench } from "./support/workbench";

const SLOW = "Every call: 3 s late";

/** The tree filtered, counted and compared, and a list asked in other ways: by keys alone. */
for (const theme of Object.keys(THEMES) as ThemeName[]) {
  describe(`the tree and its lists by keys, ${theme}`, function () {
    endWithFirstFailure(this);
    let walk: KeyWalk;
    let window: Workbench;
    let folder: string;
    let keys: KeyHands;
    let heard: Heard;

    const run = (title: string): Promise<void> => keys.command(`Financial Planning: ${title}`);
    const rows = async (): Promise<readonly string[]> =>
      (await window.tree.rows()).map(({ label }) => label.trim());

    const chooseFault = async (label: string): Promise<void> => {
      await run("Choose Faults of Sandbox…");
      await heard.focus("the faults", /^textbox "Faults of the sandbox"/);
      await keys.type(label);
      await keys.go("ArrowDown", new RegExp(`^checkbox "${label}`), 3);
      await keys.press("Space", "Enter");
    };
    const slowDown = async (): Promise<void> => {
      heard.forget();
      await chooseFault(SLOW);
      await heard.saying(/^Info: 1 fault is on/);
    };

    before(async () => {
      walk = await KeyWalk.start(theme, "tree");
      ({ window, keys, folder } = walk);
      ({ heard } = keys);
    });

    afterEach(function () {
      return walk.noteFailure(this.currentTest);
    });

    after(() => walk.end());

    it("cancels a row of the tree that loads, and loads it again", async () => {
      let tries = 0;
      // The rows come after 3 s, on a busy machine before they are cancelled.
      await untilItWorks(async (patience) => {
        if (tries++ > 0) {
          await keys.reload();
        }
        await keys.openView(patience);
        await slowDown();
        await keys.press("Control+0");
        await keys.go("ArrowDown", /^treeitem "Sandbox/);
        for (const level of [2, 3, 4]) {
          await keys.go("ArrowRight", new RegExp(`\\[level=${level}\\]`));
        }
        await heard.focus("the row that loads", /^treeitem "Loading…/, patience);
        await keys.fromMenu("Cancel Loading of Rows", patience);
        const isCanceled = async (): Promise<boolean> => (await rows()).includes("Cancelled");
        await until("the rows are cancelled", isCanceled, patience);
      });
      await keys.go("ArrowDown", /^treeitem "Cancelled/);
      await keys.at("row-canceled", /^treeitem "Cancelled/);
      await chooseFault("None");
      await heard.saying(/^Info: The sandbox answers every call/);
      await keys.toTree();
      await untilItWorks(async (patience) => {
        // The fault that ended draws the row anew, which may lose a key.
        if (/^treeitem "Cancelled/.test(await heard.focused())) {
          await keys.press("Enter");
        }
        const hasClients = async (): Promise<boolean> =>
          (await rows()).some((label) => label.startsWith("Abernathy, Ruth"));
        await until("the clients are there", hasClients, patience);
      });
    });

    it("filters clients by words, and lets the filter go", async () => {
      await keys.go("ArrowDown", /^treeitem "Abernathy, Ruth/);
      await run("Filter Tree…");
      await heard.focus("the words", /^textbox/);
      await keys.type("mil abney");
      await keys.press("Enter");
      await window.page.getByText("Filtered by “mil abney”").waitFor();
      await untilRead("the rows", /Clients\|Abney, Miles\|Load/, async () =>
        (await rows()).join("|"),
      );
      await keys.go("ArrowDown", /^treeitem "Abney, Miles/);
      await keys.at("filtered", /^treeitem "Abney, Miles/);
      await run("Clear Tree Filter");
      await untilRead("the rows", /Clients\|Abernathy, Ruth\|Abney, Miles/, async () =>
        (await rows()).join("|"),
      );
      await keys.go("ArrowUp", /^treeitem "Abernathy, Ruth/);
      await keys.at("unfiltered", /^treeitem "Abernathy, Ruth/);
    });

    it("has the number of a list's rows beside its name", async () => {
      await keys.go("ArrowRight", /\[level=5\]/);
      await keys.go("ArrowDown", /^treeitem "Holdings, in Finances/, 6);
      await keys.press("Enter");
      await heard.focus("the list", /^gridcell/);
      await keys.toTree();
      await keys.at("counted", /^treeitem "Holdings, \d+ · in Finances/);
    });

    it("compares two lists that are selected", async () => {
      // The first one is selected since it was opened.
      await keys.go("ArrowDown", /^treeitem "Abney, Miles/);
      await keys.go("ArrowRight", /\[level=5\]/);
      await keys.go("ArrowDown", /^treeitem "Holdings, in Finances/, 6);
      await keys.press("Control+Shift+Enter");
      await keys.at("selected", /^treeitem "Holdings, in Finances.*\[selected\]/);
      await keys.fromMenu("Compare Selected");
      const compared = window.webview().locator("fp-list-compare");
      await compared.getByText("Holdings · Abney, Miles").first().waitFor();
      await compared.locator("[role=row]").nth(2).waitFor();
      await window.screenshot(`tree-${theme}-compared`);
      await keys.closeEditors();
    });

    it("compares the records of two clients that are selected", async () => {
      await keys.toTree();
      await keys.go("ArrowUp", /^treeitem "Abney, Miles/);
      // Closes it, and selects it alone.
      await keys.press("Enter");
      await heard.focus("the client closed", /^treeitem "Abney, Miles(?!.*\[expanded\])/);
      await keys.press("Shift+ArrowDown");
      await keys.at("two-clients", /^treeitem "Achterberg/);
      await keys.fromMenu("Compare Selected");
      await window.tab(/clients\/\{clientId\}: .*Abney, Miles.* ↔ .*Achterberg/).waitFor();
      await window.page.locator(".monaco-diff-editor .view-line").first().waitFor();
      await window.screenshot(`tree-${theme}-records`);
      await keys.closeEditors();
    });

    it("adds a parameter that the definition does not know", async () => {
      await keys.toTree();
      await keys.go("ArrowUp", /^treeitem "Holdings, \d+ · in Finances/);
      await keys.press("Enter");
      await heard.focus("the list", /^gridcell/);
      await keys.go("Shift+Tab", /^button "Parameters"/);
      await keys.press("Enter");
      await keys.go("Tab", /^button "Add parameter…"/);
      await keys.press("Enter");
      await heard.focus("the name", /^textbox "Name/);
      await keys.type("mine");
      await keys.press("Enter");
      await keys.at("added", /^combobox "mine/);
      await keys.type("1");
      await keys.go("Tab", /^button "Apply"/);
      await keys.press("Enter");
      await window.webview().locator(".address").getByText("mine=1").waitFor();
      await window.screenshot(`tree-${theme}-parameter`);
    });

    it("saves the answer as a fixture, masked, and copies its types", async () => {
      await run("Save Request as Fixture…");
      await keys.choose("Masked");
      await keys.acceptFile("fixture");
      const said = await window.notifications.message(/^Saved /);
      const [, body = "", facts = ""] = /^Saved (\S+), and .+ in (\S+)\.$/.exec(said) ?? [];
      assert.deepEqual(readdirSync(folder).sort(), [facts, body].sort());
      assert.match(readFileSync(join(folder, facts), "utf8"), /mine/);
      await keys.clearMessages();
      // What is read below is what was copied.
      await window.writeClipboard("nothing yet");
      await run("Copy Types of Answer…");
      await keys.choose("TypeScript");
      await untilRead("the clipboard", /interface \w+/, () => window.readClipboard());
      await window.screenshot(`tree-${theme}-types`);
    });

    it("cancels a page that loads", async () => {
      await slowDown();
      await keys.command("View: Focus Active Editor Group");
      await keys.go("Shift+Tab", /^button "Reload"/);
      // The answer comes after 3 s, on a busy machine before the second key.
      await untilItWorks(async (patience) => {
        await keys.go("Shift+Tab", /^button "Reload"/);
        await keys.press("Enter");
        await heard.focus("loading", /^button "Cancel loading"/, patience);
        await keys.press("Enter");
        await window
          .webview()
          .getByText(/^Page 1 was not loaded, because it was cancelled/)
          .waitFor({ timeout: patience });
      });
      await keys.at("canceled", /^button "Reload"/);
    });

    it("cancels a running request in Requests", async () => {
      // A tree that is drawn anew closes a menu, and a list that comes late has the focus by then.
      await untilItWorks(async (patience) => {
        await keys.press("Control+0");
        await heard.focus("the tree", /^treeitem/, patience);
        await keys.go("ArrowUp", /^treeitem "Clients/);
        await keys.fromMenu("Open List", patience);
        await heard.focus("the list", /^gridcell/, patience);
      });
      // One request of many pages, each of them 3 s late.
      await run("Load All Pages");
      await run("Show Requests");
      await keys.go("Tab", /^row .*running/i);
      await keys.at("request-running", /^row .*running/i);
      await keys.press("Delete");
      await keys.at("request-canceled", /^row .*cancelled/i);
    });

    it("left no unhandled error in the log", () => {
      assert.deepEqual(window.problems(), []);
    });
  });
}
