import { Worker } from "node:worker_threads";
import { AppError, isAppError } from "../errors";
import type { Clock } from "../http/clock";
import { abortReason, openScope, throwIfAborted, untilAborted } from "../http/scope";
import { type JsonNode, parseJsonText, rootOf } from "../jsonText";
import type { Log } from "../log";
import type { JsonEntries } from "./entries";
import type { WorkerAnswer } from "./jsonIndexWorker";
import { scanJson } from "./scan";

/** Bodies above this many bytes are read in a thread of their own. */
export const WORKER_BYTES = 1_048_576;

/** A thread that nobody needs ends after this long. */
const IDLE_MILLISECONDS = 30_000;

/** Reads JSON texts into positions, long ones without keeping the thread that asks. */
export interface JsonIndexer {
  /**
   * As `parseJsonText`, with the same errors; `bytes` is the size of the body that the text came
   * in. An abort ends both the wait and the work (`AppError` kind `canceled`).
   */
  index(text: string, options: IndexOptions): Promise<JsonNode>;
  /** Ends the thread; what waits for it ends as canceled. */
  dispose(): Promise<void>;
}

export interface IndexOptions {
  readonly bytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface JsonIndexerOptions {
  /** Path of the thread's program; without one everything is read where it is asked for. */
  readonly worker: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Starts no thread before a long text comes. */
export function createJsonIndexer(options: JsonIndexerOptions): JsonIndexer {
  const { worker, clock, log } = options;
  const thread = worker === undefined ? undefined : new IndexThread(worker, clock, log);
  return {
    index: async (text, { bytes, signal }) => {
      throwIfAborted(signal);
      return thread === undefined || bytes <= WORKER_BYTES
        ? parseJsonText(text)
        : rootOf(text, await thread.scan(text, signal));
    },
    dispose: async () => {
      await thread?.dispose();
    },
  };
}

/** One thread, one text at a time: started when needed, ended when idle, replaced when broken. */
class IndexThread {
  private worker: Worker | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private readonly closing = new AbortController();
  private stopIdleTimer: (() => void) | undefined;

  constructor(
    private readonly program: string,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async scan(text: string, signal: AbortSignal | undefined): Promise<JsonEntries> {
    const scope = openScope(this.clock, signal, this.closing.signal);
    const turn = this.last.then(() => this.scanNow(text, scope.signal));
    this.last = turn.catch(() => undefined);
    try {
      return await untilAborted(turn, scope.signal);
    } finally {
      scope.end();
    }
  }

  async dispose(): Promise<void> {
    this.closing.abort(new AppError("canceled", "canceled/disposed"));
    await this.end();
  }

  private async scanNow(text: string, signal: AbortSignal): Promise<JsonEntries> {
    throwIfAborted(signal);
    this.stopIdleTimer?.();
    let answer: WorkerAnswer;
    try {
      answer = await this.ask(text, signal);
    } catch (error) {
      void this.end();
      if (isAppError(error)) {
        throw error;
      }
      const reason = error instanceof Error ? error.name : "unknown";
      this.log.warn("json: the index thread failed, reading without it", { reason });
      return scanJson(text);
    }
    this.rest();
    if ("entries" in answer) {
      return answer.entries;
    }
    throw new AppError("payload", answer.code, { values: answer.values });
  }

  /** Rejects with an `AppError` only when it was aborted; all else means the thread is broken. */
  private async ask(text: string, signal: AbortSignal): Promise<WorkerAnswer> {
    const worker = (this.worker ??= this.start());
    const { promise, resolve, reject } = Promise.withResolvers<WorkerAnswer>();
    const onAbort = (): void => reject(abortReason(signal));
    const onExit = (): void => reject(new Error("ended"));
    worker.once("message", resolve).once("messageerror", reject);
    worker.once("error", reject).once("exit", onExit);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      worker.ref();
      worker.postMessage(text);
      return await promise;
    } finally {
      signal.removeEventListener("abort", onAbort);
      worker.off("message", resolve).off("messageerror", reject);
      worker.off("error", reject).off("exit", onExit);
    }
  }

  private start(): Worker {
    // Nothing of the environment, where secrets may be, and no flags meant for another program.
    const worker = new Worker(this.program, { name: "json index", env: {}, execArgv: [] });
    const forget = (): void => {
      if (this.worker === worker) {
        this.worker = undefined;
      }
    };
    // An error that nobody listens to would end the whole process.
    return worker.on("error", forget).on("exit", forget);
  }

  /** Lets the thread wait for more, for a while, without keeping the process alive. */
  private rest(): void {
    this.worker?.unref();
    this.stopIdleTimer = this.clock.schedule(IDLE_MILLISECONDS, () => void this.end());
  }

  private async end(): Promise<void> {
    this.stopIdleTimer?.();
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }
}
