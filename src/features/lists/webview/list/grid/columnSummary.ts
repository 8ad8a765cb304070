import { css, html, nothing, type TemplateResult } from "lit";
import type { GridTexts } from "../../../messages/gridTexts";
import type { ColumnFilter, ColumnSummary } from "../../../messages/listQuestions";
import type { ListColumn } from "../../../messages/listTable";
import { fillText } from "../../../../../platform/base/texts";
import { documentLanguage, fillCounts } from "../../../../../platform/webview/counts";
import { position } from "../../../../../platform/webview/position";
import { statesOf } from "../../../../../platform/webview/properties";
import { baseStyles } from "../../../../../platform/webview/styles";
import { formatNumber } from "../../../../../platform/base/texts";
import { visibleText } from "../cell";
import { barsOf, type ProfileBar, share } from "./columnProfile";
import { groupDigits } from "./digits";
import { type Anchor, Popup, popupStyles } from "./popup";

interface SummaryOptions {
  readonly anchor: Anchor;
  readonly column: ListColumn;
  readonly name: string;
  readonly texts: GridTexts;
  readonly ask: () => Promise<ColumnSummary>;
  /** The user wants to see the rows that these filters leave only. */
  readonly choose: (filters: readonly ColumnFilter[]) => void;
}

const BAR_WIDTH = 90;

/** What a column holds: counts, ends, sum, and the values that are there most often. */
export class ColumnSummaryCard extends Popup {
  static override readonly properties = statesOf("options", "summary", "hasFailed");

