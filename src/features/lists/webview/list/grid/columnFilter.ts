import { css, html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { GridTexts } from "../../../messages/gridTexts";
import {
  type ColumnFilter,
  type FilterOperator,
  TEXT_LIMIT,
} from "../../../messages/listQuestions";
import type { ListColumn } from "../../../messages/listTable";
import { fillText } from "../../../../../platform/base/texts";
import { statesOf } from "../../../../../platform/webview/properties";
import { baseStyles, controlStyles } from "../../../../../platform/webview/styles";
import { type Anchor, Popup, popupStyles } from "./popup";
import { needsNoValue, operatorsFor, operatorWord } from "./viewChanges";

interface FilterOptions {
  readonly anchor: Anchor;
  readonly column: ListColumn;
  readonly name: string;
  readonly filters: readonly ColumnFilter[];
  readonly texts: GridTexts;
  readonly change: (filters: readonly ColumnFilter[]) => void;
}

const PAUSE_MS = 250;

/** The conditions of one column; all of them hold. Each change is tried at once. */
export class ColumnFilterForm extends Popup {
  static override readonly properties = statesOf("options", "drafts");

  static override readonly styles = [
    baseStyles,
    controlStyles,
    popupStyles,
    css`
      form {
        width: 300px;
        max-width: 100%;
        margin: 4px;
      }

      .condition {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto;
        gap: 4px;
        margin-bottom: 6px;
      }

      .remove {
        width: 26px;
        padding: 0;
        font: 16px / 1 codicon;
      }

      .buttons {
        display: flex;
        gap: 6px;
        justify-content: flex-end;
      }
    `,
  ];

  declare options: FilterOptions | undefined;
  declare drafts: readonly ColumnFilter[];
  private pause: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.drafts = [];
    this.addEventListener("toggle", () => this.flush());
  }

  async open(options: FilterOptions): Promise<void> {
    this.options = options;
    this.drafts = withOneMore(options.filters, options.column);
    await this.openAt(options.anchor);
  }

  /** Closes and tries nothing more of what was typed. */
  forget(): void {
    clearTimeout(this.pause);
    Object.assign(this, { pause: undefined, options: undefined, drafts: [] });
    this.close();
  }

  override render(): TemplateResult | typeof nothing {
    const { options } = this;
    if (options === undefined) {
      return nothing;
    }
    const { texts, name } = options;
    const title = fillText(texts.filterOf, name);
    return html`<section role="dialog" aria-label=${title}>
      <form @submit=${this.onSubmit}>
        <h2>${title}</h2>
        ${this.drafts.map((draft, index) => this.renderCondition(draft, index, options))}
        <div class="buttons">
          <button type="button" class="clear" @click=${this.onClear}>${texts.removeFilter}</button>
          <button type="submit">${texts.applyFilter}</button>
        </div>
      </form>
    </section>`;
  }

  protected override focusFirst(): void {
    const field = this.renderRoot.querySelector<HTMLElement>("input, .value");
    (field ?? this.renderRoot.querySelector("select"))?.focus();
    if (field instanceof HTMLInputElement) {
      field.select();
    }
  }

  private renderCondition(
    draft: ColumnFilter,
    index: number,
    { texts, column }: FilterOptions,
  ): TemplateResult {
    const operators = operatorsFor(column.kind);
    // A filter that was kept may have an operator that this kind is not offered.
    const offered = operators.includes(draft.operator) ? operators : [draft.operator, ...operators];
    const chooseOperator = (event: Event): void => {
      const operator = (event.target as HTMLSelectElement).value as FilterOperator;
      this.set(index, { ...draft, operator });
    };
    return html`<div class="condition" role="group">
      <select aria-label=${texts.operator} @change=${chooseOperator}>
        ${offered.map(
          (operator) =>
            html`<option value=${operator} .selected=${operator === draft.operator}>
              ${operatorWord(operator, texts)}
            </option>`,
        )}
      </select>
      ${needsNoValue(draft.operator) ? html`<span></span>` : this.renderValue(draft, index)}
      ${
        this.drafts.length > 1
          ? html`<button
              type="button"
              class="remove"
              aria-label=${texts.removeFilter}
              title=${texts.removeFilter}
              @click=${() => this.removeCondition(index)}
            >
              
            </button>`
          : nothing
      }
    </div>`;
  }

  private renderValue(draft: ColumnFilter, index: number): TemplateResult {
    const { texts, column } = this.options ?? {};
    const put = (event: Event): void => {
      const { value } = event.target as HTMLInputElement | HTMLSelectElement;
      this.set(index, { ...draft, value });
    };
    if (column?.kind === "boolean") {
      return html`<select class="value" aria-label=${texts?.filterValue} @change=${put}>
        ${["", "true", "false"].map(
          (value) =>
            html`<option value=${value} .selected=${value === draft.value}>${value}</option>`,
        )}
      </select>`;
    }
    return html`<input
      type="text"
      maxlength=${TEXT_LIMIT}
      autocomplete="off"
      spellcheck="false"
      dir="auto"
      aria-label=${texts?.filterValue}
      placeholder=${texts?.filterValue}
      .value=${live(draft.value)}
      @input=${put}
    />`;
  }

  private set(index: number, draft: ColumnFilter): void {
    const { options } = this;
    if (options !== undefined) {
      const drafts = this.drafts.toSpliced(index, 1, draft);
      this.drafts = withOneMore(drafts.filter(isComplete), options.column, drafts);
      this.later();
    }
  }

  private removeCondition(index: number): void {
    this.drafts = this.drafts.toSpliced(index, 1);
    this.later();
    this.focusFirst();
  }

  private later(): void {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.flush(), PAUSE_MS);
  }

  /** What is still waiting for a pause in the typing is tried now. */
  private flush(): void {
    if (this.pause !== undefined) {
      clearTimeout(this.pause);
      this.pause = undefined;
      this.options?.change(this.drafts.filter(isComplete));
    }
  }

  private readonly onClear = (): void => {
    this.drafts = [];
    this.later();
    this.close();
    this.flush();
  };

  private readonly onSubmit = (event: Event): void => {
    event.preventDefault();
    this.later();
    this.flush();
    this.close();
  };
}

function isComplete({ operator, value }: ColumnFilter): boolean {
  return needsNoValue(operator) || value !== "";
}

/** The conditions with an empty one behind them, where all of them say something. */
function withOneMore(
  complete: readonly ColumnFilter[],
  { key, kind }: ListColumn,
  drafts: readonly ColumnFilter[] = complete,
): readonly ColumnFilter[] {
  const [operator = "contains"] = operatorsFor(kind);
  const isEnough = complete.length < drafts.length || (needsNoValue(operator) && drafts.length > 0);
  return isEnough ? drafts : [...drafts, { column: key, operator, value: "" }];
}
