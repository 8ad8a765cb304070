import { parentPort } from "node:worker_threads";
import type { ToExports } from "./exportMessages";
import { ExportProgram } from "./exportProgram";

// The program of a thread of its own; anything but a refusal ends the thread with an error.
const program = new ExportProgram((message) => parentPort?.postMessage(message));

parentPort?.on("message", (message: ToExports) => program.take(message));
