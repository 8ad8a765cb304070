import { AppError } from "../../../platform/base/errors";
import type { WriteGuard } from "../../../platform/guard/guard";
import type { Clock } from "../../../platform/base/clock";
import type { Locks } from "../../../platform/files/locks/locks";
import type { Log } from "../../../platform/base/log";
import type { BodyProblem } from "../../../platform/http/refusals/problemList";
import { problemsOf } from "../../../platform/http/refusals/refusal";
import type { EncryptedTexts } from "../../requests/common/encryptedTexts";
import { pensionSchema } from "../../pensions/common/template";
import type { PensionRecords } from "../../pensions/common/writing/records";
import type { PensionWriter } from "../../pensions/common/writing/writer";
import { applyBatch } from "./applyBatch";
import type { Batch, BatchDialog, Batches, BatchRow, BatchSurroundings } from "./batch";
import type { ConfirmedPlace } from "./batchDialog";
import { KeptBatches } from "./keptBatches";
import type { BatchPlan } from "./plan";
import {
  batchOf,
  endOf,
  isFoundAsSent,
  plannedAgain,
  triesBefore,
  triesOf,
  type Turn,
  turnsOf,
} from "./plannedBatch";
import type { RowEnd } from "./rowOutcome";

export interface BatchesOptions extends BatchSurroundings {
  /** Path of the folder that they are kept in; made with the first. */
  readonly folder: string;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly log: Log;
  readonly records: PensionRecords;
  readonly guard: Pick<WriteGuard, "demandWritable">;
  readonly writer: () => Promise<PensionWriter>;
  /** Text of the definition that a connection lives by. */
  readonly definition: (connectionId: string | undefined) => Promise<string>;
  /** Of the actions in the history. */
  readonly titles: { readonly write: string; readonly read: string };
  /** Takes secrets out of what the service says, before any of it is cut or kept. */
  readonly clean: (text: string) => string;
  /** For what the service says, before it is kept. */
  readonly texts: EncryptedTexts;
}

/** The batches of a workspace: planned, written row by row, stopped, gone on with. */
export function createBatches(options: BatchesOptions): Batches {
  return new WorkspaceBatches(options);
}

/** What was agreed to: the rows in their order, and where they go. */
interface Agreed {
  readonly turns: readonly Turn[];
  readonly places: ReadonlyMap<string, ConfirmedPlace>;
}

class WorkspaceBatches implements Batches {
  private readonly kept: KeptBatches;
  private readonly plans = new Map<string, BatchPlan>();
  /** By action. On disk they are encrypted: the service's words may hold values of clients. */
  private readonly saidOf = new Map<string, readonly BodyProblem[]>();
  /** What is being written, and what ends it. */
  private readonly stops = new Map<string, AbortController>();
  private readonly runs = new Set<Promise<unknown>>();

  constructor(private readonly options: BatchesOptions) {
    this.kept = new KeptBatches(options);
  }

  get all(): readonly Batch[] {
    return this.kept.all;
  }

  get(id: string): Batch | undefined {
    return this.kept.get(id);
  }

  said(actionId: string): readonly BodyProblem[] {
    return this.saidOf.get(actionId) ?? [];
  }

  async readSaid(id: string): Promise<void> {
    const unread = this.get(id)?.said?.filter(({ actionId }) => !this.saidOf.has(actionId)) ?? [];
    let hasNews = false;
    for (const { actionId, encrypted } of unread) {
      const text = await this.options.texts.decryptText(actionId, encrypted);
      if (text !== undefined) {
        this.saidOf.set(actionId, JSON.parse(text) as readonly BodyProblem[]);
        hasNews = true;
      }
    }
    const batch = this.get(id);
    if (hasNews && batch !== undefined) {
      this.kept.show(batch);
    }
  }

  planOf(id: string): BatchPlan | undefined {
    return this.plans.get(id);
  }

  onDidChange(listener: (id: string) => void): { dispose(): void } {
    return this.kept.onDidChange(listener);
  }

  restore(): Promise<void> {
    return this.kept.restore();
  }

