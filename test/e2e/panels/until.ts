import assert from "node:assert/strict";
import type { Page } from "playwright-core";

/** At sixty frames a second ten minutes: frames are slow where everything else is slow. */
const MOST_FRAMES = 36_000;

/** Looks once per frame of the page until it is so; `found` says what there is instead. */
export async function until(
  page: Page,
  isSo: () => boolean | Promise<boolean>,
  found: () => unknown = () => "not so",
): Promise<void> {
  for (let frame = 0; !(await isSo()); frame++) {
    assert.ok(frame < MOST_FRAMES, `it stayed: ${String(await found())}`);
    await nextFrame(page);
  }
}

export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate("new Promise(requestAnimationFrame)");
}

/** For what must not be drawn yet: a panel that does not wait has drawn what it was told. */
export async function untilTold(page: Page): Promise<void> {
  await until(page, () => page.evaluate("globalThis.wasTold === true"));
  await nextFrame(page);
  await nextFrame(page);
}
