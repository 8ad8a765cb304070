import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Editor, startEditor } from "./support/editor";
import { ListHands } from "./support/listHands";

const LINK = ".view-line .detected-link";

/** A log file in a window where nobody has opened a view of the explorer. */
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
    writeFileSync(join(folder, "job.log"), `call failed\ntrace=${id}\nother=${strange}\n`);
    const second = await editor.openWindow({ folder });
    await second.page.locator(".explorer-folders-view").getByText("job.log").dblclick();
    const link = second.page.locator(LINK);
    await link
      .filter({ hasText: id.slice(-12) })
      .first()
      .waitFor();
    assert.equal((await link.allInnerTexts()).join(""), id);
    await second.screenshot("id-link");
    await link.first().click({ modifiers: ["ControlOrMeta"] });
    await second.tab(/^Request · Results/).waitFor();
    await second.close();
  });
});
