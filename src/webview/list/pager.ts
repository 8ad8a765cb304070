import { html, css, LitElement, nothing, type TemplateResult } from "lit";
import { PAGE_SIZES, type PageStep, type PanelTexts } from "../../shared/listPanel";
import type { Paging } from "../../shared/paging";
import { fillCounts } from "../parts/counts";
import { baseStyles } from "../parts/styles";

export class TurnEvent extends CustomEvent<{ readonly step: PageStep }> {}
export class ResizeEvent extends CustomEvent<{ readonly pageSize: number }> {}

/** First, previous, where we are, next, and how many rows to a page. */
export class Pager extends LitElement {
  static override readonly properties = {
    paging: { attribute: false },
    pageSize: { type: Number },
    texts: { attribute: false },
  };

  static override readonly styles = [
    baseStyles,
    css`
      :host {
        display: block;
      }

      nav {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 12px;
        align-items: center;
        min-height: 32px;
        font-variant-numeric: tabular-nums;
      }

      .turn {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 2px;
      }

      .page {
        padding: 0 6px;
      }

      .rows {
        margin-inline-start: auto;
      }

      select {
        height: 24px;
        padding: 0 4px;
        border: 1px solid var(--vscode-dropdown-border, var(--line));
        border-radius: 4px;
        background: var(--vscode-dropdown-background);
        color: var(--vscode-dropdown-foreground);
        font: inherit;
      }

      option {
        background: var(--vscode-dropdown-listBackground, var(--vscode-dropdown-background));
        color: var(--vscode-dropdown-foreground);
      }

      select:focus-visible {
        outline: 1px solid var(--vscode-focusBorder);
        outline-offset: 1px;
      }
    `,
  ];

  declare paging: Paging | undefined;
  /** Rows per page as asked for. */
  declare pageSize: number;
  declare texts: PanelTexts | undefined;

  override render(): TemplateResult | typeof nothing {
    const { paging, texts } = this;
    if (texts === undefined) {
      return nothing;
    }
    const before = paging?.hasPrevious === true;
    const after = paging?.hasNext === true;
    return html`
      <nav aria-label=${texts.pager}>
        <div class="turn">
          ${this.renderTurn("first", "", texts.firstPage, before)}
          ${this.renderTurn("previous", "chevron-left", texts.previousPage, before)}
          <span class="page" aria-live="polite">${paging && pageText(paging, texts)}</span>
          ${this.renderTurn("next", "chevron-right", texts.nextPage, after)}
        </div>
        ${this.renderSizes(texts)}
        <span class="rows dim">${paging && rowsText(paging, texts)}</span>
      </nav>
    `;
  }

  private renderTurn(
    step: PageStep,
    icon: string,
    label: string,
    isPossible: boolean,
  ): TemplateResult {
    const turn = (): void => {
      if (isPossible) {
        const detail = { step };
        this.dispatchEvent(new TurnEvent("fp-turn", { detail, bubbles: true, composed: true }));
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
      >${step === "first" ? FIRST_ICON : nothing}</vscode-button
    >`;
  }

  private renderSizes(texts: PanelTexts): TemplateResult {
    // The size in force may come from a setting and be none of ours.
    const sizes = [...new Set([...PAGE_SIZES, this.pageSize])].sort((a, b) => a - b);
    const choose = (event: Event): void => {
      const pageSize = Number((event.target as HTMLSelectElement).value);
      const detail = { pageSize };
      this.dispatchEvent(new ResizeEvent("fp-resize", { detail, bubbles: true, composed: true }));
    };
    return html`<select aria-label=${texts.pageSize} title=${texts.pageSize} @change=${choose}>
      ${sizes.map(
        (size) =>
          html`<option value=${size} .selected=${size === this.pageSize}>
            ${fillCounts(texts.perPage, size)}
          </option>`,
      )}
    </select>`;
  }
}

/** Codicons have no "to the first": a bar before their `chevron-left`. */
const FIRST_ICON = html`<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
  <path d="M4.5 3v10M11 3.5 6.5 8l4.5 4.5" fill="none" stroke="currentColor" />
</svg>`;

function pageText(paging: Paging, texts: PanelTexts): string {
  const { pageNumber, lastPage = 0, end } = paging;
  switch (end) {
    case "known":
      return fillCounts(texts.pageOf, pageNumber, lastPage);
    case "mayFollow":
      return fillCounts(texts.pageMayFollow, pageNumber);
    case "probablyLast":
      return fillCounts(texts.pageProbablyLast, pageNumber);
  }
}

function rowsText({ firstRow, lastRow, rows, total, end }: Paging, texts: PanelTexts): string {
  if (rows === 0) {
    return "";
  }
  return end === "known" && total !== undefined
    ? fillCounts(texts.rowsOf, firstRow, lastRow, total)
    : fillCounts(texts.rows, firstRow, lastRow);
}
