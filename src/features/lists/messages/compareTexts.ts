/** Words of the compare tab, as the host gives them; `{0}` and so on where it puts values. */
export const COMPARE_TEXTS = [
  ...["compareSources", "compareBefore", "comparePage", "compareClient", "compareConnection"],
  ...["comparePageNumber", "compareStart", "compareAgain", "compareKept", "compareLeft"],
  ...["compareRight", "compareSwap", "compareReload", "compareStop", "compareLoading"],
  ...["compareText", "compareSorted", "compareMatchedBy", "compareByShape", "compareById"],
  ...["compareByColumns", "compareByContent", "compareByChosen", "compareOnlyChanges"],
  ...["comparePrevious", "compareNext", "compareNoMore", "compareCopyMarkdown", "compareCopyJson"],
  ...["compareCopied", "compareCopyFailed", "compareKind", "compareSame", "compareRewritten"],
  ...[
    "compareChanged",
    "compareOnlyLeft",
    "compareOnlyRight",
    "compareCountChanged",
    "compareCountOnlyLeft",
  ],
  ...[
    "compareCountOnlyRight",
    "compareCountRewritten",
    "compareCountSame",
    "compareNothingMatches",
  ],
  ...["compareNoChanges", "compareNoRows", "compareFailed", "compareRetry", "compareCell"],
  ...["compareSideOnly", "compareRowOf", "compareGrid", "compareKeys"],
  ...["compareSnapshots", "compareSnapshot", "compareAgainst", "compareAgainstNow"],
  ...["compareKeep", "compareFile", "compareFolder", "compareNoSnapshots", "compareNoFolder"],
  ...["compareLoadAll", "courseTitle", "courseColumn", "courseValue", "courseNumbers"],
  ...["courseWhen", "courseNow", "courseRows", "courseNone", "courseOmitted", "courseFailed"],
  ...["courseOne", "courseMany", "courseMasked", "courseHidden", "courseUnreadable"],
  ...["courseOtherBytes", "courseNoColumn", "courseNotWhole", "courseNoSum", "courseRemarks"],
] as const;

export type CompareTexts = Readonly<Record<(typeof COMPARE_TEXTS)[number], string>>;
