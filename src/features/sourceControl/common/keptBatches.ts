import { AppError } from "../../../platform/base/errors";
import type { Clock } from "../../../platform/base/clock";
import type { Locks } from "../../../platform/files/locks/locks";
import type { Log } from "../../../platform/base/log";
import type { PensionRecords } from "../../pensions/common/writing/records";
import type { Batch, BatchRow, EncryptedWords } from "./batch";
import { BatchFiles, encodeBatch, type RowLine, withSaid } from "./batchFile";
import { settled } from "./leftBehind";

interface KeptBatchesOptions {
  readonly folder: string;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly log: Log;
  readonly records: PensionRecords;
}

/** A change of one row. */
interface RowChange extends Pick<RowLine, "index" | "begun"> {
  readonly change: Partial<BatchRow>;
}

/** A batch, and whether it is as this window knew it. */
interface Newest {
  readonly batch: Batch;
  readonly isAsKnown: boolean;
}

const MOST = 20;
/** Who writes a batch holds it for minutes, who looks at it for a moment. */
const PATIENCE = 2_000;

/** What came of work under a lock: its own error is none of the lock. */
type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };

/** The batches as they are known here and kept on disk, which other windows may write too. */
export class KeptBatches {
  private readonly batches = new Map<string, Batch>();
  private readonly listeners = new Set<(id: string) => void>();
  private readonly files: BatchFiles;
  /** Of these the disk did not take the newest: what this window knows is. */
  private readonly unstored = new Set<string>();

  constructor(private readonly options: KeptBatchesOptions) {
    this.files = new BatchFiles(options.folder, options.clock);
  }

  /** Newest first. */
  get all(): readonly Batch[] {
    return [...this.batches.values()].sort((one, other) => other.plannedAt - one.plannedAt);
  }

  get(id: string): Batch | undefined {
    return this.batches.get(id);
  }

