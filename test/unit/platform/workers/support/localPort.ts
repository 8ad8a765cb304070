import { EventEmitter } from "node:events";
import {
  serve,
  type WorkerCalls,
  type WorkerHandlers,
} from "../../../../../src/platform/workers/serve";
import type { WorkerPort } from "../../../../../src/platform/workers/workerRpc";

/** Answers calls in this thread; `onPost` hears how many go over together. */
export function localPort<Calls extends WorkerCalls<Calls>>(
  handlers: WorkerHandlers<Calls>,
  onPost: (count: number) => void = () => undefined,
): WorkerPort {
  const [outside, inside] = [new EventEmitter(), new EventEmitter()];
  serve(
    {
      on: (event, listener) => inside.on(event, listener),
      postMessage: (replies) => queueMicrotask(() => outside.emit("message", replies)),
    },
    handlers,
  );
  return {
    on: (event, listener) => outside.on(event, listener),
    postMessage: (calls) => {
      onPost(calls.length);
      try {
        inside.emit("message", calls);
      } catch (error) {
        queueMicrotask(() => outside.emit("error", error));
      }
    },
    ref: () => undefined,
    unref: () => undefined,
    terminate: () => Promise.resolve(outside.removeAllListeners()),
  };
}
