import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { TAKES_PICTURES } from "../support/pictures";
import { until } from "../support/until";
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
  if (!(await page.evaluate<boolean>('typeof axe === "object"'))) {
    await page.evaluate(axe.source);
  }
  const { violations, passes } = await page.evaluate<Found>(RUN_AXE);
  assert.deepEqual(violations, []);
  assert.ok(passes > 0, "nothing was looked at");
}

interface Found {
  readonly violations: readonly unknown[];
  readonly passes: number;
}

/**
 * Without the package's own runner, which puts axe in twice each time and fetches every element
 * that passed: describing those takes longer than finding the others.
 */
const RUN_AXE = `axe.run(document, { preload: false, resultTypes: ["violations"] }).then(
  ({ violations, passes }) => ({
    violations: violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    passes: passes.length,
  }),
)`;

/**
 * The same for what the page of an editor's webview shows, by the selector of its frame. Without
 * contrasts where the page has no ground of its own: axe does not see what is behind its frame.
 */
export async function assertAccessibleInside(
  page: Page,
  frame: string,
  hasGround: boolean,
): Promise<void> {
  const builder = new AxeBuilder({ page }).include([frame, "#active-frame", "html"]);
  const rules = { "color-contrast": { enabled: hasGround } };
  // A page that takes the place of another one is not there for a moment.
  await until("there is something to look at", async () => {
    const { violations, passes } = await builder.options({ preload: false, rules }).analyze();
    const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    assert.deepEqual(found, []);
    return passes.length > 0;
  });
}

/** In so wide a page nothing reaches over an edge, is cut off, or scrolls sideways unmeant. */
export async function assertInPlace(page: Page, width: number): Promise<void> {
  assert.equal(await page.evaluate("document.documentElement.clientWidth"), width);
  assert.deepEqual(await page.evaluate(TOO_WIDE), []);
}
