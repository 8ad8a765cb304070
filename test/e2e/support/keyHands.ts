import { Heard } from "./heard";
import { until, untilItWorks } from "./until";
import type { Workbench } from "./workbench";

/** What has the focus in a box of the editor: where one types, or the row that Enter would take. */
const IN_A_BOX = /^(?:combobox|option|textbox)/;

/** A window used with the keys alone, by what is read aloud of it. */
export class KeyHands {
  private step = 0;

  private constructor(
    private readonly window: Workbench,
    readonly heard: Heard,
    private readonly name: string,
  ) {}

  /** Listens from the next document on: the window is loaded anew. */
  static async of(window: Workbench, name: string): Promise<KeyHands> {
    return new KeyHands(window, await Heard.of(window, name), name);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.window.page.keyboard.press(key);
    }
  }

  type(text: string): Promise<void> {
    return this.window.page.keyboard.type(text);
  }

  /** Waits until the focus is there, where it can be seen, and takes a picture. */
  async at(name: string, wanted: RegExp): Promise<string> {
    const found = await this.heard.focus(name, wanted);
    this.step++;
    await this.window.screenshot(`${this.name}-${String(this.step).padStart(2, "0")}-${name}`);
    return found;
  }

  /**
   * The same for an editor that is being opened: a tree that had the focus takes it back where it is
   * drawn anew at that moment (CustomTreeView.refresh of VS Code), and the user goes to the editor.
   */
  async inEditor(name: string, wanted: RegExp): Promise<string> {
    await untilItWorks(async (patience) => {
      try {
        await this.heard.focus(name, wanted, patience);
      } catch (error) {
        await this.press("Control+1");
        throw error;
      }
    });
    return this.at(name, wanted);
  }

  /** Presses a key until the focus reads like this; it moves so many times at most. */
  async go(key: string, wanted: RegExp, most = 60, limit?: number): Promise<void> {
    const passed: string[] = [];
    let found = await this.heard.focused();
    while (!wanted.test(found)) {
      passed.push(found);
      if (passed.length > most) {
        throw new Error(`${key} never leads to ${String(wanted)}: ${passed.join("; ")}`);
      }
      found = await this.moveOn(key, found, limit);
    }
  }

  async command(title: string): Promise<void> {
    await this.findCommand(title);
    await this.press("Enter");
    await this.window.quickInput.waitUntilPaletteIsGone();
  }

  async reload(): Promise<void> {
    await this.findCommand("Developer: Reload Window");
    await Promise.all([this.window.page.waitForEvent("load"), this.press("Enter")]);
    await this.window.waitUntilReady();
  }

  closeEditors(): Promise<void> {
    return this.command("View: Close All Editors");
  }

  /** Closes the messages in the corner. */
  async clearMessages(): Promise<void> {
    await this.command("Notifications: Clear All Notifications");
    await this.window.notifications.toast("").first().waitFor({ state: "detached" });
  }

  /** Shows the view with the focus in its tree. */
  async openView(patience?: number): Promise<void> {
    await this.command("View: Show Financial Planning");
    await this.heard.focus("the tree", /^tree/, patience);
  }

  /** Chooses in a list that a command opens. */
  async choose(label: string): Promise<void> {
    await this.heard.focus(`choosing ${label}`, /^option/);
    await this.go("ArrowDown", optionOf(label));
    await this.press("Enter");
  }

  /** Takes the file that the editor's own dialog proposes, once it lists the folder. */
  async acceptFile(step: string): Promise<void> {
    await this.window.quickInput.row(/\.\./).waitFor();
    await this.at(step, IN_A_BOX);
    await this.press("Enter");
  }

  /** A row that is drawn anew loses the key: it is pressed again, but for who does all of it again. */
  async fromMenu(item: string, limit?: number): Promise<void> {
    const open = async (patience: number): Promise<void> => {
      if (!/^menu/.test(await this.heard.focused())) {
        await this.press("Shift+F10");
      }
      await this.heard.focus("a menu", /^menu/, patience);
    };
    await (limit === undefined ? untilItWorks(open) : open(limit));
    await this.go("ArrowDown", new RegExp(`^menuitem "${item}"`), 60, limit);
    await this.press("Enter");
  }

  /** Goes to the tree; what closed before it may give the focus elsewhere, later than the key came. */
  async toTree(): Promise<void> {
    await untilItWorks(async (patience) => {
      await this.press("Control+0");
      await this.heard.focus("the tree", /^treeitem/, patience);
    });
  }

  /** Goes to a command in the palette. F1 reaches nobody while the window is loading. */
  private async findCommand(title: string): Promise<void> {
    const { quickInput } = this.window;
    const isOpen = async (): Promise<boolean> => (await quickInput.value()).startsWith(">");
    await untilItWorks(async (patience) => {
      if (!(await isOpen())) {
        await this.press("F1");
      }
      try {
        const hasFocus = async (): Promise<boolean> =>
          (await isOpen()) && IN_A_BOX.test(await this.heard.focused());
        await until("the palette has the focus", hasFocus, patience);
        await this.press("ControlOrMeta+A");
        // No key has the dots at the end of a title.
        await this.type(`>${title.replace("…", "")}`);
        await quickInput.row(title).first().waitFor({ timeout: patience });
        // What is most like it comes first, which need not be it.
        await this.go("ArrowDown", optionOf(title), 60, patience);
      } catch (error) {
        await this.press("Escape");
        throw error;
      }
    });
  }

  /** Where there is nothing to go to yet, as rows are still to come, the key is pressed again. */
  private async moveOn(key: string, from: string, limit?: number): Promise<string> {
    let found = from;
    const leadsOn = async (): Promise<boolean> => {
      await this.press(key);
      await this.window.settled();
      found = await this.heard.focused();
      return found !== from;
    };
    await until(`${key} leads on from ${from}`, leadsOn, limit);
    return found;
  }
}

function optionOf(label: string): RegExp {
  return new RegExp(`^option "${label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}[,"]`);
}
