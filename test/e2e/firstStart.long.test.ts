import assert from "node:assert/strict";
import { join } from "node:path";
import { pack } from "../../scripts/host/packageExtension.mjs";
import { temporaryFolder } from "../../scripts/run/temporaryFolder.mjs";
import { type Editor, packedExtension, startEditor } from "./support/editor";

const STEPS = ".getting-started-step";

/** What `npm start` installs beside the explorer. */
describe("the first start", () => {
  let editor: Editor;

  before(async () => {
    const file = join(temporaryFolder(), "first-start.vsix");
    await pack(join(process.cwd(), "scripts", "firstStart"), file, "ignore");
    editor = await startEditor({ extensions: [packedExtension(), file] });
  });

  after(() => editor.stop());

  it("opens the walkthrough, once", async () => {
    const first = await editor.openWindow();
    await first.page.locator(STEPS).filter({ hasText: "Look at the sandbox" }).waitFor();
    await first.screenshot("first-start");
    await first.runCommand("View: Close All Editors");
    await first.close();
    const second = await editor.openWindow();
    await second.openContainer("Financial Planning");
    await second.tree.row("Sandbox");
    assert.equal(await second.page.locator(STEPS).count(), 0);
    await second.close();
  });
});
