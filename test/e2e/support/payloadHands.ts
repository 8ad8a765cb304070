import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { Workbench } from "./workbench";

const OFFER_TRIES = 8;
const OFFER_WAIT_MS = 3_000;

/** A payload in a window, used by hand. */
export class PayloadHands {
  constructor(private readonly window: Workbench) {}

  /** What lies over the editor: suggestions, hovers, light bulbs. */
  at(selector: string): Locator {
    return this.window.page.locator(selector);
  }

  /** Opens a file of the folder by its name, and waits for the line above it. */
  async open(name: string): Promise<void> {
    const { window } = this;
    await window.page.keyboard.press("ControlOrMeta+P");
    await window.quickInput.fill(name);
    await window.quickInput.choose(name);
    await this.inFront(name);
  }

  /** Waits until this payload is the active editor, with the line above it. */
  async inFront(name: string): Promise<void> {
    await this.window.tab(name).and(this.at(".active")).waitFor();
    await this.window.editor.codeLens(/^PUT → /).waitFor();
  }

  /** Pastes a short text over all; what was copied before may reach the clipboard late. */
  async setText(text: string): Promise<void> {
    const { editor } = this.window;
    const isThere = async (): Promise<boolean> =>
      (await editor.visibleLines()).join("\n").trim() === text.trim();
    for (let turn = 0; turn < OFFER_TRIES && !(await isThere()); turn++) {
      await editor.setText(text);
      await eventually("a text is there", async () =>
        (await editor.visibleLines()).join("").includes(text.split("\n")[1] ?? ""),
      ).catch(() => undefined);
    }
    assert.ok(await isThere(), "the text is pasted");
  }

  async goTo(place: string): Promise<void> {
    const { window } = this;
    await window.editor.focus();
    await window.page.keyboard.press("Control+G");
    await window.quickInput.fill(`:${place}`);
    await window.quickInput.accept();
    await window.quickInput.waitUntilClosed();
  }

  /** The suggestion with this text; the schema may still be on its way when it is asked for. */
  async suggestion(label: string, place: string): Promise<Locator> {
    const row = this.at(".suggest-widget .monaco-list-row").filter({ hasText: label });
    for (let turn = 0; turn < OFFER_TRIES && !(await row.isVisible()); turn++) {
      await this.window.page.keyboard.press("Escape");
      await this.goTo(place);
      await this.window.page.keyboard.press("Control+Space");
      await row.waitFor({ timeout: OFFER_WAIT_MS }).catch(() => undefined);
    }
    await row.waitFor();
    return row;
  }

  /** What the light bulb at a place offers, once it offers this: a key before a warning finds nothing. */
  async lightBulb(place: string, offer: string): Promise<Locator> {
    const actions = this.at(".action-widget");
    const wanted = actions.getByText(offer);
    for (let turn = 0; turn < OFFER_TRIES && !(await wanted.isVisible()); turn++) {
      await this.window.page.keyboard.press("Escape");
      await this.goTo(place);
      await this.window.page.keyboard.press("ControlOrMeta+.");
      await wanted.waitFor({ timeout: OFFER_WAIT_MS }).catch(() => undefined);
    }
    await wanted.waitFor();
    return actions;
  }

  /** Ctrl+Enter, and the question that comes. */
  async ask(): Promise<string> {
    await this.send();
    return this.window.modal.text();
  }

  async send(): Promise<void> {
    await this.window.editor.focus();
    await this.window.page.keyboard.press("ControlOrMeta+Enter");
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

/** Waits for what comes in its own time. */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  for (let turn = 0; turn < TRIES && !(await isSo()); turn++) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  assert.ok(await isSo(), what);
}

const TRIES = 200;
const POLL_MS = 50;
