import { hash } from "node:crypto";

/** Where the rows of a page are in some bytes, and the values of their ids. */
interface RowBounds {
  readonly count: number;
  from(row: number): number;
  to(row: number): number;
  /** Below 0 where the row has no id. */
  idFrom(row: number): number;
  idTo(row: number): number;
}

/** Hashes of the rows of a page, and of their ids where they have any. */
export interface RowHashes {
  readonly rows: Float64Array;
  /** For a row without an id the hash of the row; empty where rows have none. */
  readonly ids: Float64Array;
}

const ROW_SEED = 0x2f0b4c47;
const ID_SEED = 0x51ab19e3;
const PAGE_SEED = 0x6e2f11c3;

export function hashRows(bytes: Uint8Array, bounds: RowBounds, hasIds: boolean): RowHashes {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rows = new Float64Array(bounds.count);
  const ids = new Float64Array(hasIds ? bounds.count : 0);
  for (let row = 0; row < rows.length; row++) {
    rows[row] = hashRow(view, bounds.from(row), bounds.to(row), ROW_SEED);
    if (hasIds) {
      const from = bounds.idFrom(row);
      ids[row] = from < 0 ? (rows[row] ?? 0) : hashRow(view, from, bounds.idTo(row), ID_SEED);
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
    one.rows.every((hashed, row) => hashed === other.rows[row])
  );
}

/** Rows that are remembered; those after them are only compared with these. */
const WATCHED_ROWS = 1_000_000;

interface KnownRowsOptions {
  readonly limit?: number;
  /** Whether the first page of each row is remembered, for pages that may be asked for again. */
  readonly keepsPages?: boolean;
}

/**
 * Rows of earlier pages, by their hashes: byte for byte, or by their ids. Rows without an id may be
 * equal and yet others: of these only a page that came before as a whole is known again.
 */
export class KnownRows {
  private readonly table: HashTable;
  private readonly limit: number;
  private count = 0;
  private isFull = false;

  constructor({ limit = WATCHED_ROWS, keepsPages = false }: KnownRowsOptions = {}) {
    this.limit = limit;
    this.table = new HashTable(1, keepsPages);
  }

  get isEmpty(): boolean {
    return this.table.size === 0;
  }

  /** Rows up to which all are remembered; undefined where that is all that came. */
  get watchedRows(): number | undefined {
    return this.isFull ? this.count : undefined;
  }

  /** How many rows of a page came first with an earlier one, or with another one than `page`. */
  countRepeated({ rows, ids }: RowHashes, isIdentified: boolean, page?: number): number {
    if (!isIdentified) {
      return this.isKnown(pageHash(rows), 0, page) ? rows.length : 0;
    }
    let repeated = 0;
    for (let row = 0; row < rows.length; row++) {
      repeated += this.isKnown(rows, row, page) || this.isKnown(ids, row, page) ? 1 : 0;
    }
    return repeated;
  }

  add({ rows, ids }: RowHashes, isIdentified: boolean, page?: number): void {
    const hashes = isIdentified ? rows : pageHash(rows);
    const isAgain = page !== undefined && this.table.get(hashes, 0) === page;
    const count = this.count + (isAgain ? 0 : rows.length);
    this.isFull ||= count > this.limit;
    if (!this.isFull) {
      this.count = count;
      for (const added of isIdentified ? [rows, ids] : [hashes]) {
        for (let index = 0; index < added.length; index++) {
          this.table.add(added, index, page);
        }
      }
    }
  }

  private isKnown(hashes: Float64Array, index: number, page: number | undefined): boolean {
    const first = index < hashes.length ? this.table.get(hashes, index) : undefined;
    return first !== undefined && first !== page;
  }
}

/** A page of several rows as a whole; nothing for a page with fewer. */
function pageHash(rows: Float64Array): Float64Array {
  const { buffer, byteOffset, byteLength } = rows;
  const view = new DataView(buffer, byteOffset, byteLength);
  return rows.length < 2
    ? new Float64Array(0)
    : Float64Array.of(hashRow(view, 0, byteLength, PAGE_SEED));
}

/**
 * A set of texts by 106 bits of their SHA-256: 32 bytes for each of them at most, however long
 * they are, and no two that are taken for one.
 */
export class TextHashSet {
  private readonly table = new HashTable(2);

  get size(): number {
    return this.table.size;
  }

  has(text: string): boolean {
    return this.table.get(hashText(text), 0) !== undefined;
  }

  /** False when it was there. */
  add(text: string): boolean {
    return this.table.add(hashText(text), 0);
  }
}

function hashText(text: string): Float64Array {
  const digest = hash("sha256", text, "buffer");
  return Float64Array.from([0, 8], (at) =>
    joinWords(digest.readUInt32LE(at), digest.readUInt32LE(at + 4)),
  );
}

const FIRST_SLOTS = 1024;

/**
 * Hashes, each of one or more positive numbers, with open addressing in one flat table, so that
 * millions take little memory. A number can be kept with each.
 */
class HashTable {
  private readonly stride: number;
  private slots: Float64Array;
  private used = 0;

  constructor(
    private readonly width: number,
    private readonly keepsValues = false,
  ) {
    this.stride = width + (keepsValues ? 1 : 0);
    this.slots = new Float64Array(FIRST_SLOTS * this.stride);
  }

  get size(): number {
    return this.used;
  }

  /** The number that is kept with the hash at an index, else 0; undefined where it is not there. */
  get(hashes: Float64Array, index: number): number | undefined {
    const slot = this.slotOf(hashes, index * this.width);
    if (this.slots[slot] === 0) {
      return undefined;
    }
    return this.keepsValues ? this.slots[slot + this.width] : 0;
  }

  /** False when it was there; then its number stays. */
  add(hashes: Float64Array, index: number, value = 0): boolean {
    const from = index * this.width;
    const slot = this.slotOf(hashes, from);
    if (this.slots[slot] !== 0) {
      return false;
    }
    for (let at = 0; at < this.width; at++) {
      this.slots[slot + at] = hashes[from + at] ?? 0;
    }
    if (this.keepsValues) {
      this.slots[slot + this.width] = value;
    }
    if (++this.used * 2 * this.stride > this.slots.length) {
      this.grow();
    }
    return true;
  }

  /** Where the hash is, or the free slot where it would be. */
  private slotOf(hashes: Float64Array, from: number): number {
    const { slots, stride } = this;
    const mask = slots.length / stride - 1;
    // The lower 32 bits of a hash are as good as any others of it.
    let index = ((hashes[from] ?? 0) % 2 ** 32) & mask;
    while (slots[index * stride] !== 0 && !this.isAt(index * stride, hashes, from)) {
      index = (index + 1) & mask;
    }
    return index * stride;
  }

  private isAt(slot: number, hashes: Float64Array, from: number): boolean {
    for (let at = 0; at < this.width; at++) {
      if (this.slots[slot + at] !== hashes[from + at]) {
        return false;
      }
    }
    return true;
  }

  private grow(): void {
    const { slots, stride } = this;
    this.slots = new Float64Array(slots.length * 2);
    for (let slot = 0; slot < slots.length; slot += stride) {
      if (slots[slot] !== 0) {
        const entry = slots.subarray(slot, slot + stride);
        this.slots.set(entry, this.slotOf(entry, 0));
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
  return joinWords(one >>> 0, other >>> 0);
}

/** 21 bits of one word and all of the other as one number, never 0. */
function joinWords(one: number, other: number): number {
  return (one >>> 11) * 2 ** 32 + other + 1;
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
