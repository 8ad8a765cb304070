import { PAGE_SIZES } from "../messages/listQuery";
import { type AppError, isAppError } from "../../../platform/base/errors";
import type { Localizer } from "../../../platform/texts/words";
import type { PagingAudit } from "./audit";
import type { ListAction } from "./findings";
import { labelOf } from "../texts/findingTexts";
import type { ListRules } from "./listRules";
import { formatNumber } from "../../../platform/base/texts";

/** Another way to ask for a list. */
export interface WayOn {
  readonly id: ListAction;
  /** Of `list.smallerPages`. */
  readonly pageSize?: number;
}

/** How a page was asked for that did not come. */
export interface FailedPage {
  /** Whether the endpoint has parameters for pages. */
  readonly takesPages: boolean;
  readonly rules: ListRules;
  readonly pageNumber: number;
  readonly pageSize: number;
  /** The largest page of this list that was asked for and came; undefined where none did. */
  readonly taken: number | undefined;
}

/**
 * What may bring a list whose page did not come: the service may refuse to be asked for pages, for
 * large ones, or for page 0. Only an answer tells which, so nothing is offered that pages which
 * came speak against.
 */
export function waysOn(error: unknown, asked: FailedPage): readonly WayOn[] {
  const { takesPages, rules, pageNumber, pageSize, taken = 0 } = asked;
  const doubt = takesPages && isAppError(error) ? doubtOf(error) : "nothing";
  if (doubt === "nothing") {
    return [];
  }
  if (rules.isUnpaged === true) {
    return [{ id: "list.askForPages" }];
  }
  const isOpenSize = rules.pageSize === null;
  const smaller = isOpenSize ? undefined : sizeBelow(pageSize, taken);
  const sizes: readonly WayOn[] =
    smaller === undefined ? [] : [{ id: "list.smallerPages", pageSize: smaller }];
  if (doubt === "size") {
    return sizes;
  }
  const fromOne: readonly WayOn[] = pageNumber === 0 ? [{ id: "list.countFromOne" }] : [];
  const others: readonly WayOn[] = [
    { id: "list.takeAsWhole" },
    ...sizes,
    { id: isOpenSize ? "list.usualPageSize" : "list.defaultPageSize" },
  ];
  return [...fromOne, ...(taken === 0 ? others : sizes)];
}

/**
 * A page behind the end need not be there (404), nor be asked for (400): whether this one may be
 * that, so that the list ended before it and nothing failed.
 */
export function endsBefore(audit: PagingAudit, pageNumber: number, error: unknown): boolean {
  const isRefused = isAppError(error) && (error.status === 404 || error.status === 400);
  return isRefused && audit.mayEndBefore(pageNumber);
}

/** Whether the parameters of a page may be why it did not come. */
export function mayRefusePage(error: unknown): boolean {
  return isAppError(error) && doubtOf(error) !== "nothing";
}

/** As a button at the error. */
export function wayLabel({ id, pageSize = 0 }: WayOn, { t, language }: Localizer): string {
  return id === "list.takeAsWhole"
    ? t("Whole list at once")
    : labelOf(id, t, formatNumber(pageSize, language));
}

/** What a server says of parameters that it does not take (RFC 9110, section 15.5). */
const OF_PARAMETERS: ReadonlySet<number> = new Set([400, 413, 414, 416, 422]);
/** Of a credential, a method, a content type or the rate: none of these is about parameters. */
const OTHER_CAUSES: ReadonlySet<number> = new Set([401, 403, 405, 407, 415, 426, 429, 451]);
/** Of an address that is not there, or the like, where its answer speaks of these. */
const PAGING_WORDS = /page|paging|paginat|limit|offset|\bparam|\bquery/i;
const LONGEST_WORDS = 4_096;
const TOO_LONG: ReadonlySet<string> = new Set([
  "answer/tooLarge",
  "network/attemptTimeout",
  "network/actionTimeout",
  "network/stalled",
]);
const TOO_MUCH: ReadonlySet<number> = new Set([500, 501, 502, 504]);

/** What of the page may have been too much for the service. */
function doubtOf({ kind, code, status = 0, body }: AppError): "nothing" | "size" | "pages" {
  if (TOO_LONG.has(code)) {
    return "size";
  }
  if (kind !== "service" || code.startsWith("service/identity")) {
    return "nothing";
  }
  if (TOO_MUCH.has(status)) {
    return "size";
  }
  const isOther = status < 400 || status >= 500 || OTHER_CAUSES.has(status);
  return OF_PARAMETERS.has(status) || (!isOther && speaksOfPages(body)) ? "pages" : "nothing";
}

function speaksOfPages(body: Uint8Array = new Uint8Array()): boolean {
  return PAGING_WORDS.test(Buffer.from(body.subarray(0, LONGEST_WORDS)).toString("latin1"));
}

/** A size that came, else a usual one that is smaller. */
function sizeBelow(pageSize: number, taken: number): number | undefined {
  return taken > 0
    ? taken < pageSize
      ? taken
      : undefined
    : PAGE_SIZES.findLast((size) => size < pageSize && size <= USUAL_SIZE);
}

const USUAL_SIZE = 25;
