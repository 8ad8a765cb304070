import { isUtf8 } from "node:buffer";
import { JSON_DEPTH_LIMIT } from "../../../platform/json/scan";
import {
  BACKSLASH,
  INVALID,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipName,
  skipSpace,
  skipString,
  skipValue,
} from "./skipJson";

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

/** Numbers of a row: where it begins and ends, and its own id's value, `INVALID` without one. */
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

  /** `INVALID` where the row has none. */
  idFrom(row: number): number {
    return this.data[row * WIDTH + 2] ?? INVALID;
  }

  idTo(row: number): number {
    return this.data[row * WIDTH + 3] ?? INVALID;
  }

  /** The row stands at another place now, as it was. */
  move(row: number, to: number): void {
    const by = to - this.from(row);
    for (let at = row * WIDTH; by !== 0 && at < (row + 1) * WIDTH; at++) {
      const place = this.data[at] ?? INVALID;
      this.data[at] = place === INVALID ? INVALID : place + by;
    }
  }
}

/**
 * Finds the rows at a path in one pass over the bytes, which is all of RFC 8259 held against
 * them. Undefined where they are no JSON in UTF-8, are too deep, have a mark in front, or where
 * the path does not lead to one list: then the text has to be read another way. A zero byte has to
 * follow the `length` bytes of the text.
 */
export function cutRows(
  bytes: Uint8Array,
  length: number,
  question: CutQuestion,
): CutRows | undefined {
  if (!isUtf8(bytes.subarray(0, length))) {
    return undefined;
  }
  const slicer = new RowSlicer(bytes, question);
  const end = slicer.follow(skipSpace(bytes, 0), 0);
  const isWhole = end !== INVALID && skipSpace(bytes, end) === length;
  return isWhole ? slicer.found : undefined;
}

/** Where the own id of a row is that begins there; undefined where it is no JSON. */
export function placeRow(
  bytes: Uint8Array,
  idMember: string | undefined,
  from = 0,
): { readonly idFrom: number; readonly idTo: number } | undefined {
  const slicer = new RowSlicer(bytes, { path: [], idMember });
  return slicer.skipRow(from) === INVALID ? undefined : { ...slicer.row };
}

class RowSlicer {
  found: CutRows | undefined;
  readonly row = { from: 0, to: 0, idFrom: INVALID, idTo: INVALID };
  private readonly names: readonly Uint8Array[];
  private readonly id: Uint8Array | undefined;

  constructor(
    private readonly bytes: Uint8Array,
    { path, idMember }: CutQuestion,
  ) {
    this.names = path.map((name) => Buffer.from(name));
    this.id = idMember === undefined ? undefined : Buffer.from(idMember);
  }

  /** Goes over the value that the first names of the path lead to; gives the place behind it. */
  follow(from: number, depth: number): number {
    const { bytes } = this;
    const name = this.names[depth];
    if (name === undefined) {
      return bytes[from] === OPEN_BRACKET ? this.cutList(from, depth) : INVALID;
    }
    let [at, isFound] = [from, false];
    if (bytes[at] !== OPEN_BRACE) {
      return INVALID;
    }
    do {
      at = skipSpace(bytes, at + 1);
      const value = bytes[at] === QUOTE ? skipName(bytes, at + 1) : INVALID;
      const isNext = value !== INVALID && this.isName(at + 1, name);
      // Of two members of one name readers take one or the other.
      if (value === INVALID || (isNext && isFound)) {
        return INVALID;
      }
      isFound ||= isNext;
      const end = isNext ? this.follow(value, depth + 1) : skipValue(bytes, value, depth + 1);
      if (end === INVALID) {
        return INVALID;
      }
      at = skipSpace(bytes, end);
    } while (bytes[at] === COMMA);
    return isFound && bytes[at] === CLOSE_BRACE ? at + 1 : INVALID;
  }

  /** A row, and the place of its own id. */
  skipRow(from: number, open = 0): number {
    const { bytes, id, row } = this;
    row.idFrom = INVALID;
    row.idTo = INVALID;
    if (id === undefined || bytes[from] !== OPEN_BRACE) {
      return skipValue(bytes, from, open);
    }
    let at = skipSpace(bytes, from + 1);
    if (bytes[at] === CLOSE_BRACE || open === JSON_DEPTH_LIMIT) {
      return open === JSON_DEPTH_LIMIT ? INVALID : at + 1;
    }
    for (;;) {
      const value = bytes[at] === QUOTE ? skipName(bytes, at + 1) : INVALID;
      const end = value === INVALID ? INVALID : skipValue(bytes, value, open + 1);
      if (end === INVALID) {
        return INVALID;
      }
      if (this.isName(at + 1, id)) {
        row.idFrom = value;
        row.idTo = end;
      }
      at = skipSpace(bytes, end);
      if (bytes[at] !== COMMA) {
        return bytes[at] === CLOSE_BRACE ? at + 1 : INVALID;
      }
      at = skipSpace(bytes, at + 1);
    }
  }

  private cutList(from: number, open: number): number {
    const { bytes, row } = this;
    const rows = new RowPlaces();
    let at = skipSpace(bytes, from + 1);
    if (bytes[at] === CLOSE_BRACKET) {
      this.found = { from, to: at + 1, rows };
      return at + 1;
    }
    for (;;) {
      row.from = at;
      row.to = this.skipRow(at, open + 1);
      if (row.to === INVALID) {
        return INVALID;
      }
      rows.add(row);
      at = skipSpace(bytes, row.to);
      if (bytes[at] !== COMMA) {
        this.found = { from, to: at + 1, rows };
        return bytes[at] === CLOSE_BRACKET ? at + 1 : INVALID;
      }
      at = skipSpace(bytes, at + 1);
    }
  }

  /** Whether the name that begins there is this one, however it is written. */
  private isName(from: number, name: Uint8Array): boolean {
    const { bytes } = this;
    let index = 0;
    while (index < name.length && bytes[from + index] === name[index]) {
      index++;
    }
    const [last, next] = [bytes[from + index - 1], bytes[from + index]];
    const isPlain = last !== BACKSLASH && next !== BACKSLASH;
    const isSame = isPlain && index === name.length && next === QUOTE;
    // A name that holds either is written otherwise than it reads.
    const isCertain = isSame ? !name.includes(BACKSLASH) && !name.includes(QUOTE) : isPlain;
    return isCertain ? isSame : this.decodedName(from).equals(name);
  }

  /** A name with escapes, which is read as one. */
  private decodedName(from: number): Buffer {
    const end = skipString(this.bytes, from);
    const source = Buffer.from(this.bytes.subarray(from - 1, end)).toString();
    return Buffer.from(String(JSON.parse(source)));
  }
}
