import { WorkerRpc } from "../workers/workerRpc";
import { isAppError } from "../base/errors";
import type { Clock } from "../base/clock";
import { throwIfAborted } from "../base/scope";
import { type JsonNode, parseJsonText, rootOf } from "./jsonText";
import type { Log } from "../base/log";
import type { JsonEntries } from "./entries";

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

/** What the thread is asked: the entries of a text, or UTF-8 as `layOut` writes it. */
export interface JsonIndexCalls {
  readonly index: { readonly parameters: string; readonly result: JsonEntries };
  readonly layOut: {
    readonly parameters: Uint8Array<ArrayBuffer>;
    readonly result: Uint8Array<ArrayBuffer> | undefined;
  };
}

/** Starts no thread before a long text comes. */
export function createJsonIndexer({ worker, clock, log }: JsonIndexerOptions): JsonIndexer {
  const rpc =
    worker === undefined
      ? undefined
      : new WorkerRpc<JsonIndexCalls>({
          program: worker,
          name: "json index",
          clock,
          log,
          idleMilliseconds: IDLE_MILLISECONDS,
          crashError: () => new Error("the JSON index thread crashed"),
          serial: "terminate",
        });
  return {
    index: async (text, { bytes, signal }) => {
      throwIfAborted(signal);
      if (rpc === undefined || bytes <= WORKER_BYTES) {
        return parseJsonText(text);
      }
      try {
        return rootOf(text, await rpc.call("index", text, { signal }));
      } catch (error) {
        if (isAppError(error)) {
          throw error;
        }
        // Without the thread it is read all the same, however long that takes.
        return parseJsonText(text);
      }
    },
    dispose: async () => {
      await rpc?.dispose();
    },
  };
}
