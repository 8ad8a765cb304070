import type { StatusFacts, StatusTexts } from "../../../platform/base/statusLine";

/** What a button of the panel may be for; the host has a command for each. */
export const REQUEST_ACTIONS = [
  "openAnswer",
  "openRequestBody",
  "sendAgain",
  "compare",
  "copyAs",
  "copyTicket",
  "exportEvidence",
  "explain",
  "pinTraceId",
  "copyTraceId",
  "copyRequestId",
] as const;
export type RequestAction = (typeof REQUEST_ACTIONS)[number];

/** A finding of an explanation, its weight as a codicon. */
export interface ExplanationLine {
  readonly icon: "error" | "warning" | "info" | "pass" | "question" | "lightbulb";
  readonly text: string;
}

/** A part of an explanation: a heading and what is known. */
export interface ExplanationSection {
  readonly heading: string;
  readonly lines: readonly ExplanationLine[];
}

/** Milliseconds of an attempt's parts, in their order. */
export const ATTEMPT_PARTS = ["queue", "connect", "firstByte", "body"] as const;
type AttemptPart = (typeof ATTEMPT_PARTS)[number];

export const TONES = ["good", "bad"] as const;

/** A header as it stood, in order; the values of credentials are out. */
export type HeaderRow = readonly [name: string, value: string];

/** A fact of an attempt; one that is an id can be copied. */
export interface AttemptFact {
  readonly label: string;
  readonly text: string;
  readonly isId?: boolean;
}

export interface AttemptView {
  readonly number: number;
  /** "Attempt 2 · repeated". */
  readonly heading: string;
  readonly request: string;
  /** "429 Too Many Requests", "no answer". */
  readonly status: string;
  readonly tone: (typeof TONES)[number];
  /** Milliseconds since the epoch at which it began, the waiting for its turn included. */
  readonly startedAt: number;
  readonly parts: readonly { readonly part: AttemptPart; readonly milliseconds: number }[];
  /** Milliseconds from its beginning to its end, the waiting for its turn included. */
  readonly total: number;
  readonly decision: string;
  readonly facts: readonly AttemptFact[];
  readonly requestHeaders: readonly HeaderRow[];
  readonly responseHeaders: readonly HeaderRow[];
}

/** A wait between two attempts, or the one that is going on. */
export interface WaitView {
  /** Number of the attempt before it. */
  readonly after: number;
  readonly since: number;
  readonly until: number;
  /** Who decided it: "Retry-After", "back-off". */
  readonly why: string;
  readonly isNow: boolean;
}

export interface RequestView {
  readonly actionId: string;
  readonly title: string;
  readonly method: string;
  readonly pathTemplate: string;
  readonly connection: string;
  readonly environment: { readonly word: string; readonly icon: string };
  readonly startedAt: number;
  readonly status?: StatusFacts;
  readonly attempts: readonly AttemptView[];
  /** That attempts are not kept any more, in words; absent where all are there. */
  readonly letGo?: string;
  readonly waits: readonly WaitView[];
  /** What it does now, in words; absent once it has ended. */
  readonly now?: { readonly text: string; readonly since: number };
  readonly actions: readonly { readonly id: RequestAction; readonly label: string }[];
  readonly explanation?: readonly ExplanationSection[];
}

/** What the panel shows: the request, or that it is gone. */
export type RequestContent =
  | { readonly request: RequestView }
  | { readonly gone: { readonly what: string; readonly advice: string } };

/** What the webview keeps through hiding and window reloads. */
export interface RequestPanelState {
  readonly version: 1;
  readonly actionId: string;
}

export const REQUEST_TEXTS = [
  ...["actions", "timeline", "attempts", "wait", "waited", "retriesIn", "running"],
  ...["requestHeaders", "responseHeaders", "noHeaders", "header", "value", "explanation"],
  ...["copyFact", "copied", "startedAt", ...ATTEMPT_PARTS],
] as const;
/** Words of the panel in the user's language, `{0}` for values. */
export type RequestTexts = Readonly<Record<(typeof REQUEST_TEXTS)[number], string>>;

/** The words of the status line, as `platform/webview/statusLine` reads them. */
export const STATUS_TEXTS = [
  ...["status", "noAnswer", "oneAttempt", "attempts", "request", "trace", "none"],
  ...["copyRequestId", "copyTraceId", "copied", "echoed", "notEchoed", "echoChanged"],
] as const;
export type StatusLineWords = StatusTexts & Readonly<Record<(typeof STATUS_TEXTS)[number], string>>;

type Nothing = Readonly<Record<string, never>>;

export interface RequestToHost {
  readonly start: {
    readonly parameters: Nothing;
    readonly result: {
      readonly texts: RequestTexts;
      readonly statusTexts: StatusLineWords;
      readonly content: RequestContent;
    };
  };
  readonly act: { readonly parameters: { readonly id: RequestAction }; readonly result: undefined };
  /** The fact of that number of the attempt; it has to be an id. */
  readonly copyFact: {
    readonly parameters: { readonly attempt: number; readonly fact: number };
    readonly result: undefined;
  };
}

export interface HostToRequest {
  readonly show: { readonly parameters: RequestContent; readonly result: undefined };
}
