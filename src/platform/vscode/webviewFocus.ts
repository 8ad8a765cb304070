import type * as vscode from "vscode";
import { type Clock, SYSTEM_CLOCK } from "../base/clock";

/** A webview, in an editor or a view, as far as its focus is concerned. */
export interface FocusedWebview {
  isVisible(): boolean;
  /** Resolves when the page has come to a message that is posted to it now. */
  ping(): Promise<void>;
}

/** The editor's own delay is 50 ms. */
const EDITOR_DELAY_MS = 60;
/** A page that does not answer must not keep a question back. */
const PATIENCE_MS = 500;

/**
 * When the palette or a question closes, the editor gives the focus back to the webview that had
 * it: some 50 ms later, by a message to the page. A question that opens in between loses the focus
 * to that page, and closes, or cannot be used by keys (microsoft/vscode#75209, #93950).
 */
export class WebviewFocus {
  private readonly webviews = new Set<FocusedWebview>();

  constructor(private readonly clock: Clock = SYSTEM_CLOCK) {}

  add(webview: FocusedWebview): vscode.Disposable {
    this.webviews.add(webview);
    return { dispose: () => this.webviews.delete(webview) };
  }

  /** Resolves when no page in sight has such a message before it any more. */
  async settled(): Promise<void> {
    if (this.visible().length === 0) {
      return;
    }
    await this.delay(EDITOR_DELAY_MS);
    // Messages to a page keep their order: what it answers now, it answers after the editor's.
    const answers = this.visible().map((webview) => webview.ping());
    await Promise.race([Promise.allSettled(answers), this.delay(PATIENCE_MS)]);
  }

  private visible(): readonly FocusedWebview[] {
    return [...this.webviews].filter((webview) => webview.isVisible());
  }

  private delay(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.clock.schedule(milliseconds, resolve));
  }
}

/** Of all webviews of this window. */
export const webviewFocus = new WebviewFocus();
