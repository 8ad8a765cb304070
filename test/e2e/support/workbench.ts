import assert from "node:assert/strict";
import { join } from "node:path";
import type { ConsoleMessage, FrameLocator, Locator, Page } from "playwright-core";
import { findConsoleProblems } from "../../../scripts/run/consoleProblems.mjs";
import { readClipboard, writeClipboard } from "./clipboard";
import { Modal } from "./modal";
import { Notifications } from "./notifications";
import { TAKES_PICTURES } from "./pictures";
import { QuickInput } from "./quickInput";
import { TextEditor } from "./textEditor";
import { TreeView } from "./treeView";
import { until, untilItWorks } from "./until";
import { ContextMenu } from "./contextMenu";

/** Webviews lie over the window, not inside of the view they belong to: their address tells. */
const IN_A_VIEW = '[src*="purpose=webviewView"]';
/** Frames of the webviews in editors, and of those in views. */
export const EDITOR_FRAME = `iframe.webview.ready:not(${IN_A_VIEW})`;
const VIEW_FRAME = `iframe.webview.ready${IN_A_VIEW}`;

/** More than any row of buttons, menu or header has. */
const MOST_PRESSES = 60;

/**
 * The editor waits 60 seconds for an extension host, never again for one that took longer, and works on
 * without extensions. A machine that is busy enough is that slow, and a user would load the window again.
 */
const HOST_GIVEN_UP = "The remote extension host took longer than";

/** Resolves when the page has drawn what it did, and has nothing left that is more urgent. */
const SETTLED = `new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(resolve));
}).then(() => scheduler.postTask(() => undefined, { priority: "background" }))`;

/** One window of VS Code, used the way a person uses it. */
export class Workbench {
  readonly tree: TreeView;
  readonly quickInput: QuickInput;
  readonly notifications: Notifications;
  readonly modal: Modal;
  readonly editor: TextEditor;
  readonly menu: ContextMenu;
  private readonly messages: string[] = [];
  private opened: string | false = false;

  constructor(
    readonly page: Page,
    private readonly url: string,
  ) {
    this.menu = new ContextMenu(page);
    this.tree = new TreeView(page, this.menu);
    this.quickInput = new QuickInput(page);
    this.notifications = new Notifications(page);
    this.modal = new Modal(page);
    this.editor = new TextEditor(page);
    page.on("console", (message) => {
      this.messages.push(describe(message));
      if (message.text().includes(HOST_GIVEN_UP)) {
        this.loadAgain();
      }
    });
    page.on("pageerror", (error) =>
      this.messages.push(`[pageerror] Uncaught ${error.stack ?? error.message}`),
    );
    // Leaving a window with unsaved text asks; the tests leave.
    page.on("dialog", (dialog) => void dialog.accept().catch(() => undefined));
  }

  /** Loads the window for a folder, a workspace file or nothing, and waits until it can be used. */
  async open(folder: string | false): Promise<void> {
    const kind = folder !== false && folder.endsWith(".code-workspace") ? "workspace" : "folder";
    this.opened = folder;
    const query = folder === false ? "ew=true" : `${kind}=${encodeURIComponent(folder)}`;
    await this.page.goto(`${this.url}/?${query}`);
    await this.waitUntilReady();
  }

  /** The folder that it was opened with. */
  get folder(): string {
    return this.opened === false ? assert.fail("no folder is open") : this.opened;
  }

