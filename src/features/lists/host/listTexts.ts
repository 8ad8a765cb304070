import { l10n } from "vscode";
import type { GridTexts } from "../messages/gridTexts";
import type { ListTexts } from "../messages/listMessages";
import type { FrameTexts } from "../messages/listTexts";
import { translate } from "../../../platform/vscode/translate";
import { chartTexts } from "../texts/chartTexts";
import { compareTexts } from "../texts/compareTexts";
import { gridRemarks, parameterRemarks } from "../texts/panelRemarks";
import { LIST_WARNINGS } from "../texts/warnings";
import { warningText } from "../../../platform/texts/warnings";
import { type ListEndpoint, listWords } from "../common/listEndpoint";
import type { Masking } from "../../../platform/base/masking";
import type { ListQuery } from "../messages/listQuery";

/** The words of a list panel, by the part that says them. */
export function listTexts(): ListTexts {
  return {
    ...{ frame: frameTexts(), grid: gridTexts() },
    ...{ chart: chartTexts(translate), compare: compareTexts(translate) },
  };
}

/** "Holdings · Abernathy, Ruth". */
export function titleOf(
  endpoint: ListEndpoint,
  { subject, path }: ListQuery,
  masking: Masking,
): string {
  const ids = Object.values(path).map((id) => masking.maskLabel(id, "id"));
  const whose = subject === undefined ? ids.join(" · ") : masking.maskLabel(subject, "person");
  return [listWords(endpoint, translate), whose].filter((word) => word !== "").join(" · ");
}

/** The words around the tabs of a list panel; the webview itself knows none. */
function frameTexts(): FrameTexts {
  return { ...headTexts(), ...parameterTexts(), ...pagerTexts(), ...walkTexts(), ...statusTexts() };
}

function headTexts() {
  return {
    tabs: l10n.t("Views of the list"),
    table: l10n.t("Table"),
    chart: l10n.t("Chart"),
    compare: l10n.t("Compare"),
    tabFailed: warningText(LIST_WARNINGS["lists/tabFailed"], translate),
    masked: l10n.t("Privacy mode: values are masked"),
    loading: l10n.t("Loading"),
    growing: l10n.t("the rest is still being read"),
    reload: l10n.t("Reload"),
    cancelLoading: l10n.t("Cancel loading"),
    openAsJson: l10n.t("Open as JSON"),
    export: l10n.t("Export"),
    copyAddress: l10n.t("Copy address"),
    openToSide: l10n.t("Open to the side"),
    listSettings: l10n.t("How this list is read…"),
    address: l10n.t("Address"),
    omittedColumns: l10n.t("More columns, in the JSON only: {0}."),
  };
}

function parameterTexts() {
  return {
    parameters: l10n.t("Parameters"),
    apply: l10n.t("Apply"),
    undoChanges: l10n.t("Undo changes"),
    notSet: l10n.t("not set"),
    required: l10n.t("required"),
    ownValue: l10n.t("another value"),
    addValue: l10n.t("Add the value"),
    removeValue: l10n.t("Remove {0}"),
    addParameter: l10n.t("Add parameter…"),
    parameterName: l10n.t("Name of the parameter"),
    addNamed: l10n.t("Add the parameter"),
    cancelAdding: l10n.t("Cancel"),
    offeredParameters: l10n.t("Parameters that the specification names"),
    offeredHelp: l10n.t(
      "Any query parameter. The specification names some without saying which endpoints take them.",
    ),
    removeParameter: l10n.t("Remove the parameter {0}"),
    ...parameterRemarks(translate),
    measure: l10n.t("Measure cost ({0} calls)"),
    measureHelp: l10n.t(
      "Asks for this page without and with each value, one call after the other, and writes nothing.",
    ),
    measureStop: l10n.t("Cancel"),
    measuring: l10n.t("Measuring what {0} costs"),
    measuringCalls: l10n.t("{0} of {1} calls"),
    measured: l10n.t("What {0} costs on this page"),
    copyAsMarkdown: l10n.t("Copy as Markdown"),
    copyForSpreadsheets: l10n.t("Copy for spreadsheets"),
  };
}

function pagerTexts() {
  return {
    pager: l10n.t("Pages"),
    firstPage: l10n.t("First page"),
    previousPage: l10n.t("Previous page"),
    nextPage: l10n.t("Next page"),
    lastPage: l10n.t("Last page"),
    pageNumber: l10n.t("Page number"),
    pageOf: l10n.t("page {0} of {1}"),
    pageMayFollow: l10n.t("page {0} · more may follow"),
    pageProbablyLast: l10n.t("page {0} · probably the last"),
    pageAlone: l10n.t("page {0}"),
    perPage: l10n.t("{0} per page"),
    pageSize: l10n.t("Rows per page"),
    rowsOf: l10n.t("rows {0}–{1} of {2} · by the service"),
    rowsCounted: l10n.t("rows {0}–{1} of {2}"),
    rowsDenied: l10n.t("rows {0}–{1} · the service says {2}, which its pages do not show"),
    rows: l10n.t("rows {0}–{1}"),
    loadedOf: l10n.t("rows loaded: {0} of {1} · by the service"),
    loadedDenied: l10n.t("rows loaded: {0} · perhaps not all: the service says {1}"),
    loadedAtLeast: l10n.t("rows loaded: {0} · more may follow"),
    loaded: l10n.t("rows loaded: {0}"),
  };
}

