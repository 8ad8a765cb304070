import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { type Editor, startEditor } from "./support/editor";
import { ListHands } from "./support/listHands";
import { pictureInEachLook } from "./support/themes";
import { untilItWorks } from "./support/until";

const LINK = ".view-line .detected-link";
/** Has the form of a trace id, and no call is known by it. */
const STRANGE = `fpx-${"0".repeat(32)}`;
const LINE = `${"nothing to be found here ".repeat(4)}\n`;

/** Files of many languages, each with an id that is known and one that is not. */
const TEXTS: Readonly<Record<string, (known: string, other: string) => string>> = {
  "job.log": (known, other) => `call failed\ntrace=${known}\nother=${other}\n`,
  "late.log": (known, other) => `${LINE.repeat(9_000)}trace=${known}\nother=${other}\n`,
  "notes.txt": (known, other) => `call failed: ${known}, not ${other}\n`,
  "report.json": (known, other) => JSON.stringify({ trace: known, other }),
  "ticket.md": (known, other) => `# Call failed\n\n- \`${known}\`\n- ${other}\n`,
  "deploy.yaml": (known, other) => `call:\n  trace: ${known}\n  other: ${other}\n`,
};

/** Files and a terminal, each in a window where nobody has opened a view of the explorer. */
describe("ids of known calls", () => {
  let editor: Editor;
  let folder: string;
  let id: string;

  before(async () => {
    editor = await startEditor();
    // Drawn as text, not as a picture.
    editor.changeSettings({ "terminal.integrated.gpuAcceleration": "off" });
    folder = editor.newFolder();
    const first = await editor.openWindow({ folder });
    const lists = new ListHands(first);
    await first.openContainer("Financial Planning");
    await first.tree.row("Sandbox");
    await first.tree.expand("Sandbox");
    await first.tree.expand("Sandbox", "Client records");
    await lists.openClient("Series");
    await lists.openList("Series", "Results");
    const trace = first.webview().locator("fp-status-line").getByText(/^fpx-/);
    id = (await trace.getAttribute("title")) ?? assert.fail("no trace id");
    await first.close();
  });

  after(() => editor.stop());

  for (const [name, text] of Object.entries(TEXTS)) {
    it(`are links in ${name} from the first window on, and lead to their call`, async () => {
      writeFileSync(join(folder, name), text(id, STRANGE));
      const second = await editor.openWindow({ folder });
      await second.page.locator(".explorer-folders-view").getByText(name).dblclick();
      await second.editor.focus();
      await second.page.keyboard.press("ControlOrMeta+End");
      const link = second.page.locator(LINK);
      await link
        .filter({ hasText: id.slice(-12) })
        .first()
        .waitFor();
      assert.equal((await link.allInnerTexts()).join(""), id, name);
      await pictureInEachLook(second, (look) => `id-${look}-link-${name}`);
      // Drawn anew in another look, its links are looked for again, and a click meanwhile meets none.
      const request = second.tab(/^Request · Results/);
      await untilItWorks(async (timeout) => {
        // Opened late, it hides the link.
        if (!(await request.isVisible())) {
          await clickWithKey(second.page, link.first(), timeout);
        }
        await request.waitFor({ timeout });
      });
      await second.close();
    });
  }

  it("are links in a terminal of a window that has nothing else open", async () => {
    const window = await editor.openWindow();
    const { page } = window;
    await window.runCommand("Terminal: Create New Terminal");
    const rows = page.locator(".part.panel .xterm-rows > div");
    await rows.filter({ hasText: /[#$%]/ }).first().waitFor();
    await page.keyboard.type(`echo ${id}\n`);
    const row = rows.filter({ hasText: new RegExp(`^\\s*${id}\\s*$`) });
    const hover = page.locator(".xterm-hover", { hasText: "Show this request" });
    // What the terminal asked before there was an answer, it asks again once the mouse comes back.
    let place = 40;
    const point = async (timeout: number): Promise<void> => {
      await row.waitFor({ timeout });
      const { x, y, height } = (await row.boundingBox()) ?? assert.fail();
      await page.mouse.move(x + place, y + height / 2, { steps: 3 });
    };
    await untilItWorks(async (timeout) => {
      await page.mouse.move(0, 0);
      await point(timeout);
      await hover.first().waitFor({ timeout });
    });
    await pictureInEachLook(window, (look) => `id-${look}-link-terminal`);
    // A terminal that is drawn anew, as in another look, looks for links once the mouse moves.
    await untilItWorks(async (timeout) => {
      place += 2;
      await point(timeout);
      await page.keyboard.down("ControlOrMeta");
      await page.mouse.down();
      await page.mouse.up();
      await page.keyboard.up("ControlOrMeta");
      await window.tab(/^Request · Results/).waitFor({ timeout });
    });
    await window.close();
  });
});

/**
 * The editor draws a link otherwise under the mouse while the key is down. The driver's own click with
 * a key calls that another element, and holds the button back.
 */
async function clickWithKey(page: Page, link: Locator, timeout: number): Promise<void> {
  await link.waitFor({ timeout });
  const { x, y, width, height } = (await link.boundingBox()) ?? assert.fail("the link is gone");
  await page.keyboard.down("ControlOrMeta");
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.keyboard.up("ControlOrMeta");
}
