import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { GridTexts } from "../../../messages/gridTexts";
import { TEXT_LIMIT } from "../../../messages/listQuestions";
import { fillCounts } from "../../../../../platform/webview/counts";
import { propertiesOf } from "../../../../../platform/webview/properties";
import { baseStyles, controlStyles } from "../../../../../platform/webview/styles";

/** What the user wants to find; `isStep` where it is another place of the same text. */
export class FindEvent extends CustomEvent<{
  readonly text: string;
  /** The text is a JSONPath query. */
  readonly isPath: boolean;
  readonly direction: "forward" | "backward";
  readonly isStep: boolean;
}> {}

/** Which of the places is shown, from 1, and how many there are. */
export interface FoundCount {
  readonly ordinal: number;
  readonly matches: number;
  /** There are more than were counted. */
  readonly isMore?: boolean;
  /** Why nothing could be looked for. */
  readonly problem?: string;
}

const PAUSE_MS = 150;
/** A query that is half typed is mostly none. */
const PATH_PAUSE_MS = 500;
const PATH_SAMPLE = "$[?@.value > 100]";

/** The text to find in the rows, and where among its places the user is. */
export class FindBar extends LitElement {
  static override readonly properties = {
    ...propertiesOf("texts", "found"),
    isPath: { type: Boolean },
    isLooking: { type: Boolean },
  };

  static override readonly styles = [
    baseStyles,
    controlStyles,
    css`
      :host {
        display: block;
      }

      form {
        display: flex;
        flex-wrap: wrap;
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

      button:disabled {
        background: transparent;
        opacity: 0.4;
        cursor: default;
      }

      .path {
        width: auto;
        padding: 0 6px;
        font: inherit;
      }

      .path[aria-pressed="true"] {
        border-color: var(--vscode-inputOption-activeBorder, var(--vscode-focusBorder));
        background: var(--vscode-inputOption-activeBackground, transparent);
        color: var(--vscode-inputOption-activeForeground, inherit);
      }

      .problem {
        flex: 1 0 100%;
        margin: 0;
        overflow-wrap: anywhere;
      }
    `,
  ];

  declare texts: GridTexts | undefined;
  declare found: FoundCount | undefined;
  declare isPath: boolean;
  /** What was asked for is on its way. */
  declare isLooking: boolean;
  private pause: ReturnType<typeof setTimeout> | undefined;
  private asked = "";

  constructor() {
    super();
    this.isPath = false;
    this.isLooking = false;
  }

  /** What is gone looks for nothing that was typed last. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.pause);
  }

  /** Selects what is there, or a text in its place: typing replaces it. */
  focusText(text = this.text): void {
    const input = this.renderRoot.querySelector("input");
    if (input !== null) {
      input.value = text;
    }
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
    const name = this.isPath ? texts.pathField : texts.find;
    return html`<form role="search" aria-label=${texts.find} @submit=${stop} @keydown=${this.onKey}>
      <input
        type="text"
        maxlength=${TEXT_LIMIT}
        autocomplete="off"
        spellcheck="false"
        dir="auto"
        aria-label=${name}
        placeholder=${this.isPath ? PATH_SAMPLE : texts.find}
        @input=${this.onInput}
      />
      <button
        type="button"
        class="path"
        aria-pressed=${this.isPath ? "true" : "false"}
        title=${texts.byPathHelp}
        @click=${this.togglePath}
      >
        ${texts.byPath}
      </button>
      <span class="count dim" role="status">${this.countText(texts)}</span>
      ${button(texts.findPrevious, "\ueaa1", () => this.ask("backward", true))}
      ${button(texts.findNext, "\uea9a", () => this.ask("forward", true))}
      ${this.isPath ? this.renderPathActs(texts) : nothing}
      ${button(texts.closeFind, "\uea76", () => this.close())} ${this.renderProblem(texts)}
    </form>`;
  }

  private renderPathActs(texts: GridTexts): TemplateResult {
    const isEmpty = (this.found?.matches ?? 0) === 0;
    const tell = (name: string) => () => this.dispatchEvent(new CustomEvent(name));
    return html`
      ${button(texts.copyMatches, "\uebcc", tell("fp-copy-matches"), isEmpty)}
      ${button(texts.matchingColumns, "\ueb83", tell("fp-matching-columns"), isEmpty)}
    `;
  }

  private renderProblem(texts: GridTexts): TemplateResult | typeof nothing {
    const problem = this.found?.problem;
    return problem === undefined
      ? nothing
      : html`<p class="problem" role="status">${problem || texts.noMatches}</p>`;
  }

  private countText(texts: GridTexts): string {
    if (this.isLooking) {
      return texts.loading;
    }
    if (this.found === undefined || this.found.problem !== undefined) {
      return "";
    }
    const { ordinal, matches, isMore = false } = this.found;
    const words = isMore ? texts.matchOfMore : texts.matchOf;
    return matches === 0 ? texts.noMatches : fillCounts(words, ordinal, matches);
  }

  private readonly onInput = (): void => {
    clearTimeout(this.pause);
    const milliseconds = this.isPath ? PATH_PAUSE_MS : PAUSE_MS;
    this.pause = setTimeout(() => this.ask("forward", false), milliseconds);
  };

  private readonly togglePath = (): void => {
    this.isPath = !this.isPath;
    this.focusText();
    this.ask("forward", false);
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
    const { isPath } = this;
    const detail = { text, isPath, direction, isStep: isStep && text === this.asked };
    this.asked = text;
    this.dispatchEvent(new FindEvent("fp-find", { detail }));
  }

  private close(): void {
    clearTimeout(this.pause);
    this.dispatchEvent(new CustomEvent("fp-find-closed"));
  }
}

function button(label: string, icon: string, act: () => void, isDisabled = false): TemplateResult {
  return html`<button
    type="button"
    aria-label=${label}
    title=${label}
    ?disabled=${isDisabled}
    @click=${act}
  >
    ${icon}
  </button>`;
}

function stop(event: Event): void {
  event.preventDefault();
}
