import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { GridTexts } from "../../../messages/gridTexts";
import { type ColumnFilter, type RowView, TEXT_LIMIT } from "../../../messages/listQuestions";
import { fillText } from "../../../../../platform/base/texts";
import { fillCounts } from "../../../../../platform/webview/counts";
import { propertiesOf } from "../../../../../platform/webview/properties";
import { baseStyles, controlStyles } from "../../../../../platform/webview/styles";
import { isRestricted, needsNoValue, operatorWord } from "./viewChanges";

/** The user wants other rows. */
class ViewEvent extends CustomEvent<RowView> {}
/** The user wants to change the filters of a column; `anchor` is what was clicked. */
class FilterRequest extends CustomEvent<{
  readonly column: string;
  readonly anchor: DOMRect;
}> {}
/** The user wants to choose columns. */
class ColumnsWish extends CustomEvent<DOMRect> {}

const PAUSE_MS = 250;

/** What restricts the rows, how many are left, and the way to the columns. */
export class GridBar extends LitElement {
  static override readonly properties = {
    ...propertiesOf("view", "counts", "texts", "nameOf"),
    showsProfiles: { type: Boolean },
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
        gap: 4px 8px;
        align-items: center;
        padding: 4px 12px;
      }

      input {
        flex: 0 1 220px;
        min-width: 110px;
        border-radius: 2px;
        padding: 0 6px;
      }

      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 4px;
        max-height: 84px;
        margin: 0;
        padding: 0;
        overflow: auto;
        list-style: none;
      }

      .chip {
        display: inline-flex;
        max-width: 320px;
        border: 1px solid var(--edge);
        border-radius: 3px;
      }

      button {
        height: 24px;
        border: 1px solid var(--vscode-contrastBorder, transparent);
        border-radius: 2px;
        padding: 0 8px;
        background: transparent;
        color: inherit;
        font: inherit;
        white-space: nowrap;
        cursor: pointer;
      }

      .chip button {
        height: 22px;
        border: 0;
        padding: 0 6px;
      }

      .chip .edit {
        overflow: hidden;
        text-overflow: ellipsis;
        unicode-bidi: isolate;
      }

      .icon {
        font: 16px / 1 codicon;
      }

      .chip .remove {
        flex: none;
        padding: 0 3px;
      }

      button:hover {
        background: var(--icon-hover);
      }

      .end {
        display: flex;
        gap: 8px;
        align-items: center;
        margin-inline-start: auto;
      }

      .count {
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }

      .columns {
        display: inline-flex;
        gap: 4px;
        align-items: center;
        background: var(--vscode-button-secondaryBackground, transparent);
        color: var(--vscode-button-secondaryForeground, inherit);
      }

      .profiles[aria-pressed="true"] {
        border-color: var(--vscode-inputOption-activeBorder, currentColor);
        background: var(--vscode-inputOption-activeBackground, transparent);
        color: var(--vscode-inputOption-activeForeground, inherit);
      }

      @media (max-width: 420px) and (min-height: 421px) {
        input {
          flex: 1 1 100%;
        }
      }
    `,
  ];

  declare view: RowView | undefined;
  /** Rows that the view leaves, and all. */
  declare counts: { readonly total: number; readonly all: number } | undefined;
  declare texts: GridTexts | undefined;
  declare nameOf: (column: string) => string;
  declare showsProfiles: boolean;
  private pause: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.nameOf = (column) => column;
    this.showsProfiles = false;
  }

  focusSearch(): void {
    const input = this.renderRoot.querySelector("input");
    input?.focus();
    input?.select();
  }

  /** Privacy mode was turned on: what was typed is gone, looked for or not. */
  forgetSearch(): void {
    clearTimeout(this.pause);
    const input = this.renderRoot.querySelector("input");
    if (input !== null) {
      input.value = "";
    }
  }

  /** Where the button of the columns is. */
  get columnsAnchor(): DOMRect {
    return (this.renderRoot.querySelector(".choose") ?? this).getBoundingClientRect();
  }

  override render(): TemplateResult | typeof nothing {
    const { texts, view } = this;
    if (texts === undefined || view === undefined) {
      return nothing;
    }
    return html`<form role="search" aria-label=${texts.searchRows} @submit=${this.onSubmit}>
      <input
        type="text"
        maxlength=${TEXT_LIMIT}
        autocomplete="off"
        spellcheck="false"
        dir="auto"
        aria-label=${texts.searchRows}
        placeholder=${texts.searchRows}
        .value=${view.search}
        @input=${this.onSearch}
        @keydown=${this.onKey}
      />
      ${this.renderChips(view, texts)}
      <div class="end">
        <span class="count dim" role="status">${this.countText(texts)}</span>
        <button
          type="button"
          class="columns profiles"
          aria-pressed=${String(this.showsProfiles)}
          title=${texts.showProfiles}
          @click=${() => this.dispatchEvent(new CustomEvent("fp-profiles"))}
        >
          <span class="icon" aria-hidden="true"></span>${texts.profiles}
        </button>
        <button
          type="button"
          class="columns choose"
          aria-haspopup="dialog"
          @click=${() =>
            this.dispatchEvent(new ColumnsWish("fp-columns", { detail: this.columnsAnchor }))}
        >
          <span class="icon" aria-hidden="true"></span>${texts.columns}
        </button>
      </div>
    </form>`;
  }

  private renderChips(view: RowView, texts: GridTexts): TemplateResult | typeof nothing {
    if (!isRestricted(view)) {
      return nothing;
    }
    return html`${
        view.filters.length === 0
          ? nothing
          : html`<ul aria-label=${texts.filtered}>
              ${view.filters.map((filter, index) => this.renderChip(filter, index, texts))}
            </ul>`
      } <button type="button" class="clear" @click=${this.onClear}>${texts.clearFilters}</button>`;
  }

  private renderChip(filter: ColumnFilter, index: number, texts: GridTexts): TemplateResult {
    const { column, operator, value } = filter;
    const words = [this.nameOf(column), operatorWord(operator, texts)];
    const text = (needsNoValue(operator) ? words : [...words, value]).join(" ");
    const remove = fillText(texts.removeFilterOf, text);
    const edit = (event: Event): void => {
      const anchor = (event.currentTarget as HTMLElement).getBoundingClientRect();
      this.dispatchEvent(new FilterRequest("fp-filter-request", { detail: { column, anchor } }));
    };
    return html`<li class="chip">
      <button type="button" class="edit" title=${text} @click=${edit}>${text}</button
      ><button
        type="button"
        class="remove icon"
        aria-label=${remove}
        title=${remove}
        @click=${() => this.removeFilter(index)}
      >
        
      </button>
    </li>`;
  }

  private countText(texts: GridTexts): string {
    if (this.counts === undefined) {
      return "";
    }
    const { total, all } = this.counts;
    if (this.view !== undefined && isRestricted(this.view)) {
      return fillCounts(texts.rowsLeft, total, all);
    }
    return all === 1 ? texts.oneRow : fillCounts(texts.rowCount, all);
  }

  private removeFilter(index: number): void {
    const { view } = this;
    if (view !== undefined) {
      this.change({ ...view, filters: view.filters.toSpliced(index, 1) });
      this.focusSearch();
    }
  }

  private readonly onClear = (): void => {
    const { view } = this;
    if (view !== undefined) {
      this.change({ ...view, filters: [], search: "" });
      this.focusSearch();
    }
  };

  private readonly onSearch = (event: Event): void => {
    const { value } = event.target as HTMLInputElement;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.search(value), PAUSE_MS);
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && this.view?.search !== "") {
      event.preventDefault();
      clearTimeout(this.pause);
      this.search("");
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      this.dispatchEvent(new CustomEvent("fp-to-rows"));
    }
  };

  private readonly onSubmit = (event: Event): void => {
    event.preventDefault();
    clearTimeout(this.pause);
    const { value = "" } = this.renderRoot.querySelector("input") ?? {};
    this.search(value);
  };

  private search(search: string): void {
    const { view } = this;
    if (view !== undefined && search !== view.search) {
      this.change({ ...view, search });
    }
  }

  private change(detail: RowView): void {
    clearTimeout(this.pause);
    this.dispatchEvent(new ViewEvent("fp-view", { detail }));
  }
}
