import type { Snapshot } from "../../common/snapshots/snapshot";
import { readSnapshotRows } from "../../common/snapshots/snapshotRows";
import { type Measured, valueCourse } from "../../common/snapshots/valueCourse";
import type { RowTable } from "../../../lists/common/table/rowTables";
import type { ValueCourse } from "../../../lists/messages/valueCourse";
import { COURSE_POINTS_LIMIT } from "../../../lists/messages/drawnLimits";

/** Bytes of all snapshots that are read for one course. */
const MOST_BYTES = 300_000_000;

/** The rows of the list as they are, and of when. */
export interface RowsNow {
  readonly table: RowTable;
  readonly at: string;
  /** False where they are a part of the list. */
  readonly isWhole: boolean;
}

interface CourseQuestion {
  /** Newest first. */
  readonly snapshots: readonly Snapshot[];
  readonly now: RowsNow | undefined;
  readonly column: string | undefined;
  /** Privacy mode is on: sums are nobody's business. */
  readonly isHidden: boolean;
}

/** What a list added up to at its snapshots and now; each file is read once, one after another. */
export class ValueOverTime {
  private readonly measured = new Map<string, Promise<Measured>>();
  /** Those of them that were not read well, or not to their end. */
  private readonly unsettled = new Set<string>();
  private readonly stop = new AbortController();
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly openTable: () => RowTable) {}

  async course({ snapshots, now, column, isHidden }: CourseQuestion): Promise<ValueCourse> {
    const read = newest(snapshots);
    const measured = await Promise.all([
      ...read.map((one) => this.measure(one, isHidden)),
      ...(now === undefined ? [] : [measureNow(now, isHidden)]),
    ]);
    return valueCourse(measured, { column, omitted: snapshots.length - read.length });
  }

  /** What was wrong with files may be mended by now: those are read again, and those being read. */
  readFaultyAgain(): void {
    this.unsettled.forEach((key) => this.measured.delete(key));
    this.unsettled.clear();
  }

  dispose(): void {
    this.stop.abort();
    this.measured.clear();
  }

  private measure(one: Snapshot, isHidden: boolean): Promise<Measured> {
    const { at, rows, isMasked } = one;
    if (isMasked || isHidden) {
      const note = isMasked ? "masked" : "hidden";
      return Promise.resolve({ at, rows, isNow: false, columns: [], note });
    }
    const key = JSON.stringify([one.path, one.sha256, at]);
    const known = this.measured.get(key);
    if (known !== undefined) {
      return known;
    }
    const reading = this.inTurn(() => this.read(one));
    this.measured.set(key, reading);
    this.unsettled.add(key);
    const ifStillMeant = (act: () => void): void => {
      if (this.measured.get(key) === reading) {
        act();
      }
    };
    void reading.then(
      ({ note }) => {
        if (note !== "unreadable" && note !== "otherBytes") {
          ifStillMeant(() => this.unsettled.delete(key));
        }
      },
      () => ifStillMeant(() => this.measured.delete(key)),
    );
    return reading;
  }

  private inTurn<T>(read: () => Promise<T>): Promise<T> {
    const next = this.turn.then(read);
    this.turn = next.catch(() => undefined);
    return next;
  }

  private async read(one: Snapshot): Promise<Measured> {
    const { at, isPart, sha256 } = one;
    const table = this.openTable();
    try {
      const found = await readSnapshotRows(one, table, this.stop.signal);
      const { columns, rows } = await table.ask("totals", {});
      const note = found.sha256 === sha256 ? (isPart ? "notWhole" : undefined) : "otherBytes";
      return { at, rows, isNow: false, columns, ...(note === undefined ? {} : { note }) };
    } catch {
      return { at, rows: one.rows, isNow: false, columns: [], note: "unreadable" };
    } finally {
      table.dispose();
    }
  }
}

/** As many as are drawn, and as the thread reads in some seconds. */
function newest(snapshots: readonly Snapshot[]): readonly Snapshot[] {
  let bytes = 0;
  return snapshots.slice(0, COURSE_POINTS_LIMIT).filter((one, at) => {
    bytes += one.bytes;
    return at === 0 || bytes <= MOST_BYTES;
  });
}

async function measureNow({ table, at, isWhole }: RowsNow, isHidden: boolean): Promise<Measured> {
  const { rows, columns } = await table.ask("totals", {});
  if (isHidden || !isWhole) {
    return { at, rows, isNow: true, columns: [], note: isHidden ? "hidden" : "notWhole" };
  }
  return { at, rows, isNow: true, columns };
}
