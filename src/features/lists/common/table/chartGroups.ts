import { splitsLimit } from "../../messages/chartChoices";
import type { ChartAxis, ChartName } from "../../messages/listChart";
import type { ChartChoice } from "../../messages/listLayout";
import { amountOf, categoryOf, type ChartRows, type PlaceKey, placeOf } from "./chartRows";
import { Total } from "./chartTotals";

/** Rows of one place; totals of a series are found by its index. */
export interface PlaceGroup {
  readonly name: ChartName;
  readonly at?: number;
  readonly index: number;
  rows: number;
}

export interface SeriesGroup {
  readonly column?: string;
  readonly split?: ChartName;
  /** By the index of the place. */
  readonly totals: Map<number, Total>;
}

export interface Groups {
  readonly axis: ChartAxis;
  /** In the order in which they came. */
  readonly places: PlaceGroup[];
  readonly series: readonly SeriesGroup[];
  readonly otherSeries: number;
  noNumber: number;
  tooLarge: number;
  noPlace: number;
}

/** Puts the rows together by place and series. */
export function collectGroups(rows: ChartRows, choice: ChartChoice, axis: ChartAxis): Groups {
  const splits = splitRows(rows, choice);
  const columns = choice.aggregate === "count" ? [undefined] : choice.y;
  const series = splits.names.flatMap((split) =>
    columns.map((column) => ({
      ...(column === undefined ? {} : { column }),
      ...(split === undefined ? {} : { split }),
      totals: new Map<number, Total>(),
    })),
  );
  const groups: Groups = {
    ...{ axis, places: [], series, otherSeries: splits.others },
    ...{ noNumber: 0, tooLarge: 0, noPlace: 0 },
  };
  const known = new Map<string, PlaceGroup>();
  for (let row = 0; row < rows.count; row++) {
    const place = groupOf(placeIn(rows, row, choice, axis), row, choice, { groups, known });
    if (place === undefined) {
      groups.noPlace++;
    } else {
      const first = splits.indexOf(row) * columns.length;
      addRow({ rows, row, choice }, groups, place, series.slice(first, first + columns.length));
    }
  }
  return groups;
}

/** Where the row is drawn; lines and clouds have no place for what their axis cannot hold. */
function placeIn(
  rows: ChartRows,
  row: number,
  { kind, x }: ChartChoice,
  axis: ChartAxis,
): PlaceKey | undefined {
  const cell = rows.cell(row, x);
  const place = placeOf(cell, axis);
  return kind === "line" || kind === "scatter" ? place : (place ?? categoryOf(cell));
}

function groupOf(
  place: PlaceKey | undefined,
  row: number,
  { aggregate }: ChartChoice,
  { groups, known }: { readonly groups: Groups; readonly known: Map<string, PlaceGroup> },
): PlaceGroup | undefined {
  if (place === undefined) {
    return undefined;
  }
  const key = aggregate === "none" ? String(row) : place.key;
  const group = known.get(key);
  if (group !== undefined) {
    return group;
  }
  const { name, at } = place;
  const added = { name, index: groups.places.length, rows: 0, ...(at === undefined ? {} : { at }) };
  groups.places.push(added);
  known.set(key, added);
  return added;
}

interface RowOfChart {
  readonly rows: ChartRows;
  readonly row: number;
  readonly choice: ChartChoice;
}

function addRow(
  { rows, row, choice }: RowOfChart,
  groups: Groups,
  place: PlaceGroup,
  series: readonly SeriesGroup[],
): void {
  place.rows++;
  for (const { column, totals } of series) {
    const amount = column === undefined ? undefined : amountOf(rows.cell(row, column));
    if (amount === "tooLarge") {
      groups.tooLarge++;
    } else if (column !== undefined && amount === undefined) {
      groups.noNumber++;
    } else {
      const total = totals.get(place.index) ?? new Total(choice.aggregate);
      totals.set(place.index, total);
      total.add(amount);
    }
  }
}

interface Splits {
  /** One entry without a name where rows are not split. */
  readonly names: readonly (ChartName | undefined)[];
  /** Values that are one series together. */
  readonly others: number;
  indexOf(row: number): number;
}

/** The values that split the rows, those of most rows first; those beyond the limit are one. */
function splitRows(rows: ChartRows, choice: ChartChoice): Splits {
  const { series } = choice;
  if (series === undefined) {
    return { names: [undefined], others: 0, indexOf: () => 0 };
  }
  const counts = new Map<string, { readonly name: ChartName; rows: number }>();
  for (let row = 0; row < rows.count; row++) {
    const { key, name } = categoryOf(rows.cell(row, series));
    const known = counts.get(key) ?? { name, rows: 0 };
    known.rows++;
    counts.set(key, known);
  }
  const limit = splitsLimit(choice);
  const ranked = [...counts].sort(([, one], [, other]) => other.rows - one.rows);
  const kept = ranked.length > limit ? ranked.slice(0, limit - 1) : ranked;
  const others = ranked.length - kept.length;
  const places = new Map(kept.map(([key], index) => [key, index]));
  return {
    names: [
      ...kept.map(([, { name }]) => name),
      ...(others === 0 ? [] : [{ kind: "other", text: "" } as const]),
    ],
    others,
    indexOf: (row) => places.get(categoryOf(rows.cell(row, series)).key) ?? kept.length,
  };
}
