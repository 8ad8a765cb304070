import type { PAGING_FINDINGS } from "../messages/listQuery";
import type { PagingAudit } from "./audit";
import type { ListRules } from "./listRules";

/** What can be done about a finding: another rule for this list. */
export const FINDING_ACTIONS = [
  "list.countFromZero",
  "list.countFromOne",
  "list.takeAsWhole",
  "list.ignoreTotal",
  "list.takeGivenSize",
] as const;
export type FindingAction = (typeof FINDING_ACTIONS)[number];
/** The same where a page was refused, and what takes a rule back. */
export type ListAction =
  | FindingAction
  | "list.askForPages"
  | "list.believeTotal"
  | "list.smallerPages"
  | "list.defaultPageSize"
  | "list.usualPageSize";

/** A finding before it is put into words. */
export interface PagingFact {
  readonly kind: (typeof PAGING_FINDINGS)[number];
  readonly values: Readonly<Record<string, number>>;
  readonly actionId?: FindingAction;
  /** Rows may be missing by it: what came is not proven to be all. */
  readonly isLoss?: true;
}

/**
 * What a reader of counts has to know about the pages of a list, the weightiest first; where it is
 * not whole, what rows may be missing by.
 */
export function pagingFindings(audit: PagingAudit): readonly PagingFact[] {
  const facts = [...aboutStart(audit), ...aboutTotal(audit), ...aboutPages(audit)];
  if (audit.isProven) {
    return facts;
  }
  const weighed = facts.map((fact): PagingFact =>
    isLoss(fact, audit) ? { ...fact, isLoss: true } : fact,
  );
  const isOver = audit.following === "nothing" && audit.counts.isWhole;
  return isOver && weighed.every((fact) => fact.isLoss !== true)
    ? [...weighed, { kind: "unseenEnd", values: {}, isLoss: true }]
    : weighed;
}

/** Where not all rows are proven to have come, these say why. */
function isLoss({ kind }: PagingFact, audit: PagingAudit): boolean {
  switch (kind) {
    case "countsFromZero":
    case "countsFromOne":
    case "fewerThanTotal":
    case "repeatedPage":
    case "refusedPage":
    case "fewerPages":
    case "skippedRows":
    case "unseenEnd":
      return true;
    case "sizeLowered":
      return audit.mayHaveGaps;
    case "repeatedRows":
    case "movingTotal":
      return audit.following === "nothing";
    default:
      return false;
  }
}

/** The rules of a list after an action was taken; undefined where it is none of them. */
export function rulesAfter(
  actionId: string,
  rules: ListRules,
  pageSize?: number,
): ListRules | undefined {
  switch (actionId) {
    case "list.countFromZero":
      return { ...rules, firstPage: 0 };
    case "list.takeAsWhole":
      return { ...rules, isUnpaged: true };
    case "list.ignoreTotal":
      return { ...rules, total: null };
    case "list.smallerPages":
      return pageSize === undefined ? undefined : { ...rules, pageSize };
    case "list.defaultPageSize":
      return { ...rules, pageSize: null };
    case "list.countFromOne":
      return without(rules, "firstPage");
    case "list.askForPages":
      return without(rules, "isUnpaged");
    case "list.believeTotal":
      return without(rules, "total");
    case "list.usualPageSize":
      return without(rules, "pageSize");
    default:
      return undefined;
  }
}

function without(rules: ListRules, name: keyof ListRules): ListRules {
  return Object.fromEntries(Object.entries(rules).filter(([own]) => own !== name));
}

function aboutStart(audit: PagingAudit): readonly PagingFact[] {
  if (isPageOneFirst(audit)) {
    return [{ kind: "countsFromOne", values: {}, actionId: "list.countFromOne" }];
  }
  return audit.startsLate && audit.firstPage === 1
    ? [{ kind: "countsFromZero", values: {}, actionId: "list.countFromZero" }]
    : [];
}

/** Many services take page 0 for page 1: that is no list without pages. */
function isPageOneFirst({ firstPage, repeatedPage }: PagingAudit): boolean {
  return firstPage === 0 && repeatedPage === 1;
}

function aboutTotal(audit: PagingAudit): readonly PagingFact[] {
  const { newest, range, speaksOfList } = audit.totals;
  if (newest === undefined || !speaksOfList) {
    return [];
  }
  const actionId = "list.ignoreTotal";
  if (range !== undefined) {
    return [{ kind: "movingTotal", values: { ...range }, actionId }];
  }
  const { isWhole, reached } = audit.counts;
  const { emptyPage } = audit;
  const isGap = emptyPage !== undefined && !isWhole && !audit.isTotalTooLow;
  // Behind a gap nobody has counted the rows before an empty page.
  const values = { total: newest, ...(isGap ? { page: emptyPage } : { counted: reached }) };
  return audit.isTotalTooLow
    ? [{ kind: "moreThanTotal", values, actionId }]
    : audit.isTotalTooHigh
      ? [{ kind: "fewerThanTotal", values, actionId }]
      : [];
}

function aboutPages(audit: PagingAudit): readonly PagingFact[] {
  const { repeatedPage, repeatedRows, emptyLastPage, shortPageNumber, pageSize, counts } = audit;
  const facts: PagingFact[] = [];
  if (repeatedPage !== undefined && !isPageOneFirst(audit)) {
    const actionId = "list.takeAsWhole";
    facts.push({ kind: "repeatedPage", values: { page: repeatedPage }, actionId });
  }
  if (audit.refusedPage !== undefined) {
    facts.push({ kind: "refusedPage", values: { page: audit.refusedPage } });
  }
  if (repeatedRows > 0) {
    facts.push({ kind: "repeatedRows", values: { rows: repeatedRows } });
  }
  if (pageSize > 0 && counts.size !== pageSize && !counts.isSizeConcluded) {
    const kind = counts.size < pageSize ? "sizeLowered" : "sizeRaised";
    // Where rows are missing, pages may begin where those of the size that was asked for would.
    const isShort = audit.isTotalTooHigh && counts.size < pageSize;
    const actionId =
      isShort || audit.mayHaveGaps ? ({ actionId: "list.takeGivenSize" } as const) : {};
    facts.push({ kind, values: { asked: pageSize, given: counts.size }, ...actionId });
  }
  if (audit.skippedRows !== undefined) {
    facts.push({ kind: "skippedRows", values: audit.skippedRows });
  }
  if (audit.missingPages !== undefined) {
    facts.push({ kind: "fewerPages", values: { pages: audit.missingPages, came: counts.pages } });
  }
  if (shortPageNumber !== undefined) {
    const rows = counts.rowsIn(shortPageNumber) ?? 0;
    facts.push({ kind: "shortPage", values: { page: shortPageNumber, rows, size: counts.size } });
  }
  if (emptyLastPage !== undefined && !audit.isTotalTooHigh) {
    facts.push({ kind: "emptyLastPage", values: { page: emptyLastPage } });
  }
  const { latest } = audit;
  const said = latest?.envelope.pageNumber?.value;
  const asked = latest?.asked.pageNumber;
  if (said !== undefined && asked !== undefined && said !== asked) {
    facts.push({ kind: "otherPageNumber", values: { asked, said } });
  }
  return facts;
}
