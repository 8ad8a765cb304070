import { SingleFlight } from "../../../platform/base/singleFlight";
import { AppError, isCanceled } from "../../../platform/base/errors";
import { throwIfAborted } from "../../../platform/base/scope";

export interface LoadOptions {
  /** Lets its caller leave; the work itself ends when the last who waits for it has left. */
  readonly signal?: AbortSignal | undefined;
}

/** Asking for one page more, or for all that are loaded anew. */
export type LoadKind = "grow" | "reload";

interface Work {
  readonly kind: LoadKind;
  readonly flight: SingleFlight<void>;
  /** Resolves when it is over, also when it was cancelled. */
  readonly done: Promise<unknown>;
}

/** Works on one list, one after the other; the same wish twice in a row is one work. */
export class LoadQueue {
  /** What was begun last. */
  private last: Work | undefined;
  /** What has not ended, the oldest first. */
  private readonly open = new Set<Work>();

  /** Whether there is work that can still be waited for. */
  get isBusy(): boolean {
    return this.present !== undefined;
  }

  /** Waits for the work begun last, where there is some. */
  async join(options: LoadOptions): Promise<void> {
    if (this.present !== undefined) {
      await waitFor(this.present, options);
    }
  }

  /**
   * Runs a task after all before it, or shares the last one of its kind. A caller who leaves
   * by the signal returns at once; the task is to keep its own errors.
   */
  async run(
    kind: LoadKind,
    options: LoadOptions,
    task: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const { present } = this;
    await waitFor(present?.kind === kind ? present : this.begin(kind, task), options);
  }

  /** Ends all work, for whoever waits; tells of what kind the last was, undefined for none. */
  cancel(): LoadKind | undefined {
    const kind = this.present?.kind;
    this.open.forEach(({ flight }) => flight.abort(new AppError("canceled", "canceled/byUser")));
    return kind;
  }

  private get present(): Work | undefined {
    return this.last?.flight.over === false ? this.last : undefined;
  }

  private begin(kind: LoadKind, task: (signal: AbortSignal) => Promise<void>): Work {
    const before = this.last?.done;
    const done = Promise.withResolvers<undefined>();
    const flight = new SingleFlight(async (signal) => {
      try {
        await before;
        throwIfAborted(signal);
        await task(signal);
      } finally {
        done.resolve(undefined);
      }
    });
    const work = { kind, flight, done: done.promise };
    this.last = work;
    this.open.add(work);
    void done.promise.then(() => this.open.delete(work));
    return work;
  }
}

/** Leaving is not a failure. */
async function waitFor({ flight }: Work, { signal }: LoadOptions): Promise<void> {
  try {
    await flight.join(signal);
  } catch (error) {
    if (!isCanceled(error)) {
      throw error;
    }
  }
}
