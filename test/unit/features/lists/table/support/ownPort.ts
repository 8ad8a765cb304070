import { EventEmitter } from "node:events";
import type { CreateMask } from "../../../../../../src/features/lists/common/table/shownValues";
import { tableHandlers } from "../../../../../../src/features/lists/common/table/tableProgram";
import { serve } from "../../../../../../src/platform/workers/serve";
import type { WorkerPort } from "../../../../../../src/platform/workers/workerRpc";

/** Runs the program of the tables where it is asked, in slices. */
export function ownPort(createMask?: CreateMask): () => WorkerPort {
  return () => {
    const [outside, inside] = [new EventEmitter(), new EventEmitter()];
    serve(
      {
        on: (event, listener) => inside.on(event, listener),
        postMessage: (replies) => queueMicrotask(() => outside.emit("message", replies)),
      },
      tableHandlers(createMask),
    );
    return {
      on: (event, listener) => outside.on(event, listener),
      postMessage: (calls) => {
        try {
          inside.emit("message", calls);
        } catch (error) {
          outside.emit("error", error);
        }
      },
      ref: () => undefined,
      unref: () => undefined,
      terminate: () => Promise.resolve(outside.removeAllListeners()),
    };
  };
}
