import type { Priority } from "../service/client";
import { abortReason, throwIfAborted } from "./scope";

interface Waiting {
  readonly admit: () => void;
}

/**
 * Lets so many through at once; what the user is looking at goes before a long walk. The width
 * may change at any time: a narrower queue lets those inside finish.
 */
export class Queue {
  private readonly lines: Readonly<Record<Priority, Set<Waiting>>> = {
    foreground: new Set(),
    background: new Set(),
  };
  private inside = 0;

  constructor(private readonly width: () => number) {}

  /**
   * Done when it is one's turn; `onWait` is called where it is not at once. The function returned
   * ends the turn; it may be called again.
   */
  async enter(priority: Priority, signal: AbortSignal, onWait?: () => void): Promise<() => void> {
    throwIfAborted(signal);
    // The queue may have become wider since somebody left.
    this.admitNext();
    if (this.inside < this.width() && !this.wouldPass(priority)) {
      return this.comeIn();
    }
    onWait?.();
    return await this.wait(priority, signal);
  }

  /** True when somebody waits who came earlier, or goes first. */
  private wouldPass(priority: Priority): boolean {
    const { foreground, background } = this.lines;
    return foreground.size > 0 || (priority === "background" && background.size > 0);
  }

  private async wait(priority: Priority, signal: AbortSignal): Promise<() => void> {
    const line = this.lines[priority];
    return await new Promise((resolve, reject) => {
      const abort = (): void => {
        line.delete(waiting);
        reject(abortReason(signal));
      };
      const waiting: Waiting = {
        admit: () => {
          signal.removeEventListener("abort", abort);
          resolve(this.comeIn());
        },
      };
      signal.addEventListener("abort", abort, { once: true });
      line.add(waiting);
    });
  }

  private comeIn(): () => void {
    this.inside++;
    let isInside = true;
    return () => {
      if (isInside) {
        isInside = false;
        this.inside--;
        this.admitNext();
      }
    };
  }

  private admitNext(): void {
    for (const line of [this.lines.foreground, this.lines.background]) {
      for (const next of line) {
        if (this.inside >= this.width()) {
          return;
        }
        line.delete(next);
        next.admit();
      }
    }
  }
}
