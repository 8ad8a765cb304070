import { WorkerRpc } from "../workers/workerRpc";
import { AppError, isAppError } from "../base/errors";
import type { Clock } from "../base/clock";
import { throwIfAborted } from "../base/scope";
import { type JsonNode, parseJsonText, rootOf } from "./jsonText";
import type { Log } from "../base/log";
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
  const thread =
    worker === undefined
      ? undefined
      : new WorkerRpc<string, WorkerAnswer>({
          program: worker,
          name: "json index",
          clock,
          idleMilliseconds: IDLE_MILLISECONDS,
          onAbort: { kind: "end" },
        });
  return {
    index: async (text, { bytes, signal }) => {
      throwIfAborted(signal);
      return thread === undefined || bytes <= WORKER_BYTES
        ? parseJsonText(text)
        : rootOf(text, await scanInThread(thread, text, { signal, log }));
    },
    dispose: async () => {
      await thread?.dispose();
    },
  };
}

async function scanInThread(
  thread: WorkerRpc<string, WorkerAnswer>,
  text: string,
  { signal, log }: { readonly signal: AbortSignal | undefined; readonly log: Log },
): Promise<JsonEntries> {
  let answer: WorkerAnswer;
  try {
    answer = await thread.ask(text, signal);
  } catch (error) {
    if (isAppError(error)) {
      throw error;
    }
    const reason = error instanceof Error ? error.name : "unknown";
    log.warn("json: the index thread failed, reading without it", { reason });
    return scanJson(text);
  }
  if ("entries" in answer) {
    return answer.entries;
  }
  throw new AppError("payload", answer.code, { values: answer.values });
}
