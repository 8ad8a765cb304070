import { hasPatterns, namesOf } from "./legend";
import { isNarrow, itemsOf, type Picture } from "./picture";

const SYMBOLS = ["circle", "rect", "triangle", "diamond", "roundRect", "pin"];
/** Names of the drawing library, or lengths of strokes and gaps in pixels. */
const LINES = ["solid", "dashed", "dotted", [10, 4, 2, 4], [16, 4], [10, 4, 2, 4, 2, 4]];
/** Points beyond which each alone is too small to be seen on its line. */
const SYMBOLS_LIMIT = 120;

/** One entry for each series, as its kind of chart is drawn. */
export function seriesOptions(picture: Picture, top: number): readonly Record<string, unknown>[] {
  const { data, choice } = picture;
  switch (choice.kind) {
    case "bar":
      return data.series.map((_series, index) => ({
        ...common(picture, index),
        ...{ type: "bar", barMaxWidth: 48, barMinHeight: 1 },
        itemStyle: { borderColor: picture.look.background, borderWidth: 0.5 },
      }));
    case "line":
      return data.series.map((_series, index) => line(picture, index));
    case "scatter":
      return data.series.map((_series, index) => ({
        ...common(picture, index),
        ...{ type: "scatter", symbol: SYMBOLS[index % SYMBOLS.length], symbolSize: 7 },
        itemStyle: { opacity: 0.75, borderColor: picture.look.background, borderWidth: 0.5 },
      }));
    case "donut":
      return data.series.slice(0, 1).map(() => donut(picture, top));
  }
}

function common(picture: Picture, index: number): Record<string, unknown> {
  return {
    name: namesOf(picture)[index] ?? "",
    data: itemsOf(picture, index),
    emphasis: emphasis(picture),
  };
}

/** The point that is spoken of has an edge; the style sheet of a picture would do the same. */
function emphasis({ look, isStill }: Picture): Record<string, unknown> {
  return { disabled: isStill, itemStyle: { borderColor: look.focus, borderWidth: 2 } };
}

function line(picture: Picture, index: number): Record<string, unknown> {
  const isSparse = picture.data.places.length <= SYMBOLS_LIMIT;
  return {
    ...common(picture, index),
    // Series of different days would be nothing but gaps.
    ...{ type: "line", connectNulls: true, showSymbol: isSparse, showAllSymbol: isSparse },
    ...{ symbol: SYMBOLS[index % SYMBOLS.length], symbolSize: 6 },
    lineStyle: { width: 2, type: hasPatterns(picture) ? LINES[index % LINES.length] : "solid" },
  };
}

/**
 * What is missing above and below a line: the library takes it to be as high as a Chinese
 * character is wide, which is hardly anything where no font has one.
 */
function lineMargin({ font, fontSize }: Picture["look"]): number {
  const measure = document.createElement("canvas").getContext("2d");
  if (measure === null) {
    return 0;
  }
  measure.font = `${fontSize}px ${font}`;
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = measure.measureText("A");
  const assumed = measure.measureText("国").width;
  return Math.max(0, (fontBoundingBoxAscent + fontBoundingBoxDescent - assumed) / 2);
}

function donut(picture: Picture, top: number): Record<string, unknown> {
  const { look, width } = picture;
  const names = namesOf(picture);
  const label = {
    ...{ color: look.foreground, fontFamily: look.font, fontSize: look.fontSize },
    textMargin: [lineMargin(look), 0],
  };
  return {
    ...common(picture, 0),
    data: itemsOf(picture, 0).map((item) => ({ ...item, name: names[item.place] ?? "" })),
    ...{ type: "pie", radius: ["38%", "64%"], top, bottom: 8, avoidLabelOverlap: true },
    itemStyle: { borderColor: look.background, borderWidth: 1 },
    label: isNarrow(picture)
      ? { show: false }
      : { ...label, width: width * 0.24, overflow: "truncate", formatter: sliceText },
    labelLine: { lineStyle: { color: look.dim } },
  };
}

function sliceText({ name, percent }: { readonly name: string; readonly percent: number }): string {
  // The name is what gives way where both have no room.
  return `${percent}%  ${name}`;
}
