import { html, nothing, type TemplateResult } from "lit";
import type { CompareTexts } from "../../messages/compareTexts";
import type {
  CompareAnswer,
  ComparedSide,
  CompareStep,
  ComparisonView,
  OpenedComparison,
} from "../../messages/listComparison";
import type { CompareChoice, CompareSource } from "../../messages/listLayout";
import type { FrameTexts } from "../../messages/listTexts";

export interface HeadActs {
  readonly choose: (source: CompareSource, pageNumber?: number) => void;
  readonly again: (choice: CompareChoice) => void;
  readonly step: (step: CompareStep) => void;
  readonly chooseSnapshot: (names: Pick<CompareChoice, "snapshot" | "against">) => void;
}

/** What the other side can be, and the one that is chosen. */
export function renderSources(
  { offers, opened }: ComparisonView,
  texts: CompareTexts,
  acts: HeadActs,
): TemplateResult {
  const chosen = opened?.choice.source;
  const words: Readonly<Record<CompareSource, string>> = {
    ...{ before: texts.compareBefore, page: texts.comparePage },
    ...{ client: texts.compareClient, connection: texts.compareConnection },
    snapshot: texts.compareSnapshots,
  };
  return html`<div class="line sources" role="group" aria-label=${texts.compareSources}>
    <span class="dim">${texts.compareSources}</span>
    ${offers.map(({ source, refusal }) => {
      const press = (): void => (refusal === undefined ? acts.choose(source) : undefined);
      return html`<button
        type="button"
        class="source"
        data-source=${source}
        aria-pressed=${String(source === chosen)}
        aria-disabled=${String(refusal !== undefined)}
        title=${refusal ?? nothing}
        @click=${press}
      >
        ${words[source]}
      </button>`;
    })}
    ${chosen === "page" && opened ? renderPageNumber(opened, texts, acts) : nothing}
  </div>`;
}

function renderPageNumber(
  { choice }: OpenedComparison,
  texts: CompareTexts,
  { choose }: HeadActs,
): TemplateResult {
  const change = (event: Event): void => {
    const { valueAsNumber } = event.target as HTMLInputElement;
    if (Number.isSafeInteger(valueAsNumber) && valueAsNumber >= 0) {
      choose("page", valueAsNumber);
    }
  };
  return html`<label
    >${texts.comparePageNumber}
    <input
      type="number"
      min="0"
      step="1"
      .value=${String(choice.pageNumber ?? 1)}
      @change=${change}
  /></label>`;
}

/** Whose rows stand on which side, and the call that brought the others. */
export function renderSides(
  { sides: [left, right], isLoading, status, error }: OpenedComparison,
  texts: CompareTexts,
  frame: FrameTexts | undefined,
  { step }: HeadActs,
): TemplateResult {
  return html`
    <div class="line sides">
      ${renderSide(left, texts.compareLeft, "left")}
      <button type="button" class="swap" @click=${() => step("swap")}>
        <vscode-icon name="arrow-swap"></vscode-icon> ${texts.compareSwap}
      </button>
      ${renderSide(right, texts.compareRight, "right")}
      <button type="button" class="reload" @click=${() => step("reload")}>
        <vscode-icon name="refresh"></vscode-icon> ${texts.compareReload}
      </button>
      ${
        isLoading
          ? html`<span class="dim" role="status">${texts.compareLoading}</span>
              <button type="button" @click=${() => step("stop")}>${texts.compareStop}</button>`
          : nothing
      }
    </div>
    ${error === undefined ? nothing : html`<fp-notice kind="error" .notice=${error}></fp-notice>`}
    ${
      status === undefined
        ? nothing
        : html`<fp-status-line
            class="line"
            .facts=${status}
            .texts=${frame}
            .openLabel=${frame?.openRequest}
          ></fp-status-line>`
    }
  `;
}

function renderSide(
  { title, place, connection, environment }: ComparedSide,
  word: string,
  name: "left" | "right",
): TemplateResult {
  return html`<p class="side ${name}">
    <span class="tag">${word}</span> <bdi>${title}</bdi>
    <span class="dim">${place}</span>
    <span class="environment"
      ><vscode-icon name=${environment.icon}></vscode-icon>
      ${connection === "" ? nothing : html`<bdi>${connection}</bdi> ·`} ${environment.word}</span
    >
  </p>`;
}

interface MatchPicker {
  readonly answer: CompareAnswer;
  readonly words: string;
  readonly match: readonly string[] | undefined;
  readonly pick: (match: readonly string[] | undefined) => void;
}

/** By which columns rows are brought together: found by shape, or picked. */
export function renderMatch(picker: MatchPicker, texts: CompareTexts): TemplateResult {
  const { answer, match, pick, words } = picker;
  const chosen = match ?? [];
  const toggle = (key: string, isOn: boolean): void => {
    const next = isOn ? [...chosen, key] : chosen.filter((one) => one !== key);
    pick(next.length === 0 ? undefined : next);
  };
  const common = answer.columns.filter(({ sides }) => sides === "both");
  return html`<details class="match">
    <summary>${texts.compareMatchedBy}: <bdi>${words}</bdi></summary>
    <fieldset>
      <legend class="hidden">${texts.compareMatchedBy}</legend>
      <label
        ><input
          type="checkbox"
          .checked=${match === undefined}
          ?disabled=${match === undefined}
          @change=${() => pick(undefined)}
        />
        ${texts.compareByShape}</label
      >
      ${common.map(
        ({ key, label }) =>
          html`<label
            ><input
              type="checkbox"
              .checked=${chosen.includes(key)}
              @change=${(event: Event) => toggle(key, (event.target as HTMLInputElement).checked)}
            />
            <bdi>${label}</bdi></label
          >`,
      )}
    </fieldset>
  </details>`;
}
