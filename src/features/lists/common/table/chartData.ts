import { isPlaceColumn, settleChoice } from "../../messages/chartChoices";
import type {
  ChartAxis,
  ChartData,
  ChartProblem,
  ChartRemarks,
  ChartSeries,
} from "../../messages/listChart";
import type { ChartChoice } from "../../messages/listLayout";
import { firstChoice } from "./chartFirstChoice";
import { collectGroups } from "./chartGroups";
import { drawPlaces } from "./chartPlaces";
import type { ChartRows } from "./chartRows";
import { unitsOf } from "./chartUnits";

/** What a choice draws of these rows; of no choice what the explorer would draw. */
export function chartOf(rows: ChartRows, wanted: ChartChoice | undefined): ChartData {
  if (rows.count === 0) {
    return withoutDrawing(rows, wanted, "noRows");
  }
  const choice = wanted === undefined ? firstChoice(rows) : settleChoice(wanted, rows.columns);
  if (choice === undefined) {
    return withoutDrawing(rows, undefined, "nothingToDraw");
  }
  const x = rows.columns.find(({ key }) => key === choice.x);
  if (x === undefined || hasLostValues(choice, wanted)) {
    return withoutDrawing(rows, choice, "columnGone");
  }
  if (!isPlaceColumn(x, choice.kind)) {
    return withoutDrawing(rows, choice, "noPlaces");
  }
  return draw(rows, choice, axisOf(rows, choice));
}

/** Every column of values that was chosen is gone; where some are left, they are drawn. */
function hasLostValues({ y, aggregate }: ChartChoice, wanted: ChartChoice | undefined): boolean {
  return aggregate !== "count" && y.length === 0 && (wanted?.y.length ?? 0) > 0;
}

function axisOf({ columns }: ChartRows, { x }: ChartChoice): ChartAxis {
  const column = columns.find(({ key }) => key === x);
  if (column?.kind === "date") {
    return "date";
  }
  return column?.kind === "money" || column?.kind === "number" ? "number" : "category";
}

function draw(rows: ChartRows, choice: ChartChoice, axis: ChartAxis): ChartData {
  const groups = collectGroups(rows, choice, axis);
  const { noNumber, noPlace } = groups;
  const drawing = drawPlaces(groups, choice, rows.isSorted);
  const remarks: ChartRemarks = {
    ...{ rows: rows.count, noNumber, noPlace, otherSeries: groups.otherSeries },
    tooLarge: groups.tooLarge + drawing.tooLarge,
    notPositive: drawing.notPositive,
    otherPlaces: drawing.otherPlaces,
    points: drawing.points,
    thinning: drawing.thinning,
    units: unitsOf(rows, choice),
  };
  if (!hasValues(drawing.series)) {
    return {
      ...withoutDrawing(rows, choice, problemOf(rows, remarks, groups.places.length)),
      remarks,
    };
  }
  const { places, series } = drawing;
  return { revision: rows.revision, choice, axis, places, series, remarks };
}

function hasValues(series: readonly ChartSeries[]): boolean {
  return series.some(({ values }) => values.some((value) => value !== null));
}

function problemOf(
  rows: ChartRows,
  { noNumber, notPositive }: ChartRemarks,
  places: number,
): ChartProblem {
  if (notPositive > 0) {
    return "nothingPositive";
  }
  if (rows.isMasked) {
    return "masked";
  }
  return places === 0 && noNumber === 0 ? "noPlaces" : "noNumbers";
}

function withoutDrawing(
  rows: ChartRows,
  choice: ChartChoice | undefined,
  problem: ChartProblem,
): ChartData {
  const instead = problem === "noRows" ? undefined : firstChoice(rows);
  return {
    revision: rows.revision,
    ...(choice === undefined ? {} : { choice }),
    problem,
    ...(instead === undefined ? {} : { instead }),
    ...{ axis: "category", places: [], series: [] },
    remarks: { ...NO_REMARKS, rows: rows.count },
  };
}

const NO_REMARKS: ChartRemarks = {
  ...{ rows: 0, noNumber: 0, tooLarge: 0, noPlace: 0, notPositive: 0 },
  ...{ otherPlaces: 0, otherSeries: 0, points: 0, thinning: "none", units: [] },
};
