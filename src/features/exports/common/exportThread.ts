import { Worker } from "node:worker_threads";
import { AppError } from "../../../platform/base/errors";
import type { Clock } from "../../../platform/base/clock";
import type { Log } from "../../../platform/base/log";
import type {
  ExportsAnswer,
  FromExports,
  LinesCall,
  LinesCalls,
  ToExports,
} from "./exportMessages";

/** A thread without work ends after this long. */
const IDLE_MILLISECONDS = 60_000;

/** To wake a thread costs as much as to cut a page: so many go over together, or after a while. */
const MOST_WAITING = 16;
const POST_MILLISECONDS = 8;

interface ExportThreadOptions {
  /** Path of `exportWorker.js`. */
  readonly worker: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** The lines of one list in the thread. */
export interface LinesPort {
  /** Buffers of `cut` go over without a copy. Rejects with `AppError`s of ours. */
  ask<K extends LinesCall>(
    name: K,
    parameters: LinesCalls[K]["parameters"],
    /** Told the share that is done, where that takes long. */
    onShare?: (share: number) => void,
  ): Promise<LinesCalls[K]["result"]>;
  /** No page follows soon: those that were handed over go to the thread. */
  hurry(): void;
}

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: AppError) => void;
  readonly onShare: ((share: number) => void) | undefined;
}

/** One thread for the lines of all lists: started when needed, ended when idle. */
export class ExportThread {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  /** Pages that go over together. */
  private outbox: ToExports[] = [];
  private postTimer: NodeJS.Timeout | undefined;
  private count = 0;
  /** Lines that were opened and not closed. */
  private open = 0;
  /** It keeps the process alive. */
  private isBusy = false;
  private isOver = false;
  private stopIdleTimer: (() => void) | undefined;

  constructor(private readonly options: ExportThreadOptions) {}

  /** A way to lines that are not opened yet; all of them stay with one thread. */
  port(): LinesPort {
    const lines = ++this.count;
    let own: Worker | undefined;
    return {
      ask: async (name, parameters, onShare) => {
        if (this.isOver) {
          throw new AppError("canceled", "canceled/disposed");
        }
        // Nobody would end one that is started for lines that were lost with another.
        if (own !== undefined && own !== this.worker) {
          throw broken();
        }
        const worker = this.start();
        own = worker;
        const { promise, resolve, reject } = Promise.withResolvers<never>();
        this.open += name === "open" ? 1 : name === "close" ? -1 : 0;
        const call = ++this.count;
        this.waiting.set(call, { resolve, reject, onShare });
        this.outbox.push({ call, lines, name, parameters });
        if (name !== "page" || this.outbox.length >= MOST_WAITING) {
          this.post();
        } else {
          this.postTimer ??= setTimeout(() => this.post(), POST_MILLISECONDS);
        }
        return await promise;
      },
      hurry: () => this.post(),
    };
  }

  /** Ends the thread; what waits for it ends as canceled. */
  async dispose(): Promise<void> {
    this.isOver = true;
    this.failAll(() => new AppError("canceled", "canceled/disposed"));
    await this.end();
  }

  private start(): Worker {
    this.stopIdleTimer?.();
    if (this.worker !== undefined) {
      return this.worker;
    }
    // Nothing of the environment, where secrets may be, and no flags meant for another program.
    const worker = new Worker(this.options.worker, { name: "exports", env: {}, execArgv: [] });
    const lose = (error?: unknown): void => this.lose(worker, error);
    worker.on("message", (message: FromExports) => this.hear(worker, message));
    // An error that nobody listens to would end the whole process.
    worker
      .on("error", lose)
      .on("messageerror", lose)
      .on("exit", () => lose());
    this.worker = worker;
    this.isBusy = true;
    return worker;
  }

  private post(): void {
    const { worker, outbox: calls } = this;
    clearTimeout(this.postTimer);
    this.postTimer = undefined;
    this.outbox = [];
    if (worker === undefined || calls.length === 0) {
      return;
    }
    if (!this.isBusy) {
      this.isBusy = true;
      worker.ref();
    }
    const buffers = calls.flatMap(({ parameters }) =>
      "bytes" in parameters ? [parameters.bytes.buffer] : [],
    );
    worker.postMessage(calls, buffers);
  }

  private hear(worker: Worker, answers: FromExports): void {
    if (this.worker !== worker) {
      return;
    }
    answers.forEach((answer) => this.settle(answer));
    if (this.waiting.size === 0 && this.open === 0) {
      this.rest();
    }
  }

  private settle(answer: ExportsAnswer): void {
    const found = this.waiting.get(answer.call);
    if ("share" in answer) {
      found?.onShare?.(answer.share);
      return;
    }
    this.waiting.delete(answer.call);
    if ("error" in answer) {
      const { kind, code, values } = answer.error;
      found?.reject(new AppError(kind, code, { values }));
    } else {
      found?.resolve(answer.result as never);
    }
  }

  private lose(worker: Worker, error: unknown): void {
    if (this.worker !== worker) {
      return;
    }
    this.worker = undefined;
    this.open = 0;
    const reason = error instanceof Error ? error.name : "unknown";
    this.options.log.warn("exports: the thread broke", { reason });
    this.failAll(broken);
    void worker.terminate();
  }

  private failAll(error: () => AppError): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    clearTimeout(this.postTimer);
    this.postTimer = undefined;
    this.outbox = [];
    all.forEach(({ reject }) => reject(error()));
  }

  /** Lets the thread wait for more, for a while, without keeping the process alive. */
  private rest(): void {
    if (this.isOver || this.worker === undefined) {
      return;
    }
    this.worker.unref();
    this.isBusy = false;
    this.stopIdleTimer = this.options.clock.schedule(IDLE_MILLISECONDS, () => void this.end());
  }

  private async end(): Promise<void> {
    this.stopIdleTimer?.();
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }
}

function broken(): AppError {
  return new AppError("internal", "exports/threadBroken");
}
