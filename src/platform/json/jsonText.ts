import {
  ENTRY_WIDTH,
  ESCAPED_BIT,
  JSON_TYPES,
  type JsonEntries,
  type JsonType,
  NEXT_SHIFT,
  TYPE_BITS,
} from "./entries";
import type { IndexedText } from "./entryReading";
import { scanJson } from "./scan";

/**
 * A value in a JSON text by its place; nothing is converted. Offsets and lengths in UTF-16 units.
 * Nodes are made when they are asked for, anew each time: compare them by offset, and take
 * `members` or `items` once where they are gone through.
 */
export interface JsonNode {
  readonly type: JsonType;
  readonly offset: number;
  readonly length: number;
  /** Of an object, in the order of the text, duplicates kept. */
  readonly members: readonly JsonMember[] | undefined;
  /** Of an array. */
  readonly items: readonly JsonNode[] | undefined;
  /** The first items of an array, without making nodes of the others; none of anything else. */
  firstItems(limit: number): readonly JsonNode[];
  /** How many members or items there are; 0 for anything but an object or an array. */
  readonly count: number;
  /** The value of a member; the last one wins among duplicates, as in `JSON.parse`. */
  find(name: string): JsonNode | undefined;
}

export interface JsonMember {
  /** Decoded, without quotes. */
  readonly name: string;
  readonly nameOffset: number;
  readonly nameLength: number;
  readonly value: JsonNode;
}

/**
 * Reads strict JSON (RFC 8259) into positions. Throws `AppError` kind `payload`, with
 * `{offset, line, column}` (line and column 1-based): `payload/empty`, `payload/tooDeep` (`limit`),
 * `payload/syntax` (`reason`, a short word code).
 */
export function parseJsonText(text: string): JsonNode {
  return rootOf(text, scanJson(text));
}

/** The outermost value of a text whose entries are known, from whatever thread. */
export function rootOf(text: string, entries: JsonEntries): JsonNode {
  return new View(text, entries, 0);
}

/** A value of a text whose entries are known, by the number of its entry. */
export function nodeAt({ text, entries }: IndexedText, entry: number): JsonNode {
  return new View(text, entries, entry);
}

/** The text of a value exactly as it came. */
export function sourceOf(text: string, node: JsonNode): string {
  return text.slice(node.offset, node.offset + node.length);
}

/** The decoded content of a string; the source text of anything else. */
export function stringValue(text: string, node: JsonNode): string {
  const source = sourceOf(text, node);
  if (node.type !== "string") {
    return source;
  }
  return source.includes("\\") ? String(JSON.parse(source)) : source.slice(1, -1);
}

/** The value of a member; the last one wins among duplicates, as in `JSON.parse`. */
export function member(node: JsonNode, name: string): JsonNode | undefined {
  return node.find(name);
}

const OBJECT = JSON_TYPES.indexOf("object");
const ARRAY = JSON_TYPES.indexOf("array");

/** One entry, looked at as a node. */
class View implements JsonNode {
  constructor(
    private readonly text: string,
    private readonly entries: JsonEntries,
    private readonly entry: number,
  ) {}

  get type(): JsonType {
    return JSON_TYPES[this.kind] ?? "null";
  }

  get offset(): number {
    return this.entries[this.entry * ENTRY_WIDTH] ?? 0;
  }

  get length(): number {
    return this.entries[this.entry * ENTRY_WIDTH + 1] ?? 0;
  }

  get members(): readonly JsonMember[] | undefined {
    if (this.kind !== OBJECT) {
      return undefined;
    }
    const found: JsonMember[] = [];
    const end = this.next(this.entry);
    for (let name = this.entry + 1; name < end; name = this.next(name + 1)) {
      found.push({
        name: this.nameAt(name),
        nameOffset: this.entries[name * ENTRY_WIDTH] ?? 0,
        nameLength: this.entries[name * ENTRY_WIDTH + 1] ?? 0,
        value: this.at(name + 1),
      });
    }
    return found;
  }

  get items(): readonly JsonNode[] | undefined {
    return this.kind === ARRAY ? this.firstItems(Infinity) : undefined;
  }

  firstItems(limit: number): readonly JsonNode[] {
    const found: JsonNode[] = [];
    const end = this.kind === ARRAY ? this.next(this.entry) : 0;
    for (let item = this.entry + 1; item < end && found.length < limit; item = this.next(item)) {
      found.push(this.at(item));
    }
    return found;
  }

  get count(): number {
    // A member is two entries: its name, which has no children, and its value.
    const step = this.kind === OBJECT ? 1 : 0;
    const end = this.next(this.entry);
    let count = 0;
    for (let child = this.entry + 1; child < end; child = this.next(child + step)) {
      count++;
    }
    return count;
  }

  find(name: string): JsonNode | undefined {
    let found: number | undefined;
    const end = this.kind === OBJECT ? this.next(this.entry) : 0;
    for (let entry = this.entry + 1; entry < end; entry = this.next(entry + 1)) {
      if (this.isNamed(entry, name)) {
        found = entry + 1;
      }
    }
    return found === undefined ? undefined : this.at(found);
  }

  private get kind(): number {
    return this.link(this.entry) & TYPE_BITS;
  }

  private link(entry: number): number {
    return this.entries[entry * ENTRY_WIDTH + 2] ?? 0;
  }

  /** The entry after this one and all it contains. */
  private next(entry: number): number {
    return this.link(entry) >>> NEXT_SHIFT;
  }

  private at(entry: number): JsonNode {
    return new View(this.text, this.entries, entry);
  }

  private nameAt(entry: number): string {
    const offset = this.entries[entry * ENTRY_WIDTH] ?? 0;
    const end = offset + (this.entries[entry * ENTRY_WIDTH + 1] ?? 0);
    return (this.link(entry) & ESCAPED_BIT) === 0
      ? this.text.slice(offset + 1, end - 1)
      : String(JSON.parse(this.text.slice(offset, end)));
  }

  private isNamed(entry: number, name: string): boolean {
    if ((this.link(entry) & ESCAPED_BIT) !== 0) {
      return this.nameAt(entry) === name;
    }
    const offset = this.entries[entry * ENTRY_WIDTH] ?? 0;
    const length = (this.entries[entry * ENTRY_WIDTH + 1] ?? 0) - 2;
    return length === name.length && this.text.startsWith(name, offset + 1);
  }
}
