import type { CreateMask } from "../../../../../../src/features/lists/common/table/shownValues";
import { tableHandlers } from "../../../../../../src/features/lists/common/table/tableProgram";
import type { WorkerPort } from "../../../../../../src/platform/workers/workerRpc";
import { localPort } from "../../../../platform/workers/support/localPort";

/** Runs the program of the tables where it is asked, in slices. */
export function ownPort(createMask?: CreateMask): () => WorkerPort {
  return () => localPort(tableHandlers(createMask));
}
