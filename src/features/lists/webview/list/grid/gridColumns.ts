import type { LitElement } from "lit";
import { shownColumns } from "../../../messages/columnOrder";
import type { GridTexts } from "../../../messages/gridTexts";
import type { ListLayout } from "../../../messages/listLayout";
import type { TableFacts } from "../../../messages/listQuestions";
import type { ListColumn } from "../../../messages/listTable";
import { clampWidth } from "./columnLayout";
import { ColumnWidths, rulerFor } from "./columnWidths";
import { type Geometry, layOut } from "./geometry";
import type { GridBody } from "./gridBody";
import { columnName } from "./gridHeader";
import { shownText } from "./listCells";
import type { ListRows } from "./listRows";

/** Rows that columns are measured by. */
const SAMPLE = 60;
const NONE = { columns: [], pinned: new Set<string>(), widthOf: () => 0, gutter: 0, viewport: 0 };

/** What columns are laid out and measured by. */
export interface ColumnsHost extends LitElement {
  readonly facts: TableFacts | undefined;
  /** Which row of the list the first one is, from 1. */
  readonly firstRow: number;
  readonly texts: GridTexts | undefined;
  readonly layout: ListLayout;
  /** A width that is being dragged. */
  readonly draft: { readonly key: string; readonly width: number } | undefined;
  readonly body: GridBody<ListColumn> | undefined;
  readonly store: ListRows;
}

/** The columns on screen: their order, names, widths and places. */
export class GridColumns {
  /** In their order. */
  shown: readonly ListColumn[] = [];
  geometry: Geometry<ListColumn> = layOut<ListColumn>(NONE);
  private readonly widths: ColumnWidths;
  private readonly of: { columns: unknown; layout: unknown } = {
    columns: undefined,
    layout: undefined,
  };

  constructor(private readonly grid: ColumnsHost) {
    this.widths = new ColumnWidths(rulerFor(grid));
  }

  /** Whether rows of every column are needed, to measure those that are new. */
  get needsRows(): boolean {
    return this.shown.some((column) => !this.widths.isMeasured(column));
  }

  /** Lays the columns out as they are to be now. */
  update(): void {
    const { facts, firstRow, texts, layout, draft, body } = this.grid;
    if (facts === undefined || texts === undefined) {
      return;
    }
    const { of } = this;
    if (of.columns !== facts.columns || of.layout !== layout.columns) {
      Object.assign(of, { columns: facts.columns, layout: layout.columns });
      this.shown = shownColumns(facts.columns, layout.columns);
    }
    const { widths, pinned } = layout.columns;
    const chosen = ({ key }: ListColumn): number | undefined =>
      draft?.key === key ? draft.width : Object.hasOwn(widths, key) ? widths[key] : undefined;
    this.geometry = layOut({
      columns: this.shown,
      pinned: new Set(pinned),
      widthOf: (column) => {
        const width = chosen(column);
        return width === undefined
          ? this.widths.widthOf(column, columnName(column, texts))
          : clampWidth(width);
      },
      gutter: Math.max(44, `${firstRow - 1 + facts.rows}`.length * 8 + 20),
      viewport: body?.width ?? 0,
    });
  }

  /** Takes the widths of new columns from the rows that are here. */
  measure(): void {
    // Behind another tab there is room for one row, by which no column is measured for good.
    if (this.grid.clientHeight === 0) {
      return;
    }
    for (const column of this.shown) {
      if (!this.widths.isMeasured(column)) {
        this.widths.measure(column, this.nameOf(column.key), this.textsOf(column));
      }
    }
  }

  /** The width at which nothing of a column's rows in sight is cut. */
  neededWidth(column: ListColumn): number {
    return this.widths.fit(this.nameOf(column.key), this.textsOf(column));
  }

  nameOf(key: string): string {
    const { facts, texts } = this.grid;
    const column = facts?.columns.find((known) => known.key === key);
    return texts === undefined || column === undefined ? key : columnName(column, texts);
  }

  /** The column of a place, with its name; undefined for that of the row numbers. */
  at(place: number): { readonly column: ListColumn; readonly name: string } | undefined {
    const column = this.shown[place - 1];
    const { texts } = this.grid;
    return column && texts && { column, name: columnName(column, texts) };
  }

  /** The texts of a column's rows that are here, as far as they are needed to measure it. */
  private textsOf(column: ListColumn): readonly string[] {
    const { texts, store, layout, body } = this.grid;
    const from = body?.firstRow ?? 0;
    const found: string[] = [];
    for (let row = from; row < Math.min(from + SAMPLE, store.total); row++) {
      const cell = store.cell(row, column.key);
      if (cell !== undefined && texts !== undefined) {
        found.push(shownText(cell, column, { texts, isGrouped: layout.isGrouped }));
      }
    }
    return found;
  }
}
