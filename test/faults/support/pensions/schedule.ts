import { setTimeout as delay } from "node:timers/promises";
import type { Locks } from "../../../../src/platform/files/locks/locks";

interface Waiting {
  readonly who: number;
  readonly go: () => void;
}

/** Sees through the locks of windows which of them waits for one that another window holds. */
export class WatchedLocks {
  private readonly held = new Set<string>();
  private readonly wanted = new Map<number, string>();

  /** Windows that come to no step before another one lets go of a lock. */
  readonly heldUp = (): number =>
    [...this.wanted.values()].filter((name) => this.held.has(name)).length;

  watch(who: number, locks: Locks): Locks {
    return {
      withLock: (name, work, signal) => {
        this.wanted.set(who, name);
        const entered: typeof work = () => {
          this.wanted.delete(who);
          this.held.add(name);
          return work().finally(() => this.held.delete(name));
        };
        return locks.withLock(name, entered, signal);
      },
    };
  }
}

/**
 * Decides which of several windows goes on, one step at a time, by seeded numbers: the same steps in
 * the same order for the same seed, as far as a window is not held up by a lock.
 */
export class Schedule {
  private readonly waiting: Waiting[] = [];
  private active = 0;

  constructor(
    private readonly random: () => number,
    private readonly heldUp: () => number,
  ) {}

  /** A step of a window: done when it is its turn. */
  async step(who: number): Promise<void> {
    await new Promise<void>((go) => this.waiting.push({ who, go }));
  }

  /** Runs all of them, letting one go on at a time. */
  async run(windows: readonly ((step: () => Promise<void>) => Promise<void>)[]): Promise<void> {
    this.active = windows.length;
    const ended = windows.map((work, who) =>
      work(() => this.step(who)).finally(() => this.active--),
    );
    const all = Promise.all(ended);
    // Whoever fails is heard of at the end.
    all.catch(() => undefined);
    while (this.active > 0) {
      await this.settle();
      // Not in the order in which they came, which no number decides.
      this.waiting.sort((one, other) => one.who - other.who);
      const [next] = this.waiting.splice(Math.floor(this.random() * this.waiting.length), 1);
      next?.go();
    }
    await all;
  }

  /** All that are not held up by a lock have come to their next step. */
  private async settle(): Promise<void> {
    while (this.waiting.length + this.heldUp() < this.active) {
      await delay(1);
    }
  }
}
