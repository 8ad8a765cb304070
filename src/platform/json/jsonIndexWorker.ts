import { parentPort } from "node:worker_threads";
import { isAppError } from "../base/errors";
import type { JsonEntries } from "./entries";
import { scanJson } from "./scan";

/** What the worker answers to a text: its entries, or why it is not JSON. */
export type WorkerAnswer =
  | { readonly entries: JsonEntries }
  | { readonly code: string; readonly values: Readonly<Record<string, string | number>> };

// The program of a thread of its own; anything but a refusal ends the thread with an error.
parentPort?.on("message", (text: string) => {
  const answer = scan(text);
  parentPort?.postMessage(answer, "entries" in answer ? [answer.entries.buffer] : []);
});

function scan(text: string): WorkerAnswer {
  try {
    return { entries: scanJson(text) };
  } catch (error) {
    if (!isAppError(error)) {
      throw error;
    }
    const { code, values } = error;
    return { code, values };
  }
}
