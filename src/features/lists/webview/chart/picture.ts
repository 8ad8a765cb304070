import type { ChartData } from "../../messages/listChart";
import type { ChartChoice } from "../../messages/listLayout";
import type { ChartLook } from "./look";
import type { ChartWords } from "./words";

/** Everything that a drawing is made of. */
export interface Picture {
  readonly data: ChartData;
  readonly choice: ChartChoice;
  readonly words: ChartWords;
  readonly look: ChartLook;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** To be saved: with a title, without what only a hand can use. */
  readonly isStill: boolean;
}

/** Bars that lie down at most: their names need room, and each bar a line. */
const LYING_LIMIT = 60;
/** Categories or points beyond which there is something to zoom into. */
const ZOOM_FROM = 60;
const NARROW = 480;

/** Bars of categories lie down, so that their names can be read. */
export function isLying({ choice, data }: Pick<Picture, "choice" | "data">): boolean {
  return choice.kind === "bar" && data.axis === "category" && data.places.length <= LYING_LIMIT;
}

/** Whether a part of the places can be looked at. */
export function isZoomable({ choice, data, isStill }: Omit<Picture, "look" | "words">): boolean {
  const isLong = data.places.length > ZOOM_FROM;
  return isLong && !isStill && (choice.kind === "bar" || choice.kind === "line");
}

export function isNarrow({ width }: Pick<Picture, "width">): boolean {
  return width < NARROW;
}

/** CSS pixels that the drawing needs, if it has that many to itself. */
export function heightOf(picture: Pick<Picture, "choice" | "data">, available: number): number {
  const { data } = picture;
  const bars = data.places.length * (data.series.length * 14 + 10) + 80;
  return isLying(picture) ? Math.max(bars, 200) : Math.min(Math.max(available, 280), 560);
}

/** A value of a series with the place that it belongs to. */
interface DrawnItem {
  readonly place: number;
  readonly value: number | readonly [x: number, y: number] | null;
  readonly name?: string;
}

/** Along an axis of dates or numbers points, else one value for each place. */
export function isAlongAxis({ choice, data }: Pick<Picture, "choice" | "data">): boolean {
  const { kind } = choice;
  return kind === "scatter" || (kind === "line" && data.axis !== "category");
}

/** What a series draws, in the order of the places. */
export function itemsOf(
  picture: Pick<Picture, "choice" | "data">,
  index: number,
): readonly DrawnItem[] {
  const { places, series } = picture.data;
  const isAlong = isAlongAxis(picture);
  return (series[index]?.values ?? []).flatMap((value, place): readonly DrawnItem[] => {
    if (!isAlong) {
      return [{ place, value: value?.number ?? null }];
    }
    const at = places[place]?.at;
    return value === null || at === undefined ? [] : [{ place, value: [at, value.number] }];
  });
}

/** Where a place is found in the drawing: the first series that has a value there. */
export function findPlace(
  picture: Pick<Picture, "choice" | "data">,
  place: number,
): { readonly seriesIndex: number; readonly dataIndex: number } | undefined {
  for (const [seriesIndex, series] of picture.data.series.entries()) {
    if ((series.values[place] ?? null) !== null) {
      const items = itemsOf(picture, seriesIndex);
      return { seriesIndex, dataIndex: items.findIndex((item) => item.place === place) };
    }
  }
  return undefined;
}
