import { css, html, nothing, type TemplateResult } from "lit";
import type { GridTexts } from "../../../messages/gridTexts";
import { propertiesOf, statesOf } from "../../../../../platform/webview/properties";
import { baseStyles, controlStyles } from "../../../../../platform/webview/styles";
import { type Anchor, Popup, popupStyles } from "./popup";

interface ListedColumn {
  readonly key: string;
  readonly name: string;
  readonly isShown: boolean;
}

interface ColumnListOptions {
  readonly texts: GridTexts;
  readonly columns: readonly ListedColumn[];
  readonly isGrouped: boolean;
  readonly show: (key: string, isShown: boolean) => void;
  readonly showAll: () => void;
  readonly reset: () => void;
  readonly group: (isGrouped: boolean) => void;
}

/** More than this many at once would be slow to draw; the search box leads to the rest. */
const DRAWN = 200;
const SEARCHED_FROM = 12;

/** Which columns are on screen, and how numbers are written. */
export class ColumnList extends Popup {
  static override readonly properties = {
    ...propertiesOf("options"),
    ...statesOf("search"),
  };

  static override readonly styles = [
    baseStyles,
    controlStyles,
    popupStyles,
    css`
      section {
        display: grid;
        gap: 6px;
        width: 260px;
        max-width: 100%;
        margin: 4px;
      }

      h2 {
        margin: 0;
      }

      ul {
        max-height: min(320px, 50vh);
        margin: 0;
        padding: 0;
        overflow: auto;
        list-style: none;
      }

      label {
        display: flex;
        gap: 6px;
        align-items: center;
        min-height: 24px;
        overflow: hidden;
        white-space: nowrap;
        unicode-bidi: plaintext;
      }

      input[type="checkbox"] {
        flex: none;
        accent-color: var(--vscode-focusBorder);
      }

      .buttons {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
      }
    `,
  ];

  declare options: ColumnListOptions | undefined;
  declare search: string;

  constructor() {
    super();
    this.search = "";
  }

  async open(anchor: Anchor): Promise<void> {
    this.search = "";
    await this.openAt(anchor);
  }

  override render(): TemplateResult | typeof nothing {
    const { options, search } = this;
    if (options === undefined) {
      return nothing;
    }
    const { texts, columns, isGrouped, group, showAll, reset } = options;
    const wanted = search.toLowerCase();
    const found = columns.filter(({ name }) => name.toLowerCase().includes(wanted));
    return html`<section role="dialog" aria-label=${texts.columns}>
      <h2>${texts.columns}</h2>
      ${columns.length >= SEARCHED_FROM ? this.renderSearch(texts) : nothing}
      <ul>
        ${found.slice(0, DRAWN).map((column) => this.renderColumn(column, options))}
      </ul>
      <div class="buttons">
        <button type="button" class="all" @click=${showAll}>${texts.showAllColumns}</button>
        <button type="button" class="reset" @click=${reset}>${texts.resetColumns}</button>
      </div>
      <label
        ><input
          type="checkbox"
          class="group"
          .checked=${isGrouped}
          @change=${(event: Event) => group((event.target as HTMLInputElement).checked)}
        />${texts.groupDigits}</label
      >
    </section>`;
  }

  protected override focusFirst(): void {
    this.renderRoot.querySelector<HTMLElement>("input:enabled")?.focus();
  }

  private renderSearch(texts: GridTexts): TemplateResult {
    return html`<input
      type="text"
      autocomplete="off"
      spellcheck="false"
      aria-label=${texts.columnsSearch}
      placeholder=${texts.columnsSearch}
      .value=${this.search}
      @input=${(event: Event) => {
        this.search = (event.target as HTMLInputElement).value;
      }}
    />`;
  }

  private renderColumn(
    { key, name, isShown }: ListedColumn,
    { columns, show }: ColumnListOptions,
  ): TemplateResult {
    const isLast = isShown && columns.filter((column) => column.isShown).length === 1;
    return html`<li>
      <label title=${name}
        ><input
          type="checkbox"
          .checked=${isShown}
          ?disabled=${isLast}
          @change=${(event: Event) => show(key, (event.target as HTMLInputElement).checked)}
        />${name}</label
      >
    </li>`;
  }
}
