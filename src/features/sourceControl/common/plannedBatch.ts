import { randomUUID } from "node:crypto";
import type { Batch, BatchRow, BatchState, RowOutcome } from "./batch";
import type { BatchPlan, PlanRow } from "./plan";
import { isSent } from "./state";

/** A row that is to be sent, its place in the batch, and what it was planned as. */
export interface Turn {
  readonly index: number;
  readonly row: PlanRow;
}

const TAKEN: ReadonlySet<RowOutcome> = new Set(["landed", "differs", "notSeen"]);

/** Whether the service took it. */
export function isTaken(outcome: RowOutcome): boolean {
  return TAKEN.has(outcome);
}

/** A batch that nobody said yes to yet. */
export function batchOf(plan: BatchPlan): Batch {
  const { folder, isOfStaged, madeAt: plannedAt, rows } = plan;
  return {
    ...{ id: randomUUID(), folder, isOfStaged, plannedAt },
    ...{ traceId: undefined, state: "planned", rows: rows.map(rowOf) },
  };
}

/** The same batch, what was not taken of it planned anew. */
export function plannedAgain(batch: Batch, plan: BatchPlan): Batch {
  const anew = new Map(plan.rows.map((row) => [row.file, row]));
  const rows = batch.rows.map((row) =>
    isTaken(row.outcome) ? row : rowAgain(row, anew.get(row.file)),
  );
  return { ...batch, rows, state: batch.state === "planned" ? "planned" : endOf(rows) };
}

/** What a batch is that nobody writes any more. */
export function endOf(rows: readonly BatchRow[]): BatchState {
  return rows.some(isLeft) ? "stopped" : "finished";
}

/** The rows that are still to be sent, as they were planned last. */
export function turnsOf({ rows }: Batch, plan: BatchPlan): readonly Turn[] {
  const planned = new Map(plan.rows.map((row) => [row.file, row]));
  return rows.flatMap((one, index) => {
    const row = planned.get(one.file);
    return row !== undefined && isLeft(one) && row.payload !== undefined ? [{ index, row }] : [];
  });
}

/** Whether a row was of unknown outcome, and is found as it was sent by what was read since. */
export function isFoundAsSent(row: BatchRow, anew: PlanRow | undefined): boolean {
  const isSame = anew?.state.effect === "nothing" && anew.bodyHash === row.bodyHash;
  return (
    row.outcome === "unknown" && isSame && anew.current?.kind === "present" && isRead(row, anew)
  );
}

/** Whether it is to be sent, or was tried: all else is only shown in the batch. */
export function hasTurn({ effect, outcome, earlier }: BatchRow): boolean {
  return isSent(effect) || outcome !== "waiting" || earlier !== undefined;
}

/** What became of it; of one that is left out since it was tried, what became of the last try. */
export function lastOutcome({ effect, outcome, earlier }: BatchRow): RowOutcome {
  const isLeftOut = outcome === "waiting" && !isSent(effect);
  return (isLeftOut ? earlier?.at(-1)?.outcome : undefined) ?? outcome;
}

function isLeft({ effect, outcome }: BatchRow): boolean {
  return isSent(effect) && !isTaken(outcome);
}

/** Tries that are kept of one row: who tries more often looks at the last ones. */
const MOST_TRIES = 20;

/** What was tried of a row until now, for the row as it is tried again. */
export function triesOf(row: BatchRow): Pick<BatchRow, "earlier"> {
  const { outcome, problem, status, actionId, requestId, endedAt, earlier = [] } = row;
  const isOver = actionId !== undefined && outcome !== "waiting" && outcome !== "sending";
  const last = { outcome, problem, status, actionId, requestId, endedAt };
  const tries = isOver ? [...earlier, last].slice(-MOST_TRIES) : earlier;
  return tries.length === 0 ? {} : { earlier: tries };
}

/** Of a row that ends as its last try did, because nothing left since: it is no try beside itself. */
export function triesBefore(
  { earlier = [] }: BatchRow,
  actionId: string | undefined,
): Partial<Pick<BatchRow, "earlier" | "endedAt">> {
  const last = earlier.at(-1);
  return last === undefined || last.actionId !== actionId
    ? {}
    : { earlier: earlier.slice(0, -1), endedAt: last.endedAt };
}

function rowOf({ file, place, pension, state, bodyHash }: PlanRow): BatchRow {
  const { effect, comparison } = state;
  return {
    ...{ file, place, pension, effect, bodyHash, changes: comparison?.changes },
    ...{ outcome: "waiting", problem: undefined, status: undefined },
    ...{ actionId: undefined, requestId: undefined, endedAt: undefined },
  };
}

function rowAgain(row: BatchRow, anew: PlanRow | undefined): BatchRow {
  if (anew === undefined) {
    return row.outcome === "unknown" ? row : gone(row);
  }
  if (isFoundAsSent(row, anew)) {
    return { ...row, outcome: "landed" };
  }
  // What may have landed stays so until a read has shown what is there.
  const isOpen = row.outcome === "unknown" && !isRead(row, anew);
  const { outcome, problem, status, actionId, requestId, endedAt } = row;
  const { earlier } = row;
  const open = {
    outcome,
    problem,
    status,
    actionId,
    requestId,
    endedAt,
    ...(earlier && { earlier }),
  };
  return { ...rowOf(anew), ...(isOpen ? open : triesOf(row)) };
}

/** Nothing of it is to be sent any more: there is no file. */
function gone(row: BatchRow): BatchRow {
  return {
    ...{ ...row, ...triesOf(row), effect: "invalid", changes: undefined, outcome: "waiting" },
    problem: { kind: "input", code: "batch/fileGone", status: undefined },
  };
}

/** Whether the service showed what is there after the row came to its end. */
function isRead({ endedAt = 0 }: BatchRow, { current }: PlanRow): boolean {
  return current !== undefined && current.kind !== "unread" && current.at >= endedAt;
}
