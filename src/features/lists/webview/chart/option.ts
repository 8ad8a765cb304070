import type { EChartsCoreOption } from "echarts/core";
import { axesOption } from "./axes";
import { hasLegend, hasPatterns, legendHeight, legendOption } from "./legend";
import type { Picture } from "./picture";
import { seriesOptions } from "./seriesOptions";
import { isolate } from "../../../../platform/base/texts";
import { pointLines, headingText } from "./words";

const TITLE_HEIGHT = 36;
/** Half a label of the axis reaches over its end. */
const ROOM_ABOVE = 14;

/** The picture in the terms of the drawing library. Text is text: no markup is read in any. */
export function chartOption(picture: Picture): EChartsCoreOption {
  const { look, choice, isStill } = picture;
  const legendTop = isStill ? TITLE_HEIGHT : 4;
  const top = legendTop + legendHeight(picture) + ROOM_ABOVE;
  return {
    useUTC: true,
    animation: false,
    backgroundColor: isStill ? look.background : "transparent",
    color: [...look.palette],
    textStyle: { fontFamily: look.font, fontSize: look.fontSize, color: look.foreground },
    // The words for those who do not see it are around the drawing.
    aria: { enabled: true, label: { enabled: false }, decal: { show: hasPatterns(picture) } },
    ...(isStill ? { title: titleOption(picture) } : { tooltip: tooltipOption(picture) }),
    ...(hasLegend(picture) ? { legend: legendOption(picture, legendTop) } : {}),
    ...(choice.kind === "donut" ? {} : axesOption(picture, top)),
    series: [...seriesOptions(picture, top)],
  };
}

function titleOption({ words, data, look, width }: Picture): Record<string, unknown> {
  return {
    text: isolate(headingText(words, data)),
    ...{ left: 12, top: 8 },
    textStyle: {
      ...{ color: look.foreground, fontFamily: look.font, fontSize: look.fontSize * 1.2 },
      ...{ width: width - 24, overflow: "truncate", ellipsis: "…" },
    },
  };
}

function tooltipOption(picture: Picture): Record<string, unknown> {
  const { look, choice, width } = picture;
  const isOfItem = choice.kind === "donut" || choice.kind === "scatter";
  return {
    ...{ trigger: isOfItem ? "item" : "axis", renderMode: "richText", confine: true },
    ...{ backgroundColor: look.tip.background, borderColor: look.tip.line, borderWidth: 1 },
    textStyle: {
      ...{ color: look.tip.foreground, fontFamily: look.font, fontSize: look.fontSize },
      ...{ width: width * 0.7, overflow: "breakAll" },
    },
    axisPointer: {
      type: choice.kind === "bar" ? "shadow" : "line",
      lineStyle: { color: look.focus },
      shadowStyle: { color: look.line, opacity: 0.4 },
      label: { show: false },
      // The setting of the whole drawing does not reach it.
      animation: false,
    },
    formatter: (found: unknown) => tooltipText(picture, found),
  };
}

function tooltipText({ words, data }: Picture, found: unknown): string {
  const [first] = (Array.isArray(found) ? found : [found]) as readonly TooltipItem[];
  const lines = pointLines(words, data, first?.data?.place ?? -1);
  // `{a|b}` would be read as a style of this library's rich text.
  return lines.map((text) => isolate(text).replaceAll("{", "{\u200b")).join("\n");
}

interface TooltipItem {
  readonly data?: { readonly place?: number };
}
