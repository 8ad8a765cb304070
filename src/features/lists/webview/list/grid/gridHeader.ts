import { html, nothing, type TemplateResult } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { repeat } from "lit/directives/repeat.js";
import type { GridTexts } from "../../../messages/gridTexts";
import type { RowView } from "../../../messages/listQuestions";
import type { ListColumn } from "../../../messages/listTable";
import { position } from "../../../../../platform/webview/position";
import { visibleText } from "../cell";
import type { Geometry } from "./geometry";
import type { GridCell } from "./selection";
import { filtersOf, sortOf } from "./viewChanges";

interface HeaderLook {
  readonly geometry: Geometry<ListColumn>;
  /** Places of the columns that are drawn. */
  readonly columns: readonly number[];
  readonly view: RowView;
  readonly pinned: ReadonlySet<string>;
  readonly active: GridCell;
  readonly texts: GridTexts;
  /** Where a dragged column would go: before the column of this place. */
  readonly drop: number | undefined;
  /** What is drawn below each name; absent where profiles are off. */
  readonly profileOf?: ((column: ListColumn) => TemplateResult) | undefined;
}

const NO_COLUMN: ListColumn = { key: "", label: "", isNumeric: false, kind: "empty" };

/** What the header calls a column. */
export function columnName({ label }: Pick<ListColumn, "label">, texts: GridTexts): string {
  return label === "" ? texts.value : visibleText(label);
}

/** The columns' names: how each is sorted, whether it is filtered, and the edge to drag. */
export function renderHeader(look: HeaderLook): TemplateResult {
  const { geometry, columns, active, texts } = look;
  return html`
    <div
      class=${look.profileOf ? "head profiled" : "head"}
      role="rowgroup"
      ${position({ width: `${geometry.total}px` })}
    >
      <div class="row" role="row" aria-rowindex="1">
        <div
          class="gutter corner"
          role="columnheader"
          aria-colindex="1"
          data-column="0"
          aria-label=${texts.rowNumbers}
          tabindex=${active.row === 0 && active.column === 0 ? 0 : nothing}
          .textContent=${"#"}
          ${position({ width: `${geometry.gutter}px` })}
        ></div>
        ${repeat(
          columns.filter((index) => geometry.columns[index] !== undefined),
          (index) => geometry.columns[index]?.key,
          (index) => renderColumn(index, look),
        )}
      </div>
    </div>
  `;
}

function renderColumn(index: number, look: HeaderLook): TemplateResult {
  const { geometry, view, pinned, active, texts, drop } = look;
  const column = geometry.columns[index] ?? NO_COLUMN;
  const name = columnName(column, texts);
  const sort = sortOf(view, column.key);
  const stays = index < geometry.pinned;
  const classes = {
    cell: true,
    numeric: column.isNumeric,
    stays,
    edge: stays && index === geometry.pinned - 1,
    drop: drop === index,
    dropped: drop === index + 1 && index === geometry.columns.length - 1,
  };
  return html`<div
    class=${classMap(classes)}
    role="columnheader"
    aria-colindex=${index + 2}
    aria-sort=${sort?.direction ?? nothing}
    aria-haspopup="menu"
    data-column=${index + 1}
    tabindex=${active.row === 0 && active.column === index + 1 ? 0 : nothing}
    title=${name}
    ${position({
      left: `${geometry.starts[index] ?? 0}px`,
      width: `${geometry.widths[index] ?? 0}px`,
    })}
  >
    ${pinned.has(column.key) ? icon("pinned", "\ueba0") : nothing}<span class="name">${name}</span
    >${filtersOf(view, column.key).length > 0 ? icon("filtered", "\ueaf1", texts.filtered) : nothing}${
      sort === undefined ? nothing : renderSort(sort)
    }${look.profileOf?.(column) ?? nothing}<span class="menu" aria-hidden="true"></span
    ><span class="resize" aria-hidden="true"></span>
  </div>`;
}

function renderSort(sort: NonNullable<ReturnType<typeof sortOf>>): TemplateResult {
  const glyph = sort.direction === "ascending" ? "\ueaa1" : "\uea9a";
  return html`${icon("sorted", glyph)}${sort.isOnly ? nothing : html`<sup>${sort.ordinal}</sup>`}`;
}

/** A glyph; with a word where it says what nothing else does. */
function icon(name: string, glyph: string, word?: string): TemplateResult {
  const hidden = word === undefined ? nothing : html`<span class="hidden"> ${word}</span>`;
  return html`<span class="icon ${name}" aria-hidden="true">${glyph}</span>${hidden}`;
}
