import { SYSTEM_CLOCK } from "../../../platform/base/clock";
import { AppError } from "../../../platform/base/errors";
import { WorkerRpc } from "../../../platform/workers/workerRpc";
import type { findInRows, PathMatches } from "./jsonPath";

/** What the thread is asked. */
export interface JsonPathCalls {
  readonly find: {
    readonly parameters: { readonly text: string; readonly query: string };
    readonly result: PathMatches;
  };
  readonly findInRows: {
    readonly parameters: RowsSearch;
    readonly result: ReturnType<typeof findInRows>;
  };
}

/** An array of rows, and the names that lead from a row to each column. */
interface RowsSearch {
  readonly text: string;
  readonly query: string;
  readonly columns: readonly (readonly string[])[];
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
  options: PathOptions,
): Promise<PathMatches> {
  return callOnce("find", { text, query }, options);
}

/** The same of `findInRows`. */
export async function findRowsInThread(
  search: RowsSearch,
  options: PathOptions,
): Promise<ReturnType<typeof findInRows>> {
  return callOnce("findInRows", search, options);
}

async function callOnce<K extends keyof JsonPathCalls>(
  name: K,
  parameters: JsonPathCalls[K]["parameters"],
  { signal, worker, limit = LIMIT_MILLISECONDS }: PathOptions,
): Promise<JsonPathCalls[K]["result"]> {
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
    return await rpc.call(name, parameters, { signal: AbortSignal.any(signals) });
  } catch (error) {
    if (over.aborted && signal?.aborted !== true) {
      throw new AppError("input", "lists/pathTooSlow", { values: { seconds: limit / 1000 } });
    }
    throw error;
  } finally {
    await rpc.dispose();
  }
}
