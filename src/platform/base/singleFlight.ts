import { AppError } from "./errors";
import { untilAborted } from "./scope";

/**
 * One piece of work that several callers wait for. Each may leave when its own signal says so;
 * the work itself is cancelled when the last one has left.
 */
export class SingleFlight<Value> {
  private readonly controller = new AbortController();
  private readonly work: Promise<Value>;
  private waiting = 0;
  private settled = false;

  constructor(start: (signal: AbortSignal) => Promise<Value>) {
    this.work = start(this.controller.signal).finally(() => {
      this.settled = true;
    });
    // Nobody may be left to hear of a failure.
    this.work.catch(() => undefined);
  }

  /** True when no one can join any more. */
  get over(): boolean {
    return this.settled || this.controller.signal.aborted;
  }

  async join(signal: AbortSignal | undefined): Promise<Value> {
    this.waiting++;
    try {
      return await untilAborted(this.work, signal);
    } finally {
      this.waiting--;
      if (this.waiting === 0 && !this.over) {
        this.abort(new AppError("canceled", "canceled/byUser"));
      }
    }
  }

  abort(reason: AppError): void {
    this.controller.abort(reason);
  }
}
