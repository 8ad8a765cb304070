import * as v from "valibot";
import {
  nameOf,
  noParameters,
  type Shape,
  textsOf,
  wholeNumber,
} from "../../../platform/base/messageSchemas";

/** What the buttons of a plan ask for; the host knows the commands. */
export const PLAN_ACTIONS = [
  ...(["apply", "stop", "resume", "planAgain", "copyReport", "copyTraceId"] as const),
  ...(["openPayload", "openChange", "openRequest", "copyRequestId"] as const),
];
export type PlanAction = (typeof PLAN_ACTIONS)[number];

/** Ids of batches and keys of lines are short; what is longer is none. */
const key = nameOf(100);

const planAct = v.strictObject({
  id: v.picklist(PLAN_ACTIONS),
  /** Of a line, `PlanLine.key`; absent where the whole plan is meant. */
  key: v.exactOptional(key),
});
export type PlanAct = Shape<typeof planAct>;

/** The icons of marks, by their names in the icon font. */
const planIcon = v.picklist([
  ...(["add", "edit", "question", "warning", "error", "dash", "check", "pass"] as const),
  ...(["circle-outline", "loading", "circle-slash", "beaker", "plug", "shield"] as const),
]);
export type PlanIcon = Shape<typeof planIcon>;

const planTone = v.picklist(["plain", "good", "warning", "bad", "busy"]);
export type PlanTone = Shape<typeof planTone>;

/** What a line would do, or did: a word and its icon; colours go by the tone. */
const planMark = v.object({ word: v.string(), icon: planIcon, tone: planTone });
export type PlanMark = Shape<typeof planMark>;

/** One payload of a plan, in words. */
const planLine = v.object({
  key,
  place: v.string(),
  pension: v.string(),
  client: v.string(),
  connection: v.string(),
  /** "Sandbox", "PRODUCTION": the word and its icon. */
  environment: planMark,
  effect: planMark,
  /** "2 fields: `value`, `provider`"; "" where there is nothing to say. */
  changes: v.string(),
  /** Why it would do that, in a sentence; "" where nothing is to be said. */
  reason: v.string(),
  outcome: planMark,
  /** Why it ended so, in a sentence; "" where nothing is to be said. */
  note: v.string(),
  /** Of the PUT; "" before it. */
  requestId: v.string(),
});
export type PlanLine = Shape<typeof planLine>;

/** How many lines have a mark; pressed, the others go out of sight. */
const planCount = v.object({
  ...planMark.entries,
  count: wholeNumber,
  of: v.picklist(["effect", "outcome"]),
});
export type PlanCount = Shape<typeof planCount>;

/** All that stands above the lines. */
const planHead = v.object({
  title: v.string(),
  /** What can be done now, or what came of it, in a sentence. */
  summary: v.string(),
  /** Where it goes, the most careful one first. */
  targets: v.array(planMark),
  traceId: v.string(),
  counts: v.array(planCount),
  /** Absent unless something is on its way. */
  progress: v.exactOptional(v.object({ done: wholeNumber, of: wholeNumber, text: v.string() })),
  /** Those of the buttons that can be pressed; the first is the one that leads on. */
  actions: v.array(v.object({ id: v.picklist(PLAN_ACTIONS), label: v.string() })),
});
export type PlanHead = Shape<typeof planHead>;

const planContent = v.object({
  head: planHead,
  /** In the order in which they are sent. */
  lines: v.array(planLine),
});
export type PlanContent = Shape<typeof planContent>;

/** With places: `shown` "{0} of {1}", the buttons of a line "Open payload: {0}". */
const planTexts = textsOf([
  ...["effect", "pension", "target", "changes", "outcome", "request", "lines", "filter", "counts"],
  ...["shown", "openPayload", "openChange", "openRequest", "copyRequestId", "copyTraceId", "trace"],
  ...["empty", "actions", "acts"],
] as const);
export type PlanTexts = Shape<typeof planTexts>;

/** What the editor keeps of the view over a reload: its batch. */
export const planPanelState = v.strictObject({ version: v.literal(1), batchId: key });
export type PlanPanelState = Shape<typeof planPanelState>;

/** What a plan asks of the host. */
export const planToHost = {
  start: {
    parameters: noParameters,
    result: v.object({ texts: planTexts, batchId: key, content: planContent }),
  },
  act: { parameters: planAct },
};
export type PlanToHost = typeof planToHost;

/** What the host asks of a plan. Whatever is let in can be rendered. */
export const hostToPlan = {
  show: { parameters: planContent },
  /** The same lines as before but for these. */
  update: { parameters: planContent },
};
export type HostToPlan = typeof hostToPlan;
