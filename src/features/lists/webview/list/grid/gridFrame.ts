import { html, nothing, type TemplateResult } from "lit";
import { classMap } from "lit/directives/class-map.js";
import type { GridTexts } from "../../../messages/gridTexts";
import type { ListColumn } from "../../../messages/listTable";
import { renderProfile } from "./columnProfile";
import type { ColumnProfiles } from "./columnProfiles";
import { renderHeader } from "./gridHeader";
import type { GridHost } from "./gridHost";
import type { GridInput } from "./gridInput";
import { filtersOf, setFilters } from "./viewChanges";

interface FrameHost extends GridHost {
  readonly label: string;
  readonly isLoading: boolean;
  readonly isStale: boolean;
  readonly input: GridInput;
  readonly profiles: ColumnProfiles;
}

/** The rows with their header; the body is filled by hand. */
export function renderFrame(grid: FrameHost, texts: GridTexts): TemplateResult {
  const { body, columns, isLoading, isStale, store, input } = grid;
  const pinned = new Set(grid.layout.columns.pinned);
  return html`<div class="frame">
    <div
      class=${classMap({ scroll: true, stale: isStale })}
      role="grid"
      aria-label=${grid.label}
      aria-busy=${String(isLoading)}
      aria-readonly="true"
      aria-multiselectable="true"
      aria-describedby="keys"
      aria-rowcount=${store.total + 1}
      aria-colcount=${columns.shown.length + 1}
      @scroll=${() => grid.body?.onScroll()}
      @keydown=${input.onKey}
      @mousedown=${input.onMouseDown}
      @dblclick=${input.onDoubleClick}
      @contextmenu=${input.onContextMenu}
      @focusin=${input.onFocus}
    >
      ${renderHeader({
        geometry: columns.geometry,
        columns: body?.columns ?? [],
        view: grid.view,
        pinned,
        active: body?.active ?? { row: 1, column: 1 },
        texts,
        drop: grid.drop,
        profileOf: grid.layout.showsProfiles === true ? profileOf(grid, texts) : undefined,
      })}
      <div class="body" role=${store.total > 0 ? "rowgroup" : "presentation"}></div>
    </div>
    ${renderNote(grid, texts)}
  </div>`;
}

function profileOf(grid: FrameHost, texts: GridTexts): (column: ListColumn) => TemplateResult {
  return (column) =>
    renderProfile({
      ...{ column, texts, profile: grid.profiles.of(column.key) },
      filters: filtersOf(grid.view, column.key),
      choose: (filters) => grid.changeView(setFilters(grid.layout.view, column.key, filters)),
    });
}

/** What stands where rows would be: that none are left, or that they could not be read. */
function renderNote(grid: GridHost, texts: GridTexts): TemplateResult | typeof nothing {
  const note = noteText(grid, texts);
  const retry = (): void => {
    // The button goes, and the focus with it.
    grid.focusCell();
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
