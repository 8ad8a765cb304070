import { Worker } from "node:worker_threads";
import { AppError } from "../base/errors";
import type { Clock } from "../base/clock";
import { abortReason, openScope, throwIfAborted, untilAborted } from "../base/scope";

/** What a thread is and how long it lives; times in milliseconds. */
export interface WorkerRpcOptions {
  /** Path of the thread's program, which answers each message with one. */
  readonly program: string;
  /** What debuggers call it. */
  readonly name: string;
  readonly clock: Clock;
  /** A thread that nobody needs ends after this long. */
  readonly idleMilliseconds: number;
  /**
   * What an abort does to a question that the thread is at: `end` ends the thread with it, for work
   * that takes long; `finish` lets it come to its end unheard, for work that takes less time than
   * another thread, and after so many milliseconds takes it as broken.
   */
  readonly onAbort: { readonly kind: "end" } | { readonly kind: "finish"; readonly most: number };
}

/** One thread, one question at a time: started when needed, ended when idle, replaced when broken. */
export class WorkerRpc<Question, Answer> {
  private worker: Worker | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private readonly closing = new AbortController();
  private stopIdleTimer: (() => void) | undefined;

  constructor(private readonly options: WorkerRpcOptions) {}

  /**
   * Asks when its turn comes. Throws `AppError` kind `canceled` at an abort and after `dispose`;
   * any other error means that the thread is broken, and the next question gets another one.
   */
  async ask(question: Question, signal: AbortSignal | undefined): Promise<Answer> {
    const { clock, onAbort } = this.options;
    const scope = openScope(clock, signal, this.closing.signal);
    const ending = onAbort.kind === "end" ? scope.signal : this.closing.signal;
    const turn = this.last.then(() => {
      throwIfAborted(scope.signal);
      return this.askNow(question, ending);
    });
    this.last = turn.catch(() => undefined);
    try {
      return await untilAborted(turn, scope.signal);
    } finally {
      scope.end();
    }
  }

  /** Ends the thread; what waits for it ends as canceled. */
  async dispose(): Promise<void> {
    this.closing.abort(new AppError("canceled", "canceled/disposed"));
    await this.end();
  }

  private async askNow(question: Question, signal: AbortSignal): Promise<Answer> {
    this.stopIdleTimer?.();
    try {
      const answer = await this.exchange(question, signal);
      this.rest();
      return answer;
    } catch (error) {
      void this.end();
      throw error;
    }
  }

  private async exchange(question: Question, signal: AbortSignal): Promise<Answer> {
    const worker = (this.worker ??= this.start());
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const onAbort = (): void => reject(abortReason(signal));
    const onExit = (): void => reject(new Error("ended"));
    worker.once("message", resolve).once("messageerror", reject);
    worker.once("error", reject).once("exit", onExit);
    signal.addEventListener("abort", onAbort, { once: true });
    const stopTimer = this.limit(reject);
    try {
      worker.ref();
      worker.postMessage(question);
      return await promise;
    } finally {
      stopTimer();
      signal.removeEventListener("abort", onAbort);
      worker.off("message", resolve).off("messageerror", reject);
      worker.off("error", reject).off("exit", onExit);
    }
  }

  private limit(reject: (error: Error) => void): () => void {
    const { clock, onAbort } = this.options;
    return onAbort.kind === "finish"
      ? clock.schedule(onAbort.most, () => reject(new Error("too long")))
      : () => undefined;
  }

  private start(): Worker {
    const { program, name } = this.options;
    // Nothing of the environment, where secrets may be, and no flags meant for another program.
    const worker = new Worker(program, { name, env: {}, execArgv: [] });
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
    const { clock, idleMilliseconds } = this.options;
    this.worker?.unref();
    this.stopIdleTimer = clock.schedule(idleMilliseconds, () => void this.end());
  }

  private async end(): Promise<void> {
    this.stopIdleTimer?.();
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }
}