  /** Reloads as a user does: the browser's own reload loses what the window has not saved yet. */
  async reload(): Promise<void> {
    const title = "Developer: Reload Window";
    await this.quickInput.findCommand(title);
    await Promise.all([this.page.waitForEvent("load"), this.quickInput.choose(title)]);
    await this.waitUntilReady();
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  /** Runs a command by the title that the palette shows, category included. */
  async runCommand(title: string): Promise<void> {
    // What opens just then takes the focus, and the palette closes.
    await untilItWorks(async (timeout) => {
      await this.quickInput.findCommand(title);
      await this.quickInput.row(title).first().click({ timeout });
    });
    await this.quickInput.waitUntilPaletteIsGone();
  }

  /** Shows a view container by the name of its icon in the activity bar. */
  async openContainer(name: string): Promise<void> {
    const action = this.page.locator(`.part.activitybar .action-label[aria-label^="${name}"]`);
    const item = action.locator("xpath=ancestor::li[1]");
    if (!/\bchecked\b/.test((await item.getAttribute("class")) ?? "")) {
      // Not the label: a badge may lie over it.
      await item.click();
    }
  }

  /** Shows a view container of the panel area by the name of its tab. */
  async showPanel(name: string): Promise<void> {
    const tab = this.page.locator(
      `.part.panel .composite-bar .action-label[aria-label^="${name}"]`,
    );
    if (!(await this.page.locator(".part.panel").isVisible())) {
      await this.page.keyboard.press("ControlOrMeta+J");
    }
    await tab.click();
  }

  /** The item of the status bar that shows this text. */
  statusBarItem(text: string | RegExp): Locator {
    return this.page.locator(".part.statusbar .statusbar-item").filter({ hasText: text });
  }

  /** The tab of an open editor. */
  tab(title: string | RegExp): Locator {
    return this.page.locator(".tabs-container .tab").filter({ hasText: title });
  }

  /** An action in the title of the active editor group, by its tooltip. */
  editorAction(title: string): Locator {
    return this.page.locator(`.editor-group-container.active .editor-actions`).getByRole("button", {
      name: title,
    });
  }

  /** The document of the webview in front in the editors: VS Code nests it in two frames. */
  webview(): FrameLocator {
    return this.page.frameLocator(`${EDITOR_FRAME}:visible`).frameLocator("#active-frame");
  }

  /** The editor gives it the focus a moment after it shows it: Tab would go elsewhere until then. */
  async webviewFocused(): Promise<void> {
    const body = this.webview().locator("body");
    const hasFocus = (): Promise<unknown> => body.evaluate("document.hasFocus()");
    await until("the panel has the focus", async () => (await hasFocus()) === true);
  }

  /** The one of two side by side that was opened last. */
  lastWebview(): FrameLocator {
    return this.page
      .locator(`${EDITOR_FRAME}:visible`)
      .last()
      .contentFrame()
      .frameLocator("#active-frame");
  }

  /** The classes of the bodies of all that is on screen, webviews and the window itself. */
  async bodyClasses(): Promise<readonly string[]> {
    const frames = this.page.frames();
    const read = frames.map((frame) => frame.evaluate<string>("document.body?.className ?? ''"));
    // A frame that goes meanwhile has none.
    return Promise.all(read.map((classes) => classes.catch(() => "")));
  }

  /** The document of the webview that a view shows, in the side bar or the panel area. */
  viewWebview(): FrameLocator {
    return this.page.frameLocator(`${VIEW_FRAME}:visible`).frameLocator("#active-frame");
  }

  /** Waits until all is done that a key asked for: what has not moved by then does not move by it. */
  async settled(): Promise<void> {
    await this.page.evaluate(SETTLED);
  }

  /** Presses a key until this has the focus. */
  async go(key: string, to: Locator, most = MOST_PRESSES): Promise<void> {
    for (let count = 0; !(await to.evaluate(hasFocus)); count++) {
      assert.ok(count < most, `${key} never got there`);
      await this.page.keyboard.press(key);
      await this.settled();
    }
  }

  /** What the clipboard of the browser holds. */
  readClipboard(): Promise<string> {
    return readClipboard(this.page);
  }

  writeClipboard(text: string): Promise<void> {
    return writeClipboard(this.page, text);
  }

  async resize(width: number, height: number): Promise<void> {
    await this.page.setViewportSize({ width, height });
  }

  /** Saves a picture of the window, where pictures are wanted. */
  async screenshot(name: string): Promise<void> {
    if (TAKES_PICTURES) {
      await this.savePicture(name);
    }
  }

  /** Saves a picture of the window under test/e2e/screenshots. */
  async savePicture(name: string): Promise<void> {
    const path = join(process.cwd(), "test", "e2e", "screenshots", `${name}.png`);
    await this.page.screenshot({ path, animations: "disabled", caret: "initial" });
  }

  /** Errors that nobody handled, and errors of the extension, as its console has them. */
  problems(): readonly string[] {
    return findConsoleProblems(this.messages.join("\n"));
  }

  private loadAgain(): void {
    process.stdout.write("  a window was loaded again: its extension host needed over a minute\n");
    // One that was closed meanwhile needs no host.
    this.page.reload().catch(() => undefined);
  }

  async waitUntilReady(): Promise<void> {
    await this.page.locator(".monaco-workbench .part.statusbar .statusbar-item").first().waitFor();
    // Themes come from extensions: once one is applied, what extensions contribute is known.
    await this.page.locator(".monaco-workbench[class*='vscode-theme-']").waitFor();
  }
}

/** Runs in the page: the tests are compiled without the browser's types. */
function hasFocus(one: unknown): boolean {
  return (one as { matches(selector: string): boolean }).matches(":focus");
}

function describe(message: ConsoleMessage): string {
  return `[${message.type()}] ${message.text()}`;
}
