import { l10n } from "vscode";
import type { FrameTexts } from "../messages/listTexts";

/** The words around the tabs of a list panel; the webview itself knows none. */
export function frameTexts(): FrameTexts {
  return { ...headTexts(), ...parameterTexts(), ...pagerTexts(), ...walkTexts(), ...statusTexts() };
}

function headTexts() {
  return {
    tabs: l10n.t("Views of the list"),
    table: l10n.t("Table"),
    chart: l10n.t("Chart"),
    compare: l10n.t("Compare"),
    tabFailed: l10n.t("This view could not be loaded. Close the tab and open the list again."),
    masked: l10n.t("Privacy mode: values are masked"),
    loading: l10n.t("Loading"),
    growing: l10n.t("the rest is still being read"),
    reload: l10n.t("Reload"),
    openAsJson: l10n.t("Open as JSON"),
    export: l10n.t("Export"),
    copyAddress: l10n.t("Copy address"),
    openToSide: l10n.t("Open to the side"),
    listSettings: l10n.t("How this list is read…"),
    address: l10n.t("Address"),
    omittedColumns: l10n.t("{0} more columns are in the JSON only."),
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
    measure: l10n.t("Measure cost ({0} calls)"),
    measureHelp: l10n.t(
      "Asks for this page without and with each value, one call after the other, and writes nothing.",
    ),
    measureApplyFirst: l10n.t("Apply or undo the changes first."),
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
    loadedOf: l10n.t("{0} rows loaded of {1} · by the service"),
    loadedDenied: l10n.t("{0} rows loaded, perhaps not all: the service says {1}"),
    loadedAtLeast: l10n.t("{0} rows loaded · more may follow"),
    loaded: l10n.t("{0} rows loaded"),
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
    walkRunning: l10n.t("{0} rows on {1} pages so far"),
    walkRunningOf: l10n.t("{0} of {2} rows so far, on {1} pages"),
    walkPaused: l10n.t("paused after {1} pages"),
    walkAtLimit: l10n.t("paused after {0} rows: many are loaded; resume for as many again"),
    walkStopped: l10n.t("stopped after {1} pages"),
    walkFailed: l10n.t("interrupted after {1} pages"),
    walkFinished: l10n.t("all {1} pages loaded"),
    walkEnded: l10n.t("{1} pages loaded"),
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
