import type { FaultRule } from "../messages/sandboxFaults";

/** Faults that belong together under plain words; the rules carry `name`. */
export interface ReadyFault {
  readonly name: string;
  readonly label: string;
  readonly detail: string;
  readonly rules: readonly Omit<FaultRule, "name">[];
}

/** Its rules as the sandbox is told them. */
export function rulesOf({ name, rules }: ReadyFault): FaultRule[] {
  return rules.map((rule) => ({ name, ...rule }));
}
