import { html, css, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { ListView, PageStep } from "../../messages/listMessages";
import { PAGE_SIZES } from "../../messages/listQuery";
import type { FrameTexts } from "../../messages/listTexts";
import type { Paging } from "../../messages/paging";
import { fillCounts } from "../../../../platform/webview/counts";
import { propertiesOf, statesOf } from "../../../../platform/webview/properties";
import { baseStyles, controlStyles } from "../../../../platform/webview/styles";
import { requestHost } from "./panelRequest";

/** First, previous, where we are, next, last, and how many rows to a page. */
export class Pager extends LitElement {
  static override readonly properties = {
    ...propertiesOf("view", "texts"),
    ...statesOf("typed", "chosenSize"),
  };

  static override readonly styles = [
    baseStyles,
    controlStyles,
    css`
      :host {
        display: block;
        font-variant-numeric: tabular-nums;
      }

      nav,
      .turn,
      .place {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 12px;
        align-items: center;
        min-height: 28px;
      }

      .turn {
        gap: 2px;
      }

      .place {
        flex-wrap: nowrap;
        gap: 4px;
        min-width: 0;
        padding: 0 6px;
      }
    `,
  ];

  declare view: ListView | undefined;
  declare texts: FrameTexts | undefined;
  /** What is in the box for a page while the user types; undefined before and after. */
  declare typed: string | undefined;
  /** The size that was chosen, until its page has come or is not to be had. */
  declare chosenSize: number | undefined;

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("view") && this.view?.isLoading === false) {
      this.chosenSize = undefined;
    }
  }

  override render(): TemplateResult | typeof nothing {
    const { view, texts } = this;
    if (view === undefined || texts === undefined) {
      return nothing;
    }
    const { paging, query } = view;
    const before = paging?.hasPrevious === true;
    const after = paging?.hasNext === true;
    const last = after && paging.lastPage !== undefined;
    return html`
      <nav aria-label=${texts.pager}>
        <div class="turn">
          ${this.renderTurn("first", "", texts.firstPage, before)}
          ${this.renderTurn("previous", "chevron-left", texts.previousPage, before)}
          ${paging === undefined ? nothing : this.renderPlace(paging, texts)}
          ${this.renderTurn("next", "chevron-right", texts.nextPage, after)}
          ${this.renderTurn("last", "", texts.lastPage, last)}
        </div>
        ${this.renderSizes(query.pageSize, texts)}
      </nav>
    `;
  }

  /** Said aloud as a sentence; on screen the number in it is a box to type another into. */
  private renderPlace(paging: Paging, texts: FrameTexts): TemplateResult {
    const [before = "", after = ""] = pageSentence(paging, texts).split("{0}");
    const text = this.typed ?? String(paging.pageNumber);
    return html`
      <span class="page hidden" aria-live="polite">${pageText(paging, texts)}</span>
      <span class="place">
        <span aria-hidden="true">${before.trim()}</span>
        <input
          class="number"
          type="text"
          inputmode="numeric"
          autocomplete="off"
          aria-label=${texts.pageNumber}
          title=${texts.pageNumber}
          size=${Math.max(2, text.length)}
          .value=${live(text)}
          @focus=${(event: Event) => (event.target as HTMLInputElement).select()}
          @input=${(event: Event) => (this.typed = (event.target as HTMLInputElement).value)}
          @blur=${() => (this.typed = undefined)}
          @keydown=${(event: KeyboardEvent) => this.onKey(event, paging)}
        />
        <span aria-hidden="true">${fillCounts(after, 0, paging.lastPage ?? 0).trim()}</span>
      </span>
    `;
  }

  private onKey(event: KeyboardEvent, { pageNumber }: Paging): void {
    if (event.key === "Escape") {
      this.typed = undefined;
    } else if (event.key === "Enter" && !event.isComposing) {
      const wanted = pageOf(this.typed ?? "");
      if (wanted !== undefined && wanted !== pageNumber) {
        requestHost(this, { name: "goTo", parameters: { pageNumber: wanted } });
      }
      this.typed = undefined;
    }
  }

  private renderTurn(
    step: PageStep,
    icon: string,
    label: string,
    isPossible: boolean,
  ): TemplateResult {
    const turn = (): void => {
      if (isPossible) {
        requestHost(this, { name: "turn", parameters: { step } });
      }
    };
    return html`<vscode-button
      class=${step}
      icon=${icon}
      icon-only
      secondary
      aria-label=${label}
      aria-disabled=${String(!isPossible)}
      title=${label}
      ?disabled=${!isPossible}
      @click=${turn}
      >${step === "first" ? FIRST_ICON : step === "last" ? LAST_ICON : nothing}</vscode-button
    >`;
  }

  private renderSizes(inForce: number, texts: FrameTexts): TemplateResult {
    // The size in force may come from a setting and be none of ours.
    const sizes = [...new Set([...PAGE_SIZES, inForce])].sort((a, b) => a - b);
    const shown = this.chosenSize ?? inForce;
    const choose = (event: Event): void => {
      const pageSize = Number((event.target as HTMLSelectElement).value);
      this.chosenSize = pageSize;
      requestHost(this, { name: "resize", parameters: { pageSize } });
    };
    return html`<select aria-label=${texts.pageSize} title=${texts.pageSize} @change=${choose}>
      ${sizes.map(
        (size) =>
          html`<option value=${size} .selected=${live(size === shown)}>
            ${fillCounts(texts.perPage, size)}
          </option>`,
      )}
    </select>`;
  }
}

/** Codicons have no "to the first" and "to the last": a bar beside their chevrons. */
const FIRST_ICON = html`<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
  <path d="M4.5 3v10M11 3.5 6.5 8l4.5 4.5" fill="none" stroke="currentColor" />
</svg>`;
const LAST_ICON = html`<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
  <path d="M11.5 3v10M5 3.5 9.5 8 5 12.5" fill="none" stroke="currentColor" />
</svg>`;

/** With `{0}` for the page and `{1}` for the last one. */
function pageSentence({ end }: Paging, texts: FrameTexts): string {
  switch (end) {
    case "known":
      return texts.pageOf;
    case "mayFollow":
      return texts.pageMayFollow;
    case "probablyLast":
      return texts.pageProbablyLast;
  }
}

function pageText(paging: Paging, texts: FrameTexts): string {
  return fillCounts(pageSentence(paging, texts), paging.pageNumber, paging.lastPage ?? 0);
}

/** A page's number as it was typed; undefined where it is none. */
function pageOf(text: string): number | undefined {
  const number = Number(text.trim());
  return /^\d{1,15}$/.test(text.trim()) ? number : undefined;
}
