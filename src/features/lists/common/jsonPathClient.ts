import { SYSTEM_CLOCK } from "../../../platform/base/clock";
import { AppError } from "../../../platform/base/errors";
import { WorkerRpc } from "../../../platform/workers/workerRpc";
import type { PathMatches } from "./jsonPath";

/** What the thread is asked. */
export interface JsonPathCalls {
  readonly find: {
    readonly parameters: { readonly text: string; readonly query: string };
    readonly result: PathMatches;
  };
}

/** A regular expression of a query that does not come to its end is ended after this long. */
const LIMIT_MILLISECONDS = 20_000;

interface PathOptions {
  readonly signal?: AbortSignal;
  /** Path of `jsonPathWorker.js`. */
  readonly worker: string;
  readonly limit?: number;
}

/**
 * `findByPath` in a thread for this query alone, which an abort or the limit ends at once. Throws
 * what it throws, `lists/pathTooSlow` and `lists/pathBroken`.
 */
export async function findInThread(
  text: string,
  query: string,
  { signal, worker, limit = LIMIT_MILLISECONDS }: PathOptions,
): Promise<PathMatches> {
  const rpc = new WorkerRpc<JsonPathCalls>({
    program: worker,
    name: "JSONPath",
    clock: SYSTEM_CLOCK,
    idleMilliseconds: 0,
    crashError: () => new AppError("input", "lists/pathBroken"),
    serial: "terminate",
  });
  const over = AbortSignal.timeout(limit);
  try {
    const signals = signal === undefined ? [over] : [over, signal];
    return await rpc.call("find", { text, query }, { signal: AbortSignal.any(signals) });
  } catch (error) {
    if (over.aborted && signal?.aborted !== true) {
      throw new AppError("input", "lists/pathTooSlow", { values: { seconds: limit / 1000 } });
    }
    throw error;
  } finally {
    await rpc.dispose();
  }
}
