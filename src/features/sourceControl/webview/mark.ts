import { html, type TemplateResult } from "lit";
import type { PlanMark } from "../messages/planPanel";

/** A word and its icon: never a colour alone. */
export function renderMark({ word, icon, tone }: PlanMark): TemplateResult {
  return html`<span class="mark"
    ><span class="icon ${icon} tone-${tone}" aria-hidden="true"></span
    ><span class="word">${word}</span></span
  >`;
}
