import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import {
  FILTER_TEXT_LIMIT,
  type LinesAnswer,
  NO_FILTER,
  OUTCOMES,
  type RequestsTexts,
  TIME_RANGES,
  type ViewFilter,
} from "../../messages/requestsView";
import { fillCounts } from "../../../../platform/webview/counts";
import { propertiesOf } from "../../../../platform/webview/properties";
import { baseStyles, controlStyles } from "../../../../platform/webview/styles";

/** The user wants other lines. */
export class FilterEvent extends CustomEvent<ViewFilter> {}

type Choice = readonly [value: string, label: string];

/** Text, outcome, connection and time, and how many requests they leave. */
export class FilterBar extends LitElement {
  static override readonly properties = propertiesOf("filter", "answer", "texts");

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
        gap: 3px 6px;
        align-items: center;
        margin: 0;
        padding: 3px 8px;
      }

      input {
        flex: 1 1 150px;
        min-width: 90px;
        max-width: 340px;
      }

      input,
      select {
        border-radius: 2px;
      }

      select {
        flex: 0 1 auto;
        max-width: 220px;
      }

      .count {
        margin-inline-start: auto;
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }

      @media (max-width: 820px) {
        select {
          max-width: 130px;
        }
      }

      @media (max-width: 480px) {
        input {
          flex-basis: 100%;
          max-width: none;
        }

        select {
          flex: 1 1 auto;
          max-width: 140px;
        }
      }
    `,
  ];

  declare filter: ViewFilter;
  declare answer: LinesAnswer | undefined;
  declare texts: RequestsTexts | undefined;

  constructor() {
    super();
    this.filter = NO_FILTER;
  }

  focusText(): void {
    const input = this.renderRoot.querySelector("input");
    input?.focus();
    input?.select();
  }

  override render(): TemplateResult | typeof nothing {
    const { texts, filter } = this;
    if (texts === undefined) {
      return nothing;
    }
    return html`<form role="search" aria-label=${texts.filter} @submit=${stop}>
      <input
        type="text"
        maxlength=${FILTER_TEXT_LIMIT}
        autocomplete="off"
        spellcheck="false"
        placeholder=${texts.filterText}
        title=${texts.filterText}
        aria-label=${texts.filterText}
        .value=${filter.text}
        @input=${this.onText}
        @keydown=${this.onKey}
      />
      ${this.renderChoice("outcome", texts.outcome, [
        ["", texts.anyOutcome],
        ...OUTCOMES.map((outcome) => [outcome, texts[outcome]] as const),
      ])}
      ${this.renderChoice("connectionId", texts.connection, this.connections(texts))}
      ${this.renderChoice(
        "time",
        texts.time,
        TIME_RANGES.map((range) => [range, texts[range]] as const),
      )}
      ${this.renderCount(texts)}
    </form>`;
  }

  private connections(texts: RequestsTexts): readonly Choice[] {
    const { connectionId } = this.filter;
    const known = this.answer?.connections ?? [];
    // The chosen one stays among the choices also when nothing is recorded of it.
    const lost = connectionId !== "" && !known.some(({ id }) => id === connectionId);
    return [
      ["", texts.anyConnection],
      ...known.map(({ id, label }) => [id, label] as const),
      ...(lost ? [[connectionId, connectionId] as const] : []),
    ];
  }

  private renderChoice(
    name: "outcome" | "connectionId" | "time",
    label: string,
    choices: readonly Choice[],
  ): TemplateResult {
    const choose = (event: Event): void => {
      if (event.target instanceof HTMLSelectElement) {
        this.change({ [name]: event.target.value });
      }
    };
    return html`<select aria-label=${label} title=${label} @change=${choose}>
      ${choices.map(
        ([value, word]) =>
          html`<option value=${value} .selected=${this.filter[name] === value}>${word}</option>`,
      )}
    </select>`;
  }

  private renderCount(texts: RequestsTexts): TemplateResult {
    const { actions = 0, all = 0 } = this.answer ?? {};
    const text =
      actions === all ? fillCounts(texts.shown, all) : fillCounts(texts.shownOf, actions, all);
    return html`<span class="count dim" role="status">${this.answer && text}</span>`;
  }

  private readonly onText = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) {
      this.change({ text: event.target.value });
    }
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && this.filter.text !== "") {
      event.preventDefault();
      this.change({ text: "" });
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      this.dispatchEvent(new CustomEvent("fp-to-lines"));
    }
  };

  private change(part: Partial<Record<keyof ViewFilter, string>>): void {
    const detail = { ...this.filter, ...part } as ViewFilter;
    this.dispatchEvent(new FilterEvent("fp-filter", { detail }));
  }
}

function stop(event: Event): void {
  event.preventDefault();
}
