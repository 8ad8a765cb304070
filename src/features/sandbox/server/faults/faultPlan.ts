import type { Fault, FaultRule } from "../../messages/sandboxFaults";
import { createRandom, type Random } from "../data/random";

/** Steps of a probability. */
const CHANCES = 1_000_000;

/** A call as rules look at it. */
interface FaultyCall {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** What follows the question mark; empty where there is none. */
  readonly query: string;
  /** Absent where no operation of the definition is there. */
  readonly operationId: string | undefined;
}

interface Counted {
  readonly rule: FaultRule;
  readonly random: Random;
  /** Calls that fitted. */
  met: number;
  /** Calls that went wrong. */
  taken: number;
}

/** Which calls are to go wrong; what is used up leaves it. */
export class FaultPlan {
  private rules: Counted[] = [];
  private inForce = new AbortController();
  private seed = "";

  /** `onChange` is told when other rules are in force, or one has gone wrong as often as it was to. */
  constructor(private readonly onChange: () => void = () => undefined) {}

  /** Takes the place of all rules before; chances begin anew with the seed, or with that of before. */
  set(rules: readonly FaultRule[], seed = this.seed): void {
    this.inForce.abort();
    this.inForce = new AbortController();
    this.seed = seed;
    this.rules = rules.map((rule, at) => ({
      ...{ rule, random: createRandom(`${seed}/fault ${at}`) },
      ...{ met: 0, taken: 0 },
    }));
    this.onChange();
  }

  /** Rules that still have something to do, with the times that are left. */
  get active(): readonly FaultRule[] {
    return this.rules.map(({ rule, taken }) =>
      rule.times === undefined ? rule : { ...rule, times: rule.times - taken },
    );
  }

  /** Whether nothing is to go wrong. */
  get isEmpty(): boolean {
    return this.rules.length === 0;
  }

  /** Aborted as soon as other rules take the place of these: what is slow by them waits no more. */
  get replaced(): AbortSignal {
    return this.inForce.signal;
  }

  /**
   * Faults of this call. One at most answers instead of the service, the first that fits; any
   * number changes what is answered.
   */
  faultsOf(call: FaultyCall): readonly Fault[] {
    const faults: Fault[] = [];
    for (const counted of this.rules) {
      const isSecond = answers(counted.rule.fault) && faults.some(answers);
      if (!isSecond && fits(counted.rule, call) && isTurn(counted)) {
        counted.taken++;
        faults.push(counted.rule.fault);
      }
    }
    this.dropUsed();
    return faults;
  }

  private dropUsed(): void {
    const left = this.rules.filter(({ rule, taken }) => taken < (rule.times ?? Infinity));
    if (left.length < this.rules.length) {
      this.rules = left;
      this.onChange();
    }
  }
}

/** Faults that take the place of what the service would answer. */
export type AnsweringFault = Extract<
  Fault,
  { kind: "status" | "fields" | "refused" | "notJson" | "huge" | "reset" }
>;

const ANSWERING: ReadonlySet<Fault["kind"]> = new Set<AnsweringFault["kind"]>([
  "status",
  "fields",
  "refused",
  "notJson",
  "huge",
  "reset",
]);

/** Whether a fault answers instead of the service. */
export function answers(fault: Fault): fault is AnsweringFault {
  return ANSWERING.has(fault.kind);
}

function fits({ operationId, method, path, query }: FaultRule, call: FaultyCall): boolean {
  return (
    (operationId === undefined || operationId === call.operationId) &&
    (method === undefined || method.toUpperCase() === call.method) &&
    (path === undefined || fitsText(path, call.path)) &&
    (query === undefined || fitsText(query, call.query))
  );
}

/** Whether a text is like a pattern in which `*` stands for any text. */
export function fitsText(pattern: string, text: string): boolean {
  return new RegExp(`^${pattern.split("*").map(literal).join(".*")}$`).test(text);
}

/** The text as a regular expression that finds nothing else. */
export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function isTurn(counted: Counted): boolean {
  const { every = 1, chance = 1 } = counted.rule;
  counted.met++;
  return counted.met % every === 0 && counted.random.between(1, CHANCES) <= chance * CHANCES;
}
