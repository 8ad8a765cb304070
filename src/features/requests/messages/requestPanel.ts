import * as v from "valibot";
import {
  amount,
  countTo,
  environmentMark,
  moment,
  nameAndValue,
  nameOf,
  noParameters,
  type Shape,
  textsOf,
  wholeNumber,
} from "../../../platform/base/messageSchemas";
import { statusFacts, statusTexts } from "../../../platform/base/statusLine";
import { callFacts } from "./callFacts";

/** What a button of the panel may be for; the host has a command for each. */
const requestAction = v.picklist([
  "openAnswer",
  "findInAnswer",
  "openRequestBody",
  "sendAgain",
  "compare",
  "copyAs",
  "copyTicket",
  "exportEvidence",
  "saveFixture",
  "explain",
  "pinTraceId",
  "copyTraceId",
  "copyRequestId",
]);
export type RequestAction = Shape<typeof requestAction>;

/** A finding of an explanation, its weight as a codicon. */
const explanationLine = v.object({
  icon: v.picklist(["error", "warning", "info", "pass", "question", "lightbulb"]),
  text: v.string(),
});
export type ExplanationLine = Shape<typeof explanationLine>;

/** A part of an explanation: a heading and what is known. */
const explanationSection = v.object({ heading: v.string(), lines: v.array(explanationLine) });
export type ExplanationSection = Shape<typeof explanationSection>;

/** Milliseconds of an attempt's parts, in their order. */
export const ATTEMPT_PARTS = ["queue", "connect", "firstByte", "body"] as const;

/** A header as it stood, in order; the values of credentials are out. */
export type HeaderRow = Shape<typeof nameAndValue>;

/** A fact of an attempt; one that is an id can be copied. */
const attemptFact = v.object({
  label: v.string(),
  text: v.string(),
  isId: v.exactOptional(v.boolean()),
});
export type AttemptFact = Shape<typeof attemptFact>;

const attemptView = v.object({
  number: amount,
  /** "Attempt 2 · repeated". */
  heading: v.string(),
  request: v.string(),
  /** "429 Too Many Requests", "no answer". */
  status: v.string(),
  tone: v.picklist(["good", "bad"]),
  /** Milliseconds since the epoch at which it began, the waiting for its turn included. */
  startedAt: moment,
  parts: v.array(v.object({ part: v.picklist(ATTEMPT_PARTS), milliseconds: amount })),
  /** Milliseconds from its beginning to its end, the waiting for its turn included. */
  total: amount,
  decision: v.string(),
  facts: v.array(attemptFact),
  requestHeaders: v.array(nameAndValue),
  responseHeaders: v.array(nameAndValue),
});
export type AttemptView = Shape<typeof attemptView>;

/** A wait between two attempts, or the one that is going on. */
const waitView = v.object({
  /** Number of the attempt before it. */
  after: amount,
  since: moment,
  until: moment,
  /** Who decided it: "Retry-After", "back-off". */
  why: v.string(),
  isNow: v.boolean(),
});
export type WaitView = Shape<typeof waitView>;

const requestView = v.object({
  actionId: v.string(),
  title: v.string(),
  method: v.string(),
  pathTemplate: v.string(),
  connection: v.string(),
  environment: environmentMark,
  startedAt: moment,
  /** "asked for by an assistant: …"; absent for what the user did. */
  askedBy: v.exactOptional(v.string()),
  status: v.exactOptional(statusFacts),
  attempts: v.array(attemptView),
  /** That attempts are not kept any more, in words; absent where all are there. */
  letGo: v.exactOptional(v.string()),
  waits: v.array(waitView),
  /** What it does now, in words; absent once it has ended. */
  now: v.exactOptional(v.object({ text: v.string(), since: moment })),
  actions: v.array(v.object({ id: requestAction, label: v.string() })),
  facts: callFacts,
  explanation: v.exactOptional(v.array(explanationSection)),
});
export type RequestView = Shape<typeof requestView>;

/** What the panel shows: the request, or that it is gone. */
const requestContent = v.union([
  v.strictObject({ request: requestView }),
  v.strictObject({ gone: v.object({ what: v.string(), advice: v.string() }) }),
]);
export type RequestContent = Shape<typeof requestContent>;

/** What the webview keeps through hiding and window reloads. */
export const requestPanelState = v.object({ version: v.literal(1), actionId: nameOf(200) });
export type RequestPanelState = Shape<typeof requestPanelState>;

/** Words of the panel in the user's language, `{0}` for values. */
const requestTexts = textsOf([
  ...["actions", "timeline", "attempts", "wait", "waited", "retriesIn", "running"],
  ...["requestHeaders", "responseHeaders", "noHeaders", "header", "value", "explanation"],
  ...["copyFact", "copied", "startedAt", ...ATTEMPT_PARTS],
] as const);
export type RequestTexts = Shape<typeof requestTexts>;

/** What a request panel asks of the host. */
export const requestToHost = {
  start: {
    parameters: noParameters,
    result: v.object({ texts: requestTexts, statusTexts, content: requestContent }),
  },
  /** Whether an id was copied; other actions take as long as their questions, nobody waits. */
  act: { parameters: v.strictObject({ id: requestAction }), result: v.boolean() },
  /** The fact of that number of the attempt; it has to be an id. */
  copyFact: {
    parameters: v.strictObject({ attempt: countTo(Number.MAX_SAFE_INTEGER), fact: wholeNumber }),
  },
};
export type RequestToHost = typeof requestToHost;

/** What the host asks of a request panel. Whatever is let in can be rendered. */
export const hostToRequest = { show: { parameters: requestContent } };
export type HostToRequest = typeof hostToRequest;
