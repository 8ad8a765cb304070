import type { Locator, Page } from "playwright-core";
import { untilItWorks } from "./until";

const PANE = '.part.sidebar .pane:has(.pane-header[aria-label^="Exports"])';

/** The view of exports with one export in it, used by hand. */
export class ExportsView {
  constructor(private readonly page: Page) {}

  /** The only row, once it shows this. */
  async row(text: RegExp): Promise<Locator> {
    const found = this.rows.filter({ hasText: text });
    await found.waitFor();
    return found;
  }

  /** Presses a button of the only row, which is drawn anew while pages come, until it is gone. */
  async press(title: string): Promise<void> {
    const button = this.rows.locator(`.actions .action-label[aria-label^="${title}"]`);
    let isPressed = false;
    await untilItWorks(async (timeout) => {
      if (isPressed && (await button.count()) === 0) {
        return;
      }
      await this.rows.hover({ timeout });
      await button.click({ timeout });
      isPressed = true;
      await button.waitFor({ state: "detached", timeout });
    });
  }

  private get rows(): Locator {
    return this.page.locator(`${PANE} .monaco-list-row`);
  }
}
