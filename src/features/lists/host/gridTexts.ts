import { l10n } from "vscode";
import type { GridTexts } from "../messages/gridTexts";

/** The words of the grid; the webview itself knows none. */
export function gridTexts(): GridTexts {
  return {
    ...cellWords(),
    ...columnWords(),
    ...cellActionWords(),
    ...sortWords(),
    ...filterWords(),
    ...operatorWords(),
    ...findWords(),
    ...summaryWords(),
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
    cut: l10n.t("Cut here; the JSON has it whole."),
    several: l10n.t("{0} values: {1}"),
    severalWhy: l10n.t("The name stands {0} times in one object. Which value counts is not known."),
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
    noColumns: l10n.t("All columns are hidden. Choose some under Columns."),
    hide: l10n.t("Hide column"),
    pin: l10n.t("Pin column"),
    unpin: l10n.t("Unpin column"),
    moveLeft: l10n.t("Move left"),
    moveRight: l10n.t("Move right"),
    fitWidth: l10n.t("Fit width"),
    showSummary: l10n.t("Summary…"),
    copyColumn: l10n.t("Copy column"),
    actionsOf: l10n.t("Actions for {0}"),
    columnHidden: l10n.t("{0} is hidden. Columns shows it again."),
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
    copyFailed: l10n.t("Nothing was copied. Try again."),
    openFailed: l10n.t("This could not be opened. Reload the page and try again."),
    rowsFailed: l10n.t("These rows could not be read."),
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
    sortRemoved: l10n.t("Not sorted by {0} any more"),
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
    rowsLeft: l10n.t("{0} of {1} rows"),
    noRowsLeft: l10n.t("No row passes the filters."),
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
  };
}

function summaryWords() {
  return {
    summaryOf: l10n.t("Summary of {0}"),
    summaryFailed: l10n.t("The column could not be summed up. Close and try again."),
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
  };
}
