import { RowScale } from "./rowScale";

interface VirtualRowsOptions {
  readonly scroller: HTMLElement;
  readonly rowHeight: number;
  /** Of what stays above the rows inside the scroller. */
  readonly headHeight: number;
  /** Rows that exist above and below those in sight. */
  readonly overscan: number;
}

/** Rows of one height, from 0, of which only those in sight exist. */
export class VirtualRows {
  private readonly scale: RowScale;
  private count = 0;

  constructor(private readonly options: VirtualRowsOptions) {
    this.scale = new RowScale(options.rowHeight);
  }

  /** Says how many rows there are. */
  resize(count: number): void {
    this.count = count;
    this.scale.resize(count, this.room);
  }

  /** Of the canvas, in CSS pixels. */
  get height(): number {
    return this.scale.height;
  }

  /** Where a row begins on the canvas. */
  place(row: number): number {
    return this.scale.place(row);
  }

  /** Height in which rows are seen. */
  get room(): number {
    const { scroller, headHeight } = this.options;
    return Math.max(0, scroller.clientHeight - headHeight);
  }

  /** Whole rows that fit. */
  get visibleRows(): number {
    return Math.floor(this.room / this.options.rowHeight);
  }

  /** The rows' own pixel at the upper edge of what is in sight. */
  get top(): number {
    return this.scale.top(this.options.scroller.scrollTop);
  }

  /** First and last row that are seen at a place, at least in part. */
  inSight(top = this.top): { readonly first: number; readonly last: number } {
    const { rowHeight } = this.options;
    const first = Math.floor(top / rowHeight);
    return { first, last: Math.max(first, Math.ceil((top + this.room) / rowHeight) - 1) };
  }

  /** The rows that exist: also that of the tab stop, or keys went nowhere. */
  drawn(active: number, { first, last } = this.inSight()): readonly number[] {
    const { overscan } = this.options;
    return rangeWith(first - overscan, last + overscan, { one: active, end: this.count });
  }

  /** The row at a height inside the scroller, also where it is beyond the rows in sight. */
  rowAt(y: number): number {
    const { headHeight, rowHeight } = this.options;
    const inside = Math.max(0, Math.min(y - headHeight, this.room - 1));
    return Math.floor((this.top + inside) / rowHeight);
  }

  /** For each scroll event. */
  scrolled(): void {
    this.scale.scrolled(this.options.scroller.scrollTop);
  }

  scrollTo(top: number): void {
    this.options.scroller.scrollTop = this.scale.scrollTopFor(top);
  }

  /** Brings a row into sight by the shortest way. */
  reveal(row: number): void {
    const { rowHeight } = this.options;
    const { top, room } = this;
    const rowTop = row * rowHeight;
    if (rowTop < top) {
      this.scrollTo(rowTop);
    } else if (rowTop + rowHeight > top + room) {
      this.scrollTo(rowTop + rowHeight - room);
    }
  }

  /** On a canvas that is too low for all rows the bar is put where the rows are. */
  settle(): boolean {
    const { scroller } = this.options;
    const wanted = this.scale.scrollTopFor(this.top);
    const isAway = Math.abs(scroller.scrollTop - wanted) >= 1;
    if (isAway) {
      scroller.scrollTop = wanted;
    }
    return isAway;
  }
}

/** All from the first to the last that exist before `end`, and one beside them. */
export function rangeWith(
  first: number,
  last: number,
  { one, end }: { readonly one: number; readonly end: number },
): readonly number[] {
  const from = Math.max(0, first);
  const to = Math.min(last, end - 1);
  const range = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  const isBeside = one >= 0 && one < end && (one < from || one > to);
  return isBeside ? [...range, one].sort((a, b) => a - b) : range;
}