function walkTexts() {
  return {
    loadAll: l10n.t("Load all"),
    pause: l10n.t("Pause"),
    resume: l10n.t("Resume"),
    stop: l10n.t("Stop"),
    backToPages: l10n.t("Back to pages"),
    walk: l10n.t("Loading all pages"),
    walkRunning: l10n.t("rows so far: {0} · pages: {1}"),
    walkRunningOf: l10n.t("rows so far: {0} of {2} · pages: {1}"),
    walkPaused: l10n.t("paused · pages loaded: {1}"),
    walkAtLimit: l10n.t("paused after {0} rows: many are loaded; resume for as many again"),
    walkStopped: l10n.t("stopped · pages loaded: {1}"),
    walkFailed: l10n.t("interrupted · pages loaded: {1}"),
    walkFinished: l10n.t("all pages loaded: {1}"),
    walkEnded: l10n.t("pages loaded: {1}"),
    oneFinding: l10n.t("1 remark on how the service pages"),
    findings: l10n.t("{0} remarks on how the service pages"),
  };
}

function statusTexts() {
  return {
    status: l10n.t("Last call"),
    openRequest: l10n.t("Show request"),
    noAnswer: l10n.t("no answer"),
    oneAttempt: l10n.t("1 attempt"),
    attempts: l10n.t("{0} attempts"),
    request: l10n.t("request"),
    trace: l10n.t("trace"),
    none: l10n.t("none"),
    copyRequestId: l10n.t("Copy request id"),
    copyTraceId: l10n.t("Copy trace id"),
    copied: l10n.t("Copied"),
    echoed: l10n.t("echoed"),
    notEchoed: l10n.t("not echoed"),
    echoChanged: l10n.t("echoed changed"),
  };
}

/** The words of the grid; the webview itself knows none. */
function gridTexts(): GridTexts {
  return {
    ...cellWords(),
    ...columnWords(),
    ...cellActionWords(),
    ...sortWords(),
    ...filterWords(),
    ...operatorWords(),
    ...findWords(),
    ...summaryWords(),
    ...profileWords(),
    ...gridRemarks(translate),
  };
}

function cellWords() {
  return {
    value: l10n.t("value"),
    missing: l10n.t("Not in this row"),
    emptyText: l10n.t("Empty text"),
    oneItem: l10n.t("1 item"),
    items: l10n.t("{0} items"),
    oneMember: l10n.t("1 member"),
    members: l10n.t("{0} members"),
    several: l10n.t("{0} values: {1}"),
    rowNumbers: l10n.t("Row numbers"),
    rowNumber: l10n.t("Row {0}"),
  };
}

function columnWords() {
  return {
    columns: l10n.t("Columns"),
    columnsSearch: l10n.t("Search columns"),
    showAllColumns: l10n.t("Show all"),
    resetColumns: l10n.t("Reset columns"),
    groupDigits: l10n.t("Group digits: 1,204 for 1204"),
    hide: l10n.t("Hide column"),
    pin: l10n.t("Pin column"),
    unpin: l10n.t("Unpin column"),
    moveLeft: l10n.t("Move left"),
    moveRight: l10n.t("Move right"),
    fitWidth: l10n.t("Fit width"),
    showSummary: l10n.t("Summary…"),
    copyColumn: l10n.t("Copy column"),
    actionsOf: l10n.t("Actions for {0}"),
    columnHidden: l10n.t("{0} is hidden. Show it again with 'Columns'."),
    columnMoved: l10n.t("{0} is column {1} of {2}."),
    columnWidth: l10n.t("{0} is {1} pixels wide."),
  };
}

function cellActionWords() {
  return {
    cellActions: l10n.t("Actions for cells"),
    copyCells: l10n.t("Copy"),
    copyWithHeaders: l10n.t("Copy with headers"),
    copyAsJson: l10n.t("Copy as JSON"),
    copyAsMarkdown: l10n.t("Copy as Markdown"),
    copyRowAsJson: l10n.t("Copy row as JSON"),
    openRow: l10n.t("Open row as JSON"),
    openValue: l10n.t("Open value"),
    oneRowCopied: l10n.t("1 row copied"),
    rowsCopied: l10n.t("{0} rows copied"),
    copyFailed: warningText(LIST_WARNINGS["lists/copyFailed"], translate),
    openFailed: warningText(LIST_WARNINGS["lists/openFailed"], translate),
    rowsFailed: warningText(LIST_WARNINGS["lists/rowsFailed"], translate),
    retry: l10n.t("Retry"),
    keys: l10n.t(
      "Arrow keys move, with Shift they select. Enter opens, and sorts on a column name, with Shift beside other columns. Shift+F10 shows what can be done. On a column name Shift+Alt with left or right changes its width, Ctrl+Shift with left or right its place.",
    ),
  };
}

