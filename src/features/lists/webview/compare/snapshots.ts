import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { CompareTexts } from "../../messages/compareTexts";
import type { CompareStep, SnapshotItem, SnapshotsView } from "../../messages/listComparison";
import type { CompareChoice } from "../../messages/listLayout";
import { fillText } from "../../../../platform/base/texts";
import type { HeadActs } from "./head";

/** Which snapshots there are, which of them are compared, and how to get at others. */
export function renderSnapshots(
  view: SnapshotsView,
  choice: CompareChoice | undefined,
  texts: CompareTexts,
  acts: HeadActs,
): TemplateResult {
  const { items, remarks, canLoadAll } = view;
  return html`
    <div class="line snapshots" role="group" aria-label=${texts.compareSnapshots}>
      ${items.length === 0 ? html`<span>${emptyText(view, texts)}</span>` : renderPickers(items, choice, texts, acts)}
      ${renderStep("keepSnapshot", texts.compareKeep, acts)}
      ${renderStep("openSnapshotFile", texts.compareFile, acts)}
      ${renderStep("chooseSnapshotFolder", texts.compareFolder, acts)}
      ${canLoadAll ? renderStep("loadAll", texts.compareLoadAll, acts) : nothing}
    </div>
    ${remarks.map((remark) => html`<p class="line remark">${remark}</p>`)}
  `;
}

function emptyText({ folder }: SnapshotsView, texts: CompareTexts): string {
  return folder === undefined ? texts.compareNoFolder : fillText(texts.compareNoSnapshots, folder);
}

function renderStep(step: CompareStep, label: string, acts: HeadActs): TemplateResult {
  return html`<button type="button" data-step=${step} @click=${() => acts.step(step)}>
    ${label}
  </button>`;
}

/** "" stands for the rows of the list. */
function renderPickers(
  items: readonly SnapshotItem[],
  choice: CompareChoice | undefined,
  texts: CompareTexts,
  { chooseSnapshot }: HeadActs,
): TemplateResult {
  const { snapshot = "", against = "" } = choice ?? {};
  const others = items.filter(({ name }) => name !== snapshot);
  const choose = (one: string, other: string): void => {
    const isPair = other !== "" && other !== one;
    chooseSnapshot({ snapshot: one, ...(isPair ? { against: other } : {}) });
  };
  return html`
    <label
      >${texts.compareSnapshot}
      <select
        class="snapshot"
        .value=${live(snapshot)}
        @change=${(event: Event) => choose(valueOf(event), against)}
      >
        ${items.map(({ name, label }) => renderOption(name, label, snapshot))}
      </select></label
    >
    <label
      >${texts.compareAgainst}
      <select
        class="against"
        .value=${live(against)}
        @change=${(event: Event) => choose(snapshot, valueOf(event))}
      >
        ${renderOption("", texts.compareAgainstNow, against)}
        ${others.map(({ name, label }) => renderOption(name, label, against))}
      </select></label
    >
  `;
}

function renderOption(value: string, label: string, chosen: string): TemplateResult {
  return html`<option value=${value} ?selected=${value === chosen}>${label}</option>`;
}

function valueOf(event: Event): string {
  return (event.target as HTMLSelectElement).value;
}
