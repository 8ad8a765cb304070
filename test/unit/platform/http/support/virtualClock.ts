import type { Clock } from "../../../../../src/platform/base/clock";

/** Time that passes only when told to. */
export class VirtualClock implements Clock {
  private time = Date.UTC(2026, 0, 5, 9, 0, 0);
  private readonly start = this.time;
  private readonly timers = new Set<{ at: number; run: () => void }>();

  now(): number {
    return this.time;
  }

  monotonic(): number {
    return this.time - this.start;
  }

  schedule(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.time + milliseconds, run };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  }

  /** Timers that have neither run nor been taken back. */
  get pending(): number {
    return this.timers.size;
  }

  /** Milliseconds until each of them, the next one first. */
  get dueIn(): readonly number[] {
    return [...this.timers].map(({ at }) => at - this.time).sort((one, other) => one - other);
  }

  /** Time goes by while no timer has its turn yet. */
  pass(milliseconds: number): void {
    this.time += milliseconds;
  }

  advance(milliseconds: number): void {
    this.time += milliseconds;
    for (const timer of [...this.timers].sort((one, other) => one.at - other.at)) {
      if (timer.at <= this.time && this.timers.delete(timer)) {
        timer.run();
      }
    }
  }
}
