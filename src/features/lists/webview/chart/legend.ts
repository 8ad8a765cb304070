import { isNarrow, type Picture } from "./picture";
import { isolate } from "../../../../platform/base/texts";
import { nameText, seriesName } from "./words";

const ICON = 30;
const GAP = 10;
const LINE = 14 + GAP;

/** Whether colours need names of their own: a slice says its name where there is room. */
export function hasLegend(picture: Picture): boolean {
  const { data, choice } = picture;
  return choice.kind === "donut" ? isNarrow(picture) : data.series.length > 1;
}

/** Whether patterns and line styles tell its parts apart: a legend of colours alone is not for everybody. */
export function hasPatterns(picture: Picture): boolean {
  return picture.look.hasPatterns || hasLegend(picture);
}

/** CSS pixels that the legend takes; it wraps, so that every name is in sight at once. */
export function legendHeight(picture: Picture): number {
  if (!hasLegend(picture)) {
    return 0;
  }
  const measure = document.createElement("canvas").getContext("2d");
  const { look, width } = picture;
  if (measure !== null) {
    measure.font = `${look.fontSize}px ${look.font}`;
  }
  let lines = 1;
  let used = 0;
  for (const name of namesOf(picture)) {
    const text = Math.min(measure?.measureText(name).width ?? Infinity, nameWidth(picture));
    const item = ICON + Math.ceil(text) + GAP;
    if (used > 0 && used + item > width - 2 * EDGE) {
      lines++;
      used = 0;
    }
    used += item;
  }
  return lines * LINE;
}

const EDGE = 12;

/** At the top of the drawing, below what else is there. */
export function legendOption(picture: Picture, top: number): Record<string, unknown> {
  const { look } = picture;
  return {
    ...{ type: "plain", left: EDGE, right: EDGE, top, itemGap: GAP, padding: 0 },
    // What only a mouse could switch off would be missing from the words and the table.
    selectedMode: false,
    data: [...namesOf(picture)],
    textStyle: {
      ...{ color: look.foreground, fontFamily: look.font, fontSize: look.fontSize },
      ...{ width: nameWidth(picture), overflow: "truncate", ellipsis: "…" },
    },
    formatter: (name: string) => name,
  };
}

function nameWidth({ width }: Picture): number {
  return Math.min(width * 0.4, 220);
}

/** Names as the drawing library tells series and slices apart. */
export function namesOf({ data, choice, words }: Picture): readonly string[] {
  const { otherPlaces } = data.remarks;
  const names =
    choice.kind === "donut"
      ? data.places.map((place) => nameText(words, place, otherPlaces))
      : data.series.map((series) => seriesName(words, series, data));
  return names.map((name, at) => isolate(numbered(name, names.slice(0, at))));
}

/** Names that were cut alike would be taken for one. */
function numbered(name: string, before: readonly string[]): string {
  const same = before.filter((one) => one === name).length;
  return same === 0 ? name : `${name} (${same + 1})`;
}
