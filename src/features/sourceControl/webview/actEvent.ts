import type { PlanAct } from "../messages/planPanel";

/** A button of the plan was pressed, or a line was opened. */
export class PlanActEvent extends CustomEvent<PlanAct> {}

/** An event that leaves whatever element it began in. */
export function actEvent(detail: PlanAct): PlanActEvent {
  return new PlanActEvent("fp-plan-act", { detail, bubbles: true, composed: true });
}
