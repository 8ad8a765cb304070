import assert from "node:assert/strict";
import { type Editor, sharedEditor } from "./support/editor";
import { endWithFirstFailure } from "./support/sharedWindow";
import { pictureInEachLook } from "./support/themes";
import type { Workbench } from "./support/workbench";

const CLIENTS = ["Sandbox", "Client records", "Clients"] as const;
const NAME = /^[A-Z][a-z]+, [A-Z][a-z]+$/;
const PSEUDONYM = /^Person •[0-9A-Z]{8}$/;

describe("privacy mode, by hand", function () {
  endWithFirstFailure(this);
  let editor: Editor;
  let window: Workbench;

  const press = (title: string): Promise<void> =>
    // The pane has a title of its own with the same actions, which is hidden while it is alone.
    window.page
      .locator(`.part.sidebar .action-label[aria-label="${title}"]:visible`)
      .first()
      .click();

  before(async () => {
    editor = await sharedEditor();
    window = await editor.openWindow();
    await window.openContainer("Financial Planning");
    await window.tree.row("Sandbox");
    await window.tree.expand(CLIENTS[0]);
    await window.tree.expand(CLIENTS[0], CLIENTS[1]);
    await window.tree.expand(...CLIENTS);
    await window.tree.row(...CLIENTS, NAME);
  });

  after(async () => {
    editor.changeSettings({ "financialPlanning.privacy.mask": false });
    await window.close();
  });

  it("is turned on by the eye", async () => {
    await press("Turn On Privacy Mode");
    await window.tree.row(...CLIENTS, PSEUDONYM);
    const rows = (await window.tree.rows()).map(({ label }) => label);
    assert.deepEqual(
      rows.filter((label) => NAME.test(label)),
      [],
    );
    await window.statusBarItem(/masked/).waitFor();
    await pictureInEachLook(window, (look) => `privacy-${look}-on`);
  });

  it("is on in the next window too", async () => {
    // Windows that are open follow as the editor does: here they have a browser each.
    const other = await editor.openWindow();
    await other.openContainer("Financial Planning");
    await other.statusBarItem(/masked/).waitFor();
    await other.close();
  });

  it("is turned off by the closed eye", async () => {
    await press("Turn Off Privacy Mode");
    await window.tree.row(...CLIENTS, NAME);
    await window.statusBarItem(/masked/).waitFor({ state: "detached" });
  });
});
