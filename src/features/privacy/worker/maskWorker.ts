import { parentPort, workerData } from "node:worker_threads";
import { isAppError } from "../../../platform/base/errors";
import { createMasking } from "../common/masking";

/** What the program of the thread is given. */
export interface MaskWork {
  readonly text: string;
  readonly key: Uint8Array;
}

// The program of a thread for one text: answers with the masked one, or that it is no JSON.
const { text, key } = workerData as MaskWork;
parentPort?.postMessage(mask());

function mask(): string | undefined {
  try {
    return createMasking(key).maskJson(text);
  } catch (error) {
    if (isAppError(error)) {
      return undefined;
    }
    throw error;
  }
}
