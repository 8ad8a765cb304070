import { AppError } from "../../../../platform/base/errors";
import type { Batch, Batches, BatchState } from "../../common/batch";
import type { BatchArgument } from "../../../../manifest";

/** What commands do with a batch. */
type BatchAct = "show" | "apply" | "stop" | "resume" | "report" | "copyTraceId" | "remove";

/** The states in which an act makes sense. */
const STATES: Readonly<Record<BatchAct, readonly BatchState[]>> = {
  show: ["planned", "running", "stopping", "stopped", "finished"],
  apply: ["planned"],
  stop: ["running"],
  resume: ["stopped"],
  report: ["planned", "running", "stopping", "stopped", "finished"],
  copyTraceId: ["running", "stopping", "stopped", "finished"],
  remove: ["planned", "stopped", "finished"],
};

/** Whether there is one that a command could do this with. */
export function isPossible({ all }: Pick<Batches, "all">, act: BatchAct): boolean {
  return all.some(({ state }) => STATES[act].includes(state));
}

/**
 * The batch that a command was given; without one the newest that it can do something with. Throws
 * `input/batchGone`, or where there is none `input/no…` with what is missing.
 */
export function chosenBatch(
  batches: Pick<Batches, "all" | "get">,
  act: BatchAct,
  target: BatchArgument | undefined,
): Batch {
  if (target !== undefined) {
    const batch = batches.get(target.batchId);
    if (batch === undefined) {
      throw new AppError("input", "input/batchGone");
    }
    return batch;
  }
  const newest = batches.all.find(({ state }) => STATES[act].includes(state));
  if (newest === undefined) {
    throw nothingFor(act);
  }
  return newest;
}

function nothingFor(act: BatchAct): AppError {
  switch (act) {
    case "apply":
      return new AppError("input", "input/noPlan");
    case "stop":
      return new AppError("input", "input/noPutsRunning");
    case "resume":
      return new AppError("input", "input/noPutsStopped");
    default:
      return new AppError("input", "input/noBatches");
  }
}
