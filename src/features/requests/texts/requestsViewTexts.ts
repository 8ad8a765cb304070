import type { Translate } from "../../../platform/texts/words";
import type { PanelNotice } from "../../../platform/base/panelNotice";
import type { EmptyAction, RequestsTexts } from "../messages/requestsView";

/** The words of the requests view; the webview itself knows none. */
export function requestsTexts(t: Translate): RequestsTexts {
  return { ...filterTexts(t), ...columnTexts(t) };
}

/** Shown in place of the rows while nothing is recorded. */
export function nothingRecorded(t: Translate): PanelNotice {
  const actions: readonly { readonly id: EmptyAction; readonly label: string }[] = [
    { id: "send", label: t("Send request…") },
  ];
  return {
    what: t("No requests are recorded yet."),
    advice: t("Every call to the service is listed here. Open a list from the tree to make one."),
    actions,
  };
}

function filterTexts(t: Translate) {
  return {
    requests: t("Requests"),
    filter: t("Filter"),
    filterText: t("Filter by title, path, status or id"),
    outcome: t("Outcome"),
    anyOutcome: t("any outcome"),
    running: t("running"),
    succeeded: t("succeeded"),
    retried: t("succeeded after repeating"),
    failed: t("failed"),
    canceled: t("cancelled"),
    cancel: t("Cancel the request"),
    connection: t("Connection"),
    anyConnection: t("all connections"),
    time: t("Time"),
    hour: t("last hour"),
    today: t("today"),
    all: t("any time"),
    resetFilter: t("Reset filter"),
    shown: t("requests: {0}"),
    shownOf: t("requests: {0} of {1}"),
    noneMatches: t("No request matches the filter."),
    noneMatchesAdvice: t("Recorded requests: {0}. Change the filter, or reset it."),
  };
}

function columnTexts(t: Translate) {
  return {
    columnTime: t("Time"),
    columnMethod: t("Method"),
    columnTitle: t("Request"),
    columnStatus: t("Status"),
    columnDuration: t("Duration"),
    columnWaits: t("Waits"),
    columnConnection: t("Connection"),
    columnTrace: t("Trace id"),
    attempt: t("Attempt {0}"),
    retriesIn: t("retries in {0}"),
    oneWait: t("1 wait"),
    waits: t("{0} waits"),
    expand: t("Show attempts"),
    collapse: t("Hide attempts"),
    copied: t("Trace id copied"),
    selectedOf: t("Selected: {0} of {1}. One ticket or file takes {2} at most."),
  };
}
