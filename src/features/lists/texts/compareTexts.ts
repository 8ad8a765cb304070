import { warningText } from "../../../platform/texts/warnings";
import { LIST_WARNINGS } from "./warnings";
import type { Translate } from "../../../platform/texts/words";
import type { CompareTexts } from "../messages/compareTexts";

/** The words of the compare tab; the webview itself knows none. */
export function compareTexts(t: Translate): CompareTexts {
  const own = { ...sideTexts(t), ...actTexts(t), ...rowTexts(t) };
  return { ...own, ...snapshotTexts(t), ...courseTexts(t) };
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
    compareCopied: t("Different rows copied: {0}"),
    compareCopyFailed: warningText(LIST_WARNINGS["lists/copyFailed"], t),
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
    compareNothingMatches: warningText(LIST_WARNINGS["lists/nothingMatches"], t),
    compareNoChanges: t("Both sides are the same."),
    compareNoRows: t("Neither side has rows."),
    compareFailed: warningText(LIST_WARNINGS["lists/comparisonFailed"], t),
    compareRetry: t("Try again"),
    compareCell: t("{0}: left {1}, right {2}, {3}"),
    compareSideOnly: t("{0} ({1})"),
    compareRowOf: t("Row {0} of {1}: {2}"),
    compareGrid: t("Compared rows"),
    compareKeys: t("Arrow keys move, F7 and Shift+F7 go to the next and previous change."),
  };
}

function snapshotTexts(t: Translate) {
  return {
    compareSnapshots: t("Snapshots"),
    compareSnapshot: t("Snapshot"),
    compareAgainst: t("compared with"),
    compareAgainstNow: t("The current list"),
    compareKeep: t("Keep snapshot"),
    compareFile: t("Other file…"),
    compareFolder: t("Other folder…"),
    compareNoSnapshots: t("The folder {0} holds no snapshots of this list yet."),
    compareNoFolder: t("No folder of snapshots is chosen yet: keep the first one, or choose it."),
    compareLoadAll: t("Load all pages"),
  };
}

function courseTexts(t: Translate) {
  return {
    courseTitle: t("Value over time"),
    courseColumn: t("Sum of"),
    courseValue: t("value"),
    courseNumbers: t("Numbers"),
    courseWhen: t("When"),
    courseNow: t("now"),
    courseRows: t("Rows"),
    courseNone: t("No snapshot of this list has numbers that can be added up."),
    courseOmitted: t("Older snapshots left out: {0}."),
    courseFailed: warningText(LIST_WARNINGS["lists/sumsFailed"], t),
    courseOne: t("{0}: {1} on {2}"),
    courseMany: t("{0}: {1} on {2}, {3} on {4}, {5} times in all"),
    courseMasked: t("masked: its values are pseudonyms"),
    courseHidden: t("hidden in privacy mode"),
    courseUnreadable: t("cannot be read"),
    courseOtherBytes: t("the file was changed after it was kept"),
    courseNoColumn: t("without this column"),
    courseNotWhole: t("not all pages"),
    courseNoSum: t("no sum"),
    courseRemarks: t("Remarks"),
  };
}
