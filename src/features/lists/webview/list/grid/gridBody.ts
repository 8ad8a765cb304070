import type { GridPlace } from "../../../messages/listLayout";
import { rangeWith, VirtualRows } from "../../../../../platform/webview/virtualRows";
import { clampPlace } from "./keys";
import {
  columnsInSight,
  columnAt,
  HEAD_HEIGHT,
  type Geometry,
  type GridColumn,
  stayingWidth,
} from "./geometry";
import { type CellWriter, RowPainter } from "./rowPainter";
import { blockOf, type GridCell, type GridExtent, contains, type Selected } from "./selection";

const ROWS_BESIDE = 6;
const COLUMNS_BESIDE = 2;
/** Up to so many columns are asked for at once; of more only those in sight, by blocks. */
const ALL_COLUMNS = 60;
const COLUMN_BLOCK = 16;

/** The rows in sight, as their store has to know them. */
interface SliceStore {
  readonly total: number;
  show(sight: {
    readonly from: number;
    readonly count: number;
    readonly columns: readonly string[];
    readonly also: number;
  }): void;
}

interface BodyOptions {
  readonly scroller: HTMLElement;
  readonly body: HTMLElement;
  readonly store: SliceStore;
  readonly rowHeight: number;
  /** Of the names of the columns, as it is now; one line where it is absent. */
  readonly headHeight?: () => number;
  /** Where the user had left, for the first question. */
  readonly startTop: number;
  /** Other columns are in sight, or must be drawn. */
  readonly onColumns: () => void;
  readonly onPlace: () => void;
  readonly onPainted: () => void;
}

/** What the rows are drawn by. */
interface BodyLook<Column extends GridColumn> {
  readonly geometry: Geometry<Column>;
  readonly writer: CellWriter<Column>;
  /** Widths are not known yet: some rows of every column are needed. */
  readonly needsAllColumns: boolean;
}

/** The rows and columns in sight: where the user is, what is drawn, what is asked for. */
export class GridBody<Column extends GridColumn> {
  active: GridCell = { row: 1, column: 1 };
  selected: Selected | undefined;
  found: GridCell | undefined;
  /** More cells that hold what was looked for; a row's number in column 0. */
  isMarked: (at: GridCell) => boolean = () => false;
  columns: readonly number[] = [];
  /** Nothing has been shown here yet. */
  isNew = true;
  private look: BodyLook<Column> | undefined;
  private readonly rows: VirtualRows;
  private readonly painter: RowPainter<Column>;
  private settling: ReturnType<typeof setTimeout> | undefined;
  /** How far the columns that stay have been taken along. */
  private left = 0;

  constructor(private readonly options: BodyOptions) {
    const { scroller, body, rowHeight } = options;
    this.painter = new RowPainter(body);
    this.rows = new VirtualRows({
      ...{ scroller, rowHeight, overscan: ROWS_BESIDE },
      get headHeight() {
        return options.headHeight?.() ?? HEAD_HEIGHT;
      },
    });
  }

  /** Draws the rows by another look. */
  update(look: BodyLook<Column>): void {
    this.look = look;
    this.paint();
  }

  readonly onScroll = (): void => {
    const { scroller } = this.options;
    this.rows.scrolled();
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
    const sight = this.rowsInSight();
    const { first, last } = sight;
    this.chooseColumns(look.geometry);
    const also = this.active.row - 1;
    options.store.show({ from: first, count: last - first + 1, columns: this.sightKeys(), also });
    const block = this.selected && blockOf(this.selected, this.extent);
    const more = this.selected?.more ?? [];
    this.painter.paint({
      ...look,
      rows: this.rows.drawn(also, sight),
      columns: this.columns,
      placeOf: (row) => this.rows.place(row),
      active: this.active,
      isSelected: (at) => block !== undefined && contains(block, more, atFirst(at)),
      isMarked: (at) => this.isMarked(at),
      isFound: ({ row, column }) => this.found?.row === row && this.found.column === column,
    });
    options.onPainted();
  }

  isSelected(at: GridCell): boolean {
    const { selected } = this;
    return selected !== undefined && contains(blockOf(selected, this.extent), selected.more, at);
  }

  get extent(): GridExtent {
    return {
      rows: this.options.store.total,
      columns: this.look?.geometry.columns.length ?? 0,
    };
  }

  get visibleRows(): number {
    return this.rows.visibleRows;
  }

  get width(): number {
    return this.options.scroller.clientWidth;
  }

  get firstRow(): number {
    return this.rowsInSight().first;
  }

  get place(): GridPlace {
    return { top: this.rows.top, left: this.options.scroller.scrollLeft, ...this.active };
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
    this.rows.scrollTo(top);
  }

  scrollBy(x: number, y: number): void {
    this.options.scroller.scrollBy(x, y);
  }

  /** Columns that are in sight, as they are drawn. */
  get keysInSight(): readonly string[] {
    const { geometry } = this.look ?? {};
    return this.columns.flatMap((column) => geometry?.columns[column]?.key ?? []);
  }

  /** Columns that stay are in sight anyhow: who goes to the start wants to see what follows them. */
  toFirstColumns(): void {
    this.options.scroller.scrollLeft = 0;
  }

  /** Brings a place into sight by the shortest way. */
  reveal({ row, column }: GridCell): void {
    const { scroller } = this.options;
    if (row > 0) {
      this.resize();
      this.rows.reveal(row - 1);
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
    const row = 1 + this.rows.rowAt(y - box.top);
    const left = x - box.left;
    const stays = geometry !== undefined && left < stayingWidth(geometry);
    const at = geometry && 1 + columnAt(geometry, stays ? left : left + scroller.scrollLeft);
    return clampPlace({ row: Math.max(1, row), column: at ?? 1 }, this.extent);
  }

  dispose(): void {
    clearTimeout(this.settling);
  }

  private resize(): void {
    const { body, store } = this.options;
    this.rows.resize(store.total);
    const height = `${this.rows.height}px`;
    const width = `${this.look?.geometry.total ?? 0}px`;
    if (body.style.height !== height || body.style.width !== width) {
      Object.assign(body.style, { height, width });
    }
  }

  private settle(): void {
    const { scroller } = this.options;
    if (this.rows.settle()) {
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
    return this.rows.inSight(this.isNew ? this.options.startTop : this.rows.top);
  }

  private chooseColumns(geometry: Geometry<Column>): void {
    const { scrollLeft, clientWidth } = this.options.scroller;
    const { pinned } = geometry;
    const { first, last } = columnsInSight(geometry, scrollLeft, clientWidth);
    const end = geometry.columns.length;
    const one = this.active.column - 1;
    const moving = rangeWith(Math.max(pinned, first - COLUMNS_BESIDE), last + COLUMNS_BESIDE, {
      ...{ one: one < pinned ? -1 : one, end },
    });
    const columns = [...Array.from({ length: pinned }, (_, index) => index), ...moving];
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
