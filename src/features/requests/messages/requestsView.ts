import * as v from "valibot";
import {
  countTo,
  environmentMark,
  finiteNumber,
  moment,
  nameOf,
  noParameters,
  type Shape,
  textOf,
  textsOf,
  wholeNumber,
} from "../../../platform/base/messageSchemas";
import { panelNotice } from "../../../platform/base/panelNotice";
import { callFacts } from "./callFacts";

/** The most lines that one question may ask for, expanded actions and places it may name. */
export const LINE_LIMIT = 500;
export const EXPANDED_LIMIT = 200;
/** The most actions that are selected together: nobody reads a ticket about more. */
export const SELECTED_LIMIT = 1_000;
const FIND_LIMIT = 2;
export const FILTER_TEXT_LIMIT = 500;
const ID_LIMIT = 200;

export const OUTCOMES = ["running", "succeeded", "retried", "failed", "canceled"] as const;
export const TIME_RANGES = ["hour", "today", "all"] as const;

/** What the view is restricted to; "" and "all" restrict nothing. */
const viewFilter = v.strictObject({
  text: textOf(FILTER_TEXT_LIMIT),
  outcome: v.picklist([...OUTCOMES, ""]),
  connectionId: textOf(ID_LIMIT),
  time: v.picklist(TIME_RANGES),
});
export type ViewFilter = Shape<typeof viewFilter>;

export const NO_FILTER: ViewFilter = { text: "", outcome: "", connectionId: "", time: "all" };

const actionId = nameOf(ID_LIMIT);
const attemptNumber = countTo(Number.MAX_SAFE_INTEGER);

/** A line by what it is about, wherever it stands; without an attempt that of the action. */
const linePlace = v.strictObject({
  actionId,
  /** Number of the attempt, 1-based. */
  attempt: v.exactOptional(attemptNumber),
});
export type LinePlace = Shape<typeof linePlace>;

/** What both kinds of lines have. Times in milliseconds, moments since the epoch. */
const anyLine = {
  actionId: v.string(),
  startedAt: moment,
  /** "" before anything was sent. */
  method: v.string(),
  /** "429→200", "no answer"; "" while there is nothing to say. */
  status: v.string(),
  outcome: v.picklist(OUTCOMES),
  /** Absent while it runs. */
  milliseconds: v.exactOptional(finiteNumber),
  facts: callFacts,
};

const actionLine = v.object({
  ...anyLine,
  kind: v.literal("action"),
  title: v.string(),
  environment: environmentMark,
  connection: v.string(),
  traceId: v.exactOptional(v.string()),
  /** "asked for by an assistant: …"; absent for what the user did. */
  askedBy: v.exactOptional(v.string()),
  /** How many lines it has when it is expanded. */
  attempts: wholeNumber,
  isExpanded: v.boolean(),
  waits: wholeNumber,
  /** When the attempt after a wait begins; there while it waits. */
  waitsUntil: v.exactOptional(moment),
});
export type ActionLine = Shape<typeof actionLine>;

const attemptLine = v.object({
  ...anyLine,
  kind: v.literal("attempt"),
  attempt: attemptNumber,
  /** Among the lines of its action, 1-based; not its number where attempts before it were let go. */
  place: countTo(Number.MAX_SAFE_INTEGER),
  pathTemplate: v.string(),
  /** What was decided after it, in words. */
  decision: v.string(),
  requestId: v.exactOptional(v.string()),
});
export type AttemptLine = Shape<typeof attemptLine>;

export type RequestLine = ActionLine | AttemptLine;

const linesQuery = v.strictObject({
  filter: viewFilter,
  /** Ids of the actions whose attempts have lines of their own. */
  expanded: v.pipe(v.array(actionId), v.maxLength(EXPANDED_LIMIT)),
  /** First line that is wanted, 0-based. */
  from: wholeNumber,
  count: countTo(LINE_LIMIT),
  /** Lines whose place is asked for. */
  find: v.pipe(v.array(linePlace), v.maxLength(FIND_LIMIT)),
});
export type LinesQuery = Shape<typeof linesQuery>;

const linesAnswer = v.object({
  /** Lines that there are with this filter and these expansions. */
  total: wholeNumber,
  /** Actions that pass the filter, and all there are. */
  actions: wholeNumber,
  all: wholeNumber,
  from: wholeNumber,
  rows: v.array(v.variant("kind", [actionLine, attemptLine])),
  /** Where each line of `find` stands; -1 when it is not among them. */
  places: v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(-1))),
  /** Grows with every change of what is recorded. */
  version: wholeNumber,
  connections: v.array(v.object({ id: v.string(), label: v.string() })),
});
export type LinesAnswer = Shape<typeof linesAnswer>;

/** What stands between two lines, of which the view has not all. */
const rangeQuery = v.strictObject({
  filter: viewFilter,
  expanded: v.pipe(v.array(actionId), v.maxLength(EXPANDED_LIMIT)),
  /** The action that the selection begins with. */
  anchor: actionId,
  /** Where it ends: at this action, or at this line where the view does not know whose it is. */
  end: v.exactOptional(actionId),
  line: wholeNumber,
});
export type RangeQuery = Shape<typeof rangeQuery>;

const rangeAnswer = v.object({
  /** Those nearest to the anchor, which is the first. */
  actionIds: v.pipe(v.array(v.string()), v.maxLength(SELECTED_LIMIT)),
  /** How many stand there. */
  total: wholeNumber,
});
export type RangeAnswer = Shape<typeof rangeAnswer>;

/** What the webview keeps while it is hidden: the question, never the rows. */
export const requestsState = v.object({ version: v.literal(1), filter: viewFilter });
export type RequestsState = Shape<typeof requestsState>;

export const emptyAction = v.picklist(["send", "find"]);
export type EmptyAction = Shape<typeof emptyAction>;

/** Words of the view in the user's language, `{0}` for numbers. */
const requestsTexts = textsOf([
  ...["requests", "filter", "filterText", "outcome", "anyOutcome", "connection", "anyConnection"],
  ...["time", "hour", "today", "all", "resetFilter", "shown", "shownOf", "noneMatches"],
  ...["noneMatchesAdvice", "columnTime", "columnMethod", "columnTitle", "columnStatus"],
  ...[
    "columnDuration",
    "columnWaits",
    "columnConnection",
    "columnTrace",
    "attempt",
    "running",
    "cancel",
  ],
  ...["retriesIn", "oneWait", "waits", "expand", "collapse", "copied", "selectedOf", ...OUTCOMES],
] as const);
export type RequestsTexts = Shape<typeof requestsTexts>;

/** What the view asks of the host. */
export const requestsToHost = {
  /** `empty` is shown when nothing is recorded. */
  start: {
    parameters: noParameters,
    result: v.object({ texts: requestsTexts, empty: panelNotice }),
  },
  query: { parameters: linesQuery, result: linesAnswer },
  range: { parameters: rangeQuery, result: rangeAnswer },
  open: { parameters: linePlace },
  /** Whether it was copied. */
  copyTraceId: { parameters: linePlace, result: v.boolean() },
  /** Ends what an action does now. */
  cancel: { parameters: linePlace },
  /** A button of the empty view. */
  act: { parameters: v.strictObject({ id: emptyAction }) },
};
export type RequestsToHost = typeof requestsToHost;

/** What the host asks of the view. */
export const hostToRequests = {
  /** There is something else to ask for, at most ten times a second. */
  changed: { parameters: v.strictObject({ version: wholeNumber }) },
};
export type HostToRequests = typeof hostToRequests;
