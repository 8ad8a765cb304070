/**
 * Time as the core sees it; tests put a virtual one in its place, so that a deadline is
 * proven without waiting for it. All values in milliseconds.
 */
export interface Clock {
  /** Since the epoch; may jump when the machine's clock is set. */
  now(): number;
  /** Since some fixed point; never jumps back: the one to measure durations with. */
  monotonic(): number;
  /** Runs `action` once after `milliseconds`; the function returned takes it back. */
  schedule(milliseconds: number, action: () => void): () => void;
}

/** The machine's own time. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};
