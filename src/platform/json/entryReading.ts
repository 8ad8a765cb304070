import {
  ENTRY_WIDTH,
  ESCAPED_BIT,
  JSON_TYPES,
  type JsonEntries,
  NEXT_SHIFT,
  TYPE_BITS,
} from "./entries";

/** Numbers of the types in an entry, for those who compare without names. */
export const OBJECT_TYPE = JSON_TYPES.indexOf("object");
export const ARRAY_TYPE = JSON_TYPES.indexOf("array");
export const STRING_TYPE = JSON_TYPES.indexOf("string");
export const NUMBER_TYPE = JSON_TYPES.indexOf("number");
export const BOOLEAN_TYPE = JSON_TYPES.indexOf("boolean");
export const NULL_TYPE = JSON_TYPES.indexOf("null");

/** A text with its entries: what is read without making a node of every value. */
export interface IndexedText {
  readonly text: string;
  readonly entries: JsonEntries;
}

/** One of the `…_TYPE`s above. */
export function typeAt(entries: JsonEntries, entry: number): number {
  return (entries[entry * ENTRY_WIDTH + 2] ?? 0) & TYPE_BITS;
}

/** The entry after this one and all it contains. */
export function nextEntry(entries: JsonEntries, entry: number): number {
  return (entries[entry * ENTRY_WIDTH + 2] ?? 0) >>> NEXT_SHIFT;
}

/** Where a value begins, in UTF-16 units. */
export function offsetAt(entries: JsonEntries, entry: number): number {
  return entries[entry * ENTRY_WIDTH] ?? 0;
}

/** How long the source of a value is, in UTF-16 units. */
export function lengthAt(entries: JsonEntries, entry: number): number {
  return entries[entry * ENTRY_WIDTH + 1] ?? 0;
}

/** Whether a string or name is written with escapes. */
export function isEscapedAt(entries: JsonEntries, entry: number): boolean {
  return ((entries[entry * ENTRY_WIDTH + 2] ?? 0) & ESCAPED_BIT) !== 0;
}

/** The text of a value exactly as it came. */
export function sourceAt({ text, entries }: IndexedText, entry: number): string {
  const offset = offsetAt(entries, entry);
  return text.slice(offset, offset + lengthAt(entries, entry));
}

/** The decoded content of a string or name; the source of anything else. */
export function stringAt(page: IndexedText, entry: number): string {
  const { text, entries } = page;
  if (typeAt(entries, entry) !== STRING_TYPE) {
    return sourceAt(page, entry);
  }
  const offset = offsetAt(entries, entry);
  return isEscapedAt(entries, entry)
    ? String(JSON.parse(sourceAt(page, entry)))
    : text.slice(offset + 1, offset + lengthAt(entries, entry) - 1);
}

/** Whether the name of a member, which is an entry of its own, is this one. */
export function isNamed(page: IndexedText, entry: number, name: string): boolean {
  const { text, entries } = page;
  if (isEscapedAt(entries, entry)) {
    return stringAt(page, entry) === name;
  }
  const isSameLength = lengthAt(entries, entry) - 2 === name.length;
  return isSameLength && text.startsWith(name, offsetAt(entries, entry) + 1);
}

/** The value of a member; the last one wins among duplicates, as in `JSON.parse`. */
export function memberAt(page: IndexedText, object: number, name: string): number | undefined {
  const { entries } = page;
  const end = typeAt(entries, object) === OBJECT_TYPE ? nextEntry(entries, object) : 0;
  let found: number | undefined;
  for (let entry = object + 1; entry < end; entry = nextEntry(entries, entry + 1)) {
    if (isNamed(page, entry, name)) {
      found = entry + 1;
    }
  }
  return found;
}

/** The names of an object's members, or the items of an array; none of anything else. */
export function childEntries(entries: JsonEntries, entry: number, limit = Infinity): number[] {
  // A member is two entries: its name, which has no children, and its value.
  const step = typeAt(entries, entry) === OBJECT_TYPE ? 1 : 0;
  const end = nextEntry(entries, entry);
  const children: number[] = [];
  for (
    let child = entry + 1;
    child < end && children.length < limit;
    child = nextEntry(entries, child + step)
  ) {
    children.push(child);
  }
  return children;
}

/** How many members or items there are; 0 for anything but an object or an array. */
export function countAt(entries: JsonEntries, entry: number): number {
  const step = typeAt(entries, entry) === OBJECT_TYPE ? 1 : 0;
  const end = nextEntry(entries, entry);
  let count = 0;
  for (let child = entry + 1; child < end; child = nextEntry(entries, child + step)) {
    count++;
  }
  return count;
}

/** The number of the entry that begins at an offset; entries are in the order of the text. */
export function entryAtOffset(entries: JsonEntries, offset: number): number {
  let [low, high] = [0, entries.length / ENTRY_WIDTH - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (offsetAt(entries, middle) < offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
