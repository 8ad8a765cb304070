import { CELLS_LIMIT, ROWS_LIMIT } from "../../../messages/listQuestions";

/** What is asked for: a part of the rows of a view, and of their columns. */
export interface SliceQuestion<View> {
  readonly view: View;
  readonly from: number;
  readonly count: number;
  readonly columns: readonly string[];
}

export interface RowSlice<Cell = unknown, Info = unknown> {
  /** Grows with every change of the rows. */
  readonly revision: number;
  readonly total: number;
  readonly from: number;
  readonly columns: readonly string[];
  /** By row, then in the order of `columns`. */
  readonly rows: readonly (readonly Cell[])[];
  /** What there is to know of each row as a whole. */
  readonly infos: readonly Info[];
}

type CellOf<Slice extends RowSlice> = Slice["rows"][number][number];
type InfoOf<Slice extends RowSlice> = Slice["infos"][number];

/** What is in sight: rows from 0, columns by key. */
interface Sight {
  readonly from: number;
  readonly count: number;
  readonly columns: readonly string[];
  /** The row of the tab stop, wherever it is: who listens hears what stands there. */
  readonly also: number;
}

interface RowStoreOptions<View, Slice extends RowSlice> {
  readonly ask: (question: SliceQuestion<View>) => Promise<Slice>;
  /** New rows are here; `isOther` where they take the place of those of another view. */
  readonly onRows: (isOther: boolean) => void;
  readonly onFailure: (error: unknown) => void;
}

/** What the rows on screen are an answer to. */
interface ShownRows<View, Slice extends RowSlice> {
  readonly view: View;
  readonly revision: number;
  readonly total: number;
  /** The last slice that came. */
  readonly slice: Slice;
}

interface StoredRow<Slice extends RowSlice> {
  readonly info: InfoOf<Slice>;
  readonly cells: Map<string, CellOf<Slice>>;
}

/** Rows asked for beyond those in sight, on each side: scrolling is quicker than an answer. */
const MARGIN = 200;
const KEPT_ROWS = 5000;

/**
 * The rows that are here. The old ones stay until those of another view or revision have come.
 * One question at a time; only the newest counts.
 */
export class RowStore<View extends object, Slice extends RowSlice> {
  shown: ShownRows<View, Slice> | undefined;
  private view: View | undefined;
  private revision = -1;
  private rows = new Map<number, StoredRow<Slice>>();
  private sight: Sight = { from: 0, count: 40, columns: [], also: 0 };
  private isAsking = false;
  private hasFailed = false;
  /** Grows whenever values are to be shown otherwise. */
  private look = 0;

  constructor(private readonly options: RowStoreOptions<View, Slice>) {}

  cell(row: number, column: string): CellOf<Slice> | undefined {
    return this.rows.get(row)?.cells.get(column);
  }

  info(row: number): InfoOf<Slice> | undefined {
    return this.rows.get(row)?.info;
  }

  get total(): number {
    return this.shown?.total ?? 0;
  }

  /** Whether rows of another view or revision are on their way. */
  get isStale(): boolean {
    const { shown } = this;
    return shown === undefined || shown.view !== this.view || shown.revision < this.revision;
  }

  /** These rows are wanted from now on; some may have come already, without a question. */
  want(view: View, revision: number, here?: Slice): void {
    // Those that came were asked for with the view on screen, which another may follow already.
    const isOther = this.shown !== undefined && view !== this.shown.view;
    if (view !== this.view || revision !== this.revision) {
      // A table that was begun anew counts from the start.
      if (this.shown !== undefined && revision < this.revision) {
        this.shown = { ...this.shown, revision: -1 };
      }
      this.view = view;
      this.revision = revision;
      this.hasFailed = false;
      if (here !== undefined && here.revision >= revision && !isOther) {
        this.accept(here, view);
      }
      this.refresh();
    }
  }

  /** What is in sight now; asks when not all of it is here. */
  show(sight: Sight): void {
    this.sight = sight;
    this.refresh();
  }

  /** Nothing is wanted any more. */
  clear(): void {
    this.forget();
    this.shown = undefined;
    this.view = undefined;
  }

  /** Values are shown otherwise from now on: none that is here may stay, nor one on its way. */
  forget(): void {
    this.look++;
    this.rows = new Map();
    this.shown = this.shown && { ...this.shown, revision: -1 };
    this.revision = -1;
  }

  retry(): void {
    this.hasFailed = false;
    this.refresh();
  }

