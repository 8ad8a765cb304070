import * as v from "valibot";
import { TEXT_LIMIT } from "./listQuestions";
import {
  amount,
  countTo,
  dictionaryOf,
  nameOf,
  type Shape,
  textOf,
  wholeNumber,
} from "../../../platform/base/messageSchemas";
import { panelAction } from "../../../platform/base/panelNotice";

const ID_LIMIT = 200;
/** An id of an imported operation is its method and path. */
const OPERATION_LIMIT = 2_000;
/** Parameters of one endpoint, and values of one of them. */
const PARAMETERS_LIMIT = 100;
const VALUES_LIMIT = 500;
const COPIES_LIMIT = 1000;

const id = nameOf(ID_LIMIT);
const parameterValue = textOf(TEXT_LIMIT);

/** Values of query parameters by name, as they are sent: lists are one comma-separated value. */
export const parameterValues = dictionaryOf<string | readonly string[]>(
  id,
  v.union([parameterValue, v.pipe(v.array(parameterValue), v.maxLength(VALUES_LIMIT))]),
  PARAMETERS_LIMIT,
);
export type ParameterValues = Shape<typeof parameterValues>;

/** Values of the parameters of a path, by name. */
export const pathValues = dictionaryOf(id, id, PARAMETERS_LIMIT);

/** From 0, where a service counts so. */
export const pageNumber = wholeNumber;
/** Any number of rows: the specification shows no most of the service. */
export const pageSize = countTo(Number.MAX_SAFE_INTEGER);

const wholeQuery = v.object({
  connectionId: id,
  /** Of the definition. */
  operationId: nameOf(OPERATION_LIMIT),
  /** Path parameters by name. */
  path: pathValues,
  /** Whose list it is, for titles: the client's label. */
  subject: v.exactOptional(id),
  /** Query parameters beside those of paging. */
  parameters: parameterValues,
  /** Counted as the service counts, from 1 unless the connection says otherwise. */
  pageNumber,
  pageSize,
  /** `all`: the pages that were loaded one after the other, as one list. */
  mode: v.picklist(["page", "all"]),
  /** Tells two panels of one query apart: 0, unless one was opened to the side. */
  copy: v.pipe(wholeNumber, v.maxValue(COPIES_LIMIT)),
});
/** What a list panel shows: enough to ask for it again. */
export type ListQuery = Shape<typeof wholeQuery>;

/** A subject that is none is left out: without it the list is the same. */
export const listQuery = v.union([wholeQuery, v.omit(wholeQuery, ["subject"])]);

export const PAGE_SIZES = [10, 25, 50, 100, 200] as const;

/** A parameter of the endpoint as the panel offers it. */
export const parameterField = v.pipe(
  v.object({
    name: v.string(),
    /** `list`: several values, sent with commas. */
    kind: v.picklist(["text", "choice", "list"]),
    /** What the definition names or gives as examples; a list and a text take others too. */
    options: v.array(v.string()),
    description: v.string(),
    /** Nothing is asked of the service before it has a value. */
    isRequired: v.exactOptional(v.boolean()),
    /** The definition does not have it: it is sent as typed. */
    isFree: v.exactOptional(v.literal(true)),
    value: v.union([v.string(), v.array(v.string())]),
  }),
  v.check(({ kind, value }) => (kind === "list") === Array.isArray(value)),
);
export type ParameterField = Shape<typeof parameterField>;

/** How "Load all" is doing. */
export const walk = v.object({
  state: v.picklist(["running", "paused", "stopped", "failed", "finished"]),
  /** It paused by itself, as very many rows are loaded; `resume` goes on for as many again. */
  isAtLimit: v.exactOptional(v.boolean()),
  pages: amount,
  rows: amount,
  /** Rows of the whole list, where the service says so: its claim, not a fact. */
  claimed: v.exactOptional(amount),
});
export type Walk = Shape<typeof walk>;

export const PAGING_FINDINGS = [
  ...["emptyLastPage", "sizeLowered", "repeatedRows", "repeatedPage", "movingTotal"],
  ...["fewerThanTotal", "moreThanTotal", "countsFromZero", "shortPage", "otherPageNumber"],
  ...["sizeRaised", "refusedPage", "countsFromOne", "fewerPages", "skippedRows", "unseenEnd"],
] as const;

/** What a reader of counts has to know of paging, or how answers differ from their definition. */
export const pagingFinding = v.object({
  /** `rule`: how the user said that the list is read. */
  kind: v.picklist([...PAGING_FINDINGS, "rule", "drift"]),
  /** In words, with its numbers. */
  text: v.string(),
  /** Rows may be missing by it. */
  isLoss: v.exactOptional(v.literal(true)),
  /** What can be done about it; `id` goes back with `act`. */
  action: v.exactOptional(panelAction),
  /** Puts it away for this session; `id` goes back with `act`. */
  dismissal: v.exactOptional(panelAction),
});
export type PagingFinding = Shape<typeof pagingFinding>;
