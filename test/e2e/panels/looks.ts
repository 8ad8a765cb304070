import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";
import axe from "axe-core";
import type { FrameLocator, Page } from "playwright-core";
import { TAKES_PICTURES } from "../support/pictures";
import { TOO_WIDE } from "./measure";

export const SCREENSHOTS = path.resolve("test", "e2e", "screenshots");

/** Where pictures are wanted. The caret stays: hiding it would add a style that the panel's policy rightly refuses. */
export async function takeShot(page: Page, name: string): Promise<void> {
  await page.evaluate("document.fonts.ready");
  await page.evaluate("new Promise(requestAnimationFrame)");
  if (!TAKES_PICTURES) {
    return;
  }
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`), caret: "initial" });
}

/** No violation of any rule of axe, in a page without frames. */
export async function assertAccessible(page: Page): Promise<void> {
  await page.evaluate(PUT_AXE_IN);
  assertNoneIn(await page.evaluate<Found>(runAxe()));
}

/**
 * The same for the document of a webview in a window. Without contrasts where it has no ground of
 * its own: axe does not see what is behind its frame.
 */
export async function assertAccessibleInside(
  webview: FrameLocator,
  hasGround: boolean,
): Promise<void> {
  const root = webview.locator("html");
  await root.evaluate(PUT_AXE_IN);
  const found: Found = await root.evaluate(runAxe({ "color-contrast": { enabled: hasGround } }));
  assertNoneIn(found);
}

function assertNoneIn({ violations, passes }: Found): void {
  assert.deepEqual(violations, []);
  assert.ok(passes > 0, "nothing was looked at");
}

interface Found {
  readonly violations: readonly unknown[];
  readonly passes: number;
}

/** Once in each document. */
const PUT_AXE_IN = `if (typeof axe !== "object") {
  ${axe.source}
}`;

/**
 * Without the package for Playwright: that puts axe in twice each time and fetches every element
 * that passed, and where a busy frame takes a second for its script it says that nothing is there.
 */
function runAxe(rules: axe.RuleObject = {}): string {
  const options = JSON.stringify({ preload: false, resultTypes: ["violations"], rules });
  return `axe.run(document, ${options}).then(({ violations, passes }) => ({
    violations: violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    passes: passes.length,
  }))`;
}

/** In so wide a page nothing reaches over an edge, is cut off, or scrolls sideways unmeant. */
export async function assertInPlace(page: Page, width: number): Promise<void> {
  assert.equal(await page.evaluate("document.documentElement.clientWidth"), width);
  assert.deepEqual(await page.evaluate(TOO_WIDE), []);
}
