import { LRUCache } from "lru-cache";

/** Texts of versions in memory, by their hash; those that were used last stay. */
export class VersionTexts extends LRUCache<string, string> {
  constructor(limitBytes = 32 * 1024 * 1024) {
    super({ maxSize: limitBytes, sizeCalculation: sizeOf });
  }
}

/** At most two bytes a unit; the cache takes no size of 0. */
function sizeOf(text: string): number {
  return Math.max(1, text.length * 2);
}
