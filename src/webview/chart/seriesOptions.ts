import type { ChartSeries } from "../../shared/listChart";
import { isNarrow, itemsOf, type Picture } from "./picture";
import { isolate, nameText, NO_NAME, seriesName } from "./words";

const SYMBOLS = ["circle", "rect", "triangle", "diamond", "roundRect", "pin"];
const LINES = ["solid", "dashed", "dotted"];
/** Points beyond which each alone is too small to be seen on its line. */
const SYMBOLS_LIMIT = 120;

/** One entry for each series, as its kind of chart is drawn. */
export function seriesOptions(picture: Picture): readonly Record<string, unknown>[] {
  const { data, choice } = picture;
  switch (choice.kind) {
    case "bar":
      return data.series.map((series) => ({
        ...common(picture, series),
        ...{ type: "bar", barMaxWidth: 48, barMinHeight: 1 },
        itemStyle: { borderColor: picture.look.background, borderWidth: 0.5 },
      }));
    case "line":
      return data.series.map((series, index) => line(picture, series, index));
    case "scatter":
      return data.series.map((series, index) => ({
        ...common(picture, series),
        ...{ type: "scatter", symbol: SYMBOLS[index % SYMBOLS.length], symbolSize: 7 },
        itemStyle: { opacity: 0.75, borderColor: picture.look.background, borderWidth: 0.5 },
      }));
    case "donut":
      return data.series.slice(0, 1).map((series) => donut(picture, series));
  }
}

function common(picture: Picture, series: ChartSeries): Record<string, unknown> {
  return {
    name: isolate(seriesName(picture.words, series, picture.data)),
    data: itemsOf(picture, series),
    emphasis: emphasis(picture),
  };
}

/** The point that is spoken of has an edge; the style sheet of a picture would do the same. */
function emphasis({ look, isStill }: Picture): Record<string, unknown> {
  return { disabled: isStill, itemStyle: { borderColor: look.focus, borderWidth: 2 } };
}

function line(picture: Picture, series: ChartSeries, index: number): Record<string, unknown> {
  const { look } = picture;
  const isSparse = picture.data.places.length <= SYMBOLS_LIMIT;
  return {
    ...common(picture, series),
    // Series of different days would be nothing but gaps.
    ...{ type: "line", connectNulls: true, showSymbol: isSparse, showAllSymbol: isSparse },
    ...{ symbol: SYMBOLS[index % SYMBOLS.length], symbolSize: 6 },
    lineStyle: { width: 2, type: look.hasPatterns ? LINES[index % LINES.length] : "solid" },
  };
}

function donut(picture: Picture, series: ChartSeries): Record<string, unknown> {
  const { data, look, words, width } = picture;
  const label = { color: look.foreground, fontFamily: look.font, fontSize: look.fontSize };
  return {
    ...common(picture, series),
    data: itemsOf(picture, series).map((item) => ({
      ...item,
      name: isolate(nameText(words, data.places[item.place] ?? NO_NAME, data.remarks.otherPlaces)),
    })),
    ...{ type: "pie", radius: ["42%", "70%"], center: ["50%", "52%"], avoidLabelOverlap: true },
    itemStyle: { borderColor: look.background, borderWidth: 1 },
    label: isNarrow(picture)
      ? { show: false }
      : { ...label, width: width * 0.24, overflow: "truncate", formatter: sliceText },
    labelLine: { lineStyle: { color: look.dim } },
  };
}

function sliceText({ name, percent }: { readonly name: string; readonly percent: number }): string {
  return `${name}  ${percent} %`;
}