  async add(plan: BatchPlan): Promise<Batch> {
    const batch = batchOf(plan);
    this.plans.set(batch.id, plan);
    await this.kept.add(batch);
    this.forgetPlans();
    return batch;
  }

  planAgain(id: string, plan: BatchPlan): Promise<Batch> {
    return this.alone(id, async () => {
      const { batch } = await this.kept.newest(id);
      await this.settleFound(batch, plan);
      const changed = plannedAgain(batch, plan);
      this.plans.set(id, plan);
      await this.kept.save(changed);
      return changed;
    });
  }

  apply(id: string, dialog: BatchDialog): Promise<Batch> {
    return this.alone(id, async () => {
      const { batch, isAsKnown } = await this.kept.newest(id);
      const plan = this.plans.get(id);
      if (plan === undefined || !isAsKnown) {
        this.plans.delete(id);
        throw new AppError("input", "input/batchNotPlanned");
      }
      const agreed = await this.agree(turnsOf(batch, plan), dialog);
      await this.run(batch, agreed, dialog);
      return this.kept.get(id) ?? batch;
    });
  }

  async stop(id: string): Promise<void> {
    const stop = this.stops.get(id);
    const batch = this.kept.get(id);
    const isRunning = batch?.state === "running";
    if (stop !== undefined) {
      if (isRunning) {
        this.kept.show({ ...batch, state: "stopping" });
      }
      stop.abort();
    } else if (isRunning || batch?.state === "stopping") {
      // Another window's: what came of it is shown once that window is done.
      await this.kept.alone(id, () => this.kept.newest(id));
    }
  }

  async remove(id: string): Promise<void> {
    await this.alone(id, () => this.kept.remove(id));
    this.plans.delete(id);
  }

  async dispose(): Promise<void> {
    [...this.stops.keys()].forEach((id) => void this.stop(id));
    await Promise.allSettled(this.runs);
    this.kept.dispose();
  }

  /** Nobody is asked for what cannot be written anyway; then for all of it at once. */
  private async agree(turns: readonly Turn[], dialog: BatchDialog): Promise<Agreed> {
    const { guard, open, keyOf } = this.options;
    if (turns.length === 0) {
      throw new AppError("input", "input/batchNothingToSend");
    }
    const places = new Map<string, ConfirmedPlace>();
    for (const id of new Set(turns.map(({ row }) => row.pension?.connectionId ?? ""))) {
      const { connection } = await open(id);
      guard.demandWritable(connection);
      places.set(id, { connection, key: keyOf(id) });
    }
    if (!(await dialog.confirm(turns.map(({ row }) => row)))) {
      throw new AppError("canceled", "canceled/byUser");
    }
    return { turns, places };
  }

  private async run(batch: Batch, { turns, places }: Agreed, dialog: BatchDialog): Promise<void> {
    const { id } = batch;
    const { options } = this;
    const writer = await options.writer();
    const traceId = batch.traceId ?? (await this.newTraceId(places));
    await this.kept.begin({ ...batch, traceId, state: "running" });
    try {
      await applyBatch({
        ...{ ...options, turns, places, dialog, writer, traceId },
        schema: async (connectionId) => pensionSchema(await options.definition(connectionId)),
        stop: this.stopOf(id).signal,
        rowOf: ({ index }) => this.kept.get(id)?.rows[index],
        begin: (turn) => this.beginRow(id, turn),
        end: (turn, end) => this.endRow(id, turn, end),
      });
    } finally {
      await this.kept.save(this.ended(id, batch));
    }
  }

  /** The pinned one while one is pinned; undefined where trace ids are off. */
  private async newTraceId(places: Agreed["places"]): Promise<string | undefined> {
    const [connectionId = ""] = places.keys();
    const { client } = await this.options.open(connectionId);
    return client.startAction(this.options.titles.write).traceId;
  }

