import assert from "node:assert/strict";
import type { Heard } from "./support/heard";
import type { KeyHands } from "./support/keyHands";
import { KeyWalk } from "./support/keyWalk";
import { endWithFirstFailure } from "./support/sharedWindow";
import { type ThemeName, THEMES } from "./support/themes";
import { untilItWorks } from "./support/until";
import type { Workbench } from "./support/workbench";

const SANDBOX = /^treeitem "Sandbox/;
const HOLDINGS = /^treeitem "Holdings, in Finances/;

/** What goes wrong on any day, noticed and mended by keys alone. */
for (const theme of Object.keys(THEMES) as ThemeName[]) {
  describe(`what goes wrong, by keys, ${theme}`, function () {
    endWithFirstFailure(this);
    let walk: KeyWalk;
    let window: Workbench;
    let heard: Heard;
    let keys: KeyHands;

    const run = (title: string): Promise<void> => keys.command(`Financial Planning: ${title}`);
    const level = (depth: number): RegExp => new RegExp(`\\[level=${depth}\\]`);

    before(async () => {
      walk = await KeyWalk.start(theme, "troubles-keys");
      ({ window, keys } = walk);
      ({ heard } = keys);
    });

    afterEach(function () {
      return walk.noteFailure(this.currentTest);
    });

    after(() => walk.end());

    it("a wrong key: its row says why, and is loaded again once the key is the right one", async () => {
      await untilItWorks((patience) => keys.openView(patience));
      await keys.go("ArrowDown", SANDBOX);
      await keys.fromMenu("Enter Subscription Key…");
      await keys.at("key", /^textbox/);
      await keys.type("0123456789abcdef0123456789abcdef");
      await keys.press("Enter");
      await keys.at("key-entered", SANDBOX);
      for (const depth of [2, 3, 4]) {
        await keys.go("ArrowRight", level(depth));
      }
      await keys.go("ArrowDown", /^treeitem "Could not load/);
      assert.match(await keys.at("refused", level(4)), /401/);
      heard.forget();
      await keys.press("Enter");
      await heard.saying(/^Error: .*subscription key was refused \(401\)/);
      await keys.clearMessages();
      await run("Use the Sandbox's Own Credentials");
      await window.tree.row("Sandbox", "Client records", "Clients", /^Abernathy, Ruth/);
    });

    it("text that is no JSON: refused with its place, the edit kept", async () => {
      await run("New Pension Payload…");
      await keys.choose("Abernathy, Ruth");
      await keys.at("pension", /^textbox/);
      await keys.type("PEN-7100");
      await keys.press("Enter");
      await window.tab("PEN-7100.pension.json").waitFor();
      await keys.inEditor("payload", /^textbox "PEN-7100\.pension\.json"/);
      // Over a selection a bracket would be put around it.
      await keys.press("ControlOrMeta+A", "Delete");
      await keys.type('{ "provider": "Aviva", "value": }');
      heard.forget();
      await keys.press("Shift+Alt+Enter");
      await heard.saying(/^Error: The payload is not JSON.*nothing was sent/i);
      await keys.at("not-json", /^textbox/);
      assert.equal(await window.editor.text(), '{ "provider": "Aviva", "value": }');
      await keys.clearMessages();
      await keys.command("View: Revert and Close Editor");
    });

    it("a stopped sandbox: the list says so, keeps its rows, and starts it again", async () => {
      await untilItWorks(async (patience) => {
        await keys.press("Control+0");
        await heard.focus("the tree", /^tree/, patience);
      });
      await keys.go("ArrowDown", /^treeitem "Abernathy, Ruth/);
      await keys.go("ArrowRight", level(5));
      await keys.go("ArrowDown", HOLDINGS, 6);
      await keys.press("Enter");
      await heard.focus("the list", /^gridcell/);
      await run("Stop Sandbox");
      await window.statusBarItem("Sandbox · stopped").waitFor();
      await heard.focus("the list again", /^gridcell/);
      heard.forget();
      await keys.press("Alt+PageDown");
      await heard.saying(/The sandbox is stopped\./);
      await keys.go("Shift+Tab", /^button "Start sandbox"/);
      await keys.at("start-sandbox", /^button "Start sandbox"/);
      const rows = await window.webview().getByRole("grid").getAttribute("aria-rowcount");
      assert.ok(Number(rows) > 20, "the rows stay");
      await keys.press("Enter");
      await window
        .webview()
        .getByText(/page \d of 2/)
        .first()
        .waitFor();
      await keys.closeEditors();
    });

    it("left no unhandled error in the log", () => {
      assert.deepEqual(window.problems(), []);
    });
  });
}
