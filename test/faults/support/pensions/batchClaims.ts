import type { Batch, BatchRow } from "../../../../src/features/sourceControl/common/batch";
import type { PlanRow } from "../../../../src/features/sourceControl/common/plan";
import { parseKeepingNumbers } from "../../../../src/features/sandbox/server/data/losslessJson";
import type { BatchWire, PassedPut } from "./batchWire";

/** What is so of one row after a round. */
export interface RowFact {
  readonly wire: BatchWire;
  readonly index: number;
  /** As it was before the round, and as the report has it. */
  readonly before: BatchRow;
  readonly row: BatchRow;
  /** As it was planned for this round; undefined where another process planned it. */
  readonly planned: PlanRow | undefined;
  /** What the service held when the round began, or since somebody else wrote it. */
  readonly known: string | undefined;
  readonly held: string | undefined;
  /** Somebody else wrote it after the last PUT of the batch. */
  readonly isForeign: boolean;
  /** The PUT's answer shows what was not stored, and no read can tell. */
  readonly isDeceived: boolean;
  /** Attempts at a PUT that the history has of the row's action; undefined where it cannot tell. */
  readonly attempts: number | undefined;
  /** Permits that were given for its address; undefined where that cannot be told. */
  readonly permits: number | undefined;
}

const SENT = new Set(["create", "replace", "unknown"]);
const TAKEN = new Set(["landed", "differs", "notSeen"]);

/** What the report says of a row that is not so. */
export function liesOf(fact: RowFact): readonly string[] {
  const { wire, index, row, before, known, held, isForeign, isDeceived } = fact;
  const puts = wire.of(index);
  const isDone = wire.landed(index).length > 0;
  const found: string[] = [];
  const say = (isWrong: boolean, what: string): void => {
    found.push(...(isWrong ? [what] : []));
  };
  say(TAKEN.has(before.outcome) && puts.length > 0, "sent again after it was taken");
  say(!SENT.has(row.effect) && puts.length > 0, `${row.effect}, and sent`);
  say(isDone && !mayBeDone(row), `${row.outcome}, and it landed`);
  say(!isDone && !isForeign && held !== known, "not written, and not what was there");
  say(puts.length === 0 && needsPut(row, before), `${row.outcome} without a PUT`);
  say(
    !isForeign && !isDeceived && !isAsSaid(row, held, puts),
    `${row.outcome}, and it is not there`,
  );
  say(
    puts.some(({ file, body }) => file !== undefined && file !== body),
    "not what is in its file",
  );
  say(isCut(row), "a PUT was cut on the wire");
  say(
    row.outcome === "refused" && puts.length > 0 && puts.every(isUnanswered),
    "refused by nobody",
  );
  say(
    puts.length > 0 && isNeverSent(row, puts, before),
    `${row.outcome}, and a PUT passed: ${puts.map(({ status }) => status).join()}`,
  );
  return [...found, ...overwritten(fact), ...countsOf(fact)];
}

/** What cannot be so of the rows together; so many other trace ids are those of plans. */
export function liesOfBatch(batch: Batch, wire: BatchWire, others: number): readonly string[] {
  const found: string[] = [];
  const sent = [...new Set(wire.puts.map(({ row }) => row))];
  const failed = sent.slice(0, -1).filter((row) => !TAKEN.has(batch.rows[row]?.outcome ?? ""));
  found.push(...failed.map((row) => `row ${row} was not taken, and the next one was sent`));
  const isLeft = batch.rows.some(({ effect, outcome }) => SENT.has(effect) && !TAKEN.has(outcome));
  if (batch.state !== (isLeft ? "stopped" : "finished")) {
    found.push(`the batch is ${batch.state}, and ${isLeft ? "some" : "none"} wait`);
  }
  const { traceId } = batch;
  const strange = wire.puts.filter((put) => put.traceId !== traceId);
  found.push(...strange.map((put) => `row ${put.row} sent with trace id ${String(put.traceId)}`));
  const foreign = [...wire.traceIds].filter((id) => id !== traceId);
  if (foreign.length > others) {
    found.push(`calls with trace ids ${foreign.join()}`);
  }
  return found;
}

function mayBeDone({ outcome }: BatchRow): boolean {
  return TAKEN.has(outcome) || outcome === "unknown";
}

function needsPut({ outcome }: BatchRow, before: BatchRow): boolean {
  const isEarlier = before.outcome === outcome || before.outcome === "unknown";
  return (TAKEN.has(outcome) || outcome === "unknown" || outcome === "refused") && !isEarlier;
}

/** What is said to be there is there. */
function isAsSaid({ outcome }: BatchRow, held: string | undefined, puts: readonly PassedPut[]) {
  const sent = puts.at(-1)?.body;
  return outcome !== "landed" || sent === undefined || holds(held, sent);
}

function isUnanswered({ status }: PassedPut): boolean {
  return status === undefined || (status >= 200 && status < 300);
}

/** Stopping ends waits alone: what became of the PUT before is known. */
function isCut({ outcome, problem, status }: BatchRow): boolean {
  return outcome === "unknown" && problem?.code === "canceled/byUser" && status === undefined;
}

/** Waits that were cut leave refusals behind, which change nothing. */
function isNeverSent(row: BatchRow, puts: readonly PassedPut[], before: BatchRow): boolean {
  const isStopped =
    row.outcome === "waiting" && puts.every(({ status }) => status === 429 || status === 401);
  const isOpen = before.outcome === "unknown";
  return ["waiting", "changed", "failed"].includes(row.outcome) && !isStopped && !isOpen;
}

/** Nothing was written over but what was shown and confirmed. */
function overwritten({ wire, index, planned, row, known }: RowFact): readonly string[] {
  const [first] = wire.landed(index);
  if (first === undefined || row.effect === "unknown") {
    return [];
  }
  const { current, payload } = planned ?? {};
  const shown = current?.kind === "present" ? current.text : undefined;
  const isShown = contentOf(planned === undefined ? known : shown) === contentOf(first.before);
  const isSame = planned === undefined || payload?.text === first.body;
  return [
    ...(isShown ? [] : [`wrote over ${String(first.before)}, shown was ${String(shown)}`]),
    ...(isSame ? [] : ["sent another text than planned"]),
  ];
}

function countsOf({ wire, index, attempts, permits }: RowFact): readonly string[] {
  const puts = wire.of(index).length;
  return [
    ...(attempts === undefined || puts <= attempts ? [] : [`${puts} PUTs, told are ${attempts}`]),
    ...(permits === undefined || permits <= 1 ? [] : [`${permits} permits`]),
    ...(permits === 0 && puts > 0 ? ["a PUT without a permit"] : []),
  ];
}

function contentOf(text: string | undefined): string | undefined {
  return text?.replace(/"lastUpdated":"[^"]*"/, "");
}

/** Whether what the service holds has all that was sent; numbers as they are written. */
export function holds(held: string | undefined, sent: string): boolean {
  if (held === undefined) {
    return false;
  }
  const [there, mine] = [held, sent].map((text) => parseKeepingNumbers(text) as object);
  const values = new Map(Object.entries(there ?? {}));
  return Object.entries(mine ?? {}).every(
    ([name, value]) => JSON.stringify(values.get(name)) === JSON.stringify(value),
  );
}
