/** Words of the chart of a list, as the host gives them. */
export const CHART_TEXTS = [
  ...["chartSettings", "chartKind", "chartBar", "chartLine", "chartDonut", "chartScatter"],
  ...["chartX", "chartSlices", "chartValues", "chartValue", "chartSplit", "chartNoSplit"],
  ...["chartAggregate", "chartSum", "chartCount", "chartAverage", "chartMinimum"],
  ...["chartMaximum", "chartEachRow", "chartNoValues", "chartPickedValues", "chartRows"],
  // `{0}` values, `{1}` what they are of.
  ...["chartTitleSum", "chartTitleCount", "chartTitleAverage", "chartTitleMinimum"],
  ...["chartTitleMaximum", "chartTitleEach", "chartTitleSplit"],
  ...["chartNone", "chartOther", "chartOtherCount", "chartAnd"],
  // `{0}` kind, `{1}` title, `{2}` points, `{3}` and `{4}` least and most.
  ...["chartSentence", "chartKeys", "chartPoint"],
  ...["chartData", "chartDataMore", "chartSaveSvg", "chartSavePng", "chartDrawing"],
  ...["chartFailed", "chartAgain", "chartImageFailed", "chartInstead"],
  ...["chartNoRows", "chartNothingToDraw", "chartColumnGone", "chartNoNumbers", "chartMasked"],
  ...["chartNoPlaces", "chartNothingPositive"],
  ...["chartLeftNoNumber", "chartLeftTooLarge", "chartLeftNoPlace", "chartLeftNotPositive"],
  ...["chartOthers", "chartOtherSeries", "chartThinShape", "chartThinSpread", "chartThinFirst"],
  ...["chartMixedUnits", "chartGrowing"],
] as const;

export type ChartTexts = Readonly<Record<(typeof CHART_TEXTS)[number], string>>;
