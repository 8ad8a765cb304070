import { isUtf8 } from "node:buffer";
import { isAppError } from "../../../platform/base/errors";
import type { JsonEntries } from "../../../platform/json/entries";
import {
  ARRAY_TYPE,
  isEscapedAt,
  lengthAt,
  nextEntry,
  OBJECT_TYPE,
  offsetAt,
  typeAt,
} from "../../../platform/json/entryReading";
import { scanBytes } from "../../../platform/json/scan";

/** Where the rows of a text in UTF-8 are, in bytes. */
export interface CutRows {
  /** Of the list, its brackets included. */
  readonly from: number;
  readonly to: number;
  readonly rows: RowPlaces;
}

/** How the text is cut: the names that lead to the list, and what rows call their own id. */
export interface CutQuestion {
  readonly path: readonly string[];
  readonly idMember: string | undefined;
}

/** Where an id is that a row does not have. */
const NO_ID = -1;

/** Numbers of a row: where it begins and ends, and its own id's value, `NO_ID` without one. */
const WIDTH = 4;

/** Places of rows, four numbers each, without an object for any. */
export class RowPlaces {
  private data = new Int32Array(WIDTH * 256);
  private used = 0;

  get count(): number {
    return this.used / WIDTH;
  }

  add(row: { from: number; to: number; idFrom: number; idTo: number }): void {
    if (this.used === this.data.length) {
      const larger = new Int32Array(this.used * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.used] = row.from;
    this.data[this.used + 1] = row.to;
    this.data[this.used + 2] = row.idFrom;
    this.data[this.used + 3] = row.idTo;
    this.used += WIDTH;
  }

  from(row: number): number {
    return this.data[row * WIDTH] ?? 0;
  }

  to(row: number): number {
    return this.data[row * WIDTH + 1] ?? 0;
  }

  /** `NO_ID` where the row has none. */
  idFrom(row: number): number {
    return this.data[row * WIDTH + 2] ?? NO_ID;
  }

  idTo(row: number): number {
    return this.data[row * WIDTH + 3] ?? NO_ID;
  }

  /** The row stands at another place now, as it was. */
  move(row: number, to: number): void {
    const by = to - this.from(row);
    for (let at = row * WIDTH; by !== 0 && at < (row + 1) * WIDTH; at++) {
      const place = this.data[at] ?? NO_ID;
      this.data[at] = place === NO_ID ? NO_ID : place + by;
    }
  }
}

/**
 * Finds the rows at a path in one pass over the bytes, which checks all of RFC 8259 against
 * them. Undefined where they are no JSON in UTF-8, are too deep, have a mark in front, or where
 * the path does not lead to one list: then the text has to be read another way. A zero byte has to
 * follow the `length` bytes of the text.
 */
export function cutRows(
  bytes: Uint8Array,
  length: number,
  { path, idMember }: CutQuestion,
): CutRows | undefined {
  const page = isUtf8(bytes.subarray(0, length)) ? indexBytes(bytes, length) : undefined;
  const list = page && listAt(page, path);
  if (page === undefined || list === undefined) {
    return undefined;
  }
  const id = idMember === undefined ? undefined : Buffer.from(idMember);
  const rows = new RowPlaces();
  const end = nextEntry(page.entries, list);
  for (let row = list + 1; row < end; row = nextEntry(page.entries, row)) {
    rows.add({ ...placeAt(page, row), ...idPlace(page, row, id) });
  }
  return { ...placeAt(page, list), rows };
}

/** The places of rows that are lines, each ended by a line feed. */
export function placeLines(lines: Uint8Array, idMember: string | undefined): RowPlaces {
  const id = idMember === undefined ? undefined : Buffer.from(idMember);
  const page = id && indexBytes(lines, lines.length, true);
  const rows = new RowPlaces();
  let row = 0;
  for (let from = 0, to = lines.indexOf(LINE_FEED); to >= 0; to = lines.indexOf(LINE_FEED, from)) {
    rows.add({ from, to, ...idPlace(page, row, id) });
    row = page === undefined ? 0 : nextEntry(page.entries, row);
    from = to + 1;
  }
  return rows;
}

const LINE_FEED = 0x0a;

interface IndexedBytes {
  readonly bytes: Uint8Array;
  readonly entries: JsonEntries;
}

function indexBytes(
  bytes: Uint8Array,
  length: number,
  isSequence?: boolean,
): IndexedBytes | undefined {
  try {
    return { bytes, entries: scanBytes(bytes, length, isSequence) };
  } catch (error) {
    if (!isAppError(error)) {
      throw error;
    }
    return undefined;
  }
}

function listAt(page: IndexedBytes, path: readonly string[]): number | undefined {
  let entry = 0;
  for (const name of path) {
    const [value, other] = valuesOf(page, entry, Buffer.from(name));
    // Of two members of one name readers take one or the other.
    if (value === undefined || other !== undefined) {
      return undefined;
    }
    entry = value;
  }
  return typeAt(page.entries, entry) === ARRAY_TYPE ? entry : undefined;
}

function placeAt({ entries }: IndexedBytes, entry: number): { from: number; to: number } {
  const from = offsetAt(entries, entry);
  return { from, to: from + lengthAt(entries, entry) };
}

/** Of members of one name the last one counts. */
function idPlace(
  page: IndexedBytes | undefined,
  row: number,
  id: Buffer | undefined,
): { idFrom: number; idTo: number } {
  const value = page && id && valuesOf(page, row, id).at(-1);
  if (page === undefined || value === undefined) {
    return { idFrom: NO_ID, idTo: NO_ID };
  }
  const { from, to } = placeAt(page, value);
  return { idFrom: from, idTo: to };
}

/** The values of the members of an object that have this name. */
function valuesOf(page: IndexedBytes, object: number, name: Buffer): readonly number[] {
  const { entries } = page;
  const values: number[] = [];
  const end = typeAt(entries, object) === OBJECT_TYPE ? nextEntry(entries, object) : 0;
  for (let entry = object + 1; entry < end; entry = nextEntry(entries, entry + 1)) {
    if (isNamed(page, entry, name)) {
      values.push(entry + 1);
    }
  }
  return values;
}

function isNamed({ bytes, entries }: IndexedBytes, entry: number, name: Buffer): boolean {
  const from = offsetAt(entries, entry);
  const to = from + lengthAt(entries, entry);
  if (isEscapedAt(entries, entry)) {
    const source = Buffer.from(bytes.subarray(from, to)).toString();
    return JSON.parse(source) === name.toString();
  }
  let same = to - from - 2 === name.length ? 0 : -1;
  while (same >= 0 && same < name.length) {
    same = bytes[from + 1 + same] === name[same] ? same + 1 : -1;
  }
  return same === name.length;
}
