import { Worker } from "node:worker_threads";
import type { Clock } from "../base/clock";
import { AppError } from "../base/errors";
import type { Log } from "../base/log";
import { abortReason, throwIfAborted, untilAborted } from "../base/scope";
import type { WorkerCall, WorkerCalls, WorkerReply } from "./serve";

export interface WorkerRpcOptions {
  /** Path of the worker's program, which calls `serve`; tests give a port in the place of a thread. */
  readonly program: string | (() => WorkerPort);
  /** What debuggers and the log call it. */
  readonly name: string;
  readonly clock: Clock;
  readonly log?: Log | undefined;
  /** A worker without open calls and sessions ends after this long. */
  readonly idleMilliseconds: number;
  /** What calls are rejected with that were open when the worker crashed. */
  readonly crashError: () => Error;
  /**
   * One call at a time: the others wait, and are never sent once they are aborted. An abort of the
   * running call terminates the worker (`terminate`), or lets it finish unheard where that is
   * shorter than a start; whatever runs longer than the limit, in milliseconds, counts as a crash.
   */
  readonly serial?: "terminate" | { readonly limit: number };
  /** Runs in front of the first call of each worker that is started, to send it notices. */
  readonly onStart?: () => void;
}

/** What is used of a `Worker`. */
export interface WorkerPort {
  postMessage(calls: readonly WorkerCall[], transfer: readonly ArrayBuffer[]): void;
  on(event: string, listener: (value: unknown) => void): unknown;
  ref(): void;
  unref(): void;
  terminate(): Promise<unknown>;
}

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Buffers of the parameters that go over without a copy. */
  readonly transfer?: readonly ArrayBuffer[];
  readonly onProgress?: ((progress: unknown) => void) | undefined;
  /** Goes with later calls: to wake a thread costs as much as many a call. */
  readonly isBatched?: boolean;
}

/** Calls about one thing that lives in the worker: they fail once that worker is gone. */
export interface WorkerSession<Calls extends WorkerCalls<Calls>> {
  readonly id: number;
  /** The worker that it was opened in has crashed or ended. */
  readonly isLost: boolean;
  call<K extends keyof Calls & string>(
    name: K,
    parameters: Calls[K]["parameters"],
    options?: CallOptions,
  ): Promise<Calls[K]["result"]>;
  /** A call without a reply; dropped where the session is lost or closed. */
  notify<K extends keyof Calls & string>(
    name: K,
    parameters: Calls[K]["parameters"],
    transfer?: readonly ArrayBuffer[],
  ): void;
  /** Its open calls end as canceled. */
  close(): void;
}

interface OpenCall {
  readonly session: number;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: CallOptions["onProgress"];
}

const NO_SESSION = 0;
/** Batched calls go over together when they are this many, or this old. */
const BATCH_SIZE = 16;
const BATCH_MILLISECONDS = 8;

/** Calls to one worker thread: started by the first, ended when idle, replaced after a crash. */
export class WorkerRpc<Calls extends WorkerCalls<Calls>> {
  private worker: WorkerPort | undefined;
  private readonly openCalls = new Map<number, OpenCall>();
  private readonly sessions = new Set<number>();
  private lastId = NO_SESSION;
  private batch: WorkerCall[] = [];
  private batchTransfer: ArrayBuffer[] = [];
  private batchTimer: NodeJS.Timeout | undefined;
  /** The end of the last call, where they are serial. */
  private lastTurn: Promise<unknown> = Promise.resolve();
  private stopIdleTimer: (() => void) | undefined;
  private isDisposed = false;

  constructor(private readonly options: WorkerRpcOptions) {}

  /**
   * Throws the worker's `AppError`s, kind `canceled` at an abort and after `dispose`, and the crash
   * error of the options; the next call starts another worker.
   */
  async call<K extends keyof Calls & string>(
    name: K,
    parameters: Calls[K]["parameters"],
    options: CallOptions = {},
  ): Promise<Calls[K]["result"]> {
    const { signal } = options;
    throwIfAborted(signal);
    if (this.options.serial === undefined) {
      return await untilAborted(this.send(NO_SESSION, name, parameters, options), signal);
    }
    const turn = this.lastTurn.then(async () => {
      throwIfAborted(signal);
      return await this.sendAlone(name, parameters, options);
    });
    this.lastTurn = turn.catch(() => undefined);
    return await untilAborted(turn, signal);
  }

  /** A call without a reply, which starts no worker: nothing happens where there is none. */
  notify<K extends keyof Calls & string>(name: K, parameters: Calls[K]["parameters"]): void {
    if (this.worker !== undefined) {
      this.post({ session: NO_SESSION, name, parameters });
    }
  }

  /** Starts the worker and keeps it until the session is closed. */
  session(): WorkerSession<Calls> {
    const worker = this.start();
    const id = ++this.lastId;
    this.sessions.add(id);
    let isClosed = false;
    const isLost = (): boolean => this.worker !== worker;
    return {
      id,
      get isLost() {
        return isLost();
      },
      call: async (name, parameters, options = {}) => {
        if (isClosed || this.isDisposed) {
          throw disposedError();
        }
        if (isLost()) {
          throw this.options.crashError();
        }
        return await untilAborted(this.send(id, name, parameters, options), options.signal);
      },
      notify: (name, parameters, transfer = []) => {
        if (!isClosed && !isLost()) {
          this.post({ session: id, name, parameters }, { transfer });
        }
      },
      close: () => {
        isClosed = true;
        if (this.sessions.delete(id)) {
          this.reject(({ session }) => session === id, disposedError);
          this.endWhenIdle();
        }
      },
    };
  }

