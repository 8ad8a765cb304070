import { parentPort } from "node:worker_threads";
import { checkPayload } from "../common/checks/checkPayload";
import type { CheckQuestion } from "../common/checks/payloadChecks";

// The program of a thread of its own; an error ends the thread, and who asked is told.
parentPort?.on("message", ({ text, context }: CheckQuestion) => {
  parentPort?.postMessage(checkPayload(text, context));
});