  private async beginRow(id: string, { index, row }: Turn): Promise<void> {
    const { records } = this.options;
    const lastActionId = row.pension && records.get(row.pension)?.write?.actionId;
    const mayHaveLanded = this.kept.get(id)?.rows[index]?.outcome === "unknown";
    const begun = { lastActionId, mayHaveLanded };
    const known = this.kept.get(id)?.rows[index];
    const change = { ...SENDING, ...(known && triesOf(known)) };
    await this.kept.saveRow(id, { index, begun, change });
  }

  private async endRow(id: string, { index }: Turn, { error, ...end }: RowEnd): Promise<void> {
    const { actionId } = end;
    const said = error === undefined ? [] : problemsOf(error, this.options.clean);
    if (actionId !== undefined && said.length > 0) {
      this.saidOf.set(actionId, said);
    }
    const endedAt = end.outcome === "waiting" ? undefined : this.options.clock.now();
    const known = this.kept.get(id)?.rows[index];
    const change = { ...end, endedAt, ...(known && triesBefore(known, actionId)) };
    await this.kept.saveRow(id, { index, change }).catch(() => {
      this.options.log.warn("pensions: the end of a row could not be kept", { batch: id });
    });
    if (actionId !== undefined && said.length > 0) {
      await this.keepSaid(id, actionId, said);
    }
  }

  /** After the end itself, which waits for no key ring. */
  private async keepSaid(
    id: string,
    actionId: string,
    said: readonly BodyProblem[],
  ): Promise<void> {
    const { texts, log } = this.options;
    const text = JSON.stringify(said.slice(0, MOST_KEPT));
    try {
      const encrypted = await texts.encryptText(actionId, text);
      if (encrypted !== undefined) {
        await this.kept.saveProblems(id, { actionId, encrypted });
      }
    } catch {
      log.warn("pensions: what the service said of a row could not be kept", { batch: id });
    }
  }

  private ended(id: string, begun: Batch): Batch {
    const batch = this.kept.get(id) ?? begun;
    return { ...batch, state: endOf(batch.rows) };
  }

  /** What a read showed to have landed is so for everybody who asks the records. */
  private async settleFound({ rows }: Batch, { rows: anew }: BatchPlan): Promise<void> {
    const { records } = this.options;
    const planned = new Map(anew.map((row) => [row.file, row]));
    await records.refresh();
    for (const row of rows) {
      const { pension, current } = planned.get(row.file) ?? {};
      const isFound = isFoundAsSent(row, planned.get(row.file));
      if (isFound && pension !== undefined && current?.kind === "present") {
        await this.settleRecord(row, pension);
        await records.noteSeen(pension, current);
      }
    }
  }

  private async settleRecord(
    { bodyHash, status }: BatchRow,
    pension: NonNullable<BatchRow["pension"]>,
  ): Promise<void> {
    const { records } = this.options;
    const { write } = records.get(pension) ?? {};
    const isOpen = write?.outcome === "unknown" || write?.outcome === "sending";
    if (isOpen && write.bodyHash === bodyHash) {
      const { actionId } = write;
      await records.settleWrite(pension, { actionId, outcome: "landed", status });
    }
  }

  /** One at a time, in this window and in all others. */
  private async alone<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    if (this.stops.has(id)) {
      throw new AppError("refused", "refused/batchRunning");
    }
    this.stops.set(id, new AbortController());
    const run = this.kept.alone(id, work).finally(() => this.stops.delete(id));
    this.runs.add(run);
    try {
      return await run;
    } finally {
      this.runs.delete(run);
    }
  }

  private stopOf(id: string): AbortController {
    return this.stops.get(id) ?? new AbortController();
  }

  private forgetPlans(): void {
    const ids = new Set(this.all.map(({ id }) => id));
    [...this.plans.keys()].filter((id) => !ids.has(id)).forEach((id) => this.plans.delete(id));
  }
}

/** Of one PUT: as many as a line shows. */
const MOST_KEPT = 20;

const SENDING: Partial<BatchRow> = {
  ...{ outcome: "sending", problem: undefined, status: undefined },
  ...{ actionId: undefined, requestId: undefined, endedAt: undefined },
};
