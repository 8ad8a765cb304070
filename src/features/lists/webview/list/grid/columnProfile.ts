import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import type { GridTexts } from "../../../messages/gridTexts";
import type { ColumnFilter, ColumnSummary } from "../../../messages/listQuestions";
import type { ListColumn } from "../../../messages/listTable";
import { fillText, formatPercent, formatNumber } from "../../../../../platform/base/texts";
import { documentLanguage, fillCounts } from "../../../../../platform/webview/counts";
import { visibleText } from "../cell";
import type { ColumnProfile } from "./columnProfiles";
import { groupDigits } from "./digits";

/** One bar of a picture: how many rows, and the filters that leave them. */
export interface ProfileBar {
  readonly count: number;
  /** What it stands for. */
  readonly text: string;
  /** The same with what a click does; absent while values are masked. */
  readonly label?: string;
  readonly filters?: readonly ColumnFilter[];
}

export interface ProfileLook {
  readonly column: ListColumn;
  readonly profile: ColumnProfile | undefined;
  /** The filters of the column, by which some bars are out. */
  readonly filters: readonly ColumnFilter[];
  readonly texts: GridTexts;
  /** Filters to put in the place of the column's own. */
  readonly choose: (filters: readonly ColumnFilter[]) => void;
}

const HEIGHT = 32;
const MOST_VALUES = 8;
/** What there is of a value is to be seen, however little. */
const LEAST_HEIGHT = 2;

/** A picture of a column's values with a line of text, below its name in the header. */
export function renderProfile(look: ProfileLook): TemplateResult {
  const { profile, texts } = look;
  if (profile === undefined || profile === "failed") {
    return html`<div class="profile">
      <p>${profile === undefined ? texts.loading : texts.profileFailed}</p>
    </div>`;
  }
  const bars = barsOf(look.column, profile, texts);
  const facts = shortFacts(profile, texts);
  const label = [...longFacts(look.column, profile, texts), ...valueFacts(profile, texts)];
  return html`<div class="profile" title=${facts.join(" · ")}>
    <svg
      viewBox="0 0 ${Math.max(1, bars.length)} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-label=${label.join(", ")}
    >
      ${drawBars(bars, look)}
    </svg>
    ${facts.map((fact) => html`<p>${fact}</p>`)}
  </div>`;
}

/** The bars of a column: how its values are spread, or else the most frequent ones. */
export function barsOf(
  { key: column, isNumeric }: ListColumn,
  {
    histogram,
    frequent,
  }: Pick<ColumnSummary, "frequent"> & {
    readonly histogram?: ColumnSummary["histogram"] | undefined;
  },
  texts: GridTexts,
  mostValues = MOST_VALUES,
): readonly ProfileBar[] {
  if (histogram === undefined) {
    return frequent.slice(0, mostValues).map(({ text: value, count }) => {
      const text = shownValue(value, isNumeric);
      const label = fillText(texts.showOnly, text, counted(count));
      return { count, text, label, filters: [{ column, operator: "equals", value }] };
    });
  }
  return histogram.map(({ from, to, count }) => {
    if (from === undefined || to === undefined) {
      return { count, text: "" };
    }
    const [text, end] = [from, to].map((border) => shownValue(border, isNumeric));
    return {
      ...{ count, text: `${text ?? ""} – ${end ?? ""}` },
      label: fillText(texts.showRange, text ?? "", end ?? "", counted(count)),
      filters: [
        { column, operator: "atLeast", value: from },
        { column, operator: "less", value: to },
      ],
    };
  });
}

function drawBars(bars: readonly ProfileBar[], look: ProfileLook): readonly SVGTemplateResult[] {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return bars.map(({ count, label, filters }, index) => {
    const isChosen = isSame(filters, look.filters);
    const isOut = look.filters.length > 0 && !isChosen;
    const height = count === 0 ? 0 : Math.max(LEAST_HEIGHT, (count / most) * (HEIGHT - 1));
    const choose = (): void => {
      if (filters !== undefined) {
        look.choose(isChosen ? [] : filters);
      }
    };
    return svg`<g class=${filters === undefined ? nothing : "value"} @click=${choose}>
      ${label === undefined ? nothing : svg`<title>${label}</title>`}
      <rect class="hit" x=${index} y="0" width="1" height=${HEIGHT}></rect>
      <rect
        class=${isOut ? "bar out" : "bar"}
        x=${index + 0.05}
        y=${HEIGHT - height}
        width="0.9"
        height=${height}
      ></rect>
    </g>`;
  });
}

function isSame(
  filters: readonly ColumnFilter[] | undefined,
  others: readonly ColumnFilter[],
): boolean {
  return (
    filters?.length === others.length &&
    filters.every(({ operator, value }, index) => {
      const other = others[index];
      return other?.operator === operator && other.value === value;
    })
  );
}

/** What fits below a column: how many values, and how many rows have none. */
function shortFacts(
  { rows, distinct, isDistinctExact, missing, nulls, blank }: ColumnSummary,
  texts: GridTexts,
): readonly string[] {
  const none = missing + nulls + blank;
  const count = isDistinctExact ? counted(distinct) : fillCounts(texts.atLeast, distinct);
  return [
    fillText(texts.distinctValues, count),
    ...(none === 0 || rows === 0 ? [] : [fillText(texts.withoutValue, share(none / rows))]),
  ];
}

function longFacts(
  { isNumeric }: ListColumn,
  summary: ColumnSummary,
  texts: GridTexts,
): readonly string[] {
  const { minimum, maximum, quantiles, histogram } = summary;
  const median = quantiles?.find((one) => one.share === 0.5)?.text;
  const value = (text: string): string => shownValue(text, isNumeric);
  return [
    ...shortFacts(summary, texts),
    ...(histogram === undefined || minimum === undefined || maximum === undefined
      ? []
      : [fillText(texts.fromTo, value(minimum), value(maximum))]),
    ...(median === undefined ? [] : [fillText(texts.medianIs, value(median))]),
  ];
}

/** The most frequent values in words, where the bars stand for them. */
function valueFacts({ histogram, frequent }: ColumnSummary, texts: GridTexts): readonly string[] {
  return histogram === undefined
    ? frequent
        .slice(0, MOST_VALUES)
        .map(({ text, count }) => fillText(texts.valueTimes, visibleText(text), counted(count)))
    : [];
}

function shownValue(text: string, isNumeric: boolean): string {
  return isNumeric ? groupDigits(visibleText(text)) : visibleText(text);
}

function counted(count: number): string {
  return formatNumber(count, documentLanguage());
}

/** In percent, in the language of the document. */
export function share(part: number): string {
  return formatPercent(part, documentLanguage());
}
