import { lengthAt, memberAt, offsetAt } from "../../../../platform/json/entryReading";
import { hashRows, isSameRows, KnownRows, type RowHashes } from "../rowHashes";
import { identifiedBy, type RowIdentification } from "./identity";
import type { WholePage } from "./pageReading";
import type { ReadPage } from "./rowTables";
import { TimeSlicer } from "../../../../platform/base/timeSlicer";

/** Rows that are hashed without a break; a copy of their text is made meanwhile. */
const ROWS_AT_ONCE = 64;

/**
 * Finds rows that came with an earlier page of a list. The same page asked for again is no earlier
 * page; going to the first one begins anew.
 */
export class Repeats {
  private known = new KnownRows({ keepsPages: true });
  private last: WholePage | undefined;
  private lastHashes: RowHashes | undefined;
  private nextHashes: RowHashes | undefined;
  /** What says which row it is; undefined before a page was looked at. */
  private identification: RowIdentification | undefined;

  /** Compares a page with those that were kept. */
  async compare(
    page: WholePage,
    firstPage: number,
  ): Promise<Pick<ReadPage, "repeatsPage" | "repeatedRows" | "sameRecords">> {
    this.nextHashes = undefined;
    const { last } = this;
    const { pageNumber, pageSize } = page.asked;
    if (pageNumber <= firstPage || (last !== undefined && last.asked.pageSize !== pageSize)) {
      this.clear();
      return { repeatsPage: false, repeatedRows: 0, sameRecords: 0 };
    }
    // Nothing is hashed before there is a second page: there may never be one.
    const isNext = last !== undefined && last.asked.pageNumber !== pageNumber;
    const lastHashes = isNext ? (this.lastHashes ?? (await this.hash(last))) : undefined;
    if (isNext && lastHashes !== undefined) {
      this.known.add(lastHashes, this.isIdentified, last.asked.pageNumber);
    }
    const isFirst = lastHashes === undefined && this.known.isEmpty;
    const hashes = isFirst ? undefined : await this.hash(page);
    this.nextHashes = hashes;
    const repeatedRows =
      hashes === undefined ? 0 : this.known.countRepeated(hashes, this.isIdentified, pageNumber);
    return {
      repeatsPage: isSameRows(lastHashes, hashes),
      repeatedRows,
      // Rows without an id may just be equal.
      sameRecords: this.isIdentified ? repeatedRows : 0,
    };
  }

  /** The page that was looked at is shown now: those after it are compared with it. */
  keep(page: WholePage): void {
    this.last = page;
    this.lastHashes = this.nextHashes;
  }

  clear(): void {
    this.known = new KnownRows({ keepsPages: true });
    this.last = undefined;
    this.lastHashes = undefined;
    this.identification = undefined;
  }

  private get isIdentified(): boolean {
    return this.identification?.isIdentified === true;
  }

  private async hash(page: WholePage): Promise<RowHashes> {
    if (page.rows.length > 0) {
      this.identification ??= identifiedBy(page);
    }
    const idMember = this.identification?.idMember;
    const slicer = new TimeSlicer();
    const rows = new Float64Array(page.rows.length);
    const ids = new Float64Array(idMember === undefined ? 0 : rows.length);
    for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
      const some = hashSome(page, page.rows.subarray(first, first + ROWS_AT_ONCE), idMember);
      rows.set(some.rows, first);
      if (idMember !== undefined) {
        ids.set(some.ids, first);
      }
      await slicer.yieldIfDue();
    }
    return { rows, ids };
  }
}

/** Hashes rows that follow each other, by the two bytes of each character of their text. */
function hashSome(
  { text, entries }: WholePage,
  rows: Int32Array,
  idMember: string | undefined,
): RowHashes {
  const ids = Array.from(rows, (row) =>
    idMember === undefined ? undefined : memberAt({ text, entries }, row, idMember),
  );
  const start = offsetAt(entries, rows[0] ?? 0);
  const from = (entry = 0): number => 2 * (offsetAt(entries, entry) - start);
  const to = (entry = 0): number => from(entry) + 2 * lengthAt(entries, entry);
  const bytes = Buffer.from(text.slice(start, start + to(rows.at(-1)) / 2), "utf16le");
  const bounds = {
    count: rows.length,
    from: (row: number) => from(rows[row]),
    to: (row: number) => to(rows[row]),
    idFrom: (row: number) => (ids[row] === undefined ? -1 : from(ids[row])),
    idTo: (row: number) => to(ids[row]),
  };
  return hashRows(bytes, bounds, idMember !== undefined);
}
