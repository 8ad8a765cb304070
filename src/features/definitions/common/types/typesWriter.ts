import { SYSTEM_CLOCK } from "../../../../platform/base/clock";
import { AppError } from "../../../../platform/base/errors";
import { WorkerRpc } from "../../../../platform/workers/workerRpc";
import type { TypesCalls, TypesQuestion, WrittenTypes } from "./types";

/** Writing types of a body that is far from any real one ends after this long. */
const LIMIT_MILLISECONDS = 60_000;

/**
 * Writes types in a thread of their own, which ends with them.
 * @param program path of the thread's program, `typesWorker.js`
 * @throws AppError kind `input`, `definition/noTypes` where nothing is known of the body, and
 * `definition/typesFailed`; kind `canceled` at an abort
 */
export async function writeTypesInThread(
  program: string,
  question: TypesQuestion,
  signal?: AbortSignal,
): Promise<WrittenTypes> {
  const rpc = new WorkerRpc<TypesCalls>({
    program,
    name: "types",
    clock: SYSTEM_CLOCK,
    idleMilliseconds: 0,
    crashError: () => new AppError("input", "definition/typesFailed"),
    serial: { limit: LIMIT_MILLISECONDS },
  });
  try {
    const written = await rpc.call("write", question, { signal });
    if (written === undefined) {
      throw new AppError("input", "definition/noTypes");
    }
    return written;
  } finally {
    await rpc.dispose();
  }
}
