import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { SendChoice, SendChoiceGroup, SendTexts } from "../../messages/sendPanel";
import { fillCounts } from "../../../../platform/webview/counts";

/** More than these are searched, not looked through. */
export const ENDPOINTS_AT_A_GLANCE = 20;

/**
 * The endpoints that have every word that was typed in method, path or summary; the kept one and
 * what is no endpoint stay.
 */
export function foundEndpoints(
  groups: readonly SendChoiceGroup[],
  sought: string,
  kept?: string,
): readonly SendChoiceGroup[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (choice: SendChoice): boolean => {
    const text = `${choice.label} ${choice.words ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map(({ label, choices }) => ({
      label,
      choices: choices.filter(
        (choice) => fits(choice) || (kept !== undefined && ["", kept].includes(choice.value)),
      ),
    }))
    .filter(({ choices }) => choices.length > 0);
}

/** How many endpoints there are in groups; a path of one's own is none. */
export function countOf(groups: readonly SendChoiceGroup[]): number {
  return groups.flatMap(({ choices }) => choices).filter(({ value }) => value !== "").length;
}

/** The first of those that fit, which Enter chooses. */
export function firstFound(groups: readonly SendChoiceGroup[], sought: string): string | undefined {
  return foundEndpoints(groups, sought)
    .flatMap(({ choices }) => choices)
    .find(({ value }) => value !== "")?.value;
}

interface EndpointSearch {
  readonly texts: SendTexts;
  readonly sought: string;
  readonly count: number;
  readonly found: number;
  readonly onInput: (text: string) => void;
  readonly onEnter: () => void;
}

/** The box above the endpoints. */
export function renderSearch(search: EndpointSearch): TemplateResult {
  const { texts, sought, count, found } = search;
  const keydown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      search.onEnter();
    }
  };
  return html`
    <div class="field">
      <label for="findEndpoint">${texts.findEndpoint}</label>
      <div class="search">
        <input
          type="search"
          id="findEndpoint"
          autocomplete="off"
          spellcheck="false"
          .value=${live(sought)}
          @input=${(event: Event) => search.onInput((event.target as HTMLInputElement).value)}
          @keydown=${keydown}
        />
        <span class="dim" role="status">${fillCounts(texts.foundEndpoints, found, count)}</span>
      </div>
    </div>
  `;
}