  static override readonly styles = [
    baseStyles,
    popupStyles,
    css`
      section {
        width: 360px;
        max-width: 100%;
        margin: 4px;
        outline: none;
      }

      dl {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 2px 16px;
        margin: 0 4px 8px;
      }

      dd {
        margin: 0;
        overflow: hidden;
        text-align: end;
        text-overflow: ellipsis;
        white-space: nowrap;
        font-variant-numeric: tabular-nums;
        unicode-bidi: plaintext;
      }

      .units {
        margin: 0 4px 8px;
      }

      h3 {
        margin: 0 4px 4px;
        font-size: 1em;
        font-weight: 600;
      }

      ul {
        margin: 0 0 8px;
        padding: 0;
        list-style: none;
      }

      .frequent {
        display: grid;
        grid-template-columns: minmax(0, 1fr) ${BAR_WIDTH}px 5em;
        gap: 8px;
        align-items: center;
        width: 100%;
        padding: 1px 4px;
        border-color: transparent;
        background: transparent;
        color: inherit;
        text-align: start;
      }

      .frequent:hover {
        background: var(--vscode-list-hoverBackground);
      }

      .text {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        unicode-bidi: isolate;
      }

      .bar {
        height: 8px;
        border-radius: 2px;
        background: var(--vscode-charts-blue, currentColor);
        forced-color-adjust: none;
      }

      .count {
        text-align: end;
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  declare options: SummaryOptions | undefined;
  declare summary: ColumnSummary | undefined;
  declare hasFailed: boolean;

  constructor() {
    super();
    this.hasFailed = false;
  }

  async open(options: SummaryOptions): Promise<void> {
    this.options = options;
    this.summary = undefined;
    this.hasFailed = false;
    const asked = options.ask().then(
      (summary) => {
        if (this.options === options) {
          this.summary = summary;
        }
      },
      () => {
        this.hasFailed = true;
      },
    );
    await this.openAt(options.anchor);
    await asked;
    if (this.isOpen && this.options === options) {
      // It is larger now: it must not reach out of sight.
      await this.openAt(options.anchor);
    }
  }

  override render(): TemplateResult | typeof nothing {
    const { options, summary } = this;
    if (options === undefined) {
      return nothing;
    }
    const { texts, name } = options;
    const title = fillText(texts.summaryOf, name);
    return html`<section role="dialog" aria-label=${title} tabindex="-1">
      <h2>${title}</h2>
      ${
        summary === undefined
          ? html`<p role="status">${this.hasFailed ? texts.summaryFailed : texts.loading}</p>`
          : html`${renderUnits(summary, texts)}
              <dl>${facts(summary, texts).map(([word, text]) => fact(word, text))}</dl>
              ${this.renderBars(summary, options.column, texts)}`
      }
    </section>`;
  }

  protected override focusFirst(): void {
    const first = this.renderRoot.querySelector<HTMLElement>("button, section");
    (this.renderRoot.querySelector<HTMLElement>("button") ?? first)?.focus();
  }

  /** Pictures of columns have the same bars: here keys reach them. */
  private renderBars(
    summary: ColumnSummary,
    column: ListColumn,
    texts: GridTexts,
  ): TemplateResult | undefined {
    const isSpread = summary.histogram !== undefined;
    const { frequent, others = 0 } = summary;
    const values = { ...summary, histogram: undefined };
    return html`${
      isSpread
        ? renderList(texts.spread, barsOf(column, summary, texts), (one) => this.choose(one))
        : nothing
    }
    ${
      frequent.length === 0
        ? nothing
        : renderList(texts.frequent, barsOf(column, values, texts, frequent.length), (one) =>
            this.choose(one),
          )
    }
    ${others === 0 ? nothing : html`<p class="dim">${fillCounts(texts.otherValues, others)}</p>`}`;
  }

  private choose(filters: readonly ColumnFilter[]): void {
    const choose = this.options?.choose;
    this.close();
    choose?.(filters);
  }
}

/** A sum of several currencies is no amount of any. */
function renderUnits(
  { units }: ColumnSummary,
  { mixedUnits, noUnit }: GridTexts,
): TemplateResult | typeof nothing {
  return units === undefined
    ? nothing
    : html`<p class="units">
        ${fillText(mixedUnits, units.map((unit) => (unit === "" ? noUnit : visibleText(unit))).join(", "))}
      </p>`;
}

function renderList(
  title: string,
  bars: readonly ProfileBar[],
  choose: (filters: readonly ColumnFilter[]) => void,
): TemplateResult {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return html`<h3>${title}</h3>
    <ul>
      ${bars.map(({ text, label, count, filters }) => {
        const width = `${count === 0 ? 0 : Math.max(2, Math.round((count / most) * BAR_WIDTH))}px`;
        return html`<li>
          <button
            type="button"
            class="frequent"
            title=${label ?? nothing}
            ?disabled=${filters === undefined}
            @click=${() => choose(filters ?? [])}
          >
            <span class="text">${text}</span>
            <span class="bar" aria-hidden="true" ${position({ width })}></span>
            <span class="count">${counted(count)}</span>
          </button>
        </li>`;
      })}
    </ul>`;
}

function facts(summary: ColumnSummary, texts: GridTexts): readonly (readonly [string, string])[] {
  const { rows, distinct, missing, nulls, blank, several, minimum, maximum, sum } = summary;
  const { mean, deviation, quantiles = [] } = summary;
  const distinctText = summary.isDistinctExact
    ? counted(distinct)
    : fillCounts(texts.atLeast, distinct);
  return [
    [texts.rowsInSummary, counted(rows)],
    [texts.distinct, distinctText],
    [texts.missingValues, counted(missing)],
    [texts.nullValues, counted(nulls)],
    [texts.blankValues, counted(blank)],
    ...(several === undefined ? [] : [[texts.severalValues, counted(several)] as const]),
    ...(minimum === undefined ? [] : [[texts.minimum, grouped(minimum)] as const]),
    ...(maximum === undefined ? [] : [[texts.maximum, grouped(maximum)] as const]),
    ...(sum === undefined ? [] : [[texts.sum, groupDigits(sum)] as const]),
    ...(mean === undefined ? [] : [[texts.mean, groupDigits(mean)] as const]),
    ...(deviation === undefined ? [] : [[texts.deviation, groupDigits(deviation)] as const]),
    ...quantiles.map(({ share: part, text }) => {
      const word = part === 0.5 ? texts.median : fillText(texts.quantile, share(part));
      return [word, grouped(text)] as const;
    }),
  ];
}

function fact(word: string, text: string): TemplateResult {
  return html`<dt class="dim">${word}</dt>
    <dd title=${text}>${text}</dd>`;
}

function grouped(text: string): string {
  return groupDigits(visibleText(text));
}

function counted(count: number): string {
  return formatNumber(count, documentLanguage());
}
