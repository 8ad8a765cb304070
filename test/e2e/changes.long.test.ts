import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Locator } from "playwright-core";
import { payloadPath } from "../../src/features/pensions/common/target";
import { EDGE_CLIENTS } from "../../src/features/sandbox/server/data/edge/edgeClients";
import { ChangesHands } from "./support/changesHands";
import { type Editor, leaveWindow, startEditor } from "./support/editor";
import { OtherWriter } from "./support/otherWriter";
import { PayloadHands } from "./support/payloadHands";
import { useTheme } from "./support/themes";
import { until, untilRead } from "./support/until";
import type { Workbench } from "./support/workbench";

const { clientId } = EDGE_CLIENTS.wide;
const AVIVA = '{\n  "provider": "Aviva",\n  "value": 100.50\n}\n';
const LEGAL = AVIVA.replace("Aviva", "Legal & General");
const NARROW = 170;

/** Two folders, one of them of git: both providers of source control say what is theirs. */
describe("pensions beside git, in several folders", () => {
  let editor: Editor;
  let window: Workbench;
  let root: string;

  const put = (folder: string, pensionId: string, text: string): void => {
    const file = join(root, folder, payloadPath({ clientId, pensionId }));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const git = (...values: readonly string[]): void => {
    const who = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
    execFileSync("git", [...who, ...values], { cwd: join(root, "one"), stdio: "ignore" });
  };
  const press = (key: string): Promise<void> => window.page.keyboard.press(key);
  /** Rows of the built-in view. */
  const rows = (): Locator => window.page.locator(".scm-view .monaco-list-row");
  const row = (text: string | RegExp): Locator => rows().filter({ hasText: text });

  before(async () => {
    editor = await startEditor({ settings: { "git.enabled": true } });
    root = editor.newFolder();
    put("one", "PEN-1", AVIVA);
    put("one", "PEN-2", AVIVA);
    put("one", "PEN-3", "{ ");
    put("two", "PEN-4", AVIVA);
    git("init", "-b", "main");
    git("add", "pensions");
    git("commit", "-m", "Payloads");
    put("one", "PEN-1", LEGAL);
    const workspace = join(root, "both.code-workspace");
    writeFileSync(workspace, JSON.stringify({ folders: [{ path: "one" }, { path: "two" }] }));
    window = await editor.openWindow({ folder: workspace });
  });

  after(async function () {
    await leaveWindow(this.test?.parent?.tests.at(-1), window);
    await editor.stop();
  });

  it("shows a provider for each folder when the view is opened, and git's beside them", async () => {
    await window.openContainer("Financial Planning");
    await window.tree.expand("Sandbox");
    await window.tree.row("Sandbox", "Finances");
    await window.tree.menuItem(["Sandbox"], "Copy Sandbox Connection Details");
    await new PayloadHands(window).said(/^Copied the sandbox's addresses/);
    const other = await OtherWriter.signIn(await window.readClipboard());
    await other.put(clientId, "PEN-1", JSON.parse(AVIVA) as object);
    await other.put(clientId, "PEN-4", { provider: "Theirs", value: 100.5 });
    await other.put(clientId, "PEN-2", JSON.parse(AVIVA) as object);
    await window.openContainer("Source Control");
    await window.page.getByText("Pensions to Write").first().waitFor();
    await row("PEN-4.pension.json").first().waitFor();
    // What the service holds as it is sent goes, once that is read.
    await row("PEN-2.pension.json").first().waitFor({ state: "detached" });
    await window.screenshot("changes-light-01-folders");
    const count = async (text: RegExp): Promise<number> =>
      (await rows().allInnerTexts()).filter((one) => text.test(one)).length;
    await until("PEN-1 is in both", async () => (await count(/PEN-1\.pension\.json/)) === 2);
    await until("PEN-2 is as sent", async () => (await count(/PEN-2\.pension\.json/)) === 0);
    await until("one is invalid", async () => (await count(/Invalid/)) === 1);
  });

  it("has both letters in the explorer, and marks in the gutter with the age", async () => {
    await row("PEN-1.pension.json").last().click();
    await window.tab(/PEN-1: read .* ↔ payload/).waitFor();
    await window.screenshot("changes-light-02-comparison");
    // In the folder that is not git's: the marks are ours.
    const last = row("PEN-4.pension.json");
    await last.hover();
    await last.getByRole("button", { name: "Open Payload" }).click();
    await window.tab(/^PEN-4\.pension\.json/).waitFor();
    await window.page.locator(".dirty-diff-glyph").first().waitFor();
    await window.openContainer("Explorer");
    const files = window.page.locator(".explorer-folders-view .monaco-icon-label");
    const file = files.filter({ hasText: "PEN-1.pension.json" }).first();
    await file.waitFor();
    await window.screenshot("changes-light-03-explorer");
    await untilRead("the letters", '"M, M"', () => file.evaluate(lettersOf));
  });

  for (const theme of ["dark", "highContrast", "light"] as const) {
    it(`can be read in ${theme}, narrow too`, async () => {
      await useTheme(window, theme);
      await window.openContainer("Source Control");
      await row("PEN-4.pension.json").first().waitFor();
      await window.screenshot(`changes-${theme}-04-view`);
      const sash = window.page.locator(".monaco-sash.vertical").nth(1);
      const box = await sash.boundingBox();
      assert.ok(box);
      await window.page.mouse.move(box.x + 1, box.y + 200);
      await window.page.mouse.down();
      await window.page.mouse.move(48 + NARROW, box.y + 200, { steps: 5 });
      await window.page.mouse.up();
      await window.screenshot(`changes-${theme}-05-narrow`);
      assert.deepEqual(await new ChangesHands(window).unreadable(), []);
      await window.page.mouse.move(48 + NARROW + 1, box.y + 200);
      await window.page.mouse.down();
      await window.page.mouse.move(box.x + 1, box.y + 200, { steps: 5 });
      await window.page.mouse.up();
    });
  }

  it("plans with Ctrl+Enter while the focus is in the view", async () => {
    await row("PEN-4.pension.json").first().click();
    await press("ControlOrMeta+0");
    await row("PEN-4.pension.json").first().click();
    await press("ControlOrMeta+Enter");
    await window.page
      .locator(".quick-input-widget:visible, .tab:has-text('Plan')")
      .first()
      .waitFor();
    await window.screenshot("changes-light-06-keys");
  });
});

/** Runs in the page: the editor writes letters by a style alone. */
function lettersOf(node: unknown): string {
  const page = globalThis as unknown as {
    getComputedStyle(node: unknown, part: string): { readonly content: string };
  };
  return page.getComputedStyle(node, "::after").content;
}
