import { env, l10n } from "vscode";
import type { EndpointDrift } from "../../definitions/common/drift/drift";
import { driftSummary } from "../../definitions/texts/driftTexts";
import { isAppError } from "../../../platform/base/errors";
import type { ListEndpoint } from "../common/listEndpoint";
import { labelOf, saidRules } from "../texts/findingTexts";
import type { ListRules } from "../common/listRules";
import { wayLabel, type WayOn } from "../common/refusedPaging";
import { describeError } from "../../../platform/texts/errorText";
import { localizer, translate } from "../../../platform/vscode/translate";
import type { ListQuery, PagingFinding } from "../messages/listQuery";
import type { PanelAction, PanelNotice } from "../../../platform/base/panelNotice";
import { formatNumber } from "../../../platform/base/texts";
import type { FailureWords, ListConnection } from "./services";
import { warningWords } from "../../../platform/texts/warnings";
import { LIST_WARNINGS } from "../texts/warnings";

/** Actions that the panel itself carries out; all others are the error's own. */
export const LIST_ACTIONS = {
  retry: "retry",
  reload: "list.reload",
  firstPage: "list.firstPage",
  openAnswer: "list.openAnswer",
  explain: "list.explain",
  chooseDefinition: "list.chooseDefinition",
  otherList: "list.otherList",
  showDrift: "list.showDrift",
  dismissDrift: "list.dismissDrift",
} as const;

/** Why there are no rows on screen though nothing is on its way, and what to do. */
interface EmptyFacts {
  readonly operationId: string;
  readonly connection: ListConnection | undefined;
  readonly wasAsked: boolean;
  /** Parameters that have to have a value first. */
  readonly missing: readonly string[];
  /** A page came and has no rows; whether it is the first of the list. */
  readonly emptyPage: "first" | "later" | undefined;
  /** Rows seem to be on a page before it. */
  readonly isLate?: boolean;
}

/** Why a list did not come, in words, with the buttons that help. */
export function describeFailure(
  error: unknown,
  operationId: string,
  { translate, errorActions }: FailureWords,
): PanelNotice {
  const text = describeError(error, translate, { operationId, language: env.language });
  const actions = errorActions
    .of(error, text)
    .map((id) => ({ id, label: errorActions.label(id, error) }));
  return { what: text.what, advice: text.advice, actions };
}

/** An error above the rows, with what it offers itself, a way to try again, and other ways. */
export function errorNotice(
  error: unknown,
  describeError: (error: unknown) => PanelNotice,
  waysOn: readonly WayOn[],
): PanelNotice {
  const notice = describeError(error);
  const added: PanelAction[] = [];
  if (!notice.actions.some(({ id }) => id === LIST_ACTIONS.retry)) {
    added.push({ id: LIST_ACTIONS.retry, label: l10n.t("Retry") });
  }
  added.push(...waysOn.map((way) => ({ id: way.id, label: wayLabel(way, localizer) })));
  if (isAppError(error) && error.body !== undefined && error.body.length > 0) {
    added.push({ id: LIST_ACTIONS.openAnswer, label: l10n.t("Show answer") });
  }
  return { ...notice, actions: [...notice.actions, ...added] };
}

/** What the user said of how the list is asked for, each with the way back. */
export function ruleFindings(
  { takesPages }: Pick<ListEndpoint, "takesPages">,
  rules: ListRules,
): readonly PagingFinding[] {
  return saidRules(takesPages ? rules : {}, translate, inWords).map(({ text, id }) => ({
    ...{ kind: "rule", text },
    action: { id, label: labelOf(id, translate) },
  }));
}

/** What stands in the place of the rows. */
export function emptyNotice(facts: EmptyFacts): PanelNotice {
  const { connection, emptyPage } = facts;
  if (emptyPage !== undefined) {
    return noRows(facts.operationId, facts.isLate === true ? "late" : emptyPage);
  }
  if (connection === undefined) {
    return {
      what: l10n.t("The connection of this list is not there any more."),
      advice: l10n.t("Close this tab and open the list from the tree."),
      actions: [],
    };
  }
  if (facts.missing.length > 0) {
    return {
      what: l10n.t("This list needs a value for {0}.", facts.missing.join(", ")),
      advice: l10n.t("Choose it under Parameters above, then press Apply."),
      actions: [],
    };
  }
  return facts.wasAsked
    ? { what: l10n.t("Cancelled."), advice: l10n.t("Press Reload."), actions: [reloadAction()] }
    : {
        what: l10n.t("This list was restored. Press Reload."),
        advice: l10n.t("Nothing has been asked of the service since the window was opened."),
        actions: [reloadAction()],
      };
}

/** The rows on screen stay; what was asked for can be asked for again. */
export function canceledNotice({ pageNumber }: Pick<ListQuery, "pageNumber">): PanelNotice {
  return {
    what: l10n.t("Cancelled: page {0} was not loaded.", inWords(pageNumber)),
    advice: l10n.t("The rows are those from before."),
    actions: [{ id: LIST_ACTIONS.reload, label: l10n.t("Load again") }],
  };
}

function noRows(operationId: string, page: "first" | "later" | "late"): PanelNotice {
  const words: Readonly<Record<string, string>> = {
    listClients: l10n.t("No clients on this page."),
    listHoldings: l10n.t("No holdings on this page."),
    listResults: l10n.t("No results on this page."),
  };
  const what = words[operationId] ?? l10n.t("No rows on this page.");
  const explain = { id: LIST_ACTIONS.explain, label: l10n.t("Why can't I see it?") };
  if (page === "late") {
    const id = "list.countFromZero";
    return {
      what,
      advice: l10n.t("The service says that there are some: it may count its pages from 0."),
      actions: [{ id, label: labelOf(id, translate) }, explain],
    };
  }
  return page === "later"
    ? {
        what,
        advice: l10n.t("The list ends before this page."),
        actions: [{ id: LIST_ACTIONS.firstPage, label: l10n.t("First page") }, explain],
      }
    : {
        what,
        advice: l10n.t("There are none, or this access is not allowed to see them."),
        actions: [reloadAction(), explain],
      };
}

/** The panel's list is none of the definition that is active now. */
export function goneNotice(): PanelNotice {
  return {
    ...warningWords(LIST_WARNINGS["lists/notDefined"], translate),
    actions: [
      { id: LIST_ACTIONS.chooseDefinition, label: l10n.t("Choose definition") },
      { id: LIST_ACTIONS.otherList, label: l10n.t("Open another list") },
    ],
  };
}

/** One quiet line of an endpoint whose answers differ from the definition. */
export function driftFinding(drift: EndpointDrift): PagingFinding {
  return {
    kind: "drift",
    text: l10n.t(
      "Answers differ from the interface definition: {0}.",
      driftSummary(drift, localizer),
    ),
    action: { id: LIST_ACTIONS.showDrift, label: l10n.t("Show") },
    dismissal: { id: LIST_ACTIONS.dismissDrift, label: l10n.t("Dismiss") },
  };
}

function reloadAction(): PanelAction {
  return { id: LIST_ACTIONS.reload, label: l10n.t("Reload") };
}

/** A number as the editor's language writes it. */
export function inWords(value: number): string {
  return formatNumber(value, env.language);
}
