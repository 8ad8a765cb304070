import { hash } from "node:crypto";

/** Numbers that look random and are the same for the same seed, on every machine. */
export interface Random {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** One of at least one. */
  pick<Item>(items: readonly Item[]): Item;
  /** True once in `times`. */
  oneIn(times: number): boolean;
  /** A UUID of version 4 in form. */
  uuid(): string;
}

/** A source of its own for each thing that is made: what one uses does not move the others. */
export function createRandom(seed: string): Random {
  const digest = hash("sha256", seed, "buffer");
  const next = mulberry32(digest.readUInt32LE(0) ^ digest.readUInt32LE(16));
  const between = (low: number, high: number): number => low + (next() % (high - low + 1));
  return {
    between,
    pick: <Item>(items: readonly Item[]) => items[between(0, items.length - 1)] as Item,
    oneIn: (times) => between(1, times) === 1,
    uuid: () => formatUuid(Uint8Array.from({ length: 16 }, () => between(0, 255))),
  };
}

/** Tommy Ettinger's mulberry32: 32 bits of state, good enough for names and prices. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** RFC 9562, section 5.4: version 4 and variant bits; the rest is given. */
function formatUuid(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, "0");
  }).join("");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}
