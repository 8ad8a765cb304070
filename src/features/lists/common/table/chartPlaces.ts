import type { ChartPlace, ChartRemarks, ChartSeries, ChartValue } from "../../messages/listChart";
import { CATEGORIES_LIMIT, CHART_POINTS_LIMIT, SLICES_LIMIT } from "../../messages/drawnLimits";
import type { ChartChoice } from "../../messages/listLayout";
import type { Groups, PlaceGroup, SeriesGroup } from "./chartGroups";
import { Total } from "./chartTotals";
import { type DrawnPoint, thinCloud, thinLine } from "./chartThinning";

/** Places and values in the order in which they are drawn, and what became of the rest. */
interface Drawing extends Pick<
  ChartRemarks,
  "tooLarge" | "notPositive" | "otherPlaces" | "points" | "thinning"
> {
  readonly places: readonly ChartPlace[];
  readonly series: readonly ChartSeries[];
}

/** Orders the places of groups, puts those beyond the limit together or makes points fewer. */
export function drawPlaces(groups: Groups, choice: ChartChoice, isSorted: boolean): Drawing {
  const { kind, aggregate } = choice;
  const isFolded = kind === "donut" || (groups.axis === "category" && aggregate !== "none");
  const drawn = kind === "donut" ? positiveOnly(groups) : groups.places;
  const ordered = isFolded
    ? foldPlaces(groups, drawn, choice, isSorted)
    : { places: inOrder(drawn, groups, choice), series: groups.series, others: 0 };
  const whole = valuesOf(ordered.places, ordered.series);
  const points = whole.series.reduce((sum, { values }) => sum + countOf(values), 0);
  const thinned = points > CHART_POINTS_LIMIT ? thin(whole, choice) : undefined;
  return {
    ...(thinned ?? whole),
    ...{ points, tooLarge: whole.tooLarge, otherPlaces: ordered.others },
    notPositive: groups.places.length - drawn.length,
    thinning: thinned?.thinning ?? "none",
  };
}

/** A slice of nothing or less than nothing cannot be drawn. */
function positiveOnly({ places, series }: Groups): PlaceGroup[] {
  return places.filter(({ index }) => {
    const value = series[0]?.totals.get(index)?.value();
    return value === undefined || value === "tooLarge" || value.number > 0;
  });
}

/** Along an axis ascending, what has no place on it last; else as the rows came. */
function inOrder(places: readonly PlaceGroup[], { axis }: Groups, { kind }: ChartChoice) {
  return axis === "category" || kind === "scatter"
    ? places
    : places.toSorted((one, other) => compareAt(one, other));
}

function compareAt(one: PlaceGroup, other: PlaceGroup): number {
  if (one.at === undefined || other.at === undefined) {
    return Number(one.at === undefined) - Number(other.at === undefined);
  }
  return one.at - other.at;
}

interface Folded {
  readonly places: readonly PlaceGroup[];
  readonly series: readonly SeriesGroup[];
  readonly others: number;
}

/** The largest each for itself, all else as one place at the end. */
function foldPlaces(
  groups: Groups,
  drawn: readonly PlaceGroup[],
  choice: ChartChoice,
  isSorted: boolean,
): Folded {
  const limit = choice.kind === "donut" ? SLICES_LIMIT : CATEGORIES_LIMIT;
  const weights = new Map(drawn.map((place) => [place, weightOf(place, groups, choice)]));
  const size = (place: PlaceGroup): number => Math.abs(weights.get(place) ?? 0);
  const ranked = drawn.toSorted((one, other) => size(other) - size(one));
  const kept = new Set(ranked.length > limit ? ranked.slice(0, limit - 1) : ranked);
  const others = ranked.filter((place) => !kept.has(place));
  const shown = drawn.filter((place) => kept.has(place));
  const keepsOrder = choice.kind === "line" || isSorted;
  const places = keepsOrder
    ? shown
    : shown.sort((one, other) => (weights.get(other) ?? 0) - (weights.get(one) ?? 0));
  return others.length === 0
    ? { places, series: groups.series, others: 0 }
    : joinOthers({ places, others }, groups, choice);
}

/** What a place is ranked by: its values where they add up, else its rows. */
function weightOf({ index, rows }: PlaceGroup, { series }: Groups, choice: ChartChoice): number {
  if (choice.aggregate !== "sum" && choice.aggregate !== "count") {
    return rows;
  }
  return series.reduce((sum, { totals }) => {
    const value = totals.get(index)?.value();
    return sum + (value === undefined || value === "tooLarge" ? 0 : value.number);
  }, 0);
}

function joinOthers(
  { places, others }: { readonly places: readonly PlaceGroup[]; readonly others: PlaceGroup[] },
  groups: Groups,
  { aggregate }: ChartChoice,
): Folded {
  const index = groups.places.length;
  const rows = others.reduce((sum, place) => sum + place.rows, 0);
  const other: PlaceGroup = { name: { kind: "other", text: "" }, index, rows };
  const series = groups.series.map((one) => {
    const joined = others.flatMap((place) => one.totals.get(place.index) ?? []);
    const total = new Total(aggregate);
    for (const part of joined) {
      total.join(part);
    }
    return joined.length === 0 ? one : { ...one, totals: new Map(one.totals).set(index, total) };
  });
  return { places: [...places, other], series, others: others.length };
}

interface Values {
  readonly places: readonly ChartPlace[];
  readonly series: readonly ChartSeries[];
  readonly tooLarge: number;
}

function valuesOf(places: readonly PlaceGroup[], series: readonly SeriesGroup[]): Values {
  let tooLarge = 0;
  const drawn = series.map(({ totals, ...rest }): ChartSeries => {
    const values = places.map(({ index }) => {
      const value = totals.get(index)?.value();
      tooLarge += value === "tooLarge" ? 1 : 0;
      return value === undefined || value === "tooLarge" ? null : value;
    });
    return { ...rest, values };
  });
  return {
    places: places.map(({ name, at }) => ({ ...name, ...(at === undefined ? {} : { at }) })),
    series: drawn,
    tooLarge,
  };
}

function thin({ places, series }: Values, { kind }: ChartChoice) {
  const most = Math.floor(CHART_POINTS_LIMIT / series.length);
  if (kind === "bar") {
    return { ...cutTo(places, series, most), thinning: "first" as const };
  }
  const make = kind === "line" ? thinLine : thinCloud;
  const kept = series.map(({ values }) => {
    const points = values.flatMap((value, index): DrawnPoint[] =>
      value === null ? [] : [{ index, x: places[index]?.at ?? index, y: value.number }],
    );
    return new Set(make(points, most).map(({ index }) => index));
  });
  const indexes = [...new Set(kept.flatMap((one) => [...one]))].sort((one, other) => one - other);
  return {
    places: indexes.flatMap((index) => places[index] ?? []),
    series: series.map((one, which) => ({
      ...one,
      values: indexes.map((index) =>
        kept[which]?.has(index) === true ? (one.values[index] ?? null) : null,
      ),
    })),
    thinning: kind === "line" ? ("shape" as const) : ("spread" as const),
  };
}

function cutTo(places: readonly ChartPlace[], series: readonly ChartSeries[], most: number) {
  return {
    places: places.slice(0, most),
    series: series.map((one) => ({ ...one, values: one.values.slice(0, most) })),
  };
}

function countOf(values: readonly (ChartValue | null)[]): number {
  return values.reduce((count, value) => count + (value === null ? 0 : 1), 0);
}
