import { html, type LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { CompareTexts } from "../../messages/compareTexts";
import type { CompareAnswer, ComparedColumn } from "../../messages/listComparison";
import { position } from "../../../../platform/webview/position";
import { ColumnWidths, rulerFor } from "../list/grid/columnWidths";
import { type Geometry, layOut } from "../list/grid/geometry";
import { GridBody } from "../list/grid/gridBody";
import { clampPlace, gridStep } from "../list/grid/keys";
import type { GridCell } from "../list/grid/selection";
import {
  type CompareCells,
  compareCellWriter,
  comparedTexts,
  type ComparedRows,
  type CompareSlice,
} from "./compareCells";
import { columnName } from "./words";

/** Two values, one below the other. */
const ROW_HEIGHT = 44;
const KIND_WIDTH = 150;
/** Of the marks of two values beside that of a cell. */
const MARK_WIDTH = 12;

/** The element that the rows are drawn in. */
interface CompareGridOwner extends LitElement {
  readonly store: ComparedRows;
  /** Goes to the next difference, or says that there is none. */
  next(direction: "forward" | "backward"): Promise<void>;
}

/** The grid of compared rows inside its element. */
export class CompareGrid {
  private body: GridBody<ComparedColumn> | undefined;
  private scroller: HTMLElement | undefined;
  private geometry: Geometry<ComparedColumn> | undefined;
  private readonly widths: ColumnWidths;
  /** The last slice that columns were measured by. */
  private measured: CompareSlice | undefined;
  private readonly sizes = new ResizeObserver(() => this.owner.requestUpdate());

  constructor(private readonly owner: CompareGridOwner) {
    this.widths = new ColumnWidths(rulerFor(owner), MARK_WIDTH);
  }

  disconnect(): void {
    this.body?.dispose();
    this.sizes.disconnect();
    this.body = undefined;
    this.scroller = undefined;
  }

  /** Where the user is; row 0 is the head, column 0 the kind of the row. */
  get active(): GridCell {
    return this.body?.active ?? { row: 1, column: 0 };
  }

  render({ columns, total }: CompareAnswer, cells: CompareCells, isStale: boolean): TemplateResult {
    const { texts } = cells;
    this.layColumns(columns, cells);
    return html`<div
      class="scroll ${isStale ? "stale" : ""}"
      role="grid"
      aria-label=${texts.compareGrid}
      aria-describedby="keys"
      aria-readonly="true"
      aria-busy=${String(isStale)}
      aria-rowcount=${total + 1}
      aria-colcount=${columns.length + 1}
      @scroll=${() => this.body?.onScroll()}
      @keydown=${this.onKey}
      @click=${this.onClick}
    >
      ${this.renderHead(columns, texts)}
      <div class="body" role=${total > 0 ? "rowgroup" : "presentation"}></div>
    </div>`;
  }

  /** Draws the rows, once the frame around them is there. */
  draw(cells: CompareCells | undefined): void {
    const scroller = this.owner.renderRoot.querySelector<HTMLElement>(".scroll");
    const rows = this.owner.renderRoot.querySelector<HTMLElement>(".scroll > .body");
    if (scroller !== (this.scroller ?? null)) {
      this.disconnect();
    }
    if (scroller === null || rows === null || cells === undefined) {
      return;
    }
    if (this.body === undefined) {
      this.scroller = scroller;
      this.sizes.observe(scroller);
      this.body = new GridBody({
        ...{ scroller, body: rows, store: this.owner.store, rowHeight: ROW_HEIGHT, startTop: 0 },
        onColumns: () => this.owner.requestUpdate(),
        onPlace: () => undefined,
        onPainted: () => undefined,
      });
      this.body.restore({ top: 0, left: 0, row: 1, column: 0 });
    }
    if (this.geometry !== undefined) {
      const writer = compareCellWriter(cells);
      this.body.update({ geometry: this.geometry, writer, needsAllColumns: false });
    }
  }

  /** Other rows are here; those of another view begin at the top. */
  onRows(isOther: boolean): void {
    const { body } = this;
    if (body !== undefined) {
      body.active = clampPlace(body.active, body.extent);
      if (isOther) {
        body.active = { ...body.active, row: Math.min(1, body.active.row) };
        body.scrollTo(0);
      }
    }
  }

  goTo(to: GridCell): void {
    const { body, owner } = this;
    if (body === undefined) {
      return;
    }
    const was = body.active;
    body.active = to;
    body.reveal(to);
    body.paint();
    if (was.row === 0 || to.row === 0) {
      owner.requestUpdate();
    }
    if (to.row > 0) {
      body.cellAt(to)?.focus({ preventScroll: true });
    } else {
      const head = `.head [data-column="${to.column}"]`;
      void owner.updateComplete.then(() =>
        owner.renderRoot.querySelector<HTMLElement>(head)?.focus({ preventScroll: true }),
      );
    }
  }

  private renderHead(columns: readonly ComparedColumn[], texts: CompareTexts): TemplateResult {
    const { starts = [], widths = [], total = 0 } = this.geometry ?? {};
    const stop = (column: number): unknown =>
      this.active.row === 0 && this.active.column === column ? 0 : nothing;
    return html`<div class="head" role="rowgroup" ${position({ width: `${total}px` })}>
      <div class="row" role="row" aria-rowindex="1">
        <div
          class="gutter kind"
          role="columnheader"
          aria-colindex="1"
          data-column="0"
          tabindex=${stop(0)}
          ${position({ width: `${KIND_WIDTH}px` })}
        >
          ${texts.compareKind}
        </div>
        ${repeat(
          (this.body?.columns ?? []).filter((index) => columns[index] !== undefined),
          (index) => index,
          (index) => {
            const column = columns[index];
            const name = column === undefined ? "" : columnName(column, texts);
            return html`<div
              class="cell ${column?.isNumeric === true ? "numeric" : ""}"
              role="columnheader"
              aria-colindex=${index + 2}
              data-column=${index + 1}
              title=${name}
              tabindex=${stop(index + 1)}
              ${position({ left: `${starts[index] ?? 0}px`, width: `${widths[index] ?? 0}px` })}
            >
              <span class="name">${name}</span>
            </div>`;
          },
        )}
      </div>
    </div>`;
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const { body } = this;
    if (event.key === "F7" && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      void this.owner.next(event.shiftKey ? "backward" : "forward");
    } else if (body !== undefined) {
      const { visibleRows } = body;
      const step = gridStep(body.active, event, { ...body.extent, visibleRows });
      if (step?.kind === "move") {
        event.preventDefault();
        this.goTo(step.to);
      }
    }
  };

  /** After the press, which would move the focus away: texts can be marked by dragging. */
  private readonly onClick = ({ target }: MouseEvent): void => {
    const head = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null;
    const at =
      head === null
        ? this.body?.placeOf(target)
        : { row: 0, column: Number(head.dataset["column"]) };
    if (at !== undefined) {
      this.goTo(at);
    }
  };

  private layColumns(columns: readonly ComparedColumn[], cells: CompareCells): void {
    const { rows, texts } = cells;
    const slice = rows.shown?.slice;
    if (slice !== undefined && slice !== this.measured) {
      this.measured = slice;
      for (const column of columns) {
        this.measure(column, slice, cells);
      }
    }
    this.geometry = layOut({
      ...{ columns, gutter: KIND_WIDTH, pinned: new Set<string>(), viewport: 0 },
      widthOf: (column) => this.widths.widthOf(column, columnName(column, texts)),
    });
  }

  /** As wide as the first texts need, and so for good; only numbers that are cut mislead. */
  private measure(column: ComparedColumn, slice: CompareSlice, cells: CompareCells): void {
    const place = slice.columns.indexOf(column.key);
    if (place === -1 || (this.widths.isMeasured(column) && !column.isNumeric)) {
      return;
    }
    const found = slice.rows.flatMap((row) => {
      const cell = row[place];
      return cell === undefined ? [] : comparedTexts(cell, column, cells);
    });
    if (found.length > 0) {
      this.widths.widen(column, columnName(column, cells.texts), found);
    }
  }
}
