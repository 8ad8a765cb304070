import type { Locator, Page } from "playwright-core";
import { untilItWorks } from "./until";

/** Toasts in the corner of the window, and the centre that the bell opens, which has hidden ones. */
const MESSAGES = ":is(.notifications-toasts, .notifications-center) .notification-list-item";

/** The messages of the window. */
export class Notifications {
  constructor(private readonly page: Page) {}

  /** The toast whose message has this text. */
  toast(text: string | RegExp): Locator {
    const message = this.page.locator(".notification-list-item-message", { hasText: text });
    // A centre that was closed keeps what it showed.
    return this.page.locator(MESSAGES).filter({ has: message, visible: true });
  }

  /** Waits for the toast and gives its whole message. */
  async message(text: string | RegExp): Promise<string> {
    const toast = this.toast(text).first();
    return toast.locator(".notification-list-item-message").innerText();
  }

  /** A toast hides ten seconds after it came, however slow the machine is: the bell opens it again. */
  async click(text: string | RegExp, button: string): Promise<void> {
    const toast = this.toast(text).first();
    const bell = this.page.locator(".statusbar-item .codicon-bell-dot");
    await toast.or(bell).first().waitFor();
    await untilItWorks(async (timeout) => {
      if (!(await toast.isVisible())) {
        await bell.click({ timeout });
      }
      await toast.getByRole("button", { name: button, exact: true }).click({ timeout });
    });
  }

  async messages(): Promise<readonly string[]> {
    return this.page.locator(`${MESSAGES} .notification-list-item-message`).allInnerTexts();
  }

  /** Closes every message that is shown. */
  async dismissAll(): Promise<void> {
    const toasts = this.page.locator(MESSAGES).filter({ visible: true });
    // One that hides by itself takes the click away.
    await untilItWorks(async (timeout) => {
      while ((await toasts.count()) > 0) {
        await toasts.first().hover({ timeout });
        await toasts.first().locator(".codicon-notifications-clear").click({ timeout });
      }
    });
  }
}
