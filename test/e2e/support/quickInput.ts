import type { Locator, Page } from "playwright-core";
import { exactly } from "./contextMenu";
import { until, untilItWorks, untilRead } from "./until";

/** The command palette, quick picks and input boxes: one widget. */
export class QuickInput {
  private readonly widget: Locator;

  constructor(private readonly page: Page) {
    this.widget = page.locator(".quick-input-widget");
  }

  /** Opens the palette and looks for a command. F1 reaches nobody while the window is loading. */
  async findCommand(title: string): Promise<void> {
    await untilItWorks(async (patience) => {
      if (!(await this.value()).startsWith(">")) {
        await this.page.keyboard.press("F1");
      }
      try {
        await this.search(`>${title}`, title, ">", patience);
      } catch (error) {
        await this.page.keyboard.press("Escape");
        throw error;
      }
    });
  }

  /** Types into a pick that is just opening and takes the row with this label. */
  async searchAndChoose(label: string): Promise<void> {
    await untilItWorks((patience) => this.search(label, label, "", patience));
    const focused = this.row(label).and(this.page.locator(".focused"));
    // What is told of the row with the focus may lie over it, and take a click.
    await ((await focused.count()) === 1 ? this.accept() : this.choose(label));
  }

  /** What is typed too early is not searched for, so the box is emptied first. */
  private async search(text: string, label: string, empty: string, timeout: number): Promise<void> {
    await this.input().fill(empty, { timeout });
    await this.input().fill(text, { timeout });
    await this.row(label).first().waitFor({ timeout });
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

  /** Fills an input box: a pick that it follows may still be in its place. */
  async fill(text: string): Promise<void> {
    await this.widget.locator(".quick-input-list").waitFor({ state: "hidden" });
    await this.fillPick(text);
  }

  /** Fills the filter above a list. */
  async fillPick(text: string): Promise<void> {
    await this.input().waitFor();
    await this.input().fill(text);
  }

  /** Gives the editor's own file dialog a path: one that is still opening puts its own back. */
  async enterPath(path: string): Promise<void> {
    // It lists the folder when it is open.
    await this.row(/\.\./).waitFor();
    await untilItWorks(async (patience) => {
      await this.fillPick(path);
      // While it reads a folder it takes no key.
      await this.accept();
      await until("the dialog takes the path", async () => (await this.value()) !== path, patience);
    });
  }

  /** Opens a file by its name: the key reaches nobody while the window is loading. */
  async openFile(name: string): Promise<void> {
    await untilItWorks(async (timeout) => {
      try {
        await this.page.keyboard.press("ControlOrMeta+P");
        await this.search(name, name, "", timeout);
        await this.row(name).first().click({ timeout });
        await this.widget.waitFor({ state: "hidden", timeout });
      } catch (error) {
        await this.page.keyboard.press("Escape");
        throw error;
      }
    });
  }

  /** Waits until this stands in the box: it may still be the one of the palette. */
  async waitForValue(value: string): Promise<void> {
    await untilRead("what the box holds", value, () => this.value());
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
    await until("the palette closes", async () => !(await this.value()).startsWith(">"));
  }

  /** What stands in the box; nothing when there is none. */
  async value(): Promise<string> {
    return this.input().evaluateAll(valueInSight);
  }

  /** Title, prompt or validation message: everything written around the box. */
  async text(): Promise<string> {
    await this.widget.waitFor();
    return this.widget.innerText();
  }

  async labels(timeout: number): Promise<readonly string[]> {
    const row = this.widget.locator(".quick-input-list .monaco-list-row").first();
    await row.waitFor({ timeout });
    return this.widget.locator(".quick-input-list .label-name").allTextContents();
  }
}

/** As much of a DOM element as is used: the tests are compiled without the browser's types. */
interface InputElement {
  readonly value: string;
  getClientRects(): { readonly length: number };
}

/** Runs in the browser, so it uses nothing from around it. Waits for nothing: there may be none. */
function valueInSight(elements: readonly InputElement[]): string {
  return elements.find((element) => element.getClientRects().length > 0)?.value ?? "";
}
