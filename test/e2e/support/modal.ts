import type { Locator, Page } from "playwright-core";
import { cutTexts } from "./cutTexts";

/** A selector of no element: nothing of a question may be shortened. */
const NOTHING = ":not(*)";

/** A modal dialog of VS Code. */
export class Modal {
  readonly box: Locator;

  constructor(page: Page) {
    this.box = page.locator(".monaco-dialog-box");
  }

  /** Message and detail, as one text. */
  async text(): Promise<string> {
    await this.box.waitFor();
    return this.box.locator(".dialog-message-row").innerText();
  }

  /** What of it cannot be read whole, also where it reaches over an edge of the window. */
  async cutTexts(): Promise<readonly string[]> {
    await this.box.waitFor();
    return this.box.evaluate(cutTexts, NOTHING);
  }

  async buttons(): Promise<readonly string[]> {
    await this.box.waitFor();
    return this.box.locator(".dialog-buttons .monaco-button").allInnerTexts();
  }

  /** Clicks a button and waits until the dialog is gone. */
  async click(button: string): Promise<void> {
    await this.answer(() => this.box.getByRole("button", { name: button, exact: true }).click());
  }

  /** Presses the default button by key: the editor gives it the focus after it shows the dialog. */
  async pressDefault(): Promise<void> {
    await this.answer(() =>
      this.box.locator(".dialog-buttons .monaco-button:focus").press("Enter"),
    );
  }

  /** Waits for what comes at once, or after a question that this button answers. */
  async clickUntil(button: string, wanted: Locator): Promise<void> {
    await this.box.or(wanted).first().waitFor();
    if (await this.box.isVisible()) {
      await this.click(button);
      await wanted.waitFor();
    }
  }

  async waitUntilClosed(): Promise<void> {
    await this.box.waitFor({ state: "detached" });
  }

  /** Waits for this very dialog to close: the next one may take its place at once. */
  private async answer(press: () => Promise<void>): Promise<void> {
    await this.box.waitFor();
    const box = await this.box.elementHandle();
    await press();
    await box.waitForElementState("hidden");
  }
}
