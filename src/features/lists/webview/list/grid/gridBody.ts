import type { GridPlace } from "../../../messages/listLayout";
import type { GridTexts } from "../../../messages/gridTexts";
import { clampPlace } from "./keys";
import { columnsInSight, columnAt, type Geometry, stayingWidth } from "./geometry";
import { RowPainter } from "./rowPainter";
import { ROW_HEIGHT, RowScale } from "./rowScale";
import type { RowStore } from "./rowStore";
import { blockOf, type GridCell, type GridExtent, holds, type Selected } from "./selection";

const HEAD_HEIGHT = 28;
const ROWS_BESIDE = 6;
const COLUMNS_BESIDE = 2;
/** Up to so many columns are asked for at once; of more only those in sight, by blocks. */
const ALL_COLUMNS = 60;
const COLUMN_BLOCK = 16;

interface BodyOptions {
  readonly scroller: HTMLElement;
  readonly body: HTMLElement;
  readonly store: RowStore;
  /** Where the user had left, for the first question. */
  readonly startTop: number;
  /** Other columns are in sight, or must be drawn. */
  readonly onColumns: () => void;
  readonly onPlace: () => void;
  readonly onPainted: () => void;
}

/** What the rows are drawn by. */
interface BodyLook {
  readonly geometry: Geometry;
  readonly texts: GridTexts;
  readonly isGrouped: boolean;
  /** Widths are not known yet: some rows of every column are needed. */
  readonly needsAllColumns: boolean;
}

/** The rows and columns in sight: where the user is, what is drawn, what is asked for. */
export class GridBody {
  active: GridCell = { row: 1, column: 1 };
  selected: Selected | undefined;
  found: GridCell | undefined;
  columns: readonly number[] = [];
  /** Nothing has been shown here yet. */
  isNew = true;
  private look: BodyLook | undefined;
  private readonly scale = new RowScale();
  private readonly painter: RowPainter;
  private settling: ReturnType<typeof setTimeout> | undefined;
  /** How far the columns that stay have been taken along. */
  private left = 0;

  constructor(private readonly options: BodyOptions) {
    this.painter = new RowPainter(options.body);
  }

  /** Takes what changed and draws it. */
  update(look: BodyLook): void {
    this.look = look;
    this.paint();
  }

