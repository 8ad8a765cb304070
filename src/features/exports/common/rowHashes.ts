import type { RowPlaces } from "./cutPage";
import { INVALID } from "./skipJson";

/** What the rows of a page are known by: of their bytes, and of their ids where they have any. */
export interface RowHashes {
  readonly rows: Float64Array;
  /** Of a row without an id its own; empty where rows have none. */
  readonly ids: Float64Array;
}

const ROW_SEED = 0x2f0b4c47;
const ID_SEED = 0x51ab19e3;

/** Prints of rows in lines of UTF-8; of their ids too where `hasIds`. */
export function hashRows(lines: Uint8Array, places: RowPlaces, hasIds: boolean): RowHashes {
  const view = new DataView(lines.buffer, lines.byteOffset, lines.byteLength);
  const rows = new Float64Array(places.count);
  const ids = new Float64Array(hasIds ? places.count : 0);
  for (let row = 0; row < rows.length; row++) {
    rows[row] = hashRow(view, places.from(row), places.to(row), ROW_SEED);
    if (hasIds) {
      const from = places.idFrom(row);
      ids[row] =
        from === INVALID ? (rows[row] ?? 0) : hashRow(view, from, places.idTo(row), ID_SEED);
    }
  }
  return { rows, ids };
}

/** The same rows, byte for byte; those of empty pages say nothing. */
export function isSameRows(one: RowHashes | undefined, other: RowHashes | undefined): boolean {
  return (
    one !== undefined &&
    one.rows.length > 0 &&
    one.rows.length === other?.rows.length &&
    one.rows.every((print, row) => print === other.rows[row])
  );
}

/** Rows that are remembered; those after them are only held against these. */
const WATCHED_ROWS = 1_000_000;

/** Rows that came, by their hashes: numbers in one flat table, so that millions take little. */
export class KnownRows {
  private readonly known = new NumberSet();
  private count = 0;
  private isFull = false;

  constructor(private readonly limit = WATCHED_ROWS) {}

  /** Rows up to which all are remembered; undefined where that is all that came. */
  get watchedRows(): number | undefined {
    return this.isFull ? this.count : undefined;
  }

  /**
   * How many rows of a page came with an earlier one; then they are known too. Rows without an id
   * may be equal and yet others: of these only a page that came before as a whole is known again.
   */
  take({ rows, ids }: RowHashes, isIdentified: boolean): number {
    const hashes = isIdentified ? rows : pagePrint(rows);
    let repeated = 0;
    for (let row = 0; row < hashes.length; row++) {
      const isKnown =
        this.known.has(hashes[row] ?? 0) || (isIdentified && this.known.has(ids[row] ?? 0));
      repeated += isKnown ? 1 : 0;
    }
    this.isFull ||= this.count + rows.length > this.limit;
    if (!this.isFull) {
      this.count += rows.length;
      this.known.addAll(hashes);
      this.known.addAll(ids);
    }
    return isIdentified ? repeated : repeated * rows.length;
  }
}

const PAGE_SEED = 0x6e2f11c3;

/** What a page of several rows is known by as a whole; none of a page with fewer. */
function pagePrint(rows: Float64Array): Float64Array {
  const { buffer, byteOffset, byteLength } = rows;
  const view = new DataView(buffer, byteOffset, byteLength);
  return rows.length < 2
    ? new Float64Array(0)
    : Float64Array.of(hashRow(view, 0, byteLength, PAGE_SEED));
}

/** Positive numbers, with open addressing; 0 is never in it. */
class NumberSet {
  private slots = new Float64Array(1024);
  private used = 0;

  has(value: number): boolean {
    return value !== 0 && this.slots[this.slotOf(value)] === value;
  }

  addAll(values: Float64Array): void {
    for (let index = 0; index < values.length; index++) {
      this.add(values[index] ?? 0);
    }
  }

  private add(value: number): void {
    const slot = this.slotOf(value);
    if (value === 0 || this.slots[slot] === value) {
      return;
    }
    this.slots[slot] = value;
    if (++this.used * 2 > this.slots.length) {
      this.grow();
    }
  }

  /** Where the number is, or where it would be put. */
  private slotOf(value: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    // The lower 32 bits of a hash are as good as any others of it.
    let slot = (value % 2 ** 32) & mask;
    for (let there = slots[slot]; there !== 0 && there !== value; there = slots[slot]) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private grow(): void {
    const { slots } = this;
    this.slots = new Float64Array(slots.length * 2);
    for (const value of slots) {
      if (value !== 0) {
        this.slots[this.slotOf(value)] = value;
      }
    }
  }
}

/**
 * 53 bits of some bytes, never 0: two lanes of MurmurHash3, four bytes at a time. Among a million
 * rows two are taken for one in one list of twenty thousand.
 */
export function hashRow(view: DataView, from: number, to: number, seed: number): number {
  let one = seed ^ (to - from);
  let other = ~seed;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    const word = view.getInt32(at, true);
    one = mixed(one, Math.imul(word, 0xcc9e2d51));
    other = mixed(other, Math.imul(word, 0x239b961b));
  }
  for (; at < to; at++) {
    const byte = view.getUint8(at);
    one = mixed(one, Math.imul(byte, 0xcc9e2d51));
    other = mixed(other, Math.imul(byte, 0x239b961b));
  }
  one = avalanche(one);
  other = avalanche(other ^ one);
  return (one >>> 11) * 2 ** 32 + (other >>> 0) + 1;
}

function mixed(lane: number, word: number): number {
  const turned = (word << 15) | (word >>> 17);
  const joined = lane ^ Math.imul(turned, 0x1b873593);
  return (Math.imul((joined << 13) | (joined >>> 19), 5) + 0xe6546b64) | 0;
}

function avalanche(lane: number): number {
  let mix = lane ^ (lane >>> 16);
  mix = Math.imul(mix, 0x85ebca6b);
  mix ^= mix >>> 13;
  mix = Math.imul(mix, 0xc2b2ae35);
  return mix ^ (mix >>> 16);
}
