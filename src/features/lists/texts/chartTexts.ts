import { warningText } from "../../../platform/texts/warnings";
import { LIST_WARNINGS } from "./warnings";
import type { Translate } from "../../../platform/texts/words";
import type { ChartTexts } from "../messages/chartTexts";

/** The words of the chart tab; the webview itself knows none. */
export function chartTexts(t: Translate): ChartTexts {
  return {
    ...pickerTexts(t),
    ...titleTexts(t),
    ...actTexts(t),
    ...problemTexts(t),
    ...remarkTexts(t),
  };
}

function pickerTexts(t: Translate) {
  return {
    chartSettings: t("What is drawn"),
    chartKind: t("Chart"),
    chartBar: t("Bars"),
    chartLine: t("Lines"),
    chartDonut: t("Donut"),
    chartScatter: t("Points"),
    chartX: t("Along"),
    chartSlices: t("Slices"),
    chartValues: t("Values"),
    chartValue: t("Value"),
    chartSplit: t("Split by"),
    chartNoSplit: t("not split"),
    chartAggregate: t("Shown as"),
    chartSum: t("Sum"),
    chartCount: t("Number of rows"),
    chartAverage: t("Average"),
    chartMinimum: t("Minimum"),
    chartMaximum: t("Maximum"),
    chartEachRow: t("Each row"),
    chartNoValues: t("none"),
    chartPickedValues: t("{0} columns"),
    chartRows: t("Rows"),
  };
}

function titleTexts(t: Translate) {
  return {
    chartTitleSum: t("Sum of {0} by {1}"),
    chartTitleCount: t("Rows by {1}"),
    chartTitleAverage: t("Average of {0} by {1}"),
    chartTitleMinimum: t("Minimum of {0} by {1}"),
    chartTitleMaximum: t("Maximum of {0} by {1}"),
    chartTitleEach: t("{0} by {1}, row by row"),
    chartTitleSplit: t("{0}, split by {1}"),
    chartNone: t("(no value)"),
    chartOther: t("(other)"),
    chartOtherCount: t("(others: {0})"),
    chartAnd: t("{0} and {1}"),
    chartSentence: t("{0}: {1}. Points: {2}. Values from {3} to {4}."),
    chartPoint: t("{0} of {1}"),
  };
}

function actTexts(t: Translate) {
  return {
    chartKeys: t("Use the arrow keys to move between points, and Escape to leave."),
    chartData: t("What is drawn, as a table"),
    chartDataMore: t("Show all {0}"),
    chartSaveSvg: t("Save as SVG"),
    chartSavePng: t("Save as PNG"),
    chartDrawing: t("Drawing"),
    chartFailed: warningText(LIST_WARNINGS["lists/chartFailed"], t),
    chartAgain: t("Try again"),
    chartImageFailed: warningText(LIST_WARNINGS["lists/imageFailed"], t),
    chartInstead: t("Draw instead: {0}"),
  };
}

function problemTexts(t: Translate) {
  return {
    chartNoRows: warningText(LIST_WARNINGS["lists/noRowsToDraw"], t),
    chartNothingToDraw: warningText(LIST_WARNINGS["lists/nothingToDraw"], t),
    chartColumnGone: warningText(LIST_WARNINGS["lists/drawnColumnGone"], t),
    chartNoNumbers: warningText(LIST_WARNINGS["lists/noNumbers"], t),
    chartMasked: warningText(LIST_WARNINGS["lists/valuesHidden"], t),
    chartNoPlaces: warningText(LIST_WARNINGS["lists/noPlaces"], t),
    chartNothingPositive: warningText(LIST_WARNINGS["lists/nothingPositive"], t),
  };
}

function remarkTexts(t: Translate) {
  return {
    chartLeftNoNumber: t("Values left out because they are not numbers: {0}."),
    chartLeftTooLarge: t("Numbers left out because they are too large or too long to draw: {0}."),
    chartLeftNoPlace: t("Rows left out because they have no date or number for the axis: {0}."),
    chartLeftNotPositive: t("Slices left out because they are zero or less: {0}."),
    chartOthers: t("Drawn together because they are the smallest: {0}."),
    chartOtherSeries: t("Series drawn as one because they have the fewest rows: {0}."),
    chartThinShape: t("{0} of {1} points are drawn: those that keep the shape of the lines."),
    chartThinSpread: t("{0} of {1} points are drawn: only one where several overlap."),
    chartThinFirst: t("The first {0} of {1} points are drawn. Filter the rows for others."),
    chartMixedUnits: t(
      "These values have different currencies or units ({0}) and are not converted. Split the chart by currency or unit.",
    ),
    chartGrowing: t("More rows are still coming."),
  };
}
