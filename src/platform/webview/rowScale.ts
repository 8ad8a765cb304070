/** Browsers clamp elements that are much higher than this. */
export const HEIGHT_LIMIT = 8_000_000;

/**
 * Where rows are on a canvas that may be lower than all of them together. Small movements are
 * exact; long ones, which come from the scroll bar, go to the same share of the rows.
 */
export class RowScale {
  private rows = 0;
  private viewport = 0;
  private last = 0;
  /** Of the rows' own heights, how much lies above the canvas. */
  private offset = 0;

  constructor(private readonly rowHeight: number) {}

  /** Says how much there is to scroll; keeps the place as far as it still exists. */
  resize(rows: number, viewport: number): void {
    this.rows = rows;
    this.viewport = viewport;
    this.offset = Math.max(0, Math.min(this.offset, this.full - this.height));
  }

  /** Of the canvas, in CSS pixels. */
  get height(): number {
    return Math.min(this.full, HEIGHT_LIMIT);
  }

  /** Where a row begins on the canvas. */
  place(row: number): number {
    return row * this.rowHeight - this.offset;
  }

  /** The rows' own pixel at the upper edge of what is in sight. */
  top(scrollTop: number): number {
    return Math.max(0, Math.min(scrollTop + this.offset, this.full - this.viewport));
  }

  /** The user scrolled there. */
  scrolled(scrollTop: number): void {
    const isFar = Math.abs(scrollTop - this.last) > 2 * this.viewport;
    this.last = scrollTop;
    if (this.full > this.height) {
      const atEnd = scrollTop >= this.height - this.viewport - 1;
      if (isFar || scrollTop <= 0 || atEnd) {
        this.offset = scrollTop * this.ratio - scrollTop;
      }
    }
  }

  /** Where to scroll so that this pixel of the rows is at the upper edge. */
  scrollTopFor(top: number): number {
    const wanted = Math.max(0, Math.min(top, this.full - this.viewport));
    if (this.full <= this.height) {
      this.last = wanted;
      return wanted;
    }
    const scrollTop = Math.round(wanted / this.ratio);
    this.offset = wanted - scrollTop;
    this.last = scrollTop;
    return scrollTop;
  }

  private get full(): number {
    return this.rows * this.rowHeight;
  }

  private get ratio(): number {
    return (this.full - this.viewport) / (this.height - this.viewport);
  }
}
