import { AppError } from "../../../platform/base/errors";
import type { Clock } from "../../../platform/base/clock";
import type { Log } from "../../../platform/base/log";
import { WorkerRpc, type WorkerSession } from "../../../platform/workers/workerRpc";
import type { PartFacts } from "./exports";
import type { LinesCall, LinesCalls } from "./exportMessages";

/** A thread without work ends after this long. */
const IDLE_MILLISECONDS = 60_000;

interface ExportThreadOptions {
  /** Path of `exportWorker.js`. */
  readonly worker: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** The lines of one list in the thread. */
export interface LinesPort {
  /** Buffers of pages go over without a copy. Rejects with `AppError`s of ours. */
  ask<K extends LinesCall>(
    name: K,
    parameters: LinesCalls[K]["parameters"],
    /** Told the share that is done, where that takes long. */
    onShare?: (share: number) => void,
  ): Promise<LinesCalls[K]["result"]>;
  /** No page follows soon: those that were handed over go to the thread. */
  hurry(): void;
}

/** One thread for the lines of all lists: started when needed, ended when idle. */
export class ExportThread {
  private readonly rpc: WorkerRpc<LinesCalls>;

  constructor({ worker, clock, log }: ExportThreadOptions) {
    this.rpc = new WorkerRpc({
      program: worker,
      name: "exports",
      clock,
      log,
      idleMilliseconds: IDLE_MILLISECONDS,
      crashError: () => new AppError("internal", "exports/threadBroken"),
    });
  }

  /** What a part holds; opens nothing. */
  read(path: string): Promise<PartFacts> {
    return this.rpc.call("read", { path });
  }

  /** A way to lines that are not opened yet, until they are closed; they stay with one thread. */
  port(): LinesPort {
    let session: WorkerSession<LinesCalls> | undefined;
    return {
      ask: async (name, parameters, onShare) => {
        session ??= this.rpc.session();
        try {
          return await session.call(name, parameters, {
            transfer: "bytes" in parameters ? [parameters.bytes.buffer] : [],
            onProgress: onShare && ((share) => onShare(Number(share))),
            isBatched: name === "page",
          });
        } finally {
          if (name === "close") {
            session.close();
          }
        }
      },
      hurry: () => this.rpc.flush(),
    };
  }

  /** Ends the thread; what waits for it ends as canceled. */
  dispose(): Promise<void> {
    return this.rpc.dispose();
  }
}
