import type { Page } from "playwright-core";

const IS_IN_WEBVIEW = `document.activeElement?.tagName === "IFRAME"`;
const FOCUS_MS = 1_000;
const QUESTIONS = [
  ".quick-input-widget .quick-input-box input",
  ".monaco-dialog-box .dialog-buttons .monaco-button:not(.secondary)",
];

/**
 * Goes into a question that is open while a webview has the focus, as who sees that would. The editor
 * gives a webview its focus by a timer and a message (microsoft/vscode#75209): on a busy machine these
 * come after a question that a command of the palette opened, and take the focus from it for good.
 */
export async function enterQuestion(page: Page): Promise<void> {
  if (await page.evaluate<boolean>(IS_IN_WEBVIEW)) {
    const first = page.locator(QUESTIONS.join(", ")).filter({ visible: true }).first();
    if (await first.isVisible()) {
      // Or it closes meanwhile, and the next look finds it gone.
      await first.focus({ timeout: FOCUS_MS }).catch(() => undefined);
    }
  }
}
