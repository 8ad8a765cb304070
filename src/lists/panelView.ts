import { env, l10n } from "vscode";
import { isAppError } from "../core/errors";
import { pageFacts, type ListState, type LoadedPage } from "../core/lists/pagedSession";
import { statusOf } from "../core/lists/status";
import { environmentIcon, environmentWord, waitWords } from "../host/words";
import type { PanelAction, PanelNotice, PanelQuery, PanelView } from "../shared/listPanel";
import { describePaging } from "../shared/paging";
import { inexactNotice, otherEncodingNote } from "./encodingWords";
import { formatNumber } from "../shared/texts";
import { listWord } from "./panelTexts";
import type { ListConnection } from "./services";

/** Actions that the panel itself carries out; all others are the error's own. */
export const PANEL_ACTIONS = {
  retry: "retry",
  reload: "list.reload",
  firstPage: "list.firstPage",
  openAnswer: "list.openAnswer",
  explain: "list.explain",
} as const;

export interface PanelFacts {
  readonly target: PanelQuery;
  readonly connection: ListConnection | undefined;
  readonly state: ListState;
  readonly describeError: (error: unknown) => PanelNotice;
}

/** Everything a panel shows beside its rows. */
export function panelView({ target, connection, state, describeError }: PanelFacts): PanelView {
  const { loaded, failure, action } = state;
  const paging = loaded && describePaging(pageFacts(loaded, state.isUnpaged));
  const status = action && statusOf(action);
  const warning = loaded && inexactNotice(loaded.answer.encoding);
  const empty = emptyNotice(target, state, connection);
  // An unknown environment counts as production.
  const environment = connection?.environment ?? "production";
  const word = environmentWord(environment);
  return {
    query: { ...target, ...state.query },
    title: subjectOf(target),
    connection: connection === undefined || connection.label === word ? "" : connection.label,
    environment: { word, icon: environmentIcon(environment) },
    isLoading: state.loading !== undefined,
    ...(paging === undefined ? {} : { paging }),
    ...(status === undefined ? {} : { status }),
    ...(failure === undefined ? {} : { error: errorNotice(failure.error, describeError) }),
    ...(warning === undefined ? {} : { warning }),
    ...(empty === undefined ? {} : { empty }),
    notes: notesOf(state),
  };
}

/** "Holdings · Abernathy, Ruth". */
export function subjectOf({ list, clientLabel, clientId }: PanelQuery): string {
  const client = clientLabel ?? clientId;
  return client === undefined ? listWord(list) : `${listWord(list)} · ${client}`;
}

function errorNotice(error: unknown, describeError: (error: unknown) => PanelNotice): PanelNotice {
  const notice = describeError(error);
  const added: PanelAction[] = [];
  if (!notice.actions.some(({ id }) => id === PANEL_ACTIONS.retry)) {
    added.push({ id: PANEL_ACTIONS.retry, label: l10n.t("Retry") });
  }
  if (isAppError(error) && error.body !== undefined && error.body.length > 0) {
    added.push({ id: PANEL_ACTIONS.openAnswer, label: l10n.t("Show answer") });
  }
  return { ...notice, actions: [...notice.actions, ...added] };
}

function emptyNotice(
  target: PanelQuery,
  { loaded, loading, failure, wasAsked }: ListState,
  connection: ListConnection | undefined,
): PanelNotice | undefined {
  if (loaded !== undefined) {
    return loaded.page.rows.length > 0 ? undefined : noRows(target, loaded);
  }
  if (loading !== undefined || failure !== undefined) {
    return undefined;
  }
  if (connection === undefined) {
    return {
      what: l10n.t("The connection of this list is not there any more."),
      advice: l10n.t("Close this tab and open the list from the tree."),
      actions: [],
    };
  }
  return wasAsked
    ? { what: l10n.t("Cancelled."), advice: l10n.t("Press Reload."), actions: [reloadAction()] }
    : {
        what: l10n.t("Restored, press Reload."),
        advice: l10n.t("Nothing was asked of the service since the window was opened."),
        actions: [reloadAction()],
      };
}

function noRows({ list }: PanelQuery, { query }: LoadedPage): PanelNotice {
  const what = {
    clients: l10n.t("No clients on this page."),
    holdings: l10n.t("No holdings on this page."),
    results: l10n.t("No results on this page."),
  }[list];
  return query.pageNumber > 1
    ? {
        what,
        advice: l10n.t("The list ends before this page."),
        actions: [
          { id: PANEL_ACTIONS.firstPage, label: l10n.t("First page") },
          { id: PANEL_ACTIONS.explain, label: l10n.t("Why can't I see it?") },
        ],
      }
    : {
        what,
        advice: l10n.t("There are none, or this access is not allowed to see them."),
        actions: [
          reloadAction(),
          { id: PANEL_ACTIONS.explain, label: l10n.t("Why can't I see it?") },
        ],
      };
}

function reloadAction(): PanelAction {
  return { id: PANEL_ACTIONS.reload, label: l10n.t("Reload") };
}

function notesOf({ loaded, isUnpaged, waiting }: ListState): readonly string[] {
  const notes = waiting === undefined ? [] : [waitWords(waiting)];
  if (loaded === undefined) {
    return notes;
  }
  const { page, query, answer } = loaded;
  const encodingNote = otherEncodingNote(answer.encoding);
  if (encodingNote !== undefined) {
    notes.push(encodingNote);
  }
  if (isUnpaged) {
    notes.push(
      l10n.t("The next page has the same rows: the service does not seem to page this list."),
    );
  }
  if (page.omittedRows > 0) {
    notes.push(
      l10n.t(
        "The first {0} of {1} rows are shown; open the answer as JSON for the others.",
        formatNumber(page.rows.length, env.language),
        formatNumber(page.rows.length + page.omittedRows, env.language),
      ),
    );
  }
  if (page.pageSize !== undefined && page.pageSize.value < query.pageSize) {
    notes.push(
      l10n.t(
        "{0} rows per page were asked for, the service gives {1}.",
        formatNumber(query.pageSize, env.language),
        formatNumber(page.pageSize.value, env.language),
      ),
    );
  }
  if (page.pageNumber !== undefined && page.pageNumber.value !== query.pageNumber) {
    const pageNumber = formatNumber(page.pageNumber.value, env.language);
    notes.push(l10n.t("The service calls this page {0}.", pageNumber));
  }
  return notes;
}
