import { parentPort, workerData } from "node:worker_threads";
import { isAppError } from "../../../platform/base/errors";
import type { MaskWork } from "../common/maskBody";
import { createMasking } from "../common/masking";

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
