import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { GridTexts } from "../../../messages/gridTexts";
import { TEXT_LIMIT } from "../../../messages/listQuestions";
import { fillCounts } from "../../../../../platform/webview/counts";
import { propertiesOf } from "../../../../../platform/webview/properties";
import { baseStyles, controlStyles } from "../../../../../platform/webview/styles";

/** What the user wants to find; `isStep` where it is another place of the same text. */
export class FindEvent extends CustomEvent<{
  readonly text: string;
  readonly direction: "forward" | "backward";
  readonly isStep: boolean;
}> {}

/** Which of the places is shown, from 1, and how many there are. */
export interface FoundCount {
  readonly ordinal: number;
  readonly matches: number;
}

const PAUSE_MS = 150;

/** The text to find in the rows, and where among its places the user is. */
export class FindBar extends LitElement {
  static override readonly properties = propertiesOf("texts", "found");

  static override readonly styles = [
    baseStyles,
    controlStyles,
    css`
      :host {
        display: block;
      }

      form {
        display: flex;
        gap: 4px;
        align-items: center;
        border: 1px solid var(--edge);
        border-radius: 3px;
        padding: 4px;
        background: var(--vscode-editorWidget-background, var(--vscode-editor-background));
        box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
      }

      input {
        flex: 1 1 160px;
        min-width: 60px;
        border-radius: 2px;
        padding: 0 6px;
      }

      .count {
        min-width: 5em;
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }

      button {
        flex: none;
        width: 24px;
        height: 24px;
        border: 1px solid var(--vscode-contrastBorder, transparent);
        border-radius: 3px;
        padding: 0;
        background: transparent;
        color: var(--vscode-icon-foreground);
        font: 16px / 1 codicon;
        cursor: pointer;
      }

      button:hover {
        background: var(--icon-hover);
      }
    `,
  ];

  declare texts: GridTexts | undefined;
  declare found: FoundCount | undefined;
  private pause: ReturnType<typeof setTimeout> | undefined;
  private asked = "";

  focusText(): void {
    const input = this.renderRoot.querySelector("input");
    input?.focus();
    input?.select();
  }

  get text(): string {
    return this.renderRoot.querySelector("input")?.value ?? "";
  }

  override render(): TemplateResult | typeof nothing {
    const { texts } = this;
    if (texts === undefined) {
      return nothing;
    }
    return html`<form role="search" aria-label=${texts.find} @submit=${stop} @keydown=${this.onKey}>
      <input
        type="text"
        maxlength=${TEXT_LIMIT}
        autocomplete="off"
        spellcheck="false"
        dir="auto"
        aria-label=${texts.find}
        placeholder=${texts.find}
        @input=${this.onInput}
      />
      <span class="count dim" role="status">${this.countText(texts)}</span>
      ${button(texts.findPrevious, "\ueaa1", () => this.ask("backward", true))}
      ${button(texts.findNext, "\uea9a", () => this.ask("forward", true))}
      ${button(texts.closeFind, "\uea76", () => this.close())}
    </form>`;
  }

  private countText(texts: GridTexts): string {
    if (this.found === undefined) {
      return "";
    }
    const { ordinal, matches } = this.found;
    return matches === 0 ? texts.noMatches : fillCounts(texts.matchOf, ordinal, matches);
  }

  private readonly onInput = (): void => {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.ask("forward", false), PAUSE_MS);
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const isField = event.target instanceof HTMLInputElement;
    if (event.key === "Escape") {
      event.preventDefault();
      this.close();
    } else if (event.key === "F3" || (event.key === "Enter" && isField)) {
      event.preventDefault();
      this.ask(event.shiftKey ? "backward" : "forward", true);
    }
  };

  private ask(direction: "forward" | "backward", isStep: boolean): void {
    clearTimeout(this.pause);
    const { text } = this;
    // A text that nobody has looked for yet is looked for first.
    const detail = { text, direction, isStep: isStep && text === this.asked };
    this.asked = text;
    this.dispatchEvent(new FindEvent("fp-find", { detail }));
  }

  private close(): void {
    clearTimeout(this.pause);
    this.dispatchEvent(new CustomEvent("fp-find-closed"));
  }
}

function button(label: string, icon: string, act: () => void): TemplateResult {
  return html`<button type="button" aria-label=${label} title=${label} @click=${act}>
    ${icon}
  </button>`;
}

function stop(event: Event): void {
  event.preventDefault();
}
