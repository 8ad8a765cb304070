import { l10n } from "vscode";
import type { ListName, PanelTexts } from "../shared/listPanel";

/** Name of a list at the start of a title. */
export function listWord(list: ListName): string {
  return {
    clients: l10n.t("Clients"),
    holdings: l10n.t("Holdings"),
    results: l10n.t("Results"),
  }[list];
}

/** The panel's words; the webview itself knows none. */
export function panelTexts(): PanelTexts {
  return { ...pagerTexts(), ...statusTexts(), ...gridTexts() };
}

function pagerTexts(): Pick<PanelTexts, PagerKey> {
  return {
    pager: l10n.t("Pages"),
    firstPage: l10n.t("First page"),
    previousPage: l10n.t("Previous page"),
    nextPage: l10n.t("Next page"),
    pageOf: l10n.t("page {0} of {1}"),
    pageMayFollow: l10n.t("page {0} · more may follow"),
    pageProbablyLast: l10n.t("page {0} · probably the last"),
    perPage: l10n.t("{0} per page"),
    pageSize: l10n.t("Rows per page"),
    rowsOf: l10n.t("rows {0}–{1} of {2} · by the service"),
    rows: l10n.t("rows {0}–{1}"),
    reload: l10n.t("Reload"),
    openAsJson: l10n.t("Open as JSON"),
    loading: l10n.t("Loading"),
  };
}

function statusTexts(): Pick<PanelTexts, StatusKey> {
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

function gridTexts(): Pick<PanelTexts, GridKey> {
  return {
    grid: l10n.t("Rows"),
    value: l10n.t("value"),
    missing: l10n.t("Not in this row"),
    emptyText: l10n.t("Empty text"),
    oneItem: l10n.t("1 item"),
    items: l10n.t("{0} items"),
    oneMember: l10n.t("1 member"),
    members: l10n.t("{0} members"),
    omittedColumns: l10n.t("{0} more columns are in the JSON only."),
    cut: l10n.t("Cut here; the JSON has it whole."),
  };
}

type GridKey =
  | "grid"
  | "value"
  | "missing"
  | "emptyText"
  | "oneItem"
  | "items"
  | "oneMember"
  | "members"
  | "omittedColumns"
  | "cut";

type StatusKey =
  | "status"
  | "openRequest"
  | "noAnswer"
  | "oneAttempt"
  | "attempts"
  | "request"
  | "trace"
  | "none"
  | "copyRequestId"
  | "copyTraceId"
  | "copied"
  | "echoed"
  | "notEchoed"
  | "echoChanged";

type PagerKey = Exclude<keyof PanelTexts, GridKey | StatusKey>;
