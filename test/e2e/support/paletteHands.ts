import assert from "node:assert/strict";
import { untilItWorks, untilRead } from "./until";
import type { Workbench } from "./workbench";

const CATEGORY = "Financial Planning: ";
/** So many rows are drawn at once that none has to be scrolled to. */
const TALL = 6_000;

/** Where a command asks: in a box of the editor, or in a form of ours. */
export const BOX = ".quick-input-widget, .monaco-dialog-box";
export const QUESTION = [
  BOX,
  ...["Add connection", "Edit ", "Send request"].map(
    (label) => `.tabs-container .tab.active:has-text("${label}")`,
  ),
].join(", ");

/** What the palette shows of ours, without the commands that the editor makes for each view. */
export async function shownCommands(window: Workbench): Promise<readonly string[]> {
  const { page, quickInput } = window;
  const { width, height } = page.viewportSize()!;
  await window.resize(width, TALL);
  let labels: readonly string[] = [];
  // What opens meanwhile takes the focus, and the palette closes.
  await untilItWorks(async (timeout) => {
    await quickInput.findCommand(`${CATEGORY}Show Log`);
    await quickInput.input().fill(`>${CATEGORY}`, { timeout });
    await quickInput.row(`${CATEGORY}Add Connection…`).first().waitFor({ timeout });
    labels = await quickInput.labels(timeout);
    assert.ok(labels.includes(`${CATEGORY}Add Connection…`), "the palette closed");
  });
  await page.keyboard.press("Escape");
  await quickInput.waitUntilClosed();
  await window.resize(width, height);
  return labels
    .filter((label) => label.startsWith(CATEGORY))
    .map((label) => label.slice(CATEGORY.length))
    .filter((title) => !title.startsWith("Focus on "));
}

/** Waits until of these commands just the wanted ones are in the palette. */
export async function untilShown(
  window: Workbench,
  of: readonly string[],
  wanted: readonly string[],
): Promise<void> {
  await untilRead("the palette", wanted.join("\n"), async () => {
    const shown = await shownCommands(window);
    return of.filter((title) => shown.includes(title)).join("\n");
  });
}
