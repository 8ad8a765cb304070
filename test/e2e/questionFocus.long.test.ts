import assert from "node:assert/strict";
import { type Editor, startEditor } from "./support/editor";
import { KeyHands } from "./support/keyHands";
import { endWithFirstFailure } from "./support/sharedWindow";
import { until } from "./support/until";
import type { Workbench } from "./support/workbench";

/**
 * Messages to the pages of webviews come late, in their order, as on a busy machine. The editor's
 * own 50 ms before it tells a page of its focus are over before any question opens.
 */
const SLOW_PAGES = `(() => {
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = (run, milliseconds, ...others) =>
    wait(run, milliseconds === 50 ? 0 : milliseconds, ...others);
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (message, ...others) {
    if (typeof message?.channel !== "string") return post.call(this, message, ...others);
    globalThis.messagesUnderWay = (globalThis.messagesUnderWay ?? 0) + 1;
    setTimeout(() => {
      post.call(this, message, ...others);
      globalThis.messagesUnderWay--;
    }, 200);
  };
})()`;

/** The editor gives the focus back to a panel after the palette: later than a question opens. */
describe("a question over a panel that is slow", function () {
  endWithFirstFailure(this);
  let editor: Editor;
  let window: Workbench;
  let keys: KeyHands;

  before(async () => {
    editor = await startEditor();
    window = await editor.openWindow({ folder: editor.newFolder(), width: 1280, height: 800 });
    await window.page.addInitScript({ content: SLOW_PAGES });
    keys = await KeyHands.of(window, "question");
    await window.openContainer("Financial Planning");
    const client = ["Sandbox", "Client records", "Clients", /^Abernathy, Ruth/] as const;
    for (let level = 1; level <= client.length; level++) {
      await window.tree.expand(...client.slice(0, level));
    }
    const cell = window.webview().locator("[role=gridcell]").first();
    await window.tree.open([...client, "Holdings"], cell);
  });

  after(async () => {
    await window.close();
    await editor.stop();
  });

  /** The question has the focus, and keeps it when all that was under way to pages is there. */
  const keepsFocus = async (name: string, wanted: RegExp): Promise<void> => {
    await keys.at(name, wanted);
    await until("messages to pages are there", () =>
      window.page.evaluate<boolean>("globalThis.messagesUnderWay === 0"),
    );
    await window.webview().locator("body").evaluate("0");
    let kept = "nothing";
    // A row of the tree is drawn anew when what is below it comes: for a moment nothing has the focus.
    await until("something has the focus", async () => {
      kept = await keys.heard.focused();
      return kept !== "nothing";
    });
    assert.match(kept, wanted);
  };

  beforeEach(() => window.webview().locator("[role=gridcell]").first().click());

  it("gets the focus: a choice of several", async () => {
    await keys.command("Financial Planning: Choose Faults of Sandbox…");
    await keepsFocus("faults", /^textbox "Faults of the sandbox"/);
    await keys.press("Escape");
    await window.quickInput.waitUntilClosed();
  });

  it("gets the focus: a choice of one, which would close without it", async () => {
    await keys.command("Financial Planning: Copy Types of Answer…");
    await keepsFocus("types", /^option "TypeScript"/);
    await keys.press("Escape");
    await window.quickInput.waitUntilClosed();
  });

  it("gets the focus: a text", async () => {
    await keys.command("Financial Planning: Filter Tree…");
    await keepsFocus("filter", /^textbox/);
    await keys.press("Escape");
    await window.quickInput.waitUntilClosed();
  });

  it("gets the focus: a view that is shown", async () => {
    await keys.command("Financial Planning: Show Requests");
    await keepsFocus("requests", /^row/);
    await keys.press("ControlOrMeta+J");
  });

  it("gets the focus: a row of the tree that was looked for", async () => {
    await keys.command("Financial Planning: Find Client…");
    await keepsFocus("client", /^option/);
    await keys.type("Abney");
    await keys.heard.focus("the client", /^option "Abney, Miles/);
    await keys.press("Enter");
    await keepsFocus("found", /^treeitem "Abney, Miles/);
  });

  it("gets the focus: one that nothing else can be done beside", async () => {
    await keys.command("Financial Planning: Copy Access Token…");
    await keepsFocus("token", /^button/);
    await keys.press("Escape");
    await window.modal.waitUntilClosed();
  });
});
