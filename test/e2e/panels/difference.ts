import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";

/** No two of them look alike. */
export async function assertAllDiffer(shown: readonly Locator[]): Promise<void> {
  const pictures: string[] = [];
  for (const one of shown) {
    pictures.push((await pictureOf(one)).toString("base64"));
  }
  assert.equal(new Set(pictures).size, shown.length, "two of them look alike");
}

/** From the same place in the grid of pixels, so that only what is drawn makes a difference. */
export async function pictureOf(shown: Locator, width = 14, height = 10): Promise<Buffer> {
  const page: Page = shown.page();
  const { x, y } = (await shown.boundingBox()) ?? assert.fail("it is not drawn");
  return page.screenshot({ clip: { x: Math.round(x), y: Math.round(y), width, height } });
}
