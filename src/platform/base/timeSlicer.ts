import { setImmediate } from "node:timers/promises";

/** Work is put down after this long, so that questions are answered in between. */
const SLICE_MILLISECONDS = 10;

/** Long work in slices. */
export class TimeSlicer {
  private begun = performance.now();

  /** Lets others have their turn, if there was none for a while. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.begun >= SLICE_MILLISECONDS) {
      await setImmediate();
      this.begun = performance.now();
    }
  }
}
