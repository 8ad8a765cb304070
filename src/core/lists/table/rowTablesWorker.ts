import { parentPort } from "node:worker_threads";
import { TableProgram } from "./tableProgram";
import type { ToTables } from "./tableMessages";

// The program of a thread of its own; anything but a refusal ends the thread with an error.
const program = new TableProgram({
  tell: (message, moved) => parentPort?.postMessage(message, [...moved]),
  createMask: undefined,
});

parentPort?.on("message", (message: ToTables) => program.take(message));
