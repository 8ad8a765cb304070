import type { Translate } from "../../core/errorTexts/words";
import type { CompareTexts } from "../../shared/compareTexts";

/** The words of the compare tab; the webview itself knows none. */
export function compareTexts(t: Translate): CompareTexts {
  return { ...sideTexts(t), ...actTexts(t), ...rowTexts(t) };
}

function sideTexts(t: Translate) {
  return {
    compareSources: t("Compare with"),
    compareBefore: t("Before the reload"),
    comparePage: t("Another page"),
    compareClient: t("Another client…"),
    compareConnection: t("Another connection…"),
    comparePageNumber: t("Page"),
    compareStart: t("Choose what these rows are compared with."),
    compareAgain: t("Compare again"),
    compareKept: t(
      "This list was compared before. Nothing is asked of the service until you say so.",
    ),
    compareLeft: t("Left"),
    compareRight: t("Right"),
    compareSwap: t("Swap sides"),
    compareReload: t("Reload both"),
    compareStop: t("Stop"),
    compareLoading: t("Loading the other side"),
    compareText: t("Compare as text"),
    compareSorted: t("sort names"),
  };
}

function actTexts(t: Translate) {
  return {
    compareMatchedBy: t("Rows matched by"),
    compareByShape: t("found by shape"),
    compareById: t("{0} (an id, found by shape)"),
    compareByColumns: t("{0} (found by shape)"),
    compareByContent: t("what they hold (no column tells them apart)"),
    compareByChosen: t("{0} (chosen)"),
    compareOnlyChanges: t("Only changes"),
    comparePrevious: t("Previous change (Shift+F7)"),
    compareNext: t("Next change (F7)"),
    compareNoMore: t("There is no further change."),
    compareCopyMarkdown: t("Copy differences as Markdown"),
    compareCopyJson: t("Copy differences as JSON"),
    compareCopied: t("{0} different rows copied"),
    compareCopyFailed: t("Nothing was copied. Try again."),
  };
}

function rowTexts(t: Translate) {
  return {
    compareKind: t("Row"),
    compareSame: t("same"),
    compareRewritten: t("same value, written otherwise"),
    compareChanged: t("changed"),
    compareOnlyLeft: t("only left"),
    compareOnlyRight: t("only right"),
    compareCountChanged: t("{0} changed"),
    compareCountOnlyLeft: t("{0} only left"),
    compareCountOnlyRight: t("{0} only right"),
    compareCountRewritten: t("{0} written otherwise"),
    compareCountSame: t("{0} same"),
    compareNothingMatches: t(
      "No row of one side matches a row of the other. Choose other columns to match by, or another side.",
    ),
    compareNoChanges: t("Both sides are the same."),
    compareNoRows: t("Neither side has rows."),
    compareFailed: t("The comparison could not be made. Try again; the log says why."),
    compareRetry: t("Try again"),
    compareCell: t("{0}: left {1}, right {2}, {3}"),
    compareSideOnly: t("{0} ({1})"),
    compareRowOf: t("Row {0} of {1}: {2}"),
    compareGrid: t("Compared rows"),
    compareKeys: t("Arrow keys move, F7 and Shift+F7 go to the next and previous change."),
  };
}
