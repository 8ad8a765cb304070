import type { Locator, Page } from "playwright-core";
import { untilItWorks } from "./until";

/** The toasts in the corner of the window. */
export class Notifications {
  constructor(private readonly page: Page) {}

  /** The toast whose message has this text. */
  toast(text: string | RegExp): Locator {
    return this.page
      .locator(".notifications-toasts .notification-list-item")
      .filter({ has: this.page.locator(".notification-list-item-message", { hasText: text }) });
  }

  /** Waits for the toast and gives its whole message. */
  async message(text: string | RegExp): Promise<string> {
    const toast = this.toast(text).first();
    return toast.locator(".notification-list-item-message").innerText();
  }

  async click(text: string | RegExp, button: string): Promise<void> {
    const toast = this.toast(text).first();
    await toast.getByRole("button", { name: button, exact: true }).click();
  }

  async messages(): Promise<readonly string[]> {
    return this.page
      .locator(".notifications-toasts .notification-list-item-message")
      .allInnerTexts();
  }

  /** Closes every toast that is shown. */
  async dismissAll(): Promise<void> {
    const toasts = this.page.locator(".notifications-toasts .notification-list-item");
    // One that hides by itself takes the click away.
    await untilItWorks(async (timeout) => {
      while ((await toasts.count()) > 0) {
        await toasts.first().hover({ timeout });
        await toasts.first().locator(".codicon-notifications-clear").click({ timeout });
      }
    });
  }
}
