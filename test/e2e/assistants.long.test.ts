import assert from "node:assert/strict";
import { join } from "node:path";
import { pack } from "../../scripts/host/packageExtension.mjs";
import { temporaryFolder } from "../../scripts/run/temporaryFolder.mjs";
import { type Editor, packedExtension, startEditor } from "./support/editor";
import { pictureInEachLook } from "./support/themes";

const ASK = "Ask as an Assistant";

/** Without a chat the editor asks in a dialog what it else asks there. */
describe("a tool that an assistant calls, in the packed extension", () => {
  let editor: Editor;

  before(async () => {
    const file = join(temporaryFolder(), "assistant.vsix");
    await pack(join(process.cwd(), "test", "fixtures", "assistant"), file, "ignore");
    editor = await startEditor({ extensions: [packedExtension(), file] });
  });

  after(() => editor.stop());

  it("runs after a yes to a question that names the connection, and stands in Requests", async () => {
    const window = await editor.openWindow();
    await window.runCommand(ASK);
    const question = await window.modal.text();
    assert.match(question, /Let the assistant read from 'Sandbox'\?/);
    assert.match(question, /one page of a list of 'Sandbox'.*pseudonyms/);
    await pictureInEachLook(window, (look) => `assistant-${look}-question`);
    await window.modal.click("Cancel");
    await window.notifications.message(/^refused: /);
    await window.runCommand(ASK);
    await window.modal.pressDefault();
    await window.notifications.message(/^answered: \{"ok":true,"connection":\{"id":"sandbox"/);
    await window.notifications.dismissAll();
    await window.showPanel("Financial Planning Requests");
    const row = window.viewWebview().locator(".canvas .row");
    const mark = row.locator(".assistant");
    await mark.waitFor();
    assert.equal(
      await mark.getAttribute("aria-label"),
      "Asked for by an assistant, with the tool pageList",
    );
    await pictureInEachLook(window, (look) => `assistant-${look}-requests`);
    await row.locator(".link").first().click();
    await window.webview().getByText("Asked for by an assistant").waitFor();
    await pictureInEachLook(window, (look) => `assistant-${look}-request`);
    await window.close();
  });
});
