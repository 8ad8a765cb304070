import type { Schema } from "../../../platform/service/definition/schema";
import type { PensionWriter } from "../../pensions/common/writing/writer";
import type { BatchDialog, BatchRow, BatchSurroundings } from "./batch";
import { type ConfirmedPlace, RowDialog } from "./batchDialog";
import { isTaken, type Turn } from "./plannedBatch";
import { endOfError, endOfResult, type RowEnd } from "./rowOutcome";

/** Writes that were confirmed together. */
interface BatchRun extends BatchSurroundings {
  readonly turns: readonly Turn[];
  readonly writer: PensionWriter;
  /** By connection. */
  readonly places: ReadonlyMap<string, ConfirmedPlace>;
  readonly schema: (connectionId: string) => Promise<Schema>;
  readonly dialog: BatchDialog;
  readonly stop: AbortSignal;
  readonly titles: { readonly write: string; readonly read: string };
  readonly traceId: string | undefined;
  /** Done when it is on disk that the row is on its way; throws where the disk takes nothing. */
  readonly begin: (turn: Turn) => Promise<void>;
  /** What the row was before. */
  readonly rowOf: (turn: Turn) => BatchRow | undefined;
  readonly end: (turn: Turn, end: RowEnd) => Promise<void>;
}

/** Row by row through the one pipeline, until one was not taken or the user stops. */
export async function applyBatch(run: BatchRun): Promise<void> {
  for (const turn of run.turns) {
    if (run.stop.aborted) {
      return;
    }
    const before = run.rowOf(turn);
    const end = openAsBefore(await attemptWrite(run, turn), before);
    await run.end(turn, end);
    if (!isTaken(end.outcome)) {
      return;
    }
  }
}

/** What may have landed before may have done so whatever became of the second try. */
function openAsBefore(end: RowEnd, before: BatchRow | undefined): RowEnd {
  if (before?.outcome !== "unknown" || isTaken(end.outcome)) {
    return end;
  }
  const { problem, status, actionId, requestId } = before;
  // Nothing left this time: the PUT before is still what nobody knows of.
  return end.actionId === undefined
    ? { ...end, outcome: "unknown", problem, status, actionId, requestId }
    : { ...end, outcome: "unknown", problem: end.problem ?? problem };
}

async function attemptWrite(run: BatchRun, turn: Turn): Promise<RowEnd> {
  let dialog: RowDialog | undefined;
  try {
    await run.begin(turn);
    dialog = await openDialog(run, turn);
    return endOfResult(await write(run, turn, dialog));
  } catch (error) {
    return dialog?.declined ?? endOfError(error, run.stop.aborted);
  }
}

async function openDialog(run: BatchRun, { row }: Turn): Promise<RowDialog> {
  const { fileOf, keyOf, dialog, stop, places } = run;
  const place = places.get(row.pension?.connectionId ?? "");
  if (place === undefined) {
    throw new Error("a row of no connection");
  }
  const schema = await run.schema(place.connection.id);
  return new RowDialog({ row, place, dialog, stop, fileOf, keyOf, schema });
}

async function write(run: BatchRun, { row }: Turn, dialog: RowDialog) {
  const { writer, traceId, titles } = run;
  const { pension, payload, current: confirmed } = row;
  if (pension === undefined || payload === undefined) {
    throw new Error("a row that cannot be sent");
  }
  const { connectionId, clientId, pensionId } = pension;
  const opened = await run.open(connectionId);
  const target = { clientId, pensionId };
  const names = { title: titles.write, readTitle: titles.read };
  return writer.write({ ...opened, ...names, target, payload, traceId, confirmed }, dialog);
}
