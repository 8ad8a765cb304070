import { throwIfAborted } from "../../../../../platform/base/scope";
import { TimeSlicer } from "../../../../../platform/base/timeSlicer";

/** Rows between two looks at the time: a look costs as much as some rows. */
const ROWS_AT_ONCE = 256;

/** Cuts the comparison of two tables into slices: in between others are answered. */
export class ComparisonPace {
  private readonly slicer = new TimeSlicer();

  constructor(private readonly signal: AbortSignal) {}

  /** Whether the time is to be looked at after this row. */
  isDue(row: number): boolean {
    return row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1;
  }

  /** Throws the reason of the signal where nobody wants the comparison any more. */
  async rest(): Promise<void> {
    await this.slicer.yieldIfDue();
    throwIfAborted(this.signal);
  }
}
