import type { Test } from "mocha";
import { type Editor, startEditor } from "./editor";
import { KeyHands } from "./keyHands";
import { type ThemeName, THEMES } from "./themes";
import type { Workbench } from "./workbench";

/** An editor and a window for a walk by keys, in one theme and with a folder of its own. */
export class KeyWalk {
  private constructor(
    private readonly editor: Editor,
    readonly window: Workbench,
    readonly keys: KeyHands,
    readonly folder: string,
  ) {}

  static async start(theme: ThemeName, name: string, zoom = 1): Promise<KeyWalk> {
    const editor = await startEditor({
      settings: { "workbench.colorTheme": THEMES[theme].setting },
    });
    const folder = editor.newFolder();
    const window = await editor.openWindow({ folder, width: 1280, height: 800, zoom });
    const look = zoom === 1 ? theme : `${theme}-${zoom * 100}`;
    const keys = await KeyHands.of(window, `${name}-${look}`);
    // Away from what it would explain.
    await window.page.mouse.move(0, 0);
    return new KeyWalk(editor, window, keys, folder);
  }

  /** Keeps what had the focus when a step failed. */
  async noteFailure(test: Test | undefined): Promise<void> {
    if (test?.state === "failed") {
      this.keys.heard.note("failed here", await this.keys.heard.focused());
    }
  }

  async end(): Promise<void> {
    this.keys.heard.forget();
    await this.window.close();
    await this.editor.stop();
  }
}
