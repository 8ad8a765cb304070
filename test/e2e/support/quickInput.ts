import { setTimeout as wait } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { exactly } from "./contextMenu";

const SEARCH_TRIES = 5;
const SEARCH_WAIT_MS = 2_000;
const POLL_MS = 50;
const SETTLING_MS = 300;

/** The command palette, quick picks and input boxes: one widget. */
export class QuickInput {
  private readonly widget: Locator;

  constructor(private readonly page: Page) {
    this.widget = page.locator(".quick-input-widget");
  }

  /** Opens the palette and looks for a command. F1 reaches nobody while the window is loading. */
  async findCommand(title: string): Promise<void> {
    await this.repeat(async () => {
      if (!(await this.value()).startsWith(">")) {
        await this.page.keyboard.press("F1");
      }
      try {
        await this.search(`>${title}`, title, ">");
      } catch (error) {
        await this.page.keyboard.press("Escape");
        throw error;
      }
    });
  }

  /** Types into a pick that is just opening and takes the row with this label. */
  async searchAndChoose(label: string): Promise<void> {
    await this.repeat(() => this.search(label, label, ""));
    await this.choose(label);
  }

  /** What is typed too early is not searched for, so the box is emptied first. */
  private async search(text: string, label: string, empty: string): Promise<void> {
    await this.input().fill(empty, { timeout: SEARCH_WAIT_MS });
    await this.input().fill(text, { timeout: SEARCH_WAIT_MS });
    await this.row(label).first().waitFor({ timeout: SEARCH_WAIT_MS });
  }

  private async repeat(action: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await action();
        return;
      } catch (error) {
        if (attempt === SEARCH_TRIES) {
          throw error;
        }
      }
    }
  }

  input(): Locator {
    return this.widget.locator(".quick-input-box input");
  }

  /** The rows that are shown now. */
  row(label: string | RegExp): Locator {
    const hasText = typeof label === "string" ? exactly(label) : label;
    return this.widget
      .locator(".quick-input-list .monaco-list-row")
      .filter({ has: this.page.locator(".label-name", { hasText }) });
  }

  async fill(text: string): Promise<void> {
    await this.input().waitFor();
    await this.input().fill(text);
  }

  /** Gives the editor's own file dialog a path: one that is still opening puts its own back. */
  async enterPath(path: string): Promise<void> {
    await this.repeat(async () => {
      await this.fill(path);
      await wait(SETTLING_MS);
      if ((await this.value()) !== path) {
        throw new Error("The dialog had not opened yet.");
      }
      await this.accept();
      const until = Date.now() + SEARCH_WAIT_MS;
      while ((await this.value()) === path) {
        if (Date.now() > until) {
          throw new Error("The dialog did not take the path.");
        }
        await wait(POLL_MS);
      }
    });
  }

  /** Waits until this stands in the box: it may still be the one of the palette. */
  async waitForValue(value: string): Promise<void> {
    const until = Date.now() + SEARCH_WAIT_MS * SEARCH_TRIES;
    for (let found = await this.value(); found !== value; found = await this.value()) {
      if (Date.now() > until) {
        throw new Error(`The box holds ${JSON.stringify(found)}, not ${JSON.stringify(value)}.`);
      }
      await wait(POLL_MS);
    }
  }

  /** Takes the row with exactly this label. */
  async choose(label: string | RegExp): Promise<void> {
    await this.row(label).first().click();
  }

  /** Confirms what stands in the box. */
  async accept(): Promise<void> {
    await this.input().press("Enter");
  }

  /** Waits for the widget first: Escape pressed too early would reach something else. */
  async cancel(): Promise<void> {
    await this.input().waitFor();
    await this.page.keyboard.press("Escape");
    await this.waitUntilClosed();
  }

  async waitUntilClosed(): Promise<void> {
    await this.widget.waitFor({ state: "hidden" });
  }

  /** The command's own quick input may take the palette's place. */
  async waitUntilPaletteIsGone(): Promise<void> {
    const until = Date.now() + SEARCH_WAIT_MS * SEARCH_TRIES;
    while ((await this.value()).startsWith(">")) {
      if (Date.now() > until) {
        throw new Error("The command palette did not close.");
      }
      await wait(POLL_MS);
    }
  }

  /** What stands in the box; nothing when there is none. */
  async value(): Promise<string> {
    const input = this.input();
    return (await input.isVisible()) ? input.inputValue({ timeout: 500 }).catch(() => "") : "";
  }

  /** Title, prompt or validation message: everything written around the box. */
  async text(): Promise<string> {
    await this.widget.waitFor();
    return this.widget.innerText();
  }

  async labels(): Promise<readonly string[]> {
    await this.widget.locator(".quick-input-list .monaco-list-row").first().waitFor();
    return this.widget.locator(".quick-input-list .label-name").allTextContents();
  }
}
