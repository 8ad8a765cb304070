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

  /** VS Code ignores a click that comes at once after the menu opened: it is clicked again. */
  async choose(title: string): Promise<void> {
    const menu = this.page.locator(".monaco-menu");
    await this.item(title).waitFor();
    await untilItWorks(async (timeout) => {
      if (await this.isOpen()) {
        await this.item(title).hover({ timeout });
        await this.item(title).click({ timeout });
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
