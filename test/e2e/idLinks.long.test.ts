import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Editor, startEditor } from "./support/editor";
import { ListHands } from "./support/listHands";

const LINK = ".view-line .detected-link";

/** A file of each language that activates the explorer, with an id that is known and one that is not. */
const TEXTS: Readonly<Record<string, (known: string, other: string) => string>> = {
  "job.log": (known, other) => `call failed\ntrace=${known}\nother=${other}\n`,
  "notes.txt": (known, other) => `call failed: ${known}, not ${other}\n`,
  "report.json": (known, other) => JSON.stringify({ trace: known, other }),
  "ticket.md": (known, other) => `# Call failed\n\n- \`${known}\`\n- ${other}\n`,
};

/** A file in a window where nobody has opened a view of the explorer. */
describe("ids of known calls", () => {
  let editor: Editor;

  before(async () => {
    editor = await startEditor();
  });

  after(() => editor.stop());

  it("are links from the first window on, and lead to their call", async () => {
    const folder = editor.newFolder();
    const first = await editor.openWindow({ folder });
    const lists = new ListHands(first);
    await first.openContainer("Financial Planning");
    await first.tree.row("Sandbox");
    await first.tree.expand("Sandbox");
    await first.tree.expand("Sandbox", "Client records");
    await lists.openClient("Series");
    await lists.openList("Series", "Results");
    const trace = first.webview().locator("fp-status-line").getByText(/^fpx-/);
    const id = (await trace.getAttribute("title")) ?? assert.fail("no trace id");
    await first.close();
    const strange = `fpx-${"0".repeat(8)}-0000-4000-8000-000000000000`;
    for (const [name, text] of Object.entries(TEXTS)) {
      writeFileSync(join(folder, name), text(id, strange));
      const second = await editor.openWindow({ folder });
      await second.page.locator(".explorer-folders-view").getByText(name).dblclick();
      const link = second.page.locator(LINK);
      await link
        .filter({ hasText: id.slice(-12) })
        .first()
        .waitFor();
      assert.equal((await link.allInnerTexts()).join(""), id, name);
      await second.screenshot(`id-link-${name}`);
      await link.first().click({ modifiers: ["ControlOrMeta"] });
      await second.tab(/^Request · Results/).waitFor();
      await second.close();
    }
  });
});
