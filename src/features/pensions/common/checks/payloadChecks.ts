import { WorkerRpc } from "../../../../platform/workers/workerRpc";
import { isAppError } from "../../../../platform/base/errors";
import type { Clock } from "../../../../platform/base/clock";
import { throwIfAborted } from "../../../../platform/base/scope";
import type { Log } from "../../../../platform/base/log";
import { payloadDefinition } from "./bodySchema";
import { checkPayload } from "./checkPayload";
import type { CheckContext, Finding } from "./findings";

/** Texts of more UTF-16 units than this are checked in a thread of their own. */
export const LONGEST_AT_ONCE = 65_536;

/** An idle thread ends after this long. */
const IDLE_MILLISECONDS = 30_000;
/** No text that fits an editor takes the rules this long. */
const MOST_MILLISECONDS = 20_000;

/** Checks payloads by the rules; long ones in a thread of their own. */
export interface PayloadChecks {
  /**
   * As `checkPayload`. A text that is not wanted any more does not reach the thread, and the answer
   * to one that it is at is not waited for. Throws `AppError` kind `canceled` at an abort.
   */
  check(text: string, context: CheckContext, signal?: AbortSignal): Promise<readonly Finding[]>;
  /** Ends the thread; what waits for it ends as canceled. */
  dispose(): Promise<void>;
}

/** What the checks are made of. */
interface PayloadChecksOptions {
  /** Path of `payloadChecksWorker.js`; without one everything is checked where it is asked for. */
  readonly worker: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** What the thread is asked. */
export interface CheckCalls {
  readonly check: {
    readonly parameters: { readonly text: string; readonly context: CheckContext };
    readonly result: readonly Finding[];
  };
}

/** Starts no thread before a long text comes. */
export function createPayloadChecks({ worker, clock, log }: PayloadChecksOptions): PayloadChecks {
  const rpc =
    worker === undefined
      ? undefined
      : new WorkerRpc<CheckCalls>({
          program: worker,
          name: "payload checks",
          clock,
          log,
          idleMilliseconds: IDLE_MILLISECONDS,
          crashError: () => new Error("the thread of the checks crashed"),
          serial: { limit: MOST_MILLISECONDS },
        });
  return {
    check: async (text, context, signal) => {
      throwIfAborted(signal);
      if (rpc === undefined || text.length <= LONGEST_AT_ONCE) {
        return checkPayload(text, context);
      }
      const definition = payloadDefinition(context.definition);
      const { off, seen } = context;
      const question = { text, context: { definition, seen, off: [...off] } };
      try {
        return await rpc.call("check", question, { signal });
      } catch (error) {
        if (isAppError(error)) {
          throw error;
        }
        // Checking here would block typing: missing warnings are the smaller harm.
        return [];
      }
    },
    dispose: async () => {
      await rpc?.dispose();
    },
  };
}
