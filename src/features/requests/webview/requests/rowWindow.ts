import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from "@tanstack/virtual-core";

export const ROW_HEIGHT = 22;
const OVERSCAN = 8;

interface RowWindowOptions {
  readonly scroller: HTMLElement;
  readonly count: () => number;
  /** The row of the tab stop: it exists also where it is out of sight, or keys went nowhere. */
  readonly active: () => number;
  readonly onSight: (from: number, count: number) => void;
  readonly onChange: () => void;
}

/** Which rows exist: those in sight, some around them, and that of the tab stop. */
export class RowWindow {
  private readonly virtualizer: Virtualizer<Element, Element>;
  private readonly unmount: () => void;

  constructor(private readonly options: RowWindowOptions) {
    this.virtualizer = new Virtualizer<Element, Element>(this.virtualizerOptions());
    this.unmount = this.virtualizer._didMount();
    this.update();
  }

  get indexes(): readonly number[] {
    return this.virtualizer.getVirtualItems().map(({ index }) => index);
  }

  /** The number of rows, or the tab stop, is another one. */
  update(): void {
    this.virtualizer.setOptions(this.virtualizerOptions());
    this.virtualizer._willUpdate();
  }

  scrollTo(index: number): void {
    this.update();
    this.virtualizer.scrollToIndex(index, { align: "auto" });
  }

  scrollBy(rows: number): void {
    this.options.scroller.scrollBy({ top: rows * ROW_HEIGHT });
  }

  toTop(): void {
    this.options.scroller.scrollTo({ top: 0 });
  }

  get isAtTop(): boolean {
    return this.options.scroller.scrollTop === 0;
  }

  get firstInSight(): number {
    return Math.floor(this.options.scroller.scrollTop / ROW_HEIGHT);
  }

  /** Whole rows that fit. */
  get visible(): number {
    return Math.floor(this.options.scroller.clientHeight / ROW_HEIGHT);
  }

  isInSight(index: number): boolean {
    const { scrollTop, clientHeight } = this.options.scroller;
    const top = index * ROW_HEIGHT;
    return top >= scrollTop - 1 && top + ROW_HEIGHT <= scrollTop + clientHeight + 1;
  }

  dispose(): void {
    this.unmount();
  }

  private virtualizerOptions() {
    const { scroller, count, active, onSight, onChange } = this.options;
    return {
      count: count(),
      getScrollElement: () => scroller,
      estimateSize: () => ROW_HEIGHT,
      overscan: OVERSCAN,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      rangeExtractor: (range: Sight) => {
        onSight(range.startIndex, range.endIndex - range.startIndex + 1);
        return withActive(range, active());
      },
      onChange,
    };
  }
}

interface Sight {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly count: number;
}

function withActive({ startIndex, endIndex, count }: Sight, active: number): number[] {
  const from = Math.max(0, startIndex - OVERSCAN);
  const to = Math.min(count - 1, endIndex + OVERSCAN);
  const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  return active < count && (active < from || active > to)
    ? [...shown, active].sort((one, other) => one - other)
    : shown;
}