  onDidChange(listener: (id: string) => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  dispose(): void {
    this.listeners.clear();
  }

  async restore(): Promise<void> {
    for (const id of await this.files.ids()) {
      const kept = await this.files.get(id);
      if (kept !== undefined && !this.batches.has(id)) {
        await this.showKept(kept.batch);
      }
    }
    await this.makeRoom();
  }

  async add(batch: Batch): Promise<void> {
    const unused = this.all.filter(
      ({ folder, state }) => folder === batch.folder && state === "planned",
    );
    await this.save(batch);
    for (const { id } of unused) {
      await this.drop(id);
    }
    await this.makeRoom(batch.id);
  }

  /** What is on disk counts, settled where its window ended; to be called while it is held. */
  async newest(id: string): Promise<Newest> {
    const known = this.batches.get(id);
    const kept = this.unstored.has(id) ? undefined : await this.files.get(id);
    if (kept === undefined && (known === undefined || !this.unstored.has(id))) {
      this.forget(id);
      throw new AppError("input", "input/batchGone");
    }
    const found = kept?.batch ?? known;
    if (found === undefined) {
      throw new AppError("input", "input/batchGone");
    }
    const isOver = found.state !== "running" && found.state !== "stopping";
    const batch = isOver ? found : await this.settle(id, found);
    const isAsKnown = known !== undefined && encodeBatch(known) === encodeBatch(batch);
    if (!isAsKnown) {
      this.show(batch);
    }
    return { batch, isAsKnown };
  }

  /** Shown even where the disk does not take it. */
  async save(batch: Batch): Promise<void> {
    await this.begin(batch).catch(() => {
      this.unstored.add(batch.id);
      this.show(batch);
      this.options.log.warn("pensions: a batch could not be kept", { batch: batch.id });
    });
  }

  /** @throws AppError `refused/notRecorded` where the disk does not take it: nothing has begun */
  async begin(batch: Batch): Promise<void> {
    try {
      await this.files.set(batch);
    } catch (cause) {
      throw new AppError("refused", "refused/notRecorded", { cause });
    }
    this.unstored.delete(batch.id);
    this.show(batch);
  }

  /** @throws AppError `refused/notRecorded` where the disk does not take it */
  async saveRow(id: string, { index, change, begun }: RowChange): Promise<void> {
    const batch = this.batches.get(id);
    const known = batch?.rows[index];
    if (batch === undefined || known === undefined) {
      throw new AppError("input", "input/batchGone");
    }
    const { earlier = [], ...changed } = { ...known, ...change };
    const row = earlier.length === 0 ? changed : { ...changed, earlier };
    this.show({ ...batch, rows: batch.rows.with(index, row) });
    try {
      await this.files.append(id, { index, row, ...(begun === undefined ? {} : { begun }) });
    } catch (cause) {
      this.unstored.add(id);
      throw new AppError("refused", "refused/notRecorded", { cause });
    }
  }

  /** Throws what the disk throws. */
  async saveProblems(id: string, said: EncryptedWords): Promise<void> {
    const batch = this.batches.get(id);
    if (batch !== undefined) {
      this.show({ ...batch, said: withSaid(batch.said ?? [], said) });
      await this.files.append(id, { said });
    }
  }

  /** Tells of a state that is not worth being kept. */
  show(batch: Batch): void {
    this.batches.set(batch.id, batch);
    this.listeners.forEach((listener) => listener(batch.id));
  }

  async remove(id: string): Promise<void> {
    this.forget(id);
    await this.files.remove(id);
  }

  /**
   * While no other window writes it.
   * @throws AppError `refused/batchElsewhere` where one does
   */
  async alone<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const { locks, clock } = this.options;
    const patience = new AbortController();
    const cancel = clock.schedule(PATIENCE, () => patience.abort());
    const outcomeOf = (): Promise<Outcome<Result>> => {
      cancel();
      return work().then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      );
    };
    const outcome = await locks
      .withLock(`pension batch ${id}`, outcomeOf, patience.signal)
      .catch((cause: unknown) => {
        throw new AppError("refused", "refused/batchElsewhere", { cause });
      })
      .finally(cancel);
    if ("error" in outcome) {
      throw outcome.error;
    }
    return outcome.result;
  }

  /** One that another window writes is shown as it was when that began. */
  private async showKept(batch: Batch): Promise<void> {
    this.show(batch);
    if (batch.state === "running" || batch.state === "stopping") {
      await this.alone(batch.id, () => this.newest(batch.id)).catch(() => undefined);
    }
  }

  private async settle(id: string, found: Batch): Promise<Batch> {
    const { records, clock } = this.options;
    const begun = this.unstored.has(id) ? undefined : (await this.files.get(id))?.begun;
    await records.refresh();
    const recordOf = ({ pension }: BatchRow) => pension && records.get(pension);
    const batch = settled(found, begun, recordOf, clock.now());
    await this.save(batch);
    return batch;
  }

  /**
   * `added` stays whatever its time says: the clock may have been set back since the others. Those
   * that can be resumed go last, the oldest first.
   */
  private async makeRoom(added?: string): Promise<void> {
    const others = this.all.filter(({ id }) => id !== added);
    const stopped = others.filter(({ state }) => state === "stopped");
    const byWorth = [...stopped, ...others.filter(({ state }) => state !== "stopped")];
    const surplus = byWorth.slice(MOST - (this.all.length - others.length));
    for (const { id, state } of surplus) {
      if (state !== "running" && state !== "stopping") {
        await this.drop(id);
      }
    }
  }

  /** One that another window has in its hands stays. */
  private async drop(id: string): Promise<void> {
    await this.alone(id, () => this.remove(id)).catch(() => undefined);
  }

  private forget(id: string): void {
    this.unstored.delete(id);
    if (this.batches.delete(id)) {
      this.listeners.forEach((listener) => listener(id));
    }
  }
}