function sortWords() {
  return {
    sortAscending: l10n.t("Sort ascending"),
    sortDescending: l10n.t("Sort descending"),
    sortNone: l10n.t("Remove sorting"),
    sortedAscending: l10n.t("Sorted by {0}, ascending"),
    sortedDescending: l10n.t("Sorted by {0}, descending"),
    sortRemoved: l10n.t("No longer sorted by {0}"),
  };
}

function filterWords() {
  return {
    searchRows: l10n.t("Filter rows"),
    filterColumn: l10n.t("Filter…"),
    filterOf: l10n.t("Filter {0}"),
    operator: l10n.t("Condition"),
    filterValue: l10n.t("Value"),
    applyFilter: l10n.t("Apply"),
    removeFilter: l10n.t("Remove filter"),
    removeFilterOf: l10n.t("Remove filter: {0}"),
    clearFilters: l10n.t("Clear all filters"),
    filtered: l10n.t("Filtered"),
    oneRow: l10n.t("1 row"),
    rowCount: l10n.t("{0} rows"),
    rowsLeft: l10n.t("rows: {0} of {1}"),
  };
}

function operatorWords() {
  return {
    filterContains: l10n.t("contains"),
    filterNotContains: l10n.t("does not contain"),
    filterStartsWith: l10n.t("starts with"),
    filterEndsWith: l10n.t("ends with"),
    filterEquals: l10n.t("is"),
    filterNotEquals: l10n.t("is not"),
    filterLess: l10n.t("is less than"),
    filterAtMost: l10n.t("is at most"),
    filterGreater: l10n.t("is greater than"),
    filterAtLeast: l10n.t("is at least"),
    filterEmpty: l10n.t("is empty"),
    filterNotEmpty: l10n.t("is not empty"),
  };
}

function findWords() {
  return {
    find: l10n.t("Find in rows"),
    findNext: l10n.t("Next match"),
    findPrevious: l10n.t("Previous match"),
    closeFind: l10n.t("Close"),
    matchOf: l10n.t("{0} of {1}"),
    noMatches: l10n.t("No matches"),
    byPath: l10n.t("JSONPath"),
    byPathHelp: l10n.t("Find by JSONPath, where $ is the array of the rows shown"),
    pathField: l10n.t("Find by JSONPath"),
    noPath: l10n.t("This is not a JSONPath query: {0}."),
    matchOfMore: l10n.t("{0} of at least {1}"),
    copyMatches: l10n.t("Copy matches"),
    matchesCopied: l10n.t("Matches copied: {0}"),
    matchingColumns: l10n.t("Show only columns with matches"),
    matchingColumnsShown: l10n.t("Only columns with matches are shown. Columns has the others."),
  };
}

function summaryWords() {
  return {
    summaryOf: l10n.t("Summary of {0}"),
    summaryFailed: warningText(LIST_WARNINGS["lists/summaryFailed"], translate),
    loading: l10n.t("Loading"),
    rowsInSummary: l10n.t("Rows"),
    distinct: l10n.t("Distinct values"),
    atLeast: l10n.t("at least {0}"),
    missingValues: l10n.t("Not in the row"),
    nullValues: l10n.t("null"),
    blankValues: l10n.t("Empty text"),
    severalValues: l10n.t("More than one value"),
    minimum: l10n.t("Minimum"),
    maximum: l10n.t("Maximum"),
    sum: l10n.t("Sum"),
    frequent: l10n.t("Most frequent"),
    showOnly: l10n.t("Show rows with {0} only ({1})"),
    mean: l10n.t("Mean"),
    median: l10n.t("Median"),
    deviation: l10n.t("Standard deviation"),
    quantile: l10n.t("{0} are at most"),
    spread: l10n.t("Spread"),
    mixedUnits: warningText(LIST_WARNINGS["lists/mixedUnits"], translate, { units: "{0}" }),
    noUnit: l10n.t("none"),
    otherValues: l10n.t("rows with other values: {0}"),
    showRange: l10n.t("Show rows from {0} to below {1} only ({2})"),
  };
}

function profileWords() {
  return {
    profiles: l10n.t("Profiles"),
    showProfiles: l10n.t("Show what is in each column below its name"),
    profileFailed: l10n.t("Not summed up"),
    distinctValues: l10n.t("{0} distinct"),
    withoutValue: l10n.t("{0} empty"),
    fromTo: l10n.t("from {0} to {1}"),
    medianIs: l10n.t("median {0}"),
    valueTimes: l10n.t("{0}: {1}"),
  };
}
