import { css, LitElement } from "lit";
import { plainButton } from "../../../../../platform/webview/styles";

/** The edges that a popup is to lie at. */
export interface Anchor {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/** Looks of everything that opens above the grid. */
export const popupStyles = css`
  :host {
    position: fixed;
    inset: auto;
    max-width: calc(100vw - 8px);
    max-height: calc(100vh - 8px);
    margin: 0;
    border: 1px solid var(--vscode-menu-border, var(--vscode-widget-border, var(--edge)));
    border-radius: 4px;
    padding: 4px;
    overflow: auto;
    background: var(--vscode-menu-background, var(--vscode-dropdown-background));
    color: var(--vscode-menu-foreground, var(--vscode-foreground));
    box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
  }

  h2 {
    margin: 2px 4px 8px;
    font-size: 1em;
    font-weight: 600;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }

  input[type="text"],
  select {
    height: 26px;
    border-radius: 2px;
    padding: 0 6px;
  }

  button {
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: 2px;
    padding: 3px 8px;
    ${plainButton}
  }

  button:hover {
    background: var(--button-hover);
  }
`;

/**
 * Something that opens above all else and closes with Escape or a click elsewhere: the
 * browser's own popover. The focus goes back to where it was, which the browser sees to only
 * where no shadow root is between.
 */
export abstract class Popup extends LitElement {
  private opener: HTMLElement | undefined;
  private hadFocus = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.popover = "auto";
    this.addEventListener("keydown", this.onKeyInside);
    this.addEventListener("beforetoggle", () => {
      this.hadFocus = this.matches(":focus-within");
    });
    this.addEventListener("toggle", () => this.giveBack());
  }

  get isOpen(): boolean {
    return this.matches(":popover-open");
  }

  close(): void {
    if (this.isOpen) {
      this.hidePopover();
      this.giveBack();
    }
  }

  /** Shows what was drawn below the anchor, or above where there is more room. */
  protected async openAt(anchor: Anchor): Promise<void> {
    await this.updateComplete;
    if (!this.isOpen) {
      this.opener = focused();
      this.showPopover();
    }
    const { width, height } = this.getBoundingClientRect();
    const fitsBelow = anchor.bottom + height <= innerHeight - 4;
    const top = fitsBelow ? anchor.bottom : Math.max(4, anchor.top - height);
    const lowest = Math.max(4, innerHeight - height - 4);
    this.style.left = `${Math.max(4, Math.min(anchor.left, innerWidth - width - 4))}px`;
    this.style.top = `${Math.min(top, lowest)}px`;
    this.focusFirst();
  }

  protected abstract focusFirst(): void;

  /**
   * Keys in a popup mean nothing to the grid behind it. Escape closes here and now: the browser
   * would say that it did in a task of its own, and keys until then went to what is gone.
   */
  private readonly onKeyInside = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === "Escape" && !event.isComposing && this.isOpen) {
      event.preventDefault();
      this.close();
    }
  };

  private giveBack(): void {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    // The browser takes it from what it does not draw any more, but not at once.
    const isHere = this.matches(":focus-within");
    if (!this.isOpen && this.hadFocus && (isLost || isHere)) {
      this.opener?.focus({ preventScroll: true });
      this.hadFocus = false;
    }
  }
}

/** The element that has the focus, in whichever shadow root. */
function focused(): HTMLElement | undefined {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) {
    element = element.shadowRoot.activeElement;
  }
  return element instanceof HTMLElement ? element : undefined;
}
