import { setTimeout as delay } from "node:timers/promises";

interface Waiting {
  readonly who: number;
  readonly go: () => void;
}

/**
 * Decides which of several windows goes on, one step at a time, by seeded numbers: the same steps in
 * the same order for the same seed, as far as a window is not held up by a lock.
 */
export class Schedule {
  private readonly waiting: Waiting[] = [];
  private active = 0;

  constructor(private readonly random: () => number) {}

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
      const [next] = this.waiting.splice(Math.floor(this.random() * this.waiting.length), 1);
      next?.go();
    }
    await all;
  }

  /** All that are not held up by a lock have come to their next step. */
  private async settle(): Promise<void> {
    for (let look = 0; look < 12 && this.waiting.length < this.active; look++) {
      await delay(1);
    }
  }
}
