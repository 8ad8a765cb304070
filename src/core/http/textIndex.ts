/** Shorter texts are none that this can find. */
export const SHORTEST_TEXT = 6;

interface Entry {
  readonly text: string;
  /** Where in the text the characters stand that it is looked for by, and their hash. */
  readonly offset: number;
  readonly hash: number;
}

/** As many as the low bits of a hash tell apart. */
const MARKS = 0x1_0000;
const BASE = 0x01_00_01_93;
/** Weight of the character that leaves a window. */
const LEAVING = power(BASE, SHORTEST_TEXT);

/**
 * Many texts that are all looked for at once (Rabin and Karp): each by the hash of six of its
 * characters, those that are rarest in all of them. What is read and what is remembered add up; they
 * do not multiply, though tokens of one issuer begin alike.
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
    const found = this.entries.size === 0 ? [] : this.find(text);
    found.sort(([one], [other]) => one - other);
    const parts: string[] = [];
    let end = 0;
    for (const [from, to] of found) {
      if (from >= end) {
        parts.push(text.slice(end, from), mark);
      }
      end = Math.max(end, to);
    }
    return found.length === 0 ? text : parts.join("") + text.slice(end);
  }

  private find(text: string): [from: number, to: number][] {
    const found: [number, number][] = [];
    forEachWindow(text, (hash, offset) => {
      if (this.marks[placeOf(hash)] === 0) {
        return;
      }
      for (const entry of this.byHash.get(hash) ?? []) {
        const from = offset - entry.offset;
        if (from >= 0 && text.startsWith(entry.text, from)) {
          found.push([from, from + entry.text.length]);
        }
      }
    });
    return found;
  }

  private enter(text: string): Entry {
    let rarest = { text, offset: 0, hash: 0 };
    let least = Infinity;
    forEachWindow(text, (hash, offset) => {
      const count = this.counts[placeOf(hash)] ?? 0;
      // The last of equals: secrets differ at their ends.
      if (count <= least) {
        [rarest, least] = [{ text, offset, hash }, count];
      }
    });
    const { hash } = rarest;
    this.byHash.set(hash, (this.byHash.get(hash) ?? new Set()).add(rarest));
    this.count(rarest, 1);
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

function power(base: number, exponent: number): number {
  return exponent === 0 ? 1 : Math.imul(base, power(base, exponent - 1));
}
