import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { FrameLocator } from "playwright-core";
import { temporaryFolder } from "../../scripts/run/temporaryFolder.mjs";
import { CUT_LABELS, OUT_OF_REACH, SHORTENED, TOO_WIDE } from "./panels/measure";
import { type Editor, packedExtension, startEditor } from "./support/editor";
import { pseudo, PSEUDO_LANGUAGE, withPseudoLanguage } from "./support/pseudoLanguage";
import { type ThemeName, THEMES } from "./support/themes";
import type { Workbench } from "./support/workbench";

const TEXTS = JSON.parse(readFileSync("package.nls.json", "utf8")) as Record<string, string>;
const PENSION = "PEN-7001";

interface Look {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
  /** Makes a text of the extension what the window shows. */
  readonly say: (text: string) => string;
  readonly start: () => Promise<Editor>;
}

const LOOKS: readonly Look[] = [
  ...(Object.keys(THEMES) as ThemeName[]).map((theme) => ({
    ...{ name: `zoom-200-${theme}`, width: 1280, height: 800, zoom: 2 },
    say: (text: string) => text,
    start: () => startEditor({ settings: { "workbench.colorTheme": THEMES[theme].setting } }),
  })),
  {
    ...{ name: "pseudo-narrow", width: 800, height: 600, zoom: 1, say: pseudo },
    start: () =>
      startEditor({
        extensions: [withPseudoLanguage(packedExtension(), temporaryFolder())],
        language: PSEUDO_LANGUAGE,
      }),
  },
];

for (const { name, width, height, zoom, say, start } of LOOKS) {
  describe(`every panel in ${width} by ${height}, ${name}`, () => {
    let editor: Editor;
    let window: Workbench;
    const clients = ["Sandbox", "Client records", "Clients"].map(say);
    const client = [...clients, /, /] as const;
    const pensions = [...client, say("Pensions")] as const;

    const run = (id: string): Promise<void> => {
      const title = [TEXTS["category"], TEXTS[`command.${id}`]].map((text = "") => say(text));
      return window.runCommand(title.join(": "));
    };

    /** The icon may be behind the dots of a low activity bar. */
    const showTree = async (): Promise<void> => {
      await window.runCommand(`View: Show ${say("Financial Planning")}`);
      // A hover card of the row below the mouse would cover the one that is clicked next.
      await window.page.mouse.move(0, 0);
    };

    /** Everything is in its place, whole, and can be had. */
    const look = async (panel: string, document: FrameLocator): Promise<void> => {
      await window.screenshot(`${name}-${panel}`);
      const body = document.locator("body");
      const found: string[] = [];
      for (const measure of [TOO_WIDE, SHORTENED, OUT_OF_REACH]) {
        const misplaced: readonly string[] = await body.evaluate(measure);
        found.push(...misplaced);
      }
      await window.screenshot(`${name}-${panel}-after`);
      assert.deepEqual(found, []);
    };

    before(async () => {
      editor = await start();
      window = await editor.openWindow({ width, height, zoom });
      assert.equal(await window.page.evaluate("devicePixelRatio"), zoom);
      await showTree();
      for (let depth = 1; depth <= pensions.length; depth++) {
        await window.tree.expand(...pensions.slice(0, depth));
      }
    });

    afterEach(async function () {
      if (this.currentTest?.state === "failed") {
        await window.savePicture(`failed-${name}-${this.currentTest.title.replace(/\W+/g, "-")}`);
      }
      await window.page.keyboard.press("Escape");
    });

    after(async () => {
      await window.close();
      await editor.stop();
    });

    it("the tree", async () => {
      await window.screenshot(`${name}-tree`);
      const cut = await window.page.evaluate<string[]>(CUT_LABELS);
      assert.deepEqual(cut, []);
    });

    it("a list, its chart and its comparison", async () => {
      const cell = window.webview().locator("fp-list-grid .cell").first();
      await window.tree.open([...client, say("Holdings")], cell);
      await window.page.keyboard.press("ControlOrMeta+B");
      const panel = window.webview();
      await panel.locator("fp-list-grid .cell").first().waitFor();
      await look("list", panel);
      await panel.getByRole("tab").nth(1).click();
      await panel.locator("fp-list-chart svg").first().waitFor();
      await look("chart", panel);
      await panel.getByRole("tab").nth(2).click();
      await panel.locator("fp-list-compare").first().waitFor();
      await look("compare", panel);
    });

    it("a list beside the tree", async () => {
      await showTree();
      const panel = window.webview();
      await panel.getByRole("tab").nth(0).click();
      await panel.locator("fp-list-grid .cell").first().waitFor();
      await look("list-beside", panel);
      // From here on panels have the whole width.
      await window.page.keyboard.press("ControlOrMeta+B");
    });

    it("the record of calls, and a call of it", async () => {
      await window.runCommand("View: Close All Editors");
      await run("requests.show");
      const view = window.viewWebview();
      await view.locator(".row.action").first().waitFor();
      await look("requests", view);
      await view.locator(".row.action .status").first().click();
      await window.page.keyboard.press("Enter");
      await window.webview().locator("fp-timeline").first().waitFor();
      await window.page.keyboard.press("ControlOrMeta+J");
      await look("request", window.webview());
    });

    for (const id of [
      "connection.add",
      "requests.send",
      "definition.show",
      "access.showSession",
    ] as const) {
      it(`the panel of ${id}`, async () => {
        await run(id);
        await window.webview().locator("vscode-button").first().waitFor();
        await look(id, window.webview());
      });
    }

    it("a plan of writes", async () => {
      await window.runCommand("View: Close All Editors");
      await showTree();
      await window.tree.open([...pensions, say("New pension payload…")], window.quickInput.input());
      await window.quickInput.fill(PENSION);
      await window.quickInput.accept();
      await window.tab(`${PENSION}.pension.json`).waitFor();
      await window.editor.setText('{\n  "provider": "Aviva",\n  "value": 18733.190\n}\n');
      await window.editor.save();
      await window.editor.focus();
      await window.page.keyboard.press("Shift+Alt+Enter");
      await window.modal.text();
      await window.screenshot(`${name}-question`);
      await window.page.keyboard.press("Escape");
      await window.modal.waitUntilClosed();
      await run("changes.plan");
      await window.webview().locator("tbody tr").first().waitFor();
      await look("plan", window.webview());
    });
  });
}