  /** Sends batched calls now. */
  flush(): void {
    clearTimeout(this.batchTimer);
    this.batchTimer = undefined;
    const [calls, transfer] = [this.batch, this.batchTransfer];
    [this.batch, this.batchTransfer] = [[], []];
    if (calls.length > 0) {
      try {
        this.worker?.postMessage(calls, transfer);
      } catch (error) {
        // A value that cannot be cloned: none of these calls was sent, and none would be answered.
        for (const { id = 0 } of calls) {
          this.openCalls.get(id)?.reject(error as Error);
          this.openCalls.delete(id);
        }
      }
    }
  }

  /** Ends the worker; open calls end as canceled. */
  async dispose(): Promise<void> {
    this.isDisposed = true;
    await this.terminate(disposedError);
  }

  private async sendAlone<K extends keyof Calls & string>(
    name: K,
    parameters: Calls[K]["parameters"],
    options: CallOptions,
  ): Promise<Calls[K]["result"]> {
    const { clock, serial } = this.options;
    const { signal } = options;
    const sent = this.send(NO_SESSION, name, parameters, options);
    const { worker } = this;
    const onAbort = (): void => void this.terminate(() => abortReason(signal));
    const stopTimer =
      typeof serial === "object"
        ? clock.schedule(serial.limit, () => this.crash(worker, new RangeError("too long")))
        : undefined;
    if (serial === "terminate") {
      signal?.addEventListener("abort", onAbort, { once: true });
    }
    try {
      return await sent;
    } finally {
      stopTimer?.();
      signal?.removeEventListener("abort", onAbort);
    }
  }

  private async send<K extends keyof Calls & string>(
    session: number,
    name: K,
    parameters: Calls[K]["parameters"],
    options: CallOptions,
  ): Promise<Calls[K]["result"]> {
    const worker = this.start();
    const id = ++this.lastId;
    if (this.openCalls.size === 0) {
      worker.ref();
    }
    const { promise, resolve, reject } = Promise.withResolvers<Calls[K]["result"]>();
    this.openCalls.set(id, { session, resolve, reject, onProgress: options.onProgress });
    this.post({ id, session, name, parameters }, options);
    return await promise;
  }

  private post(call: WorkerCall, { transfer = [], isBatched = false }: PostOptions = {}): void {
    this.batch.push(call);
    this.batchTransfer.push(...transfer);
    if (!isBatched || this.batch.length >= BATCH_SIZE) {
      this.flush();
    } else {
      this.batchTimer ??= setTimeout(() => this.flush(), BATCH_MILLISECONDS);
    }
  }

  private start(): WorkerPort {
    if (this.isDisposed) {
      throw disposedError();
    }
    this.stopIdleTimer?.();
    if (this.worker !== undefined) {
      return this.worker;
    }
    const { program, name, onStart } = this.options;
    const worker: WorkerPort =
      typeof program === "string"
        ? // Nothing of the environment, where secrets may be, and no flags meant for another program.
          new Worker(program, { name, env: {}, execArgv: [] })
        : program();
    this.worker = worker;
    worker.unref();
    worker.on("message", (replies) => {
      // Late replies of a worker that was given up concern nobody.
      if (this.worker === worker) {
        (replies as readonly WorkerReply[]).forEach((reply) => this.settle(reply));
        this.endWhenIdle();
      }
    });
    // An error that nobody listens to would end the whole process.
    worker.on("error", (error) => this.crash(worker, error));
    worker.on("messageerror", (error) => this.crash(worker, error));
    worker.on("exit", () => this.crash(worker, undefined));
    onStart?.();
    return worker;
  }

  private settle(reply: WorkerReply): void {
    const call = this.openCalls.get(reply.id);
    if ("progress" in reply) {
      call?.onProgress?.(reply.progress);
      return;
    }
    this.openCalls.delete(reply.id);
    if ("error" in reply) {
      const { kind, code, values } = reply.error;
      call?.reject(new AppError(kind, code, { values }));
    } else {
      call?.resolve(reply.result as never);
    }
  }

  private crash(worker: WorkerPort | undefined, error: unknown): void {
    if (worker === undefined || this.worker !== worker) {
      return;
    }
    if (this.openCalls.size + this.sessions.size > 0) {
      // The name alone: a message may hold a path, or what the worker was reading.
      const reason = error instanceof Error ? error.name : "unknown";
      this.options.log?.warn(`worker: ${this.options.name} crashed`, { reason });
    }
    void this.terminate(this.options.crashError);
  }

  private async terminate(error: () => Error): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    this.stopIdleTimer?.();
    this.sessions.clear();
    this.batch = [];
    this.flush();
    this.reject(() => true, error);
    await worker?.terminate();
  }

  private reject(isMeant: (call: OpenCall) => boolean, error: () => Error): void {
    for (const [id, call] of [...this.openCalls]) {
      if (isMeant(call)) {
        this.openCalls.delete(id);
        call.reject(error());
      }
    }
  }

  /** Without open calls the worker does not keep the process alive. */
  private endWhenIdle(): void {
    const { worker } = this;
    if (worker === undefined || this.openCalls.size > 0) {
      return;
    }
    worker.unref();
    if (this.sessions.size === 0) {
      const { clock, idleMilliseconds, crashError } = this.options;
      this.stopIdleTimer?.();
      this.stopIdleTimer = clock.schedule(idleMilliseconds, () => void this.terminate(crashError));
    }
  }
}

type PostOptions = Partial<Pick<CallOptions, "transfer" | "isBatched">>;

function disposedError(): AppError {
  return new AppError("canceled", "canceled/disposed");
}
