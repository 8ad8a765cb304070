/** What the buttons of a plan ask for; the host knows the commands. */
export const PLAN_ACTIONS = [
  ...(["apply", "stop", "resume", "planAgain", "copyReport", "copyTraceId"] as const),
  ...(["openPayload", "openChange", "openRequest"] as const),
];
export type PlanAction = (typeof PLAN_ACTIONS)[number];

export interface PlanAct {
  readonly id: PlanAction;
  /** Of a line, `PlanLine.key`; absent where the whole plan is meant. */
  readonly key?: string;
}

/** What a line would do, or did: a word and its codicon; colours go by the tone. */
export interface PlanMark {
  readonly word: string;
  readonly icon: string;
  readonly tone: "plain" | "good" | "warning" | "bad" | "busy";
}

/** One payload of a plan, in words. */
export interface PlanLine {
  readonly key: string;
  readonly place: string;
  readonly pension: string;
  readonly client: string;
  readonly connection: string;
  /** "Sandbox", "PRODUCTION": the word, its codicon, and whether it is one to be careful with. */
  readonly environment: PlanMark;
  readonly effect: PlanMark;
  /** "2 fields: `value`, `provider`", "create or replace: not known"; "" where there is nothing to say. */
  readonly changes: string;
  readonly outcome: PlanMark;
  /** Why it is as it is, in a sentence; "" where nothing is to be said. */
  readonly note: string;
  /** Of the PUT; "" before it. */
  readonly requestId: string;
}

export interface PlanCount extends PlanMark {
  readonly count: number;
}

export interface PlanContent {
  readonly title: string;
  /** What can be done now, or what came of it, in a sentence. */
  readonly summary: string;
  readonly traceId: string;
  /** By effect before it is applied, by outcome after. */
  readonly counts: readonly PlanCount[];
  readonly lines: readonly PlanLine[];
  /** Absent unless something is on its way. */
  readonly progress?: { readonly done: number; readonly of: number; readonly text: string };
  /** Those of the buttons that can be pressed; the first is the one that leads on. */
  readonly actions: readonly { readonly id: PlanAction; readonly label: string }[];
}
