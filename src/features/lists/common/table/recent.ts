import { LRUCache } from "lru-cache";

/** Keeps what was worked out last; the one that was not asked for longest goes first. */
export class Recent<K extends string, V extends object> {
  private readonly kept: LRUCache<K, V>;

  constructor(limit: number) {
    this.kept = new LRUCache({ max: limit });
  }

  get(key: K, make: () => V): V {
    const found = this.kept.get(key) ?? make();
    this.kept.set(key, found);
    return found;
  }

  clear(): void {
    this.kept.clear();
  }
}
