import { Heard } from "./heard";
import type { Workbench } from "./workbench";

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

  /** Presses a key until the focus reads like this. */
  async go(key: string, wanted: RegExp, most = 60): Promise<void> {
    const passed: string[] = [];
    for (let turn = 0; turn < most; turn++) {
      const found = await this.heard.focused();
      if (wanted.test(found)) {
        return;
      }
      passed.push(found);
      await this.press(key);
      await this.heard.moved(found);
    }
    throw new Error(`${key} never leads to ${String(wanted)}: ${passed.join("; ")}`);
  }

  async command(title: string): Promise<void> {
    const { quickInput } = this.window;
    await quickInput.findCommand(title);
    // What is most like it comes first, which need not be it.
    await this.go("ArrowDown", optionOf(title));
    await this.press("Enter");
    await quickInput.waitUntilPaletteIsGone();
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

  async fromMenu(item: string): Promise<void> {
    await this.press("Shift+F10");
    await this.heard.focus("a menu", /^menu/);
    await this.go("ArrowDown", new RegExp(`^menuitem "${item}"`));
    await this.press("Enter");
  }
}

function optionOf(label: string): RegExp {
  return new RegExp(`^option "${label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}[,"]`);
}
