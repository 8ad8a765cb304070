import assert from "node:assert/strict";
import type { FrameLocator, Locator } from "playwright-core";
import { MOVING } from "./panels/motion";
import { type Editor, startEditor } from "./support/editor";
import { chooseFault } from "./support/faultHands";
import { endWithFirstFailure } from "./support/sharedWindow";
import { type ThemeName, THEMES } from "./support/themes";
import type { Workbench } from "./support/workbench";

const CLIENT = ["Sandbox", "Client records", "Clients", /, /] as const;

/** As those see it who see no colours, and with motion reduced by the setting of the editor. */
for (const theme of Object.keys(THEMES) as ThemeName[]) {
  describe(`every day without colours and motion, ${theme}`, function () {
    endWithFirstFailure(this);
    let editor: Editor;
    let window: Workbench;

    const picture = (name: string): Promise<void> => window.screenshot(`looks-${theme}-${name}`);
    const row = (text: RegExp): Locator =>
      window.viewWebview().locator(".canvas .row").filter({ hasText: text }).first();

    const assertStill = async (panel: FrameLocator): Promise<void> => {
      // The editor tells a panel of its setting by a class.
      const body = panel.locator("body.vscode-reduce-motion");
      await body.waitFor();
      assert.deepEqual(await body.evaluate(MOVING), []);
    };

    before(async () => {
      const settings = {
        "workbench.colorTheme": THEMES[theme].setting,
        "workbench.reduceMotion": "on",
      };
      editor = await startEditor({ settings });
      window = await editor.openWindow({ width: 1280, height: 800 });
      const session = await window.page.context().newCDPSession(window.page);
      await session.send("Emulation.setEmulatedVisionDeficiency", { type: "achromatopsia" });
      await window.openContainer("Financial Planning");
      for (let depth = 1; depth <= CLIENT.length; depth++) {
        await window.tree.expand(...CLIENT.slice(0, depth));
      }
    });

    after(async () => {
      await window.close();
      await editor.stop();
    });

    it("shows a list, its chart and its comparison", async () => {
      const panel = window.webview();
      await window.tree.open([...CLIENT, "Holdings"], panel.locator("fp-list-grid .cell").first());
      await assertStill(panel);
      await picture("list");
      await panel.getByRole("tab", { name: "Chart" }).click();
      await panel.locator("fp-list-chart svg").first().waitFor();
      await assertStill(panel);
      await picture("chart");
      await panel.getByRole("tab", { name: "Compare" }).click();
      await panel.locator("fp-list-compare .sources").waitFor();
      await assertStill(panel);
      await picture("compare");
    });

    it("says in words and shapes which list was refused, and how each call ended", async () => {
      await chooseFault(window, "Holdings: 403", /1 fault is on/);
      await window.tree.click(...CLIENT, "Holdings");
      const panel = window.webview();
      await panel.getByRole("button", { name: "Reload" }).first().click();
      await panel
        .locator("fp-notice")
        .getByText(/refused/)
        .first()
        .waitFor();
      await assertStill(panel);
      await picture("refused");
      await window.showPanel("Financial Planning Requests");
      await row(/403/).waitFor();
      const glyphs = await Promise.all(
        ["failed", "succeeded"].map((name) =>
          window.viewWebview().locator(`.status .icon.${name}`).first().evaluate(glyphOf),
        ),
      );
      assert.equal(new Set(glyphs).size, glyphs.length, glyphs.join());
      await assertStill(window.viewWebview());
      await picture("requests");
      await row(/403/).locator(".status").dblclick();
      await window.tab(/^Request · /).waitFor();
      await window.webview().locator("fp-timeline").first().waitFor();
      await assertStill(window.webview());
      await picture("request");
      await chooseFault(window, "None", /answers every call/);
    });

    for (const title of [
      ...["Add Connection…", "Send Request…", "Show Interface Definitions", "Show Session"],
    ]) {
      it(`keeps still what ${title} opens`, async () => {
        await window.runCommand("View: Close All Editors");
        await window.runCommand(`Financial Planning: ${title}`);
        await window.webview().locator("vscode-button").first().waitFor();
        await assertStill(window.webview());
        await picture(title.replace(/\W+/g, "-").toLowerCase());
      });
    }
  });
}

/** As much of the browser as is used: the tests are compiled without its types. */
interface IconElement {
  readonly ownerDocument: {
    readonly defaultView: {
      getComputedStyle(element: unknown, pseudo: string): { readonly content: string };
    } | null;
  };
}

/** Runs in the browser: the character of the icon font that an icon is drawn by. */
function glyphOf(icon: unknown): string {
  const view = (icon as IconElement).ownerDocument.defaultView;
  return view?.getComputedStyle(icon, "::before").content ?? "";
}
