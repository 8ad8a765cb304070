import { parentPort } from "node:worker_threads";
import { createMasking } from "../../privacy/common/masking";
import { TableProgram } from "../common/table/tableProgram";
import type { ToTables } from "../common/table/tableMessages";

// The program of a thread of its own; anything but a refusal ends the thread with an error.
const program = new TableProgram({
  tell: (message, moved) => parentPort?.postMessage(message, [...moved]),
  createMask: (key) => {
    const masking = createMasking(key);
    return {
      value: (fact) => masking.maskValue(fact),
      json: (text) => masking.maskJson(text),
    };
  },
});

parentPort?.on("message", (message: ToTables) => program.take(message));
