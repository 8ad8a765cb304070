/** What the buttons of a plan ask for; the host knows the commands. */
export const PLAN_ACTIONS = [
  ...(["apply", "stop", "resume", "planAgain", "copyReport", "copyTraceId"] as const),
  ...(["openPayload", "openChange", "openRequest", "copyRequestId"] as const),
];
export type PlanAction = (typeof PLAN_ACTIONS)[number];

export interface PlanAct {
  readonly id: PlanAction;
  /** Of a line, `PlanLine.key`; absent where the whole plan is meant. */
  readonly key?: string;
}

/** The icons of marks, by their names in the icon font. */
export const PLAN_ICONS = [
  ...(["add", "edit", "question", "warning", "error", "dash", "check", "pass"] as const),
  ...(["circle-outline", "loading", "circle-slash", "beaker", "plug", "shield"] as const),
];
export type PlanIcon = (typeof PLAN_ICONS)[number];

export const PLAN_TONES = ["plain", "good", "warning", "bad", "busy"] as const;
export type PlanTone = (typeof PLAN_TONES)[number];

/** What a line would do, or did: a word and its icon; colours go by the tone. */
export interface PlanMark {
  readonly word: string;
  readonly icon: PlanIcon;
  readonly tone: PlanTone;
}

/** One payload of a plan, in words. */
export interface PlanLine {
  readonly key: string;
  readonly place: string;
  readonly pension: string;
  readonly client: string;
  readonly connection: string;
  /** "Sandbox", "PRODUCTION": the word and its icon. */
  readonly environment: PlanMark;
  readonly effect: PlanMark;
  /** "2 fields: `value`, `provider`"; "" where there is nothing to say. */
  readonly changes: string;
  /** Why it would do that, in a sentence; "" where nothing is to be said. */
  readonly reason: string;
  readonly outcome: PlanMark;
  /** Why it ended so, in a sentence; "" where nothing is to be said. */
  readonly note: string;
  /** Of the PUT; "" before it. */
  readonly requestId: string;
}

/** How many lines have a mark; pressed, the others go out of sight. */
export interface PlanCount extends PlanMark {
  readonly count: number;
  readonly of: "effect" | "outcome";
}

/** All that stands above the lines. */
export interface PlanHead {
  readonly title: string;
  /** What can be done now, or what came of it, in a sentence. */
  readonly summary: string;
  /** Where it goes, the most careful one first. */
  readonly targets: readonly PlanMark[];
  readonly traceId: string;
  readonly counts: readonly PlanCount[];
  /** Absent unless something is on its way. */
  readonly progress?: { readonly done: number; readonly of: number; readonly text: string };
  /** Those of the buttons that can be pressed; the first is the one that leads on. */
  readonly actions: readonly { readonly id: PlanAction; readonly label: string }[];
}

export interface PlanContent {
  readonly head: PlanHead;
  /** In the order in which they are sent. */
  readonly lines: readonly PlanLine[];
}

export const PLAN_TEXTS = [
  ...["effect", "pension", "target", "changes", "outcome", "request", "lines", "filter", "counts"],
  ...["shown", "openPayload", "openChange", "openRequest", "copyRequestId", "copyTraceId", "trace"],
  ...["empty", "actions", "acts"],
] as const;
/** With places: `shown` "{0} of {1}", the buttons of a line "Open payload: {0}". */
export type PlanTexts = Readonly<Record<(typeof PLAN_TEXTS)[number], string>>;

/** What the editor keeps of the view over a reload. */
export interface PlanPanelState {
  readonly version: 1;
  readonly batchId: string;
}

type Nothing = Readonly<Record<string, never>>;

export interface PlanToHost {
  readonly start: {
    readonly parameters: Nothing;
    readonly result: {
      readonly texts: PlanTexts;
      readonly batchId: string;
      readonly content: PlanContent;
    };
  };
  readonly act: { readonly parameters: PlanAct; readonly result: undefined };
}

export interface HostToPlan {
  readonly show: { readonly parameters: PlanContent; readonly result: undefined };
  /** The same lines as before but for these. */
  readonly update: {
    readonly parameters: { readonly head: PlanHead; readonly lines: readonly PlanLine[] };
    readonly result: undefined;
  };
}
