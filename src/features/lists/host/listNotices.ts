import { env, l10n } from "vscode";
import type { EndpointDrift } from "../../definitions/common/drift/drift";
import { driftSummary } from "../../definitions/texts/driftTexts";
import { isAppError } from "../../../platform/base/errors";
import type { ListEndpoint } from "../common/listEndpoint";
import { labelOf, LIST_FINDINGS, saidRules } from "../texts/findingTexts";
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
  readonly isInvalidated: boolean;
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
    return noticeOf("lists/connectionGone");
  }
  if (facts.missing.length > 0) {
    return noticeOf("lists/valueMissing", [], { names: facts.missing.join(", ") });
  }
  if (facts.isInvalidated) {
    return noticeOf("lists/invalidated", [reloadAction()]);
  }
  return noticeOf(facts.wasAsked ? "lists/cancelled" : "lists/restored", [reloadAction()]);
}

/** The rows on screen stay; what was asked for can be asked for again. */
export function canceledNotice({ pageNumber }: Pick<ListQuery, "pageNumber">): PanelNotice {
  const again = { id: LIST_ACTIONS.reload, label: l10n.t("Load again") };
  return noticeOf("lists/pageCancelled", [again], { page: inWords(pageNumber) });
}

function noRows(operationId: string, place: "first" | "later" | "late"): PanelNotice {
  const toFirst = { id: LIST_ACTIONS.firstPage, label: l10n.t("First page") };
  const fromZero = "list.countFromZero";
  const helps = {
    first: reloadAction(),
    later: toFirst,
    late: { id: fromZero, label: labelOf(fromZero, translate) },
  };
  const explain = { id: LIST_ACTIONS.explain, label: l10n.t("Why can't I see it?") };
  return noticeOf("lists/noRows", [helps[place], explain], { operationId, place });
}

function noticeOf(
  code: keyof typeof LIST_WARNINGS,
  actions: readonly PanelAction[] = [],
  values: Readonly<Record<string, string>> = {},
): PanelNotice {
  return { ...warningWords(LIST_WARNINGS[code], translate, values), actions: [...actions] };
}

/** The panel's list is none of the definition that is active now. */
export function goneNotice(): PanelNotice {
  return noticeOf("lists/notDefined", [
    { id: LIST_ACTIONS.chooseDefinition, label: l10n.t("Choose definition") },
    { id: LIST_ACTIONS.otherList, label: l10n.t("Open another list") },
  ]);
}

/** One quiet line of an endpoint whose answers differ from the definition. */
export function driftFinding(drift: EndpointDrift): PagingFinding {
  return {
    kind: "drift",
    text: LIST_FINDINGS.drift(
      translate,
      () => driftSummary(drift, localizer),
      () => true,
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
