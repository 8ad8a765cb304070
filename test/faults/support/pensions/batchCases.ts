import type { Fault, FaultRule } from "../../../../src/features/sandbox/messages/sandboxFaults";

/** What a payload is beside what the service holds, and what was seen of that. */
export const KINDS = [
  ...(["create", "replace", "unseen", "nothing", "conflict", "invalid"] as const),
  ...(["unreadPresent", "unreadAbsent"] as const),
] as const;
export type Kind = (typeof KINDS)[number];

/** What the service does with calls of one pension while it is written. */
type Wrong = readonly [method: "GET" | "PUT", fault: Fault, times?: number];

const FAULTS: readonly Wrong[] = [
  ["PUT", { kind: "status", status: 429, retryAfter: 1 }, 1],
  ["PUT", { kind: "status", status: 429 }, 2],
  ["PUT", { kind: "status", status: 429 }],
  ["PUT", { kind: "status", status: 500 }, 1],
  ["PUT", { kind: "status", status: 500 }],
  ["PUT", { kind: "status", status: 500, done: true }, 1],
  ["PUT", { kind: "status", status: 500, done: true }],
  ["PUT", { kind: "status", status: 503, retryAfter: 1 }, 1],
  ["PUT", { kind: "status", status: 503 }],
  ["PUT", { kind: "cut" }],
  ["PUT", { kind: "reset" }],
  ["PUT", { kind: "reset", done: true }],
  ["PUT", { kind: "slow", head: 40 }],
  ["PUT", { kind: "slow", chunks: 5 }],
  ["PUT", { kind: "status", status: 409 }],
  ["PUT", { kind: "status", status: 412 }],
  ["PUT", { kind: "status", status: 412 }, 1],
  ["PUT", { kind: "fields", shape: "problem" }],
  ["PUT", { kind: "notJson" }],
  ["PUT", { kind: "putAnswer", variant: "dropped" }],
  ["PUT", { kind: "putAnswer", variant: "changed" }],
  ["PUT", { kind: "putAnswer", variant: "noContent" }],
  ["PUT", { kind: "refused", layer: "token" }, 1],
  ["GET", { kind: "status", status: 503 }, 1],
  ["GET", { kind: "status", status: 500 }],
  ["GET", { kind: "status", status: 405 }],
  ["GET", { kind: "reset" }],
  ["GET", { kind: "cut" }, 1],
  ["GET", { kind: "slow", head: 30 }],
];

/** How the service keeps a pension from being read, from the plan on. */
const UNREAD: readonly Fault[] = [
  { kind: "status", status: 405 },
  { kind: "status", status: 403 },
  { kind: "status", status: 501 },
  { kind: "status", status: 500 },
];

/** What happens at a moment of a round, counted in calls that pass. */
export interface Incident {
  readonly at: number;
  /** `before`: the service has not got that call yet; `after`: its answer has not gone on. */
  readonly when: "before" | "after";
  readonly what: "stop" | "kill" | "editFile" | "breakFile" | "removeFile" | "editService";
  /** Which row, where it is about one: of those that come later. */
  readonly row: number;
}

/** One round of a run: what goes wrong until it ends. */
export interface Round {
  readonly faults: readonly { readonly row: number; readonly rule: Omit<FaultRule, "path"> }[];
  readonly incidents: readonly Incident[];
}

export interface RunCase {
  readonly kinds: readonly Kind[];
  /** Faults of reading, by row; from the plan until the rounds without any. */
  readonly unread: ReadonlyMap<number, Fault>;
  readonly rounds: readonly Round[];
  readonly tags: boolean;
}

/** A little less than a row has when nothing goes wrong. */
const CALLS = 3;
const ROUNDS = 3;

/** A run that the numbers decide. */
export function runCase(random: () => number): RunCase {
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const kinds = Array.from({ length: 3 + below(10) }, () =>
    // Those that are sent are the most.
    random() < 0.6 ? pick(["create", "replace", "unseen"] as const) : pick(KINDS),
  );
  const unread = new Map<number, Fault>();
  kinds.forEach((kind, row) => kind.startsWith("unread") && unread.set(row, pick(UNREAD)));
  const fault = (row: number): Round["faults"][number] => {
    const [method, wrong, times] = pick(FAULTS);
    return { row, rule: { method, fault: wrong, ...(times === undefined ? {} : { times }) } };
  };
  const round = (): Round => ({
    faults: kinds.flatMap((_kind, row) => (random() < 0.15 ? [fault(row)] : [])),
    incidents: [
      ...some(random, 0.3, () => incident("stop")),
      ...some(random, 0.5, () => incident("kill")),
      ...some(random, 0.4, () => incident(pick(["editFile", "breakFile", "removeFile"]))),
      ...some(random, 0.4, () => incident("editService")),
    ],
  });
  const incident = (what: Incident["what"]): Incident => ({
    ...{ at: below(kinds.length * CALLS), when: pick(["before", "after"] as const) },
    ...{ what, row: below(kinds.length) },
  });
  return {
    ...{ kinds, unread, tags: random() < 0.5 },
    rounds: Array.from({ length: ROUNDS }, round),
  };
}

function some<Value>(random: () => number, chance: number, make: () => Value): readonly Value[] {
  return random() < chance ? [make()] : [];
}
