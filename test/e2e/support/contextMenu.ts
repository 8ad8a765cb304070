import type { Locator, Page } from "playwright-core";
import { untilItWorks } from "./until";

/** The open context menu or drop-down. */
export class ContextMenu {
  constructor(private readonly page: Page) {}

  item(title: string): Locator {
    return this.page.locator(".monaco-menu .action-menu-item").filter({
      has: this.page.locator(".action-label", { hasText: exactly(title) }),
    });
  }

  async isOpen(): Promise<boolean> {
    return (await this.page.locator(".monaco-menu").count()) > 0;
  }

  async opened(timeout: number): Promise<void> {
    await this.page.locator(".monaco-menu").first().waitFor({ timeout });
  }

  /**
   * VS Code ignores a click that comes at once after the menu opened: it is clicked again. It closes
   * a menu whose row is drawn anew, too: `reopen` brings it back as long as nothing was clicked.
   */
  async choose(title: string, reopen?: () => Promise<void>): Promise<void> {
    const menu = this.page.locator(".monaco-menu");
    let isClicked = false;
    await untilItWorks(async (timeout) => {
      if (!isClicked && reopen !== undefined && !(await this.isOpen())) {
        await reopen();
      }
      if (!isClicked || (await this.isOpen())) {
        await this.item(title).hover({ timeout });
        await this.item(title).click({ timeout });
        isClicked = true;
      }
      await menu.waitFor({ state: "detached", timeout });
    });
  }

  async titles(): Promise<readonly string[]> {
    await this.page.locator(".monaco-menu .action-menu-item").first().waitFor();
    const labels = this.page.locator(".monaco-menu .action-menu-item .action-label");
    return (await labels.allTextContents()).map((text) => text.trim()).filter(Boolean);
  }

  async close(): Promise<void> {
    await this.page.keyboard.press("Escape");
  }
}

/** A pattern for exactly this text, spaces around it aside. */
export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\s*$`);
}
