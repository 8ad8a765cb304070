import { isCanceled } from "../../../../platform/base/errors";
import { readSnapshotRows, type SnapshotRows } from "../../common/snapshots/snapshotRows";
import type { RowTable } from "../../../lists/common/table/rowTables";
import type { AnySnapshot } from "./listSnapshots";

/** Rows of a snapshot on one side of a comparison, from when they are read. */
export class SnapshotSide {
  private rows: SnapshotRows | undefined;
  private error: unknown;
  private readonly stop = new AbortController();

  constructor(
    readonly snapshot: AnySnapshot,
    readonly table: RowTable,
  ) {}

  /** Undefined until they are there. */
  get read(): SnapshotRows | undefined {
    return this.rows;
  }

  get failure(): unknown {
    return this.error;
  }

  get isLoading(): boolean {
    return this.rows === undefined && this.error === undefined;
  }

  /** The file is not the one that its manifest tells of. */
  get isOther(): boolean {
    const { snapshot, rows } = this;
    return rows !== undefined && snapshot.isBare !== true && rows.sha256 !== snapshot.sha256;
  }

  /** Its values are pseudonyms; of a file without manifest nobody knows. */
  get isMasked(): boolean {
    return this.snapshot.isBare !== true && this.snapshot.isMasked;
  }

  /** Never throws: the outcome is in its state. */
  async load(): Promise<void> {
    try {
      this.rows = await readSnapshotRows(this.snapshot, this.table, this.stop.signal);
    } catch (error) {
      this.error = isCanceled(error) ? undefined : error;
    }
  }

  dispose(): void {
    this.stop.abort();
    this.table.dispose();
  }
}
