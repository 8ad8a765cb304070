import { html, type TemplateResult } from "lit";

/** A sentence of the host: what it has between grave accents is a name. */
export function renderSentence(text: string): TemplateResult {
  const parts = text.split("`");
  return html`${parts.map((part, index) =>
    // A last accent without its other half is a character like any other.
    index % 2 === 1 && index < parts.length - 1 ? html`<code>${part}</code>` : part,
  )}`;
}
