import {
  AGGREGATES,
  CHART_KINDS,
  COMPARE_SOURCES,
  FIRST_LAYOUT,
  LIST_TABS,
  type ChartChoice,
  type ColumnLayout,
  type CompareChoice,
  type GridPlace,
  type ListLayout,
  type ListTab,
} from "./listLayout";
import { isPageNumber } from "./listQueryChecks";
import { isColumnKey, isColumns, isRowView } from "./listQuestionChecks";
import {
  hasExactly,
  hasOnly,
  isFlag,
  isRecord,
  isText,
  oneOf,
} from "../../../platform/base/shapes";

const NAME_LIMIT = 200;
const WIDTH_LIMIT = 10_000;

/** A layout as a panel has it. */
export function isListLayout(value: unknown): value is ListLayout {
  return hasOnly(
    value,
    {
      tab: isTab,
      view: isRowView,
      columns: isColumnLayout,
      isGrouped: isFlag,
      place: isPlace,
    },
    { chart: isChartChoice, compare: isCompareChoice },
  );
}

/** Reads a layout that was kept; every part that is not right is as in a new panel. */
export function decodeLayout(value: unknown): ListLayout {
  if (!isRecord(value)) {
    return FIRST_LAYOUT;
  }
  const { tab, view, columns, isGrouped, place, chart, compare } = value;
  return {
    tab: isTab(tab) ? tab : FIRST_LAYOUT.tab,
    view: isRowView(view) ? view : FIRST_LAYOUT.view,
    columns: decodeColumns(columns),
    isGrouped: isFlag(isGrouped) ? isGrouped : FIRST_LAYOUT.isGrouped,
    place: isPlace(place) ? place : FIRST_LAYOUT.place,
    ...(isChartChoice(chart) ? { chart } : {}),
    ...(isCompareChoice(compare) ? { compare } : {}),
  };
}

/** The same of its columns. */
export function decodeColumns(value: unknown): ColumnLayout {
  return isColumnLayout(value) ? value : FIRST_LAYOUT.columns;
}

function isTab(value: unknown): value is ListTab {
  return oneOf(value, LIST_TABS);
}

function isColumnLayout(value: unknown): value is ColumnLayout {
  return hasExactly(value, {
    order: isColumns,
    hidden: isColumns,
    pinned: isColumns,
    widths: (widths) =>
      isRecord(widths) &&
      isColumns(Object.keys(widths)) &&
      Object.values(widths).every((width) => isWithin(width, 0, WIDTH_LIMIT)),
  });
}

function isPlace(value: unknown): value is GridPlace {
  const isPart = (part: unknown): boolean => isWithin(part, 0, Number.MAX_SAFE_INTEGER);
  return hasExactly(value, { top: isPart, left: isPart, row: isPart, column: isPart });
}

/** What was drawn, whether or not the columns are still there. */
export function isChartChoice(value: unknown): value is ChartChoice {
  return hasOnly(
    value,
    {
      kind: (kind) => oneOf(kind, CHART_KINDS),
      x: isColumnKey,
      y: isColumns,
      aggregate: (aggregate) => oneOf(aggregate, AGGREGATES),
    },
    { series: isColumnKey },
  );
}

/** The other side of a comparison, by what it is. */
export function isCompareChoice(value: unknown): value is CompareChoice {
  return hasOnly(
    value,
    { source: (source) => oneOf(source, COMPARE_SOURCES), onlyChanges: isFlag },
    {
      pageNumber: isPageNumber,
      clientId: isName,
      clientLabel: isName,
      connectionId: isName,
      snapshot: isFileName,
      against: isFileName,
      match: isColumns,
    },
  );
}

function isName(value: unknown): boolean {
  return isText(value) && value.length > 0 && value.length <= NAME_LIMIT;
}

/** Without folders: no place on the disk passes between panel and host. */
function isFileName(value: unknown): boolean {
  return isText(value) && value.length > 0 && value.length <= 255 && !/[/\\]/.test(value);
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return typeof value === "number" && value >= least && value <= most;
}
