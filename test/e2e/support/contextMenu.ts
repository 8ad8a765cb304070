import type { Locator, Page } from "playwright-core";

const CLICK_TRIES = 10;
const CLICK_WAIT_MS = 1_000;

/** The open context menu or drop-down. */
export class ContextMenu {
  constructor(private readonly page: Page) {}

  item(title: string): Locator {
    return this.page.locator(".monaco-menu .action-menu-item").filter({
      has: this.page.locator(".action-label", { hasText: exactly(title) }),
    });
  }

  /** VS Code ignores a click that comes at once after the menu opened: it is clicked again. */
  async choose(title: string): Promise<void> {
    const menu = this.page.locator(".monaco-menu");
    await this.item(title).waitFor();
    for (let attempt = 0; attempt < CLICK_TRIES && (await menu.count()) > 0; attempt += 1) {
      await this.item(title)
        .hover({ timeout: CLICK_WAIT_MS })
        .catch(() => undefined);
      await this.item(title)
        .click({ timeout: CLICK_WAIT_MS })
        .catch(() => undefined);
      await menu.waitFor({ state: "detached", timeout: CLICK_WAIT_MS }).catch(() => undefined);
    }
    await menu.waitFor({ state: "detached" });
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
