import { parentPort } from "node:worker_threads";
import type { ExportsAnswer, FromExports, TakenPage, ToExports } from "../common/exportMessages";
import { ExportProgram } from "../common/exportProgram";

// The program of a thread of its own; anything but a refusal ends the thread with an error.
const program = new ExportProgram((answer) => {
  answers.push(answer);
  tellSoon();
});
let answers: ExportsAnswer[] = [];
let timer: NodeJS.Immediate | undefined;

parentPort?.on("message", (calls: readonly ToExports[]) => {
  calls.forEach((call) => program.take(call));
});

/** Behind all that can be answered at once. */
function tellSoon(): void {
  timer ??= setImmediate(() => {
    const message: FromExports = answers;
    timer = undefined;
    answers = [];
    parentPort?.postMessage(message, message.flatMap(sparesOf));
  });
}

function sparesOf(answer: ExportsAnswer): readonly ArrayBuffer[] {
  const { spare } = "result" in answer ? (answer.result as Partial<TakenPage>) : {};
  return spare === undefined ? [] : [spare.buffer];
}
