/** The types of JSON values, by the number they have in an entry. */
export const JSON_TYPES = ["object", "array", "string", "number", "boolean", "null"] as const;

export type JsonType = (typeof JSON_TYPES)[number];

/**
 * Every value and name of a text, in the order of the text, three numbers each: offset, length,
 * and a link that holds the entry's type and which entry comes after it and all it contains.
 * Children follow their container; a member is the entry of its name, then that of its value.
 * One buffer, so that it goes from thread to thread without a copy.
 */
export type JsonEntries = Int32Array<ArrayBuffer>;

/** Numbers per entry. */
export const ENTRY_WIDTH = 3;

/** Bits of a link: three for the type, one for "has escapes", the rest for the next entry. */
export const TYPE_BITS = 7;
export const ESCAPED_BIT = 8;
export const NEXT_SHIFT = 4;

/** Entries being written. */
export class EntryList {
  private data: JsonEntries;
  private used = 0;

  /** `characters`: of the text, from which the room to begin with is estimated. */
  constructor(characters: number) {
    this.data = new Int32Array(ENTRY_WIDTH * (16 + (characters >>> 3)));
  }

  /** Adds an entry without children and returns its number. */
  add(offset: number, length: number, kind: number): number {
    const at = this.used;
    if (at === this.data.length) {
      this.data = resized(this.data, at * 2);
    }
    const number = at / ENTRY_WIDTH;
    this.data[at] = offset;
    this.data[at + 1] = length;
    this.data[at + 2] = ((number + 1) << NEXT_SHIFT) | kind;
    this.used = at + ENTRY_WIDTH;
    return number;
  }

  /** Ends a container: everything added since it is inside. */
  close(number: number, end: number): void {
    const at = number * ENTRY_WIDTH;
    const kind = (this.data[at + 2] ?? 0) & TYPE_BITS;
    this.data[at + 1] = end - (this.data[at] ?? 0);
    this.data[at + 2] = ((this.used / ENTRY_WIDTH) << NEXT_SHIFT) | kind;
  }

  /** Takes back the entry that was added last, which has no children. */
  dropLast(): void {
    this.used -= ENTRY_WIDTH;
  }

  isObject(number: number): boolean {
    return ((this.data[number * ENTRY_WIDTH + 2] ?? 0) & TYPE_BITS) === 0;
  }

  get written(): JsonEntries {
    return this.data.subarray(0, this.used);
  }

  /** The entries, in a buffer of just their size. */
  finish(): JsonEntries {
    return resized(this.data, this.used);
  }
}

function resized(data: JsonEntries, length: number): JsonEntries {
  const copy = new Int32Array(length);
  copy.set(length < data.length ? data.subarray(0, length) : data);
  return copy;
}
