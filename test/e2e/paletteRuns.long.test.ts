import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { readContributes, shownInPalette } from "../fakes/palette";
import { type Editor, startEditor } from "./support/editor";
import { BOX, QUESTION } from "./support/paletteHands";
import { until } from "./support/until";
import type { Workbench } from "./support/workbench";

/** What a command can show. */
const SHOWN = [
  ...[".quick-input-widget", ".monaco-dialog-box", ".tabs-container .tab"],
  // Without progress, which may end in a question.
  ".notifications-toasts .notification-list-item:not(:has(.monaco-progress-container.active))",
  ...[".part.panel .composite-bar .checked", ".part.sidebar .title-label h2"],
].join(", ");

/** Commands that only the status bar tells of. */
const IN_STATUS_BAR: Readonly<Record<string, RegExp>> = {
  "financialPlanning.access.signIn": /Signed in to Sandbox/,
  "financialPlanning.sandbox.restart": /The sandbox is running/,
  "financialPlanning.privacy.toggle": /masked/,
};

/** Commands whose box asks nothing. */
const SHOWS_A_BOX: ReadonlySet<string> = new Set([
  // The facts of the connection, each to be copied.
  "financialPlanning.connection.showStatus",
]);

describe("each command that the palette of an empty window shows", () => {
  let editor: Editor;
  let window: Workbench;

  before(async () => {
    editor = await startEditor();
    window = await editor.openWindow({ folder: false });
  });

  after(async () => {
    await window.close();
    await editor.stop();
  });

  const visible = (selector: string): Locator =>
    window.page.locator(selector).filter({ visible: true });

  const shown = async (): Promise<string> => (await visible(SHOWN).allInnerTexts()).join("\n");

  afterEach(async () => {
    const { page, notifications } = window;
    const open = visible(BOX);
    await until("what a command asked is gone", async () => {
      await page.keyboard.press("Escape");
      return (await open.count()) === 0;
    });
    await notifications.dismissAll();
    await window.runCommand("View: Close All Editors");
    if (await visible(".part.panel").isVisible()) {
      await window.runCommand("View: Hide Panel");
    }
  });

  // What three dots mean is said in `test/unit/titles.test.ts`: here nothing says an answer before.
  for (const { command, title } of shownInPalette(readContributes())) {
    const opens = title.endsWith("…") || SHOWS_A_BOX.has(command);
    it(`${title} ${opens ? "opens a box or form" : "asks nothing"} and does not fail`, async () => {
      const before = await shown();
      await window.runCommand(`Financial Planning: ${title}`);
      const told = IN_STATUS_BAR[command];
      await (told === undefined
        ? until("something is shown", async () => (await shown()) !== before)
        : window.statusBarItem(told).first().waitFor());
      if (opens) {
        await until("a box or form is open", async () => (await visible(QUESTION).count()) > 0);
      } else {
        assert.equal(await visible(QUESTION).count(), 0, await shown());
      }
      const messages = (await window.notifications.messages()).join(" | ");
      await window.screenshot(`palette-${command.replace("financialPlanning.", "")}`);
      const errors = visible(".notifications-toasts .codicon-error");
      assert.equal(await errors.count(), 0, messages);
    });
  }
});
