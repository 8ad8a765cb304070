import type { PanelNotice } from "../../../platform/base/panelNotice";

export const OUTCOMES = ["running", "succeeded", "retried", "failed"] as const;
type Outcome = (typeof OUTCOMES)[number];

export const TIME_RANGES = ["hour", "today", "all"] as const;
type TimeRange = (typeof TIME_RANGES)[number];

/** What the view is restricted to; "" and "all" restrict nothing. */
export interface ViewFilter {
  readonly text: string;
  readonly outcome: Outcome | "";
  readonly connectionId: string;
  readonly time: TimeRange;
}

export const NO_FILTER: ViewFilter = { text: "", outcome: "", connectionId: "", time: "all" };

/** A line by what it is about, wherever it stands; without an attempt that of the action. */
export interface LinePlace {
  readonly actionId: string;
  /** Number of the attempt, 1-based. */
  readonly attempt?: number;
}

/** What both kinds of lines have. Times in milliseconds, moments since the epoch. */
interface AnyLine extends LinePlace {
  readonly startedAt: number;
  /** "" before anything was sent. */
  readonly method: string;
  /** "429→200", "no answer"; "" while there is nothing to say. */
  readonly status: string;
  readonly outcome: Outcome;
  /** Absent while it runs. */
  readonly milliseconds?: number;
}

export interface ActionLine extends AnyLine {
  readonly kind: "action";
  readonly title: string;
  /** The environment as word and codicon. */
  readonly environment: { readonly word: string; readonly icon: string };
  readonly connection: string;
  readonly traceId?: string;
  /** How many lines it has when it is expanded. */
  readonly attempts: number;
  readonly isExpanded: boolean;
  readonly waits: number;
  /** When the attempt after a wait begins; there while it waits. */
  readonly waitsUntil?: number;
}

export interface AttemptLine extends AnyLine {
  readonly kind: "attempt";
  readonly attempt: number;
  readonly pathTemplate: string;
  /** What was decided after it, in words. */
  readonly decision: string;
  readonly requestId?: string;
}

export type RequestLine = ActionLine | AttemptLine;

export interface LinesQuery {
  readonly filter: ViewFilter;
  /** Ids of the actions whose attempts have lines of their own. */
  readonly expanded: readonly string[];
  /** First line that is wanted, 0-based. */
  readonly from: number;
  readonly count: number;
  /** Lines whose place is asked for. */
  readonly find: readonly LinePlace[];
}

export interface LinesAnswer {
  /** Lines that there are with this filter and these expansions. */
  readonly total: number;
  /** Actions that pass the filter, and all there are. */
  readonly actions: number;
  readonly all: number;
  readonly from: number;
  readonly rows: readonly RequestLine[];
  /** Where each line of `find` stands; -1 when it is not among them. */
  readonly places: readonly number[];
  /** Grows with every change of what is recorded. */
  readonly version: number;
  readonly connections: readonly { readonly id: string; readonly label: string }[];
}

/** What the webview keeps while it is hidden: the question, never the rows. */
export interface RequestsState {
  readonly version: 1;
  readonly filter: ViewFilter;
}

/** The most lines that one question may ask for, expanded actions and places it may name. */
export const LINE_LIMIT = 500;
export const EXPANDED_LIMIT = 200;
export const FIND_LIMIT = 2;
export const FILTER_TEXT_LIMIT = 500;

export const EMPTY_ACTIONS = ["send", "find"] as const;
export type EmptyAction = (typeof EMPTY_ACTIONS)[number];

export const REQUESTS_TEXTS = [
  ...["requests", "filter", "filterText", "outcome", "anyOutcome", "connection", "anyConnection"],
  ...["time", "hour", "today", "all", "resetFilter", "shown", "shownOf", "noneMatches"],
  ...["noneMatchesAdvice", "columnTime", "columnMethod", "columnTitle", "columnStatus"],
  ...["columnDuration", "columnWaits", "columnConnection", "columnTrace", "attempt", "running"],
  ...["retriesIn", "oneWait", "waits", "expand", "collapse", "copied", ...OUTCOMES],
] as const;
/** Words of the view in the user's language, `{0}` for numbers. */
export type RequestsTexts = Readonly<Record<(typeof REQUESTS_TEXTS)[number], string>>;

type Nothing = Readonly<Record<string, never>>;

export interface RequestsToHost {
  /** `empty` is shown when nothing is recorded. */
  readonly start: {
    readonly parameters: Nothing;
    readonly result: { readonly texts: RequestsTexts; readonly empty: PanelNotice };
  };
  readonly query: { readonly parameters: LinesQuery; readonly result: LinesAnswer };
  readonly open: { readonly parameters: LinePlace; readonly result: undefined };
  readonly copyTraceId: { readonly parameters: LinePlace; readonly result: undefined };
  /** A button of the empty view. */
  readonly act: { readonly parameters: { readonly id: EmptyAction }; readonly result: undefined };
}

export interface HostToRequests {
  /** There is something else to ask for, at most ten times a second. */
  readonly changed: {
    readonly parameters: { readonly version: number };
    readonly result: undefined;
  };
}
