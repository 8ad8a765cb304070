import { html, nothing, type TemplateResult } from "lit";
import type { GridTexts } from "../../../messages/gridTexts";
import type { GridHost } from "./gridHost";

/** What stands where rows would be: that none are left, or that they could not be read. */
export function renderNote(grid: GridHost, texts: GridTexts): TemplateResult | typeof nothing {
  const note = noteText(grid, texts);
  const retry = (): void => {
    grid.hasFailed = false;
    grid.store.retry();
  };
  return note === ""
    ? nothing
    : html`<p class="note" role=${grid.hasFailed ? "alert" : nothing}>
        ${note}
        ${
          grid.hasFailed
            ? html`<button type="button" @click=${retry}>${texts.retry}</button>`
            : nothing
        }
      </p>`;
}

function noteText(grid: GridHost, texts: GridTexts): string {
  if (grid.hasFailed) {
    return texts.rowsFailed;
  }
  const { shown } = grid.store;
  if (shown?.total === 0 && shown.slice.all > 0) {
    return texts.noRowsLeft;
  }
  const all = grid.facts?.columns.length ?? 0;
  return grid.columns.shown.length === 0 && all > 0 ? texts.noColumns : "";
}
