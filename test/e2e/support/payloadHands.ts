import type { Locator } from "playwright-core";
import { untilItWorks } from "./until";
import type { Workbench } from "./workbench";

/** A payload in a window, used by hand. */
export class PayloadHands {
  constructor(private readonly window: Workbench) {}

  /** What lies over the editor: suggestions, hovers, light bulbs. */
  at(selector: string): Locator {
    return this.window.page.locator(selector);
  }

  /** Opens a file of the folder by its name, and waits for the line above it. */
  async open(name: string): Promise<void> {
    await this.window.quickInput.openFile(name);
    await this.inFront(name);
  }

  /** Waits until this payload is the active editor, with the line above it. */
  async inFront(name: string): Promise<void> {
    await this.window.tab(name).and(this.at(".active")).waitFor();
    await this.window.editor.codeLens(/^PUT → /).waitFor();
  }

  async goTo(place: string): Promise<void> {
    const { window } = this;
    await window.editor.focus();
    await window.page.keyboard.press("Control+G");
    await window.quickInput.fillPick(`:${place}`);
    await window.quickInput.accept();
    await window.quickInput.waitUntilClosed();
  }

  /** The suggestion with this text; the schema may still be on its way when it is asked for. */
  async suggestion(label: string, place: string): Promise<Locator> {
    const row = this.at(".suggest-widget .monaco-list-row").filter({ hasText: label });
    await untilItWorks(async (timeout) => {
      await this.window.page.keyboard.press("Escape");
      await this.goTo(place);
      await this.window.page.keyboard.press("Control+Space");
      await row.waitFor({ timeout });
    });
    return row;
  }

  /** What the light bulb at a place offers, once it offers this: a key before a warning finds nothing. */
  async lightBulb(place: string, offer: string): Promise<Locator> {
    const actions = this.at(".action-widget");
    const wanted = actions.getByText(offer);
    await untilItWorks(async (timeout) => {
      await this.window.page.keyboard.press("Escape");
      await this.goTo(place);
      await this.window.page.keyboard.press("ControlOrMeta+.");
      await wanted.waitFor({ timeout });
    });
    return actions;
  }

  /** Shift+Alt+Enter, and the question that comes. */
  async ask(): Promise<string> {
    await this.send();
    return this.window.modal.text();
  }

  async send(): Promise<void> {
    await this.window.editor.focus();
    await this.window.page.keyboard.press("Shift+Alt+Enter");
  }

  /** What is said of the write, and no more of it on screen. */
  async said(wanted: RegExp): Promise<string> {
    const text = await this.window.notifications.message(wanted);
    await this.window.notifications.dismissAll();
    return text;
  }

  async closeEditors(): Promise<void> {
    const { window } = this;
    await window.runCommand("View: Close All Editors");
    const question = this.at(".monaco-dialog-box");
    const nothing = this.at(".part.editor .editor-group-container.empty");
    await question.or(nothing).first().waitFor();
    if (await question.isVisible()) {
      await window.modal.click("Don't Save");
      await nothing.waitFor();
    }
  }
}
