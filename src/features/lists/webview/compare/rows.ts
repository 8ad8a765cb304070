import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { repeat } from "lit/directives/repeat.js";
import type { CompareTexts } from "../../messages/compareTexts";
import type { GridTexts } from "../../messages/gridTexts";
import type { CellMark, ComparedColumn, ComparedRow } from "../../messages/listComparison";
import type { ListCell } from "../../messages/listTable";
import { fillText } from "../../../../platform/base/texts";
import { cellLook } from "../list/cell";
import { hasUnseen, putText } from "../list/grid/cellText";
import { columnName, KIND_ICONS, kindWord } from "./words";

export const ROW_HEIGHT = 44;
export const KIND_WIDTH = 150;

/** A place in the grid: row 0 is the head, column 0 the kind of the row. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface RowsPicture {
  /** Rows that are drawn, from 0; columns by their place among all. */
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly all: readonly ComparedColumn[];
  readonly starts: readonly number[];
  readonly widths: readonly number[];
  readonly width: number;
  readonly active: Place;
  readonly topOf: (row: number) => number;
  readonly rowOf: (row: number) => ComparedRow | undefined;
  /** Place of a column in the cells of a row; -1 where it was not asked for. */
  readonly indexOf: (key: string) => number;
  readonly texts: CompareTexts;
  readonly cellTexts: GridTexts;
}

export function renderHead(picture: RowsPicture): TemplateResult {
  const { columns, all, width, texts } = picture;
  return html`<div class="head" role="rowgroup" .style=${`width:${width}px`}>
    <div class="row" role="row" aria-rowindex="1">
      <div
        class="kind"
        role="columnheader"
        aria-colindex="1"
        data-place="0 0"
        tabindex=${stop(picture, 0, 0)}
      >
        ${texts.compareKind}
      </div>
      ${repeat(columns, identity, (column) => {
        const found = all[column];
        const name = found === undefined ? "" : columnName(found, texts);
        return html`<div
          class="cell ${found?.isNumeric === true ? "numeric" : ""}"
          role="columnheader"
          aria-colindex=${column + 2}
          data-place="0 ${column + 1}"
          title=${name}
          tabindex=${stop(picture, 0, column + 1)}
          .style=${placeOf(column, picture)}
        >
          <span class="name">${name}</span>
        </div>`;
      })}
    </div>
  </div>`;
}

export function renderRows(picture: RowsPicture): unknown {
  return repeat(picture.rows, identity, (row) => renderRow(row, picture));
}

function renderRow(at: number, picture: RowsPicture): TemplateResult {
  const { rowOf, topOf, columns, width, texts } = picture;
  const row = rowOf(at);
  return html`<div
    class="row ${row?.kind ?? "absent"}"
    role="row"
    aria-rowindex=${at + 2}
    .style=${`top:${topOf(at)}px;width:${width}px`}
  >
    <div
      class="kind"
      role="rowheader"
      aria-colindex="1"
      data-place="${at + 1} 0"
      tabindex=${stop(picture, at + 1, 0)}
    >
      ${
        row === undefined
          ? nothing
          : html`<vscode-icon name=${KIND_ICONS[row.kind]}></vscode-icon>
              <span>${kindWord(row.kind, texts)}</span>`
      }
    </div>
    ${repeat(columns, identity, (column) => renderCell(at, column, row, picture))}
  </div>`;
}

function renderCell(
  at: number,
  column: number,
  row: ComparedRow | undefined,
  picture: RowsPicture,
): TemplateResult {
  const { all, indexOf, texts } = picture;
  const found = all[column];
  const index = found === undefined ? -1 : indexOf(found.key);
  const mark = row?.marks[index] ?? "same";
  const isSplit = mark !== "same" && row?.left !== undefined && row.right !== undefined;
  const [left, right] = [row?.left?.[index], row?.right?.[index]];
  const label = isSplit && found ? splitLabel(found, mark, [left, right], picture) : undefined;
  return html`<div
    class="cell ${mark} ${found?.isNumeric === true ? "numeric" : ""}"
    role="gridcell"
    aria-colindex=${column + 2}
    title=${label ?? nothing}
    data-place="${at + 1} ${column + 1}"
    tabindex=${stop(picture, at + 1, column + 1)}
    .style=${placeOf(column, picture)}
  >
    ${
      isSplit
        ? html`<span class="hidden">${texts.compareLeft}</span>
            <del>${renderValue(left, picture)}</del>
            <span class="hidden">${texts.compareRight}</span>
            <ins>${renderValue(right, picture)}</ins>
            <span class="hidden">${kindWord(mark, texts)}</span>`
        : renderValue(left ?? right, picture)
    }
  </div>`;
}

function renderValue(cell: ListCell | undefined, { cellTexts }: RowsPicture): unknown {
  if (cell === undefined) {
    return nothing;
  }
  const { text, isMarker } = cellLook(cell, cellTexts);
  if (hasUnseen(text)) {
    return html`<bdi
      ${ref((element) => element instanceof HTMLElement && putText(element, text))}
    ></bdi>`;
  }
  // An absent value beside one that is there has to be seen.
  return html`<bdi class=${isMarker ? "marker" : ""}>${text === "" ? "–" : text}</bdi>`;
}

function splitLabel(
  column: ComparedColumn,
  mark: CellMark,
  cells: readonly (ListCell | undefined)[],
  { texts, cellTexts }: RowsPicture,
): string {
  const [left = "", right = ""] = cells.map((cell) => {
    const look = cell && cellLook(cell, cellTexts);
    return look?.text === "" ? look.title : look?.text;
  });
  return fillText(texts.compareCell, column.label, left, right, kindWord(mark, texts));
}

/** Set as a property: the panel's policy lets no attribute lay anything out. */
function placeOf(column: number, { starts, widths }: RowsPicture): string {
  return `left:${starts[column] ?? 0}px;width:${widths[column] ?? 0}px`;
}

function stop({ active }: RowsPicture, row: number, column: number): 0 | -1 {
  return active.row === row && active.column === column ? 0 : -1;
}

function identity(value: number): number {
  return value;
}
