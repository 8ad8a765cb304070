import { JSON_TYPES, type JsonEntries, type JsonType } from "./entries";
import {
  ARRAY_TYPE,
  childEntries,
  countAt,
  type IndexedText,
  lengthAt,
  memberAt,
  OBJECT_TYPE,
  offsetAt,
  stringAt,
  typeAt,
} from "./entryReading";
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
  return new View({ text, entries }, 0);
}

/** A value of a text whose entries are known, by the number of its entry. */
export function nodeAt(source: IndexedText, entry: number): JsonNode {
  return new View(source, entry);
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

/** One entry, looked at as a node. */
class View implements JsonNode {
  constructor(
    private readonly source: IndexedText,
    private readonly entry: number,
  ) {}

  get type(): JsonType {
    return JSON_TYPES[typeAt(this.source.entries, this.entry)] ?? "null";
  }

  get offset(): number {
    return offsetAt(this.source.entries, this.entry);
  }

  get length(): number {
    return lengthAt(this.source.entries, this.entry);
  }

  get members(): readonly JsonMember[] | undefined {
    const { source, entry } = this;
    if (typeAt(source.entries, entry) !== OBJECT_TYPE) {
      return undefined;
    }
    return childEntries(source.entries, entry).map((name) => ({
      name: stringAt(source, name),
      nameOffset: offsetAt(source.entries, name),
      nameLength: lengthAt(source.entries, name),
      value: new View(source, name + 1),
    }));
  }

  get items(): readonly JsonNode[] | undefined {
    return this.isArray ? this.firstItems(Infinity) : undefined;
  }

  firstItems(limit: number): readonly JsonNode[] {
    const items = this.isArray ? childEntries(this.source.entries, this.entry, limit) : [];
    return items.map((item) => new View(this.source, item));
  }

  get count(): number {
    return countAt(this.source.entries, this.entry);
  }

  find(name: string): JsonNode | undefined {
    const found = memberAt(this.source, this.entry, name);
    return found === undefined ? undefined : new View(this.source, found);
  }

  private get isArray(): boolean {
    return typeAt(this.source.entries, this.entry) === ARRAY_TYPE;
  }
}
