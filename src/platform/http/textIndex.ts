/** Shorter texts are none that this can find. */
export const SHORTEST_TEXT = 6;

interface Entry {
  readonly text: string;
  /** Where in the text the characters stand that it is looked for by, and their hash. */
  readonly offset: number;
  readonly hash: number;
  /** Of the whole text, and the weight of what stands before it. */
  readonly whole: number;
  readonly weight: number;
}

/** As many as the low bits of a hash tell apart. */
const MARKS = 0x1_0000;
const BASE = 0x01_00_01_93;
/** Weight of the character that leaves a window. */
const LEAVING = power(BASE, SHORTEST_TEXT);

/** Only texts that repeat themselves have all windows in common; of those the oldest gives way. */
const MOST_ALIKE = 16;

/**
 * Many texts that are all looked for at once (Rabin and Karp): each by the hash of six of its
 * characters, those that are rarest in all of them, then by that of the whole. What is read and
 * what is remembered add up; they do not multiply, whatever either of them holds. Texts of the same
 * two hashes count as one: what is taken for a secret is hidden.
 */
export class TextIndex {
  /** In the order of last use. */
  private readonly entries = new Map<string, Entry>();
  private readonly byHash = new Map<number, Set<Entry>>();
  /** How many have these low bits: most of a text is passed by without asking the map. */
  private readonly marks = new Uint16Array(MARKS);
  /** How often any six characters in a row with these low bits stand in what is remembered. */
  private readonly counts = new Uint32Array(MARKS);

  constructor(private readonly most: number) {}

  /** Remembers a text of six characters at least; the one that was added longest ago gives way. */
  add(text: string): void {
    const entry = this.entries.get(text) ?? this.enter(text);
    // Again, so that the map keeps the order of last use.
    this.entries.delete(text);
    this.entries.set(text, entry);
    const [oldest] = this.entries.values();
    if (this.entries.size > this.most && oldest !== undefined) {
      this.remove(oldest);
    }
  }

  /** The text with each of those that are remembered replaced; what overlaps is one. */
  replaceIn(text: string, mark: string): string {
    const ends = this.entries.size === 0 ? undefined : this.find(text);
    if (ends === undefined) {
      return text;
    }
    const parts: string[] = [];
    let end = 0;
    ends.forEach((to, from) => {
      if (to > 0 && from >= end) {
        parts.push(text.slice(end, from), mark);
      }
      end = Math.max(end, to);
    });
    return parts.join("") + text.slice(end);
  }

  /** By where something begins that is remembered: where the longest of it ends, else 0. */
  private find(text: string): Uint32Array | undefined {
    let ends: Uint32Array | undefined;
    let hashes: Int32Array | undefined;
    forEachWindow(text, (hash, offset) => {
      if (this.marks[placeOf(hash)] === 0) {
        return;
      }
      for (const { text: wanted, whole, weight, ...entry } of this.byHash.get(hash) ?? []) {
        const from = offset - entry.offset;
        const to = from + wanted.length;
        if (from < 0 || to > text.length) {
          continue;
        }
        hashes ??= hashesOf(text);
        const before = Math.imul(hashes[from] ?? 0, weight);
        if ((((hashes[to] ?? 0) - before) | 0) === whole) {
          ends ??= new Uint32Array(text.length);
          ends[from] = Math.max(ends[from] ?? 0, to);
        }
      }
    });
    return ends;
  }

  private enter(text: string): Entry {
    const own = { text, whole: hashesOf(text).at(-1) ?? 0, weight: power(BASE, text.length) };
    let rarest: Entry = { ...own, offset: 0, hash: 0 };
    let least = Infinity;
    forEachWindow(text, (hash, offset) => {
      const count = this.counts[placeOf(hash)] ?? 0;
      // The last of equals: secrets differ at their ends.
      if (count <= least) {
        [rarest, least] = [{ ...own, offset, hash }, count];
      }
    });
    const { hash } = rarest;
    const alike = (this.byHash.get(hash) ?? new Set()).add(rarest);
    this.byHash.set(hash, alike);
    this.count(rarest, 1);
    const [oldest] = alike;
    if (alike.size > MOST_ALIKE && oldest !== undefined) {
      this.remove(oldest);
    }
    return rarest;
  }

  private remove(entry: Entry): void {
    this.entries.delete(entry.text);
    const others = this.byHash.get(entry.hash);
    others?.delete(entry);
    if (others?.size === 0) {
      this.byHash.delete(entry.hash);
    }
    this.count(entry, -1);
  }

  private count({ text, hash: own }: Entry, by: number): void {
    const { marks, counts } = this;
    marks[placeOf(own)] = (marks[placeOf(own)] ?? 0) + by;
    forEachWindow(text, (hash) => {
      counts[placeOf(hash)] = (counts[placeOf(hash)] ?? 0) + by;
    });
  }
}

function placeOf(hash: number): number {
  return hash & (MARKS - 1);
}

/** Tells the hash of each six characters in a row, and where they begin. */
function forEachWindow(text: string, visit: (hash: number, offset: number) => void): void {
  let hash = 0;
  for (let index = 0; index < text.length; index++) {
    hash = (Math.imul(hash, BASE) + text.charCodeAt(index)) | 0;
    if (index >= SHORTEST_TEXT) {
      hash = (hash - Math.imul(LEAVING, text.charCodeAt(index - SHORTEST_TEXT))) | 0;
    }
    if (index >= SHORTEST_TEXT - 1) {
      visit(hash, index - SHORTEST_TEXT + 1);
    }
  }
}

/** The hashes of all beginnings of a text, the empty one first. */
function hashesOf(text: string): Int32Array {
  const hashes = new Int32Array(text.length + 1);
  let hash = 0;
  for (let index = 0; index < text.length; index++) {
    hash = (Math.imul(hash, BASE) + text.charCodeAt(index)) | 0;
    hashes[index + 1] = hash;
  }
  return hashes;
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (let count = 0; count < exponent; count++) {
    result = Math.imul(result, base);
  }
  return result;
}
