import { type IndexedText, lengthAt, offsetAt } from "../../../../platform/json/entryReading";
import { memberEntry, MISSING } from "./cells";
import { idMemberOf } from "./identity";
import type { WholePage } from "./loadedPage";
import type { ReadPage } from "./rowTables";
import { TimeSlicer } from "../../../../platform/base/timeSlicer";

/** Rows that are remembered; a list with more is no longer watched for repeated ones. */
const ROW_LIMIT = 1_000_000;
const ROWS_AT_ONCE = 256;

/** What the rows of a page are known by: of their sources, and of their ids where they have any. */
interface Prints {
  readonly rows: Float64Array;
  readonly ids: Float64Array;
  /** Of the whole page; 0 for a single row. */
  readonly page: number;
}

/**
 * Knows again rows that came with an earlier page of a list: byte for byte, or by their id. Rows
 * without an id may be equal and yet others: of these only a page as a whole is known again. The
 * same page asked for again is no earlier page; going to the first one begins anew.
 */
export class Repeats {
  /** By print, the page that a row came with first. */
  private readonly seen = new Map<number, number>();
  private last: WholePage | undefined;
  private lastPrints: Prints | undefined;
  private nextPrints: Prints | undefined;
  private idMember: string | undefined;
  /** What says which row it is, by any name; undefined before a page was looked at. */
  private isIdentified: boolean | undefined;

  /** Compares a page with those that were kept. */
  async look(
    page: WholePage,
    firstPage: number,
  ): Promise<Pick<ReadPage, "repeatsPage" | "repeatedRows" | "sameRecords">> {
    this.nextPrints = undefined;
    const { last } = this;
    const { pageNumber, pageSize } = page.asked;
    if (pageNumber <= firstPage || (last !== undefined && last.asked.pageSize !== pageSize)) {
      this.clear();
      return { repeatsPage: false, repeatedRows: 0, sameRecords: 0 };
    }
    // Nothing is worked out before there is a second page: there may never be one.
    const isNext = last !== undefined && last.asked.pageNumber !== pageNumber;
    const lastPrints = isNext ? (this.lastPrints ?? (await this.print(last))) : undefined;
    if (isNext && lastPrints !== undefined) {
      this.remember(lastPrints, last.asked.pageNumber);
    }
    const prints = this.seen.size === 0 ? undefined : await this.print(page);
    this.nextPrints = prints;
    const repeatedRows = prints === undefined ? 0 : this.countKnown(prints, pageNumber);
    return {
      repeatsPage: isSamePrints(lastPrints, prints),
      repeatedRows,
      // Rows without an id may just be equal.
      sameRecords: this.isIdentified === true ? repeatedRows : 0,
    };
  }

  /** The page that was looked at is shown now: those after it are compared with it. */
  keep(page: WholePage): void {
    this.last = page;
    this.lastPrints = this.nextPrints;
  }

  clear(): void {
    this.seen.clear();
    this.last = undefined;
    this.lastPrints = undefined;
    this.idMember = undefined;
    this.isIdentified = undefined;
  }

  private remember({ rows, ids, page }: Prints, pageNumber: number): void {
    for (const prints of this.isIdentified === true ? [rows, ids] : [[page]]) {
      for (const print of prints) {
        if (this.seen.size < 2 * ROW_LIMIT && !this.seen.has(print)) {
          this.seen.set(print, pageNumber);
        }
      }
    }
  }

  private countKnown({ rows, ids, page }: Prints, pageNumber: number): number {
    const isKnown = (print: number | undefined): boolean => {
      const first = print === undefined || print === 0 ? undefined : this.seen.get(print);
      return first !== undefined && first !== pageNumber;
    };
    if (this.isIdentified !== true) {
      return isKnown(page) ? rows.length : 0;
    }
    let count = 0;
    for (let row = 0; row < rows.length; row++) {
      count += isKnown(rows[row]) || isKnown(ids[row]) ? 1 : 0;
    }
    return count;
  }

  private async print(page: WholePage): Promise<Prints> {
    this.identify(page);
    const { idMember } = this;
    const slicer = new TimeSlicer();
    const rows = new Float64Array(page.rows.length);
    const ids = new Float64Array(idMember === undefined ? 0 : rows.length);
    for (let index = 0; index < rows.length; index++) {
      const row = page.rows[index] ?? 0;
      rows[index] = hashRow(page, row, ROW_SEED);
      if (idMember !== undefined) {
        const entry = memberEntry(page, row, idMember);
        // A row without an id is known by itself alone.
        ids[index] = entry === MISSING ? (rows[index] ?? 0) : hashRow(page, entry, ID_SEED);
      }
      if (index % ROWS_AT_ONCE === 0) {
        await slicer.yieldIfDue();
      }
    }
    return { rows, ids, page: rows.length < 2 ? 0 : mixedPrint(rows) };
  }

  /**
   * Looks for the member that says which row it is. A fund's code or a questionnaire's id may well
   * differ in every row of one page and come again on the next: a walk that took these rows for
   * repeated ones would end there, so they have to be equal as a whole.
   */
  private identify(page: WholePage): void {
    if (this.isIdentified === undefined && page.rows.length > 0) {
      const name = idMemberOf(page);
      this.isIdentified = name !== undefined;
      this.idMember =
        name !== undefined && /^(id|uuid|guid|identifier)$/i.test(name) ? name : undefined;
    }
  }
}

/** The prints of a page's rows, in their order, as one. */
function mixedPrint(rows: Float64Array): number {
  const words = new Uint32Array(rows.buffer);
  let [one, other] = [ROW_SEED, ID_SEED];
  for (const word of words) {
    one = Math.imul(one ^ word, 0x01000193);
    other = Math.imul(other ^ word, 0x5bd1e995);
    other ^= other >>> 15;
  }
  return (one >>> 0) * 2 ** 21 + (other >>> 11);
}

function isSamePrints(one: Prints | undefined, other: Prints | undefined): boolean {
  return (
    one !== undefined &&
    one.rows.length > 0 &&
    one.rows.length === other?.rows.length &&
    one.rows.every((print, row) => print === other.rows[row])
  );
}

const ROW_SEED = 0x811c9dc5;
const ID_SEED = 0x01000193;

/**
 * 53 bits of the source of a value (FNV-1a, twice with different primes): among a million rows
 * two are taken for one in one list of twenty thousand.
 */
function hashRow({ text, entries }: IndexedText, entry: number, seed: number): number {
  const from = offsetAt(entries, entry);
  const to = from + lengthAt(entries, entry);
  let [one, other] = [seed, ~seed];
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x5bd1e995);
    other ^= other >>> 15;
  }
  return (one >>> 0) * 2 ** 21 + (other >>> 11);
}
