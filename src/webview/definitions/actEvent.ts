import { html, type TemplateResult } from "lit";
import type { DefinitionAct } from "../../shared/definitionsPanel";

/** A button of the view was pressed. */
export class DefinitionActEvent extends CustomEvent<DefinitionAct> {}

/** An event that leaves whatever element it began in. */
export function actEvent(detail: DefinitionAct): DefinitionActEvent {
  return new DefinitionActEvent("fp-definition-act", { detail, bubbles: true, composed: true });
}

/** A sentence of the host: what it has between grave accents is a name. */
export function renderSentence(text: string): TemplateResult {
  const parts = text.split("`");
  return html`${parts.map((part, index) =>
    // A last accent without its other half is a character like any other.
    index % 2 === 1 && index < parts.length - 1 ? html`<code>${part}</code>` : part,
  )}`;
}
