import type { DefinitionAct } from "../messages/definitionsPanel";

/** A button of the view was pressed. */
export class DefinitionActEvent extends CustomEvent<DefinitionAct> {}

/** An event that leaves whatever element it began in. */
export function actEvent(detail: DefinitionAct): DefinitionActEvent {
  return new DefinitionActEvent("fp-definition-act", { detail, bubbles: true, composed: true });
}
