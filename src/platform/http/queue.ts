import type { Clock } from "../base/clock";
import { abortReason, throwIfAborted } from "../base/scope";

export type Priority = "foreground" | "background";

interface Waiting {
  readonly admit: () => void;
}

/**
 * Lets so many through at once. What the user is looking at goes before a long walk, which always
 * leaves one place for it, and which rests while the service asks for patience. The width may
 * change at any time: a narrower queue lets those inside finish.
 */
export class Queue {
  private readonly lines: Readonly<Record<Priority, Set<Waiting>>> = {
    foreground: new Set(),
    background: new Set(),
  };
  private readonly inside: Record<Priority, number> = { foreground: 0, background: 0 };
  /** Places of the background after a rest: one, then one more with each answer that came. */
  private regained = Infinity;
  /** Until then the service wants patience; on the monotonic clock. */
  private heldUntil = 0;
  /** Who has not even begun while it is held. */
  private readonly resting = new Set<Waiting>();
  private cancelTimer: (() => void) | undefined;

  constructor(
    private readonly width: () => number,
    private readonly clock: Clock,
  ) {}

  /**
   * Done when it is one's turn; `onWait` is called where it is not at once. The function returned
   * ends the turn; it may be called again.
   */
  async enter(priority: Priority, signal: AbortSignal, onWait?: () => void): Promise<() => void> {
    throwIfAborted(signal);
    // The queue may have become wider since somebody left.
    this.admitNext();
    // Nobody is passed: whoever waits still has no room either.
    if (this.hasRoom(priority)) {
      return this.admit(priority);
    }
    onWait?.();
    return await this.wait(this.lines[priority], signal, () => this.admit(priority));
  }

  /** Keeps the background out for a while; what the user is looking at is not held by it. */
  pauseBackground(milliseconds: number): void {
    this.heldUntil = Math.max(this.heldUntil, this.clock.monotonic() + milliseconds);
    this.regained = 1;
    this.setTimer();
  }

  get isBackgroundPaused(): boolean {
    return this.clock.monotonic() < this.heldUntil;
  }

  /** Done when nothing is held; rejects when the signal is aborted. */
  async untilResumed(signal: AbortSignal): Promise<void> {
    while (this.isBackgroundPaused) {
      await this.wait(this.resting, signal, () => undefined);
    }
  }

  /** There is one as long as somebody waits for it. */
  private setTimer(): void {
    if (this.resting.size + this.lines.background.size === 0) {
      this.cancelTimer?.();
      this.cancelTimer = undefined;
      return;
    }
    const left = this.heldUntil - this.clock.monotonic();
    if (this.cancelTimer !== undefined || left <= 0) {
      return;
    }
    this.cancelTimer = this.clock.schedule(left, () => {
      this.cancelTimer = undefined;
      // It may have been prolonged meanwhile.
      this.setTimer();
      if (!this.isBackgroundPaused) {
        this.resting.forEach(({ admit }) => admit());
        this.admitNext();
      }
    });
  }

  private hasRoom(priority: Priority): boolean {
    const { foreground, background } = this.inside;
    const width = this.width();
    if (foreground + background >= width || priority === "foreground") {
      return foreground + background < width;
    }
    return !this.isBackgroundPaused && background < Math.min(this.regained, Math.max(1, width - 1));
  }

  private async wait<Turn>(
    line: Set<Waiting>,
    signal: AbortSignal,
    take: () => Turn,
  ): Promise<Turn> {
    return await new Promise((resolve, reject) => {
      const leave = (): void => {
        line.delete(waiting);
        signal.removeEventListener("abort", abort);
        this.setTimer();
      };
      const abort = (): void => {
        leave();
        reject(abortReason(signal));
      };
      const waiting: Waiting = {
        admit: () => {
          leave();
          resolve(take());
        },
      };
      throwIfAborted(signal);
      signal.addEventListener("abort", abort);
      line.add(waiting);
      this.setTimer();
    });
  }

  private admit(priority: Priority): () => void {
    this.inside[priority]++;
    let isInside = true;
    return () => {
      if (isInside) {
        isInside = false;
        this.inside[priority]--;
        this.regained += priority === "background" && !this.isBackgroundPaused ? 1 : 0;
        this.admitNext();
      }
    };
  }

  private admitNext(): void {
    for (const priority of ["foreground", "background"] as const) {
      for (const next of this.lines[priority]) {
        if (!this.hasRoom(priority)) {
          break;
        }
        next.admit();
      }
    }
  }
}