  private refresh(): void {
    if (!this.isAsking && this.revision >= 0) {
      void this.askAll();
    }
  }

  private async askAll(): Promise<void> {
    this.isAsking = true;
    for (let question = this.next(); question !== undefined; question = this.next()) {
      await this.ask(question);
    }
    this.isAsking = false;
  }

  private async ask(question: SliceQuestion<View>): Promise<void> {
    const { revision, look } = this;
    const isWanted = (): boolean => question.view === this.view && look === this.look;
    try {
      const slice = await this.options.ask(question);
      if (isWanted()) {
        this.accept({ ...slice, revision: Math.max(revision, slice.revision) }, question.view);
        this.check(question);
      }
    } catch (error) {
      // What is wanted meanwhile may do better.
      if (isWanted() && revision === this.revision) {
        this.hasFailed = true;
        this.options.onFailure(error);
      }
    }
  }

  private next(): SliceQuestion<View> | undefined {
    const { view, shown, sight } = this;
    if (this.hasFailed || view === undefined) {
      return undefined;
    }
    const isOther = shown !== undefined && shown.view !== view;
    const top = { from: 0, count: Math.min(this.limit, sight.count) };
    const range = isOther ? top : this.isStale ? this.around(0) : this.missing();
    return range === undefined ? undefined : { view, ...range, columns: sight.columns };
  }

  /** An answer without what it was asked for would be asked for again, for ever. */
  private check({ view, from, columns }: SliceQuestion<View>): void {
    const cells = this.rows.get(from)?.cells;
    const isThere = cells !== undefined && columns.every((column) => cells.has(column));
    if (view === this.shown?.view && from < this.total && !isThere) {
      throw new Error("The answer lacks the rows that it was asked for");
    }
  }

  private accept(slice: Slice, view: View): void {
    const { shown } = this;
    const { revision, total } = slice;
    const isOther = shown?.view !== view || shown.revision !== revision;
    if (isOther) {
      this.rows = new Map();
    }
    this.shown = { view, revision, total, slice };
    slice.rows.forEach((cells, index) => {
      const row = slice.from + index;
      const stored: StoredRow<Slice> = this.rows.get(row) ?? {
        info: slice.infos[index],
        cells: new Map(),
      };
      slice.columns.forEach((column, place) => {
        const cell = cells[place];
        if (cell !== undefined) {
          stored.cells.set(column, cell);
        }
      });
      this.rows.set(row, stored);
    });
    this.forgetFar();
    this.options.onRows(shown?.view !== view);
  }

  /** The rows around those in sight that are not here, where some in sight or near are missing. */
  private missing(): { readonly from: number; readonly count: number } | undefined {
    const near = this.around(Math.floor(MARGIN / 2));
    const first = this.firstMissing(near.from, near.from + near.count);
    if (first === undefined) {
      const { also } = this.sight;
      const isAway = also >= 0 && also < this.total && this.firstMissing(also, also + 1) === also;
      return isAway ? { from: also, count: 1 } : undefined;
    }
    const wide = this.around(MARGIN);
    const from = this.firstMissing(wide.from, first) ?? first;
    return { from, count: Math.max(1, Math.min(this.limit, wide.from + wide.count - from)) };
  }

  private firstMissing(from: number, to: number): number | undefined {
    for (let row = from; row < to; row++) {
      const cells = this.rows.get(row)?.cells;
      if (cells === undefined || this.sight.columns.some((column) => !cells.has(column))) {
        return row;
      }
    }
    return undefined;
  }

  private around(margin: number): { readonly from: number; readonly count: number } {
    const end = this.isStale ? Number.MAX_SAFE_INTEGER : this.total;
    const from = Math.max(0, Math.min(this.sight.from - margin, end));
    const to = Math.min(end, this.sight.from + this.sight.count + margin);
    return { from, count: Math.max(0, Math.min(this.limit, to - from)) };
  }

  private get limit(): number {
    const columns = Math.max(1, this.sight.columns.length);
    return Math.max(1, Math.min(ROWS_LIMIT, Math.floor(CELLS_LIMIT / columns)));
  }

  private forgetFar(): void {
    if (this.rows.size > KEPT_ROWS) {
      const { from, count } = this.sight;
      for (const row of this.rows.keys()) {
        if (row < from - KEPT_ROWS / 4 || row > from + count + KEPT_ROWS / 4) {
          this.rows.delete(row);
        }
      }
    }
  }
}
