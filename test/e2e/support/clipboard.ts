import type { Page } from "playwright-core";

// Expressions as text: the tests are compiled without the browser's types.

/** What the clipboard of the browser holds. */
export async function readClipboard(page: Page): Promise<string> {
  return page.evaluate<string>("navigator.clipboard.readText()");
}

export async function writeClipboard(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
}