  readonly onScroll = (): void => {
    const { scroller } = this.options;
    this.scale.scrolled(scroller.scrollTop);
    if (scroller.scrollLeft !== this.left) {
      scroller.toggleAttribute("data-sliding", true);
    }
    this.paint();
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.settle(), 150);
  };

  paint(): void {
    const { look, options } = this;
    if (look === undefined) {
      return;
    }
    this.resize();
    const { store } = options;
    const { first, last } = this.rowsInSight();
    this.chooseColumns(look.geometry);
    const also = this.active.row - 1;
    store.show({ from: first, count: last - first + 1, columns: this.sightKeys(), also });
    const extent = this.extent;
    const block = this.selected && blockOf(this.selected, extent);
    const more = this.selected?.more ?? [];
    this.painter.paint({
      ...look,
      rows: this.drawnRows(first, last),
      columns: this.columns,
      scale: this.scale,
      active: this.active,
      cellOf: (row, { key }) => store.cell(row, key),
      numberOf: (row) => store.number(row),
      isSelected: (at) => block !== undefined && holds(block, more, atFirst(at)),
      isFound: ({ row, column }) => this.found?.row === row && this.found.column === column,
    });
    options.onPainted();
  }

  isSelected(at: GridCell): boolean {
    const { selected } = this;
    return selected !== undefined && holds(blockOf(selected, this.extent), selected.more, at);
  }

  get extent(): GridExtent {
    return {
      rows: this.options.store.total,
      columns: this.look?.geometry.columns.length ?? 0,
    };
  }

  get visibleRows(): number {
    return Math.floor(this.room / ROW_HEIGHT);
  }

  get width(): number {
    return this.options.scroller.clientWidth;
  }

  get firstRow(): number {
    return this.rowsInSight().first;
  }

  get place(): GridPlace {
    const { scroller } = this.options;
    return { top: this.scale.top(scroller.scrollTop), left: scroller.scrollLeft, ...this.active };
  }

  /** Goes where the user had left; the corner stands for a grid nobody has been in. */
  restore({ top, left, row, column }: GridPlace): void {
    this.isNew = false;
    const start = row === 0 && column === 0 ? { row: 1, column: 1 } : { row, column };
    this.active = clampPlace(start, this.extent);
    this.scrollTo(top);
    this.options.scroller.scrollLeft = left;
  }

  scrollTo(top: number): void {
    this.resize();
    this.options.scroller.scrollTop = this.scale.scrollTopFor(top);
  }

  scrollBy(x: number, y: number): void {
    this.options.scroller.scrollBy(x, y);
  }

  /** Columns that stay are in sight anyhow: who goes to the start wants to see what follows them. */
  toFirstColumns(): void {
    this.options.scroller.scrollLeft = 0;
  }

  /** Brings a place into sight by the shortest way. */
  reveal({ row, column }: GridCell): void {
    const { scroller } = this.options;
    const top = this.scale.top(scroller.scrollTop);
    const rowTop = (row - 1) * ROW_HEIGHT;
    if (row > 0 && rowTop < top) {
      this.scrollTo(rowTop);
    } else if (row > 0 && rowTop + ROW_HEIGHT > top + this.room) {
      this.scrollTo(rowTop + ROW_HEIGHT - this.room);
    }
    const { geometry } = this.look ?? {};
    const start = geometry?.starts[column - 1];
    if (geometry === undefined || start === undefined || column - 1 < geometry.pinned) {
      return;
    }
    const end = start + (geometry.widths[column - 1] ?? 0);
    const { scrollLeft, clientWidth } = scroller;
    const least = start - stayingWidth(geometry);
    if (scrollLeft > least) {
      scroller.scrollLeft = least;
    } else if (end > scrollLeft + clientWidth) {
      scroller.scrollLeft = Math.min(least, end - clientWidth);
    }
  }

  cellAt(at: GridCell): HTMLElement | undefined {
    return this.painter.cellAt(at);
  }

  placeOf(target: EventTarget | null): GridCell | undefined {
    return this.painter.placeOf(target);
  }

  /** The place below a point of the window, also where it is beyond the rows in sight. */
  placeAt(x: number, y: number): GridCell {
    const { scroller } = this.options;
    const box = scroller.getBoundingClientRect();
    const { geometry } = this.look ?? {};
    const top = this.scale.top(scroller.scrollTop);
    const inside = Math.max(0, Math.min(y - box.top - HEAD_HEIGHT, this.room - 1));
    const row = 1 + Math.floor((top + inside) / ROW_HEIGHT);
    const left = x - box.left;
    const stays = geometry !== undefined && left < stayingWidth(geometry);
    const at = geometry && 1 + columnAt(geometry, stays ? left : left + scroller.scrollLeft);
    return clampPlace({ row: Math.max(1, row), column: at ?? 1 }, this.extent);
  }

  dispose(): void {
    clearTimeout(this.settling);
  }

  /** Below the head. */
  private get room(): number {
    return Math.max(0, this.options.scroller.clientHeight - HEAD_HEIGHT);
  }

  private resize(): void {
    const { body, store } = this.options;
    this.scale.resize(store.total, this.room);
    const height = `${this.scale.height}px`;
    const width = `${this.look?.geometry.total ?? 0}px`;
    if (body.style.height !== height || body.style.width !== width) {
      Object.assign(body.style, { height, width });
    }
  }

  /** On a canvas that is too low for all rows the bar is put where the rows are. */
  private settle(): void {
    const { scroller } = this.options;
    const wanted = this.scale.scrollTopFor(this.scale.top(scroller.scrollTop));
    if (Math.abs(scroller.scrollTop - wanted) >= 1) {
      scroller.scrollTop = wanted;
      this.paint();
    }
    if (scroller.scrollLeft !== this.left || scroller.hasAttribute("data-sliding")) {
      this.left = scroller.scrollLeft;
      scroller.style.setProperty("--left", `${this.left}px`);
      scroller.toggleAttribute("data-sliding", false);
    }
    this.options.onPlace();
  }

  private rowsInSight(): { readonly first: number; readonly last: number } {
    const { scroller, startTop } = this.options;
    const top = this.isNew ? startTop : this.scale.top(scroller.scrollTop);
    const first = Math.floor(top / ROW_HEIGHT);
    return { first, last: Math.max(first, Math.ceil((top + this.room) / ROW_HEIGHT) - 1) };
  }

  /** Those in sight, some around them, and that of the tab stop, or keys went nowhere. */
  private drawnRows(first: number, last: number): readonly number[] {
    const { total } = this.options.store;
    const from = Math.max(0, first - ROWS_BESIDE);
    const to = Math.min(total - 1, last + ROWS_BESIDE);
    return withOne(from, to, { one: this.active.row - 1, end: total });
  }

  private chooseColumns(geometry: Geometry): void {
    const { scrollLeft, clientWidth } = this.options.scroller;
    const { first, last } = columnsInSight(geometry, scrollLeft, clientWidth);
    const end = geometry.columns.length;
    const from = Math.max(geometry.pinned, first - COLUMNS_BESIDE);
    const to = Math.min(end - 1, last + COLUMNS_BESIDE);
    const one = this.active.column - 1;
    const moving = withOne(from, to, { one: one < geometry.pinned ? -1 : one, end });
    const columns = [...Array.from({ length: geometry.pinned }, (_, index) => index), ...moving];
    if (columns.join() !== this.columns.join()) {
      this.columns = columns;
      this.options.onColumns();
    }
  }

  private sightKeys(): readonly string[] {
    const { geometry, needsAllColumns = false } = this.look ?? {};
    const keys = geometry?.columns.map(({ key }) => key) ?? [];
    if (keys.length <= ALL_COLUMNS || needsAllColumns || geometry === undefined) {
      return keys;
    }
    const moving = this.columns.filter((column) => column >= geometry.pinned);
    const blocks = new Set(moving.map((column) => Math.floor(column / COLUMN_BLOCK)));
    return keys.filter(
      (_, index) => index < geometry.pinned || blocks.has(Math.floor(index / COLUMN_BLOCK)),
    );
  }
}

/** A place that stands for a row or column is one of its cells. */
function atFirst({ row, column }: GridCell): GridCell {
  return { row: Math.max(1, row), column: Math.max(1, column) };
}

function withOne(
  from: number,
  to: number,
  { one, end }: { readonly one: number; readonly end: number },
): readonly number[] {
  const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  const isBeside = one >= 0 && one < end && (one < from || one > to);
  return isBeside ? [...shown, one].sort((first, second) => first - second) : shown;
}
