import type { Locator, Page } from "playwright-core";
import { readClipboard, writeClipboard } from "./clipboard";
import { until, untilItWorks, untilRead } from "./until";

const NOTHING_COPIED = "nothing copied yet";

/** The active text editor. */
export class TextEditor {
  private readonly root: Locator;

  constructor(private readonly page: Page) {
    this.root = page.locator(".editor-group-container.active .monaco-editor").last();
  }

  async waitFor(): Promise<void> {
    await this.root.locator(".view-lines").waitFor();
  }

  async focus(): Promise<void> {
    await this.waitFor();
    await this.root.locator(".view-lines").click();
  }

  /** Replaces the whole text as a paste does: typing would meet completion and indentation. */
  async setText(text: string): Promise<void> {
    // The editor pastes a little after the key, and may get what was copied before.
    await untilItWorks(async (timeout) => {
      await this.focus();
      await writeClipboard(this.page, text);
      await this.page.keyboard.press("ControlOrMeta+A");
      await this.page.keyboard.press("ControlOrMeta+V");
      await until("the text is pasted", () => this.shows(text), timeout);
    });
  }

  /** Whether all that is in sight is of this text. */
  private async shows(text: string): Promise<boolean> {
    const lines = (await this.visibleLines()).map((line) => line.trimEnd()).join("\n");
    const wanted = text.replace(/[^\S\n]+$/gm, "");
    return lines.trim() !== "" && wanted.includes(lines.trim());
  }

  /** The whole text, also of what is scrolled away. */
  async text(): Promise<string> {
    await this.focus();
    await writeClipboard(this.page, NOTHING_COPIED);
    await this.page.keyboard.press("ControlOrMeta+A");
    await this.page.keyboard.press("ControlOrMeta+C");
    // It reaches the clipboard a little after the key.
    const text = await untilRead("the clipboard", new RegExp(`^(?!${NOTHING_COPIED}$)`), () =>
      readClipboard(this.page),
    );
    await this.page.keyboard.press("ControlOrMeta+Home");
    return text;
  }

  /** The lines on screen, top to bottom, each without its number. */
  async visibleLines(): Promise<readonly string[]> {
    await this.waitFor();
    const lines = await this.root.locator(".view-lines .view-line").evaluateAll(readLines);
    return lines
      .sort((one, other) => one.top - other.top)
      .map(({ text }) => text.replaceAll("\u00a0", " "));
  }

  /** A lens above a line, by its text. */
  codeLens(text: string | RegExp): Locator {
    return this.root.locator(".codelens-decoration a").filter({ hasText: text });
  }

  /** Presses a lens, which is drawn anew with others, until what it opens is there. */
  async pressCodeLens(text: string | RegExp, opened: Locator): Promise<void> {
    await untilItWorks(async (timeout) => {
      if (!(await opened.isVisible())) {
        await this.codeLens(text).click({ timeout });
      }
      await opened.waitFor({ timeout });
    });
  }

  async save(): Promise<void> {
    await this.page.keyboard.press("ControlOrMeta+S");
  }
}

/** As much of a DOM element as is used: the tests are compiled without the browser's types. */
interface LineElement {
  readonly textContent: string | null;
  getBoundingClientRect(): { readonly top: number };
}

/** Runs in the browser, so it uses nothing from around it. */
function readLines(elements: readonly LineElement[]): { top: number; text: string }[] {
  return elements.map((element) => ({
    top: element.getBoundingClientRect().top,
    text: element.textContent ?? "",
  }));
}
