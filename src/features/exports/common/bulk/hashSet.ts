import { hash } from "node:crypto";

const WORDS = 4;
const FIRST_SLOTS = 1024;

/**
 * A set of texts by the first 128 bits of their SHA-256: 32 bytes for each of them at most,
 * however long they are, and no two that are taken for one.
 */
export class HashSet {
  private table = new Uint32Array(FIRST_SLOTS * WORDS);
  private count = 0;

  get size(): number {
    return this.count;
  }

  has(text: string): boolean {
    const print = hashRow(text);
    return !isFree(this.table, slotOf(this.table, print));
  }

  /** False when it was there. */
  add(text: string): boolean {
    const print = hashRow(text);
    const slot = slotOf(this.table, print);
    if (!isFree(this.table, slot)) {
      return false;
    }
    this.table.set(print, slot);
    this.count++;
    if (this.count * 2 * WORDS > this.table.length) {
      this.grow();
    }
    return true;
  }

  private grow(): void {
    const wider = new Uint32Array(this.table.length * 2);
    for (let slot = 0; slot < this.table.length; slot += WORDS) {
      if (!isFree(this.table, slot)) {
        const print = this.table.subarray(slot, slot + WORDS);
        wider.set(print, slotOf(wider, print));
      }
    }
    this.table = wider;
  }
}

function hashRow(text: string): Uint32Array {
  const digest = hash("sha256", text, "buffer");
  const print = Uint32Array.from({ length: WORDS }, (_, word) => digest.readUInt32LE(word * 4));
  // A free slot is one whose first word is 0.
  print[0] = Math.max(1, print[0] ?? 1);
  return print;
}

/** Where the print is, or the free slot where it would be. */
function slotOf(table: Uint32Array, print: Uint32Array): number {
  const slots = table.length / WORDS;
  for (let slot = (print[0] ?? 0) % slots; ; slot = (slot + 1) % slots) {
    const at = slot * WORDS;
    if (isFree(table, at) || print.every((word, index) => word === table[at + index])) {
      return at;
    }
  }
}

function isFree(table: Uint32Array, slot: number): boolean {
  return table[slot] === 0;
}
