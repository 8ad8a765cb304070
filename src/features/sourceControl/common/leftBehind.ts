import type { PensionRecord } from "../../pensions/common/writing/records";
import type { Batch, BatchRow } from "./batch";
import { endOf } from "./plannedBatch";
import type { RowEnd } from "./rowOutcome";

/** The row that was on its way when its window ended. */
export interface BegunRow {
  readonly index: number;
  /** Of the last write of its pension before; undefined where there was none. */
  readonly lastActionId?: string | undefined;
  /** An earlier try of the row was of unknown outcome. */
  readonly mayHaveLanded: boolean;
}

/** A batch whose window ended while it wrote: what became of the row on its way, by its record. */
export function settled(
  batch: Batch,
  begun: BegunRow | undefined,
  recordOf: (row: BatchRow) => PensionRecord | undefined,
  now: number,
): Batch {
  const rows = batch.rows.map((row, index) => {
    if (row.outcome !== "sending") {
      return row;
    }
    const own = begun?.index === index ? begun : undefined;
    return { ...row, ...endByRecord(row, own, recordOf(row)), endedAt: now };
  });
  return { ...batch, rows, state: endOf(rows) };
}

const NOTHING = { problem: undefined, status: undefined, requestId: undefined };

const ENDED = { kind: "internal", code: "batch/windowEnded", status: undefined };

function endByRecord(
  { bodyHash }: BatchRow,
  begun: BegunRow | undefined,
  record: PensionRecord | undefined,
): RowEnd {
  const { write } = record ?? {};
  // Nothing leaves before it is written down.
  if (write === undefined || write.actionId === begun?.lastActionId) {
    return begun?.mayHaveLanded === true
      ? { ...NOTHING, outcome: "unknown", problem: ENDED, actionId: begun.lastActionId }
      : { ...NOTHING, outcome: "waiting", actionId: undefined };
  }
  const { actionId, outcome, status } = write;
  const end = { ...NOTHING, actionId, status };
  const problem = { ...ENDED, status };
  // Somebody else has written it since: whether ours was before that, nobody can tell.
  if (write.method !== "PUT" || write.bodyHash !== bodyHash) {
    return { ...NOTHING, outcome: "unknown", problem, actionId: undefined };
  }
  switch (outcome) {
    // The service said yes; what it holds now nobody has looked at.
    case "landed":
      return { ...end, outcome: "notSeen" };
    case "refused":
      return { ...end, outcome: status === undefined ? "failed" : "refused", problem };
    default:
      return { ...end, outcome: "unknown", problem };
  }
}
