import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { guard } from "lit/directives/guard.js";
import type { PanelPlace, PanelTexts } from "../../shared/listPanel";
import type { ListCell, ListColumn, ListTable } from "../../shared/listTable";
import { baseStyles } from "../parts/styles";
import { cellLook, visibleText } from "./cell";
import { clampCell, nextCell, type CellPlace } from "./gridKeys";
import { gridStyles } from "./gridStyles";

/** The user moved in the grid: worth remembering. */
export class PlaceEvent extends CustomEvent<undefined> {}

const ROW_HEIGHT = 27;

/**
 * The rows of a page as an ARIA grid: one tab stop, arrow keys inside. Focus moves only by the
 * user's hand; new rows leave it where it is.
 */
export class Grid extends LitElement {
  static override readonly properties = {
    table: { attribute: false },
    texts: { attribute: false },
    label: { type: String },
    isLoading: { type: Boolean },
  };

  static override readonly styles = [baseStyles, gridStyles];

  declare table: ListTable | undefined;
  declare texts: PanelTexts | undefined;
  declare label: string;
  declare isLoading: boolean;
  private active: CellPlace = { row: 0, column: 0 };

  override render(): TemplateResult | typeof nothing {
    const { table, texts } = this;
    if (table === undefined || texts === undefined) {
      return nothing;
    }
    return html`
      <div class=${classMap({ scroll: true, loading: this.isLoading })} @scroll=${this.tell}>
        <table
          role="grid"
          aria-label=${this.label}
          aria-busy=${String(this.isLoading)}
          aria-readonly="true"
          aria-rowcount=${table.rows.length + 1}
          aria-colcount=${table.columns.length}
          @keydown=${this.onKey}
          @focusin=${this.onFocus}
        >
          ${guard([table, texts], () => renderTable(table, texts))}
        </table>
      </div>
    `;
  }

  override updated(changed: PropertyValues): void {
    if (changed.has("table") && this.table !== undefined) {
      this.activate(clampCell(this.active, this.size));
    }
  }

  get place(): PanelPlace {
    const scroll = this.scroller;
    return { top: scroll?.scrollTop ?? 0, left: scroll?.scrollLeft ?? 0, ...this.active };
  }

  /** Puts the grid back where the user had left it, without taking the focus. */
  restore({ top, left, row, column }: PanelPlace): void {
    this.activate(clampCell({ row, column }, this.size));
    this.scroller?.scrollTo({ top, left });
  }

  /** Other rows than before: back to their beginning, in the column where the user is. */
  toTop(): void {
    this.scroller?.scrollTo({ top: 0 });
    const hadFocus = this.shadowRoot?.activeElement?.matches("td") === true;
    this.activate({ ...this.active, row: Math.min(this.active.row, 1) });
    if (hadFocus) {
      this.focusCell();
    }
  }

  focusCell(): void {
    this.cellAt(this.active)?.focus({ preventScroll: true });
  }

  private get size(): { rows: number; columns: number; visibleRows: number } {
    const height = this.scroller?.clientHeight ?? 0;
    return {
      rows: (this.table?.rows.length ?? 0) + 1,
      columns: this.table?.columns.length ?? 0,
      visibleRows: Math.floor(height / ROW_HEIGHT) - 2,
    };
  }

  private get scroller(): Element | null {
    return this.renderRoot.querySelector(".scroll");
  }

  private cellAt({ row, column }: CellPlace): HTMLElement | undefined {
    const found = this.renderRoot.querySelectorAll("tr")[row]?.children[column];
    return found instanceof HTMLElement ? found : undefined;
  }

  /** Moves the one tab stop. By hand: rendering all cells for a key press would be slow. */
  private activate(place: CellPlace): void {
    for (const old of this.renderRoot.querySelectorAll('[tabindex="0"]')) {
      old.setAttribute("tabindex", "-1");
    }
    this.active = place;
    this.cellAt(place)?.setAttribute("tabindex", "0");
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const target = nextCell(this.active, event, this.size);
    if (target !== undefined) {
      event.preventDefault();
      this.activate(target);
      this.cellAt(target)?.focus();
      this.tell();
    }
  };

  private readonly onFocus = (event: FocusEvent): void => {
    const cell = event.target instanceof Element ? event.target.closest("th, td") : null;
    const row = cell?.closest("tr");
    if (cell && row) {
      const rows = [...this.renderRoot.querySelectorAll("tr")];
      this.activate({ row: rows.indexOf(row), column: [...row.children].indexOf(cell) });
      this.tell();
    }
  };

  private readonly tell = (): void => {
    this.dispatchEvent(new PlaceEvent("fp-place", { bubbles: true, composed: true }));
  };
}

function renderTable({ columns, rows }: ListTable, texts: PanelTexts): TemplateResult {
  return html`
    <thead>
      <tr aria-rowindex="1">
        ${columns.map(({ label, isNumeric }, index) => {
          const name = label === "" ? texts.value : visibleText(label);
          return html`<th
            scope="col"
            role="columnheader"
            class=${isNumeric ? "numeric" : ""}
            aria-colindex=${index + 1}
            tabindex="-1"
            title=${name}
            .textContent=${name}
          ></th>`;
        })}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row, index) =>
          html`<tr aria-rowindex=${index + 2}>
            ${row.map((cell, column) => renderCell(cell, columns[column], column, texts))}
          </tr>`,
      )}
    </tbody>
  `;
}

function renderCell(
  cell: ListCell,
  column: ListColumn | undefined,
  index: number,
  texts: PanelTexts,
): TemplateResult {
  const { text, title, isMarker } = cellLook(cell, texts);
  const classes = { numeric: column?.isNumeric === true, marker: isMarker };
  return html`<td
    role="gridcell"
    class=${classMap(classes)}
    aria-colindex=${index + 1}
    tabindex="-1"
    title=${title}
    .textContent=${text}
  ></td>`;
}
