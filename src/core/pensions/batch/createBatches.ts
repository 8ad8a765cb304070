import type { WriteGuard } from "../../guard/guard";
import type { Clock } from "../../http/clock";
import type { Locks } from "../../locks/locks";
import type { Log } from "../../log";
import type { PensionRecords } from "../writing/records";
import type { PensionWriter } from "../writing/writer";
import type { Batches, BatchSurroundings } from "./batch";

export interface BatchesOptions extends BatchSurroundings {
  /** Path of the folder that they are kept in; made with the first. */
  readonly folder: string;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly log: Log;
  readonly records: PensionRecords;
  readonly guard: Pick<WriteGuard, "demandWritable">;
  readonly writer: () => Promise<PensionWriter>;
  /** Text of the active definition. */
  readonly definition: () => Promise<string>;
  /** Of the actions in the history. */
  readonly titles: { readonly write: string; readonly read: string };
}

/** The batches of a workspace: planned, written row by row, stopped, gone on with. */
export function createBatches(options: BatchesOptions): Batches {
  throw new Error(options.folder);
}
