import type { ChartTexts } from "../../messages/chartTexts";
import type {
  ChartData,
  ChartName,
  ChartProblem,
  ChartRemarks,
  ChartSeries,
  ChartValue,
} from "../../messages/listChart";
import type { Aggregate, ChartChoice, ChartKind } from "../../messages/listLayout";
import type { ListColumn } from "../../messages/listTable";
import { fillText } from "../../../../platform/base/texts";
import { groupDigits } from "../list/grid/digits";
import { fillCounts } from "../../../../platform/webview/counts";

/** What words about a chart need: its columns by name, and whether digits are grouped. */
export interface ChartWords {
  readonly texts: ChartTexts;
  readonly columns: readonly ListColumn[];
  readonly isGrouped: boolean;
}

export function columnName({ columns, texts }: ChartWords, key: string | undefined): string {
  const label = columns.find((column) => column.key === key)?.label ?? key?.slice(1) ?? "";
  return label === "" ? texts.chartValue : tameText(label);
}

export const NO_NAME: ChartName = { kind: "none", text: "" };

/** A category or series; without what would run over its neighbours. */
export function nameText({ texts }: ChartWords, { kind, text }: ChartName, others = 0): string {
  switch (kind) {
    case "none":
      return texts.chartNone;
    case "other":
      return others === 0 ? texts.chartOther : fillCounts(texts.chartOtherCount, others);
    case "value":
      return tameText(text);
  }
}

/** One line, and no marks that would turn the text around it. */
function tameText(text: string): string {
  return text
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\p{Cc}\p{White_Space}]+/gu, " ")
    .trim();
}

export function seriesName(
  words: ChartWords,
  { column, split }: ChartSeries,
  data: ChartData,
): string {
  const value = column === undefined ? words.texts.chartRows : columnName(words, column);
  if (split === undefined) {
    return value;
  }
  const name = nameText(words, split, data.remarks.otherSeries);
  return (data.choice?.y.length ?? 0) > 1 ? `${value} · ${name}` : name;
}

export function valueText({ isGrouped }: ChartWords, value: ChartValue | null): string {
  return value === null ? "" : isGrouped ? groupDigits(value.text) : value.text;
}

/** What is drawn, in a few words: "Sum of value by provider". */
export function titleText(words: ChartWords, { x, y, series, aggregate }: ChartChoice): string {
  const { texts } = words;
  const title = fillText(
    texts[TITLES[aggregate]],
    joinNames(
      words,
      y.map((key) => columnName(words, key)),
    ),
    columnName(words, x),
  );
  return series === undefined
    ? title
    : fillText(texts.chartTitleSplit, title, columnName(words, series));
}

/** The same of what was drawn, with the currency or unit of all its values. */
export function headingText(words: ChartWords, { choice, remarks }: ChartData): string {
  const title = choice === undefined ? "" : titleText(words, choice);
  const [unit = "", ...others] = remarks.units;
  return unit === "" || others.length > 0 ? title : `${title} (${tameText(unit)})`;
}

const TITLES = {
  sum: "chartTitleSum",
  count: "chartTitleCount",
  average: "chartTitleAverage",
  minimum: "chartTitleMinimum",
  maximum: "chartTitleMaximum",
  none: "chartTitleEach",
} as const satisfies Record<Aggregate, keyof ChartTexts>;

function joinNames({ texts }: ChartWords, names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : fillText(texts.chartAnd, names.slice(0, -1).join(", "), last);
}

export const KIND_WORDS = {
  bar: "chartBar",
  line: "chartLine",
  donut: "chartDonut",
  scatter: "chartScatter",
} as const satisfies Record<ChartKind, keyof ChartTexts>;

export const AGGREGATE_WORDS = {
  sum: "chartSum",
  count: "chartCount",
  average: "chartAverage",
  minimum: "chartMinimum",
  maximum: "chartMaximum",
  none: "chartEachRow",
} as const satisfies Record<Aggregate, keyof ChartTexts>;

/** The drawing in one sentence, for those who do not see it. */
export function sentence(words: ChartWords, data: ChartData, choice: ChartChoice): string {
  const values = data.series.flatMap((series) => series.values.filter((value) => value !== null));
  const ordered = values.toSorted((one, other) => one.number - other.number);
  return fillText(
    words.texts.chartSentence,
    words.texts[KIND_WORDS[choice.kind]],
    titleText(words, choice),
    fillCounts("{0}", values.length),
    valueText(words, ordered[0] ?? null),
    valueText(words, ordered.at(-1) ?? null),
  );
}

/** A place with all its values, one line each. */
export function pointLines(words: ChartWords, data: ChartData, at: number): readonly string[] {
  const place = data.places[at];
  if (place === undefined) {
    return [];
  }
  const unit = data.remarks.units.length === 1 ? ` ${tameText(data.remarks.units[0] ?? "")}` : "";
  const values = data.series.flatMap((series) => {
    const value = series.values[at] ?? null;
    return value === null
      ? []
      : [`${seriesName(words, series, data)}: ${valueText(words, value)}${unit}`];
  });
  return [nameText(words, place, data.remarks.otherPlaces), ...values];
}

const PROBLEM_WORDS = {
  noRows: "chartNoRows",
  nothingToDraw: "chartNothingToDraw",
  columnGone: "chartColumnGone",
  noNumbers: "chartNoNumbers",
  masked: "chartMasked",
  noPlaces: "chartNoPlaces",
  nothingPositive: "chartNothingPositive",
} as const satisfies Record<ChartProblem, keyof ChartTexts>;

export function problemText({ texts }: ChartWords, problem: ChartProblem): string {
  return texts[PROBLEM_WORDS[problem]];
}

/** What the drawing does not show, and why. */
export function remarkTexts(
  { texts }: ChartWords,
  { remarks, series }: ChartData,
): readonly string[] {
  const counted = (text: string, count: number): readonly string[] =>
    count === 0 ? [] : [fillCounts(text, count)];
  const drawn = series.reduce(
    (sum, { values }) => sum + values.filter((value) => value !== null).length,
    0,
  );
  return [
    ...(remarks.units.length > 1
      ? [
          fillText(
            texts.chartMixedUnits,
            remarks.units.map((unit) => tameText(unit) || texts.chartNoValues).join(", "),
          ),
        ]
      : []),
    ...counted(texts.chartOthers, remarks.otherPlaces),
    ...counted(texts.chartOtherSeries, remarks.otherSeries),
    ...thinningText(texts, remarks, drawn),
    ...counted(texts.chartLeftNoNumber, remarks.noNumber),
    ...counted(texts.chartLeftTooLarge, remarks.tooLarge),
    ...counted(texts.chartLeftNoPlace, remarks.noPlace),
    ...counted(texts.chartLeftNotPositive, remarks.notPositive),
  ];
}

function thinningText(
  texts: ChartTexts,
  { thinning, points }: ChartRemarks,
  drawn: number,
): readonly string[] {
  switch (thinning) {
    case "none":
      return [];
    case "shape":
      return [fillCounts(texts.chartThinShape, drawn, points)];
    case "spread":
      return [fillCounts(texts.chartThinSpread, drawn, points)];
    case "first":
      return [fillCounts(texts.chartThinFirst, drawn, points)];
  }
}
