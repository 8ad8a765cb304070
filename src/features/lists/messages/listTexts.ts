/** Words of the list panel around its tabs, as the host gives them. */
export const FRAME_TEXTS = [
  ...["tabs", "table", "chart", "compare", "tabFailed", "masked", "loading", "growing"],
  ...[
    "reload",
    "cancelLoading",
    "openAsJson",
    "export",
    "copyAddress",
    "openToSide",
    "listSettings",
    "address",
    "copied",
  ],
  ...[
    "parameters",
    "apply",
    "undoChanges",
    "notSet",
    "required",
    "ownValue",
    "addValue",
    "removeValue",
  ],
  // `{0}` name of the parameter.
  ...["addParameter", "parameterName", "addNamed", "cancelAdding", "offeredParameters"],
  ...["offeredHelp", "notInDefinition", "removeParameter", "pagingParameter"],
  ...["credentialParameter"],
  // `{0}` calls; `{0}` parameter; `{0}` calls of `{1}`.
  ...["measure", "measureHelp", "measureApplyFirst", "measureStop", "measuring", "measuringCalls"],
  ...["measured", "copyAsMarkdown", "copyForSpreadsheets"],
  ...["pager", "firstPage", "previousPage", "nextPage", "lastPage", "pageNumber"],
  // `{0}` page, `{1}` last page; the box to type a page into takes the place of `{0}`.
  ...["pageOf", "pageMayFollow", "pageProbablyLast", "pageAlone", "perPage", "pageSize"],
  // `{0}` first row, `{1}` last row, `{2}` total.
  ...["rowsOf", "rowsCounted", "rowsDenied", "rows"],
  // `{0}` rows, `{1}` rows by the service.
  ...["loadedOf", "loadedDenied", "loadedAtLeast", "loaded"],
  ...["loadAll", "pause", "resume", "stop", "backToPages", "walk"],
  // `{0}` rows, `{1}` pages, `{2}` rows by the service.
  ...[
    "walkRunning",
    "walkRunningOf",
    "walkPaused",
    "walkAtLimit",
    "walkStopped",
    "walkFailed",
    "walkFinished",
    "walkEnded",
  ],
  ...["oneFinding", "findings", "omittedColumns"],
  ...["status", "openRequest", "noAnswer", "oneAttempt", "attempts", "request", "trace", "none"],
  ...["copyRequestId", "copyTraceId", "echoed", "notEchoed", "echoChanged"],
] as const;

export type FrameTexts = Readonly<Record<(typeof FRAME_TEXTS)[number], string>>;
