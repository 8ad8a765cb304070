import { compactNumbers, isolate } from "../../../../platform/base/texts";
import { documentLanguage } from "../../../../platform/webview/counts";
import { axisDateFormat } from "./axisDates";
import { isAlongAxis, isLying, isNarrow, isZoomable, type Picture } from "./picture";
import { nameText } from "./words";

/** Grid, axes and zoom of bars, lines and points. */
export function axesOption(picture: Picture, top: number): Record<string, unknown> {
  const places = placeAxis(picture);
  const values = valueAxis(picture);
  const lies = isLying(picture);
  return {
    grid: {
      ...{ left: 12, right: 24, top, bottom: isZoomable(picture) ? 48 : 12 },
      ...{ outerBoundsMode: "same", outerBoundsContain: "all" },
    },
    xAxis: lies ? values : places,
    yAxis: lies ? { ...places, inverse: true } : values,
    ...(isZoomable(picture) ? { dataZoom: zoomOption(picture) } : {}),
  };
}

function placeAxis(picture: Picture): Record<string, unknown> {
  const { data, words } = picture;
  const base = axisLook(picture);
  if (isAlongAxis(picture)) {
    return data.axis === "date"
      ? {
          ...base,
          type: "time",
          axisLabel: labelLook(picture, axisDateFormat(picture.data.places.map(({ at }) => at))),
        }
      : {
          ...base,
          type: "value",
          scale: true,
          axisLabel: labelLook(picture, shortNumber(picture)),
        };
  }
  const label = {
    ...labelLook(picture),
    ...{ width: nameWidth(picture), overflow: "truncate", ellipsis: "…" },
    ...(isLying(picture) ? { interval: 0 } : {}),
  };
  const names = data.places.map((place) =>
    isolate(nameText(words, place, data.remarks.otherPlaces)),
  );
  return { ...base, type: "category", data: names, axisLabel: label };
}

function valueAxis(picture: Picture): Record<string, unknown> {
  const { choice, look } = picture;
  const isBased = choice.kind === "bar" || choice.aggregate === "sum";
  return {
    ...axisLook(picture),
    ...{ type: "value", scale: !isBased },
    axisLabel: labelLook(picture, shortNumber(picture)),
    splitLine: { lineStyle: { color: look.line } },
    ...(choice.aggregate === "count" ? { minInterval: 1 } : {}),
  };
}

function axisLook({ look }: Picture): Record<string, unknown> {
  return {
    axisLine: { show: true, lineStyle: { color: look.foreground } },
    axisTick: { lineStyle: { color: look.foreground } },
    splitLine: { show: false },
  };
}

function labelLook({ look }: Picture, formatter?: (value: number) => string) {
  return {
    ...{ color: look.foreground, fontFamily: look.font, fontSize: look.fontSize },
    hideOverlap: true,
    ...(formatter === undefined ? {} : { formatter }),
  };
}

function nameWidth(picture: Picture): number {
  const most = picture.width * (isNarrow(picture) ? 0.35 : 0.3);
  return isLying(picture) ? Math.min(most, 260) : Math.min(most, 120);
}

/** Ticks alone are short: what is drawn is read exactly elsewhere. */
function shortNumber({ words }: Picture): (value: number) => string {
  return compactNumbers(documentLanguage(), words.isGrouped);
}

function zoomOption({ look }: Picture): readonly Record<string, unknown>[] {
  return [
    {
      ...{ type: "slider", height: 20, bottom: 8, brushSelect: false, showDetail: false },
      ...{ borderColor: look.line, fillerColor: look.line, backgroundColor: "transparent" },
      handleStyle: { color: look.background, borderColor: look.foreground },
      moveHandleStyle: { color: look.foreground, opacity: 0.6 },
      dataBackground: {
        lineStyle: { color: look.foreground, opacity: 0.6 },
        areaStyle: { color: look.foreground, opacity: 0.15 },
      },
    },
    // The wheel alone scrolls the page, as everywhere.
    { type: "inside", zoomOnMouseWheel: "ctrl", moveOnMouseWheel: false },
  ];
}
